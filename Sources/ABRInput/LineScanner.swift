/// Walks over the lines of a text file.
///
/// Lines end in LF or CRLF; the last one may end without either. A UTF-8 byte order mark before the first line is
/// passed over. Empty lines at the end of the file are no lines; an empty line before other content is one.
package struct LineScanner: Sendable {
  /// The file.
  package let bytes: [UInt8]
  /// Number of the line that ``next()`` gave last, from 1; 0 before the first.
  package private(set) var line = 0
  /// Whether the line that ``next()`` gave last ends with the file and not with a line feed: it may be cut off.
  package var isUnended: Bool { line > 0 && position > bytes.count }
  private var position: Int
  private let end: Int

  /// Stands before the first line.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    var end = bytes.count
    while end > position, bytes[end - 1] == Self.lineFeed || bytes[end - 1] == Self.carriageReturn { end -= 1 }
    self.end = end
  }

  /// The bytes of the next line without its end, or `nil` after the last.
  /// - Complexity: O(*length of the line*).
  package mutating func next() -> Range<Int>? {
    guard position < end else { return nil }
    line += 1
    let start = position
    var stop = start
    while stop < end, bytes[stop] != Self.lineFeed { stop += 1 }
    position = stop + 1
    if stop > start, stop < end, bytes[stop - 1] == Self.carriageReturn { stop -= 1 }
    return start..<stop
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}
