import ABRInput

/// Reads a file whose lines have a number of fields each, without a header.
package struct FieldLines {
  private let input: TraceInput
  private let splitter: FieldSplitter
  private let count: Int
  private let allowed: String
  private var lines: LineScanner
  private var fields: [Range<Int>] = []

  /// Stands before the first line.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - separator: the text between fields.
  ///   - count: fields of a line.
  ///   - allowed: what a line holds, for errors.
  package init(_ input: TraceInput, _ separator: FieldSplitter.Separator, count: Int, allowed: String) {
    self.input = input
    self.count = count
    self.allowed = allowed
    splitter = FieldSplitter(separator)
    lines = LineScanner(input.bytes)
  }

  /// Number of the line that ``next()`` gave last, from 1; 0 before the first.
  package var line: Int { lines.line }

  /// Reads the next line.
  /// - Throws: ``TraceError`` where it has another number of fields.
  package mutating func next() throws(TraceError) -> Bool {
    guard let line = lines.next() else { return false }
    splitter.split(input.bytes, line, into: &fields)
    guard fields.count == count else {
      throw input.malformed(line, lines.line, "line", allowed + FieldFix.text(ofLineIn: lines))
    }
    return true
  }

  /// The number of a field.
  /// - Throws: ``TraceError`` with the name of the field where no number from 0 on stands there.
  package func number(_ place: Int, _ name: String) throws(TraceError) -> Double {
    try input.number(fields[place], lines.line, name)
  }
}
