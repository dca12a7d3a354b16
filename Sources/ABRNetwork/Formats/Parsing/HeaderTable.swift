import ABRInput

/// Reads a table of comma-separated values whose first line names the columns.
package struct HeaderTable {
  /// The file.
  package let input: TraceInput
  /// What the columns are called.
  package let header: [String]
  /// The fields of the row that ``next()`` gave last.
  package private(set) var fields: [Range<Int>] = []
  /// Its line.
  package var line: Int { lines.line }
  private var lines: LineScanner
  private let splitter = FieldSplitter(.byte(UInt8(ascii: ",")))

  /// Reads the header.
  package init(_ input: TraceInput) throws(TraceError) {
    self.input = input
    lines = LineScanner(input.bytes)
    guard let first = lines.next() else { throw input.malformed(1, "header", "none", "names of columns") }
    splitter.split(input.bytes, first, into: &fields)
    header = fields.map { String(decoding: input.bytes[$0], as: UTF8.self) }
  }

  /// The place of a column.
  /// - Throws: ``TraceError`` naming it when it is missing.
  package func column(_ name: String) throws(TraceError) -> Int {
    guard let index = header.firstIndex(of: name) else {
      throw input.malformed(1, "header", "none called \(name)", "a column \(name)")
    }
    return index
  }

  /// Reads the next row; empty lines are passed over.
  /// - Throws: ``TraceError`` where it has fewer fields than the header, or more that are not empty.
  package mutating func next() throws(TraceError) -> Bool {
    while let line = lines.next() {
      if line.isEmpty { continue }
      splitter.split(input.bytes, line, into: &fields)
      guard fields.count >= header.count, fields.dropFirst(header.count).allSatisfy(\.isEmpty) else {
        throw input.malformed(
          lines.line, "row", Counted.text(fields.count, "field"),
          "\(header.count), as in the header" + FieldFix.text(ofLineIn: lines))
      }
      return true
    }
    return false
  }

  /// The text of a field.
  package func text(_ column: Int) -> ArraySlice<UInt8> { input.bytes[fields[column]] }

  /// The number of a field.
  /// - Throws: ``TraceError`` naming line and column when no number from 0 on stands there.
  package func number(_ column: Int) throws(TraceError) -> Double {
    try input.number(fields[column], line, header[column])
  }
}
