import ABRInput

/// The normal distribution with mean 0 and variance 1, with the same bits on every machine.
///
/// Relative error below 1e-13 where a probability is above 1e-300.
package enum NormalDistribution {
  /// The density at a value.
  static func density(_ x: Double) -> Double {
    // 1/√(2π)
    ReproducibleMath.exp(-x * x / 2) * 0.398_942_280_401_432_677_9
  }

  /// The probability of a value of at most `x`.
  ///
  /// Marsaglia's series (J. Stat. Software 11, 2004) in the middle, Laplace's continued fraction (Abramowitz and Stegun
  /// 26.2.14) outside, where the series would cancel.
  package static func cumulative(_ x: Double) -> Double {
    guard !x.isNaN else { return x }
    if x > 2 { return 1 - upperTail(x) }
    if x < -2 { return upperTail(-x) }
    var term = x
    var sum = x
    var divisor = 1.0
    while sum + term != sum || divisor < 3 {
      divisor += 2
      term *= x * x / divisor
      sum += term
    }
    return 0.5 + density(x) * sum
  }

  /// The probability of a value of at least `x`, without the rounding of 1 − ``cumulative(_:)``.
  package static func upper(_ x: Double) -> Double { cumulative(-x) }

  /// The value below which a share of the distribution lies.
  /// - Parameter probability: more than 0 and less than 1.
  package static func quantile(at probability: Double) -> Double {
    precondition(0 < probability && probability < 1, "\(probability) is not a probability inside 0 and 1")
    return NormalQuantile.value(at: probability)
  }

  /// The probability above a value of more than 2.
  private static func upperTail(_ x: Double) -> Double {
    guard x < 40 else { return 0 }
    // φ(x) / (x + 1/(x + 2/(x + …))), from the far end inwards: at 2, 160 levels leave less than 1e-16.
    var fraction = x
    for level in stride(from: 160.0, through: 1, by: -1) { fraction = x + level / fraction }
    return density(x) / fraction
  }
}
