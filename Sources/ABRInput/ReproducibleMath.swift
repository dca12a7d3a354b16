/// Exponential and logarithm whose bits are the same on every machine.
///
/// The C library's versions may differ in the last bit from one version to the next, which would change generated
/// files. These use only the exactly rounded operations + − × ÷ and agree with the true value to a few units in the
/// last place.
public enum ReproducibleMath {
  /// ln 2 in two parts, so that a multiple of it can be taken away without losing bits: the high part has 33 bits.
  private static let ln2High = 6.931_471_803_691_238e-1
  private static let ln2Low = 1.908_214_929_270_587_7e-10

  /// e to the power of `x`; 0 below -745, infinite above 709.78.
  public static func exp(_ x: Double) -> Double {
    guard !x.isNaN else { return x }
    guard x < 709.782_712_893_384 else { return .infinity }
    guard x > -745 else { return 0 }
    let power = (x / 0.693_147_180_559_945_3).rounded()
    let rest = (x - power * ln2High) - power * ln2Low
    // Taylor, |rest| ≤ 0.3466: the first term left out is below 1e-17.
    var sum = 1.0
    for term in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * rest / term }
    // Two steps, because 2 to the power of ±1074 is not a normal number.
    let half = Int(power) / 2
    return sum * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: Int(power) - half, significand: 1)
  }

  /// The natural logarithm of a positive number; minus infinity at 0 and not a number below.
  public static func log(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return x }
    var exponent = Double(x.exponent)
    var significand = x.significand
    if significand > 1.414_213_562_373_095_1 {
      significand /= 2
      exponent += 1
    }
    // ln m = 2 artanh((m − 1) / (m + 1)); the argument is below 0.1716, so that 12 terms leave less than 1e-19.
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var sum = 0.0
    for term in stride(from: 23.0, through: 3, by: -2) { sum = (sum + 1 / term) * square }
    return exponent * ln2High + (2 * ratio * (1 + sum) + exponent * ln2Low)
  }
}
