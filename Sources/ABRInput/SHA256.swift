internal import CCrypto

/// The Secure Hash Algorithm with 256 bits (FIPS 180-4, §6.2), of libcrypto.
///
/// Names inputs in results and turns texts into keys of ``SeededRandom``.
public enum SHA256 {
  /// Makes libcrypto ready, without what it does at exit: threads may still ask it for digests, and a process that was
  /// forked off may not get its locks.
  private static let prepared: Void = { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }()

  /// The digest of some bytes: 32 bytes.
  /// - Complexity: O(*bytes*).
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    _ = prepared
    // The call reads so many bytes as the array has and writes 32.
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      unsafe CCrypto.SHA256(bytes, bytes.count, digest.baseAddress)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }

  /// The digest of some bytes as 64 lower-case hexadecimal digits.
  /// - Complexity: O(*bytes*).
  public static func hexDigest(of bytes: [UInt8]) -> String {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in digest(of: bytes) {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The digest of a text's UTF-8 bytes as 64 lower-case hexadecimal digits.
  /// - Complexity: O(*bytes*).
  public static func hexDigest(of text: String) -> String { hexDigest(of: Array(text.utf8)) }
}
