import Synchronization

/// Student's *t* distribution, with the same bits on every machine.
///
/// Relative error below 1e-12 in probabilities and quantiles for 1 to 10⁶ degrees of freedom.
package struct StudentT: Sendable, Hashable {
  /// Degrees of freedom, more than 0.
  package let degreesOfFreedom: Double

  private struct Question: Hashable {
    var degreesOfFreedom: Double
    var probability: Double
  }

  /// Quantiles that were worked out before: comparisons of many configurations ask for the same few.
  private static let known = Mutex<[Question: Double]>([:])
  /// With so many of them all are forgotten.
  private static let mostKnown = 256

  /// The distribution of a number of degrees of freedom.
  package init(degreesOfFreedom: Double) {
    precondition(degreesOfFreedom > 0, "\(degreesOfFreedom) degrees of freedom")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a value of at most `t`.
  /// - Complexity: O(√ν) for ν degrees of freedom.
  package func cumulative(_ t: Double) -> Double {
    guard !t.isNaN else { return t }
    let tail = upperTail(t.magnitude)
    return t < 0 ? tail : 1 - tail
  }

  /// The probability of a value of at least `t`, without the rounding of 1 − ``cumulative(_:)``.
  /// - Complexity: O(√ν).
  package func upper(_ t: Double) -> Double { cumulative(-t) }

  /// The probability of a value at least as far from 0 as `t`, on either side.
  /// - Complexity: O(√ν).
  package func beyond(_ t: Double) -> Double { t.isNaN ? t : 2 * upperTail(t.magnitude) }

  /// The value below which a share of the distribution lies.
  ///
  /// Bisection between bounds that are found by doubling: slower than Newton's method and never astray.
  /// - Parameter probability: more than 0 and less than 1.
  /// - Complexity: O(√ν), O(1) where it was asked for lately.
  package func quantile(at probability: Double) -> Double {
    precondition(0 < probability && probability < 1, "\(probability) is not a probability inside 0 and 1")
    let question = Question(degreesOfFreedom: degreesOfFreedom, probability: probability)
    // The lock is tried and not waited for: in a forked process the thread that holds it may not exist.
    if let known = Self.known.withLockIfAvailable({ $0[question] }) ?? nil { return known }
    let quantile = bisected(at: probability)
    _ = Self.known.withLockIfAvailable { known in
      if known.count >= Self.mostKnown { known.removeAll() }
      known[question] = quantile
    }
    return quantile
  }

  private func bisected(at probability: Double) -> Double {
    let tail = min(probability, 1 - probability)
    guard tail < 0.5 else { return 0 }
    var high = 1.0
    while upperTail(high) > tail { high *= 2 }
    var low = high == 1 ? 0 : high / 2
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if upperTail(middle) > tail { low = middle } else { high = middle }
    }
    return probability < 0.5 ? -high : high
  }

  /// The probability above a value of at least 0: ½ *I*(ν / (ν + t²); ν/2, ½).
  private func upperTail(_ t: Double) -> Double {
    guard t.isFinite else { return 0 }
    let freedom = degreesOfFreedom
    let square = t * t
    guard square.isFinite else { return 0 }
    return IncompleteBeta.regularised(
      freedom / (freedom + square), complement: square / (freedom + square), freedom / 2, 0.5) / 2
  }
}
