import ABRInput

/// Times as DASH writes them.
enum DASHTime {
  /// The seconds of an `xs:duration` such as `PT1H2M3.5S`; `nil` for anything else, for years and months other than
  /// 0, whose length is not fixed, and beyond 30,000 years.
  static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "P"), bytes.count > 2 else { return nil }
    var total = 0.0
    var start = 1
    // Seconds of the units in their order; 0 for the T between them, none for what has no fixed length.
    var units: [(letter: UInt8, seconds: Double?)] = [
      (UInt8(ascii: "Y"), nil), (UInt8(ascii: "M"), nil), (UInt8(ascii: "D"), 86_400), (UInt8(ascii: "T"), 0),
      (UInt8(ascii: "H"), 3600), (UInt8(ascii: "M"), 60),
      (UInt8(ascii: "S"), 1),
    ]
    var isTime = false
    for place in bytes.indices.dropFirst()
    where !(bytes[place] == UInt8(ascii: ".") || (48...57).contains(bytes[place])) {
      // Months come before the T, minutes behind it.
      let isT = bytes[place] == UInt8(ascii: "T")
      guard let unit = units.firstIndex(where: { $0.letter == bytes[place] && (!isTime || $0.seconds != nil) }) else {
        return nil
      }
      if isT {
        guard start == place else { return nil }
        isTime = true
      } else {
        let isOfDay = units[..<unit].contains { $0.letter == UInt8(ascii: "T") }
        guard !isOfDay, let value = DecimalParser.parse(bytes, start..<place) else { return nil }
        guard let seconds = units[unit].seconds ?? (value == 0 ? 0 : nil) else { return nil }
        total += value * seconds
      }
      units.removeFirst(unit + 1)
      start = place + 1
    }
    guard start == bytes.count, bytes.last != UInt8(ascii: "T"), total >= 0, total < 1e12 else { return nil }
    return total
  }

  /// The first and the last byte of a range such as `0-867`, as the bytes it has; `nil` for anything else, for more
  /// than ``Video/maximumSegmentSize`` bytes, and beyond ``Video/maximumFileSize``: sums of ranges cannot overflow.
  static func range(_ text: String) -> Range<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let first = Int(parts[0]), let last = Int(parts[1]), first <= last, last < Video.maximumFileSize,
      last - first < Video.maximumSegmentSize
    else { return nil }
    return first..<(last + 1)
  }
}
