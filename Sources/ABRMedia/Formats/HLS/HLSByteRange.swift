import ABRInput

/// A part of a file as HLS writes it: `length@offset`, or `length` alone (RFC 8216 §4.3.2.2).
struct HLSByteRange: Sendable, Hashable {
  /// Bytes, 1 to ``Video/maximumSegmentSize``.
  let length: Int
  /// Where it begins; `nil` where it follows the part before.
  let offset: Int?

  /// The part behind another one of the same file; `nil` where it ends beyond 2⁶³ − 1.
  func following(_ bytes: Range<Int>) -> HLSByteRange? { HLSByteRange("\(length)@\(bytes.upperBound)") }

  /// Its bytes in the file; `nil` where it follows a part that is not known.
  var bytes: Range<Int>? { offset.map { $0..<($0 + length) } }

  /// Reads a range; `nil` for anything that is none, and for one that ends beyond 2⁶³ − 1.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.map { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil }
    guard let length = numbers[0], (1...Video.maximumSegmentSize).contains(length) else { return nil }
    self.length = length
    guard numbers.count == 2 else {
      offset = nil
      return
    }
    guard let offset = numbers[1], !offset.addingReportingOverflow(length).overflow else { return nil }
    self.offset = offset
  }

  /// What is allowed, for errors.
  static let allowed = "length@offset in bytes, the length from 1 to \(Video.maximumSegmentSize)"
}
