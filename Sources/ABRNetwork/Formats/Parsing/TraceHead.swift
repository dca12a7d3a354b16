import ABRInput

/// The beginning of a file, by which its format is found.
public struct TraceHead: Sendable {
  /// How many bytes of a file are looked at.
  public static let length = 4096

  /// The first bytes of the file, at most ``length``, without a byte order mark.
  public let bytes: ArraySlice<UInt8>
  /// The last component of the path.
  public let fileName: String
  /// The first lines, at most eight, without their ends. A last line that the head cuts is not among them.
  package let lines: [ArraySlice<UInt8>]
  /// The fields of the first line, when it is a header: what a table's columns are called.
  package let header: [String]

  /// Looks at the beginning of a file.
  package init(_ bytes: [UInt8], fileName: String) {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let head = bytes[start..<min(bytes.count, start + Self.length)]
    var lines: [ArraySlice<UInt8>] = []
    var next = head.startIndex
    while next < head.endIndex, lines.count < 8 {
      let end = head[next...].firstIndex(of: UInt8(ascii: "\n"))
      // A line longer than the head is no line of a table.
      if end == nil, head.endIndex < bytes.count { break }
      var line = head[next..<(end ?? head.endIndex)]
      next = line.endIndex + 1
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      lines.append(line)
    }
    self.bytes = head
    self.fileName = fileName
    self.lines = lines
    header = FieldSplitter(.byte(UInt8(ascii: ","))).fields(Array(lines.first ?? [])).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The lines of a table, without empty ones and comments.
  package var rows: [ArraySlice<UInt8>] {
    lines.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") && !$0.starts(with: Self.excelSeparator) }
  }

  /// A first line with which Excel is told what stands between fields: `sep=;`.
  static let excelSeparator = Array("sep=".utf8)

  /// The names in a comment right above the first row that has as many fields, as `sadf` and others write a header.
  package func title(_ splitter: FieldSplitter, count: Int) -> [ArraySlice<UInt8>]? {
    guard splitter.separator != .spaces, let first = rows.first,
      splitter.fields(Array(first)).contains(where: { DecimalParser.parse(Array($0), 0..<$0.count) != nil }),
      let above = lines.last(where: { !$0.isEmpty && $0.startIndex < first.startIndex })
    else { return nil }
    let names = splitter.fields(Array(above.drop { $0 == UInt8(ascii: "#") }))
    return names.count == count && above.first == UInt8(ascii: "#") ? names : nil
  }

  /// Whether the head holds some bytes.
  /// - Complexity: O(*head* × *bytes*).
  package func contains(_ text: String) -> Bool { bytes.contains(text: text) }

  /// The first byte that is no white space.
  package var firstByte: UInt8? { bytes.first { $0 != 0x20 && !(0x09...0x0d).contains($0) } }

  /// Whether the file begins as JSON does.
  package var isJSON: Bool { firstByte == UInt8(ascii: "[") || firstByte == UInt8(ascii: "{") }

  /// Whether the file begins as JSON does, and all of these names stand in the head in quotes.
  package func hasKeys(_ names: String...) -> Bool { isJSON && names.allSatisfy { contains("\"\($0)\"") } }

  /// Whether the first line is a header with all of these columns.
  package func hasColumns(_ names: String...) -> Bool { names.allSatisfy(header.contains) }

  /// The numbers of a line; `nil` when something else stands there.
  package func numbers(_ line: ArraySlice<UInt8>, _ separator: FieldSplitter.Separator) -> [Double]? {
    var numbers: [Double] = []
    for field in FieldSplitter(separator).fields(Array(line)) {
      guard let number = DecimalParser.parse(Array(field), 0..<field.count) else { return nil }
      numbers.append(number)
    }
    return numbers.isEmpty ? nil : numbers
  }
}
