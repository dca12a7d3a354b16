/// Splits lines of tables into fields.
package struct FieldSplitter: Sendable {
  /// The text between fields.
  package enum Separator: Sendable, Hashable {
    /// Exactly one byte; two in a row have an empty field between them.
    case byte(UInt8)
    /// Any number of spaces and tabs, but for those in a field in double quotes.
    case spaces
  }

  /// The text between fields.
  package let separator: Separator

  /// Splits at a separator.
  package init(_ separator: Separator) { self.separator = separator }

  /// The places of the fields of a line. Spaces around a field and the double quotes of a quoted one are no part of it.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - line: the place of the line.
  ///   - fields: replaced, so that no line allocates.
  /// - Complexity: O(*length of the line*).
  package func split(_ bytes: [UInt8], _ line: Range<Int>, into fields: inout [Range<Int>]) {
    fields.removeAll(keepingCapacity: true)
    let quote = UInt8(ascii: "\"")
    switch separator {
    case .spaces:
      var next = line.lowerBound
      // Where no quote ends a field, none further on does.
      var mayBeQuoted = true
      while next < line.upperBound {
        while next < line.upperBound, Self.isSpace(bytes[next]) { next += 1 }
        let start = next
        if mayBeQuoted, next < line.upperBound, bytes[next] == quote {
          let end = ((start + 1)..<line.upperBound).first { place in
            bytes[place] == quote && (place + 1 == line.upperBound || Self.isSpace(bytes[place + 1]))
          }
          if let end {
            fields.append((start + 1)..<end)
            next = end + 1
            continue
          }
          mayBeQuoted = false
        }
        while next < line.upperBound, !Self.isSpace(bytes[next]) { next += 1 }
        if next > start { fields.append(start..<next) }
      }
    case .byte(let separator):
      var next = line.lowerBound
      while true {
        let start = next
        var isQuoted = false
        while next < line.upperBound, isQuoted || bytes[next] != separator {
          if bytes[next] == quote { isQuoted.toggle() }
          next += 1
        }
        fields.append(Self.trimmed(bytes, start..<next))
        guard next < line.upperBound else { return }
        next += 1
      }
    }
  }

  /// The fields of a line by itself.
  package func fields(_ line: [UInt8]) -> [ArraySlice<UInt8>] {
    var places: [Range<Int>] = []
    split(line, 0..<line.count, into: &places)
    return places.map { line[$0] }
  }

  /// A field without the spaces around it and the double quotes of a quoted one.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - field: its place.
  package static func trimmed(_ bytes: [UInt8], _ field: Range<Int>) -> Range<Int> {
    var (start, end) = (field.lowerBound, field.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    let quote = UInt8(ascii: "\"")
    if end - start >= 2, bytes[start] == quote, bytes[end - 1] == quote { return (start + 1)..<(end - 1) }
    return start..<end
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
}
