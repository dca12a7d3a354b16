/// A running hash of outcomes: cheap enough to stay inside a timed loop, and different when any bit of any outcome is.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds 64 bits. The multiplier is that of Knuth's MMIX generator; the rotation brings its good high bits down.
  @inline(__always)
  mutating func add(_ bits: UInt64) {
    value = (value ^ bits) &* 6_364_136_223_846_793_005
    value = (value << 29) | (value >> 35)
  }

  /// Adds a number to the last bit.
  @inline(__always)
  mutating func add(_ number: Double) { add(number.bitPattern) }

  /// Sixteen hexadecimal digits, as in threshold files.
  static func text(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
