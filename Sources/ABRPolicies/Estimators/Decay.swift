/// Powers of one half, the weights of time-weighted averages.
///
/// The C library's `exp2` is a call that cannot be inlined and whose last bit depends on its version and on the
/// processor. This one uses only exactly rounded operations, so that a session gives the same bits on every machine,
/// and takes two exponents at once, because averages come in pairs.
enum Decay {
  /// The largest exponent; its power is 1e-301, nothing beside what it is added to.
  static let largestExponent = 1000.0
  /// 1.5 × 2⁵²: adding it to a number rounds the number to a whole one, which then stands in the low bits.
  private static let rounder = 6_755_399_441_055_744.0

  /// One half to the power of `x`, for `x` from 0 to ``largestExponent``; within 1e-15 of the true value, relatively.
  @inline(__always)
  static func half(toThe x: SIMD2<Double>) -> SIMD2<Double> {
    let shifted = x + rounder
    let z = (shifted - rounder - x) * 0.693_147_180_559_945_3
    // Taylor of e^z, |z| ≤ 0.3466, even and odd terms apart so that the two chains run side by side; the first term
    // left out is below 2e-17.
    let s = z * z
    var even = 1.0 / 3_628_800 + s * (1.0 / 479_001_600)
    even = 1.0 / 40_320 + s * even
    even = 1.0 / 720 + s * even
    even = 1.0 / 24 + s * even
    even = 0.5 + s * even
    var odd = 1.0 / 362_880 + s * (1.0 / 39_916_800)
    odd = 1.0 / 5_040 + s * odd
    odd = 1.0 / 120 + s * odd
    odd = 1.0 / 6 + s * odd
    let power = 1 + (s * even + z * (1 + s * odd))
    return SIMD2(power[0] * scale(shifted[0]), power[1] * scale(shifted[1]))
  }

  /// One half to the power of the whole number in the low bits.
  @inline(__always)
  private static func scale(_ shifted: Double) -> Double {
    Double(bitPattern: (1023 &- (shifted.bitPattern & 0xFFFF)) << 52)
  }
}
