import ABRInput

/// A line of a playlist, for errors.
struct HLSPlace: Sendable {
  /// Its number, from 1.
  let line: Int
  /// Where it begins in the file; `nil` where variables may stand for texts of other lengths.
  private let start: Int?

  /// The line that a scanner gave last.
  init(_ lines: LineScanner, _ line: Range<Int>) {
    self.line = lines.line
    start = lines.bytes[line].contains(UInt8(ascii: "$")) ? nil : line.lowerBound
  }

  /// The byte of the line, from 1, at which something begins; `nil` where that is not known.
  func column(of place: Int) -> Int? { start.map { max(1, place - $0 + 1) } }

  /// A fault of a part of the line.
  func fault(_ field: String, _ found: ArraySlice<UInt8>, _ allowed: String) -> InputFault {
    InputFault(
      line: line, column: column(of: found.startIndex), field: field, found: InputFault.excerpt(found), allowed: allowed
    )
  }
}
