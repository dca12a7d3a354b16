internal import CCrypto

/// The Secure Hash Algorithm with 256 bits (FIPS 180-4, §6.2), of libcrypto.
///
/// Names inputs in results and turns texts into keys of ``SeededRandom``.
public enum SHA256 {
  /// The digest of some bytes: 32 bytes.
  /// - Complexity: O(*bytes*).
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    // The call reads so many bytes as the array has and writes 32.
    unsafe [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      unsafe CCrypto.SHA256(bytes, bytes.count, digest.baseAddress)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }

  /// The digest of some bytes as 64 lower-case hexadecimal digits.
  /// - Complexity: O(*bytes*).
  public static func hexDigest(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest(of: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of a text's UTF-8 bytes as 64 lower-case hexadecimal digits.
  /// - Complexity: O(*bytes*).
  public static func hexDigest(of text: String) -> String { hexDigest(of: Array(text.utf8)) }
}
