import ABRInput

/// The share of viewers who are still watching a video after so many seconds.
///
/// The file has a line for each second from 0 on: the second and the share, separated by a tab or spaces, as the
/// organisers of the MM'22 challenge give them (`user_ret`). The line behind the video's last second is an end mark of
/// share 0.
public struct RetentionCurve: Sendable, Hashable {
  /// Shares by second, from 1 downwards, each at least 0.
  public let shares: [Double]
  /// SHA-256 of the file's bytes as 64 hexadecimal digits.
  public let sha256: String

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: the path.
  ///   - seconds: the least number of lines it must have, one for each second of the video.
  /// - Throws: ``ViewerError`` naming file, line and field.
  /// - Complexity: O(size of the file).
  public init(contentsOf file: String, seconds: Int) throws(ViewerError) {
    try self.init(try ViewerError.bytes(of: file), file: file, seconds: seconds)
  }

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8], file: String, seconds: Int) throws(ViewerError) {
    var lines = LineScanner(bytes)
    var shares: [Double] = []
    while let line = lines.next() {
      func malformed(_ field: String, _ found: String, _ allowed: String) -> ViewerError {
        .malformed(file: file, line: lines.line, field: field, found: found, allowed: allowed)
      }
      let fields = bytes[line].split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
      guard fields.count == 2, let second = DecimalParser.parse(bytes, fields[0].indices),
        let share = DecimalParser.parse(bytes, fields[1].indices)
      else { throw malformed("line", InputFault.excerpt(bytes[line]), "two numbers, second and share") }
      guard second == Double(shares.count) else { throw malformed("second", "\(second)", "\(shares.count)") }
      guard share >= 0, share <= shares.last ?? 1 else {
        throw malformed("share", "\(share)", "0 to \(shares.last ?? 1), as viewers only become fewer")
      }
      shares.append(share)
    }
    guard shares.count >= seconds, !shares.isEmpty else {
      throw .malformed(
        file: file, line: nil, field: "lines", found: "\(shares.count)",
        allowed: "at least \(max(seconds, 1)), one for each second")
    }
    self.shares = shares
    sha256 = SHA256.hexDigest(of: bytes)
  }

  /// A curve by its shares.
  ///
  /// - Precondition: there is at least one.
  public init(shares: [Double]) {
    precondition(!shares.isEmpty, "a retention curve has at least one share")
    self.shares = shares
    sha256 = ""
  }
}
