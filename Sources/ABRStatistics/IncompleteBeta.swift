import ABRInput

/// The regularised incomplete beta function, from which the distributions of *t* and *F* follow.
enum IncompleteBeta {
  /// *I*ₓ(*a*, *b*), relative error below 1e-12 for *a* and *b* up to 10⁶.
  ///
  /// Lentz's continued fraction (NIST DLMF 8.17.22) on the side where it converges fast. The factor before it is
  /// written with deviances and Stirling remainders (C. Loader, "Fast and accurate computation of binomial
  /// probabilities", 2000), because logarithms of gamma functions of large arguments would cancel.
  /// - Parameters:
  ///   - x: 0 to 1.
  ///   - complement: 1 − *x*, given apart because the subtraction may lose what the caller knows.
  ///   - a: more than 0.
  ///   - b: more than 0.
  /// - Complexity: O(√(*a* + *b*)).
  static func regularised(_ x: Double, complement: Double, _ a: Double, _ b: Double) -> Double {
    precondition(a > 0 && b > 0 && (0...1).contains(x), "I(\(x); \(a), \(b)) is not defined")
    if x == 0 || complement == 0 { return x == 0 ? 0 : 1 }
    let factor = density(x, complement, a, b)
    return x < (a + 1) / (a + b + 2)
      ? factor * fraction(x, a, b) / a : 1 - factor * fraction(complement, b, a) / b
  }

  /// *x*ᵃ (1 − *x*)ᵇ / B(*a*, *b*).
  private static func density(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> Double {
    let excess = b * x - a * y
    // ln((a + b) x / a): near 1 from its distance to 1, which is known well; far from it the sum 1 + u would lose what
    // x says.
    func log(_ share: Double, _ part: Double, _ distance: Double) -> Double {
      distance.magnitude < 0.3 ? log1p(distance) : ReproducibleMath.log((a + b) * share / part)
    }
    let exponent =
      a * log(x, a, excess / a) + b * log(y, b, -excess / b)
      + stirlingRemainder(a + b) - stirlingRemainder(a) - stirlingRemainder(b)
    return (a / (2 * Double.pi) * (b / (a + b))).squareRoot() * ReproducibleMath.exp(exponent)
  }

  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func nonzero(_ value: Double) -> Double { value.magnitude < tiny ? tiny : value }
    var numerator = 1.0
    var denominator = 1 / nonzero(1 - (a + b) * x / (a + 1))
    var result = denominator
    for step in 1...20_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      denominator = 1 / nonzero(1 + even * denominator)
      numerator = nonzero(1 + even / numerator)
      result *= denominator * numerator
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      denominator = 1 / nonzero(1 + odd * denominator)
      numerator = nonzero(1 + odd / numerator)
      let change = denominator * numerator
      result *= change
      if (change - 1).magnitude < 2e-16 { break }
    }
    return result
  }

  /// ln Γ(*z*) less Stirling's formula (*z* − ½) ln *z* − *z* + ½ ln 2π, for *z* > 0.
  static func stirlingRemainder(_ z: Double) -> Double {
    var z = z
    var sum = 0.0
    // The asymptotic series needs a large argument; each step up is exact.
    while z < 12 {
      sum += (z + 0.5) * log1p(1 / z) - 1
      z += 1
    }
    let square = 1 / (z * z)
    // Bernoulli numbers B₂ₖ / (2k (2k − 1)), NIST DLMF 5.11.1.
    let terms = [1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360_360, 1.0 / 156]
    return sum + terms.reversed().reduce(0) { $0 * square + $1 } / z
  }

  /// ln(1 + *u*) for *u* > −1, without the rounding of the sum.
  static func log1p(_ u: Double) -> Double {
    guard u.magnitude < 0.3 else { return ReproducibleMath.log(1 + u) }
    // 2 artanh(u / (2 + u)); the argument is below 0.177, so that 12 terms leave less than 1e-18.
    let ratio = u / (2 + u)
    let square = ratio * ratio
    var sum = 0.0
    for term in stride(from: 25.0, through: 3, by: -2) { sum = (sum + 1 / term) * square }
    return 2 * ratio * (1 + sum)
  }
}
