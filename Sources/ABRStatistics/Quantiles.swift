/// The quantiles of a sample, with the definition that R, NumPy and spreadsheets use when nothing else is said.
///
/// Type 7 of R. J. Hyndman and Y. Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996):
/// the *n* sorted values stand at the probabilities 0, 1/(*n*−1), 2/(*n*−1), … 1, and between two of them the quantile
/// is interpolated linearly. The quantile at 0 is the least value, at 0.5 the median, at 1 the greatest.
package struct Quantiles: Sendable, Hashable {
  private let sorted: [Double]

  /// Sorts a sample once, for any number of quantiles.
  ///
  /// - Parameter values: numbers in any order. Infinity is allowed: a session that never starts has an infinite startup
  ///   time. Minus infinity is not: between it and infinity lies no value. An undefined metric (NaN) has no place in an
  ///   order; the caller leaves it out or says why there is none.
  /// - Complexity: O(*n* log *n*).
  package init(of values: some Sequence<Double>) {
    // Of an array: a sequence of unknown type is sorted several times as slowly.
    sorted = Array(values).sorted()
    precondition(sorted.allSatisfy { $0 > -.infinity }, "a value is not a number, or below all numbers")
  }

  /// The number of values.
  package var count: Int { sorted.count }

  /// The quantile at a probability; `nil` of no values.
  /// - Parameter probability: 0 to 1.
  package func value(at probability: Double) -> Double? {
    Self.value(at: probability, of: sorted.count) { sorted[$0] }
  }

  /// The quantile at a probability of values that are kept in another form; `nil` of no values, and where it falls
  /// among those that are none.
  ///
  /// - Parameters:
  ///   - probability: 0 to 1.
  ///   - count: the number of values.
  ///   - value: the value of a rank, from 0.
  package static func value(at probability: Double, of count: Int, rank value: (Int) -> Double?) -> Double? {
    precondition((0...1).contains(probability), "\(probability) is not a probability")
    guard count > 0 else { return nil }
    let position = probability * Double(count - 1)
    let index = min(Int(position), count - 1)
    let fraction = position - Double(index)
    guard let low = value(index) else { return nil }
    guard fraction > 0 else { return low }
    return value(index + 1).map { between(low, $0, fraction: fraction) }
  }

  /// The value at a fraction of the way from one value to the next.
  static func between(_ low: Double, _ high: Double, fraction: Double) -> Double {
    // Not only faster: ∞ − ∞ is no number.
    guard fraction > 0, low < high else { return low }
    // A difference beyond the largest number would be infinite where the quantile is not.
    if low < 0, high > 0 { return low * (1 - fraction) + high * fraction }
    return min(low + fraction * (high - low), high)
  }

  /// The quantile at 0.5; `nil` of no values.
  package var median: Double? { value(at: 0.5) }
}
