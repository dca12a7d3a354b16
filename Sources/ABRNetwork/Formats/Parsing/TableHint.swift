import ABRInput

/// What `--columns` may be for a table, from the names of its columns and its first row.
package enum TableHint {
  /// Units in words, the longer ones first.
  private static let spelledOut: [(name: String, unit: RateUnit)] = [
    ("gbits", .gigabit), ("gigabits", .gigabit), ("mbits", .megabit), ("megabits", .megabit), ("kbits", .kilobit),
    ("kilobits", .kilobit), ("bits", .bit), ("mbytes", .megabyte), ("megabytes", .megabyte), ("kbytes", .kilobyte),
    ("kilobytes", .kilobyte), ("bytes", .byte),
  ]

  /// The way out for a file whose lines have as many fields each.
  ///
  /// - Parameters:
  ///   - head: its beginning.
  ///   - separator: what stands between the fields.
  package static func fix(_ head: TraceHead, _ separator: FieldSplitter.Separator) -> String {
    let general = "name its columns, such as --columns time:s,rate:kbit/s"
    let lines = head.rows.map { FieldSplitter(separator).fields(Array($0)) }
    guard lines.count >= 2, lines[0].allSatisfy({ DecimalParser.parse(Array($0), 0..<$0.count) == nil }) else {
      return general
    }
    let names = lines[0].map { String(decoding: $0, as: UTF8.self) }
    let found = "; found \(FaultText.cut(names.prefix(12).joined(separator: ", "), to: 160))"
    let times = names.indices.filter { index in
      ["time", "date", "when"].contains { names[index].lowercased().contains($0) }
        || ["t", "ts", "s", "sec", "seconds"].contains(words(names[index]).first)
    }
    let rates = names.indices.compactMap { index -> (Int, RateUnit)? in
      let word = names[index].lowercased().filter { !" _-".contains($0) }
      let spelled = spelledOut.first { word.contains("\($0.name)pers") }?.unit
      return (spelled ?? words(names[index]).lazy.compactMap { RateUnit(word: $0) }.first).map { (index, $0) }
    }
    // Of several the one that does not name the way up.
    let isUp = { (index: Int) in
      words(names[index].lowercased()).contains { ["ul", "up", "uplink", "upload", "tx"].contains($0) }
    }
    let rate = rates.first { !isUp($0.0) } ?? rates.first
    // A name that `--columns` or a shell would cut is called by its number.
    let name = { (index: Int) in
      let isPlain = names[index].allSatisfy { $0.isLetter || $0.isNumber || "_-./".contains($0) }
      return isPlain && names[index].utf8.count <= 40 ? names[index] : "\(index + 1)"
    }
    var stamp = times.first.flatMap { time in
      unit(of: names[time], lines[1][time]).map { "time\($0)@\(name(time))" }
    }
    if stamp == nil, times.count >= 2 {
      let pair = Array(lines[1][times[0]]) + [0x20] + lines[1][times[1]]
      if CalendarTime.nanoseconds(pair, pair.indices) != nil { stamp = "time@\(name(times[0]))+\(name(times[1]))" }
    }
    let sizes = names.indices.filter { names[$0] == "frame.len" || words(names[$0]).contains("bytes") }
    let amount =
      rate.map { "rate:\($0.1.rawValue)@\(name($0.0))" }
      ?? (sizes.first { !isUp($0) } ?? sizes.first).map { index in
        let values = lines.dropFirst().compactMap { DecimalParser.parse(Array($0[index]), 0..<$0[index].count) }
        // A counter only rises.
        let isCounter = values.count >= 3 && zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
        return "\(isCounter ? "total" : "bytes")@\(name(index))"
      }
    guard let stamp, let amount else { return general + found }
    return "name its columns, such as --columns \(stamp),\(amount)"
  }

  /// The way out for a log of the W3C, whose columns a line names; `nil` where none does.
  static func fix(ofFieldsIn head: TraceHead) -> String? {
    guard let line = head.lines.first(where: { $0.starts(with: "#Fields:".utf8) }) else { return nil }
    let names = FieldSplitter(.spaces).fields(Array(line)).dropFirst().map { String(decoding: $0, as: UTF8.self) }
    let end = names.contains("date") ? "end@date+time" : "end:unix@\(names.first { $0.hasPrefix("time") } ?? "WHEN")"
    let duration = names.first { name in ["taken", "duration"].contains { name.contains($0) } } ?? "TOOK"
    let bytes = names.first { $0 == "sc-bytes" } ?? names.first { $0.contains("bytes") } ?? "SIZE"
    return "name its columns, such as --columns \(end),duration:ms@\(duration),bytes@\(bytes)"
      + "; found \(FaultText.cut(names.joined(separator: ", "), to: 160))"
  }

  /// The words of a name; a unit may have a `/`.
  static func words(_ name: String) -> [String] {
    name.split { !($0.isLetter || $0 == "/") }.map(String.init)
  }

  /// The unit of a column of times; empty where they are dates, `nil` where no time stands there.
  private static func unit(of name: String, _ field: ArraySlice<UInt8>) -> String? {
    let bytes = Array(field)
    guard let number = DecimalParser.parse(bytes, 0..<bytes.count) else {
      return CalendarTime.nanoseconds(bytes, 0..<bytes.count) == nil ? nil : ""
    }
    let unit = words(name).dropFirst().lazy.compactMap(TimeUnit.init(rawValue:)).first
    return unit.map { ":\($0.rawValue)" } ?? (number > 1e8 ? ":unix" : ":s")
  }
}
