/// A ratio over a set of sessions: the sum of numerators over the sum of denominators, Σ*a* / Σ*b*.
///
/// Pooling weighs every second (or byte) the same. The mean of the sessions' own ratios would let a viewer who left
/// after three seconds count as much as one who watched for an hour.
package struct PooledRatio: Sendable, Hashable {
  private var numerators = CompensatedSum()
  private var denominators = CompensatedSum()

  /// Creates a ratio over no session, which has no value.
  package init() {}

  /// Adds a session.
  ///
  /// - Parameters:
  ///   - numerator: for example the seconds stalled.
  ///   - denominator: for example the seconds stalled or played.
  package mutating func add(_ numerator: Double, over denominator: Double) {
    numerators.add(numerator)
    denominators.add(denominator)
  }

  /// Σ of the numerators.
  package var numerator: Double { numerators.value }

  /// Σ of the denominators.
  package var denominator: Double { denominators.value }

  /// The ratio; `nil` when the denominators sum to 0: a set of sessions in which nothing was played has no rebuffer
  /// ratio.
  package var value: Double? { denominator == 0 ? nil : numerator / denominator }
}
