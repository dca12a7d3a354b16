/// The Secure Hash Algorithm with 256 bits (FIPS 180-4, §6.2), fed piece by piece.
///
/// Names inputs in results and turns texts into keys of ``SeededRandom``. Foundation on Linux has no hash of its own; this
/// one is checked against the published vectors. It is not meant for secrets.
public struct SHA256: Sendable {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Bytes that do not fill a block yet.
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  /// A hash of nothing so far.
  public init() { pending.reserveCapacity(64) }

  /// Adds bytes.
  /// - Complexity: O(*bytes*).
  public mutating func update(_ bytes: [UInt8]) {
    length += UInt64(bytes.count)
    var next = 0
    if !pending.isEmpty {
      next = min(64 - pending.count, bytes.count)
      pending += bytes[..<next]
      guard pending.count == 64 else { return }
      compress(pending, from: 0)
      pending.removeAll(keepingCapacity: true)
    }
    while bytes.count - next >= 64 {
      compress(bytes, from: next)
      next += 64
    }
    pending += bytes[next...]
  }

  /// Adds the UTF-8 bytes of a text.
  /// - Complexity: O(*bytes*).
  public mutating func update(_ text: String) { update(Array(text.utf8)) }

  /// The digest of everything added so far: 32 bytes. More may be added afterwards.
  public func digest() -> [UInt8] {
    var copy = self
    let bits = length &* 8
    let zeros = (119 - copy.pending.count) % 64
    copy.update([0x80] + [UInt8](repeating: 0, count: zeros))
    copy.update((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) })
    return (0..<32).map { UInt8(truncatingIfNeeded: copy.state[$0 / 4] >> UInt32(24 - 8 * ($0 % 4))) }
  }

  /// The digest as 64 lower-case hexadecimal digits.
  public func hexDigest() -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of some bytes as 64 lower-case hexadecimal digits.
  /// - Complexity: O(*bytes*).
  public static func hexDigest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexDigest()
  }

  /// The digest of a text's UTF-8 bytes as 64 lower-case hexadecimal digits.
  /// - Complexity: O(*bytes*).
  public static func hexDigest(of text: String) -> String { hexDigest(of: Array(text.utf8)) }

  /// The 512-bit block that begins at `start`.
  private mutating func compress(_ bytes: [UInt8], from start: Int) {
    let constants = Self.constants
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<16 {
      let at = start + 4 * index
      schedule[index] =
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let sigma0 = early.rotatedRight(7) ^ early.rotatedRight(18) ^ (early >> 3)
      let sigma1 = late.rotatedRight(17) ^ late.rotatedRight(19) ^ (late >> 10)
      schedule[index] = schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum1 = e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
      let sum0 = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ sum0 &+ majority
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// FIPS 180-4 §4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  fileprivate func rotatedRight(_ count: UInt32) -> UInt32 { (self &>> count) | (self &<< (32 &- count)) }
}
