/// A pooled ratio with the interval in which it lies at 95 %, which fewer than ``PairedComparison/leastClusters`` do
/// not give.
package struct RatioEstimate: Sendable, Hashable {
  /// Σ numerators / Σ denominators.
  package let estimate: Double
  /// The ends of the interval; `nil` for fewer than ``PairedComparison/leastClusters``.
  package let low: Double?
  /// See ``low``.
  package let high: Double?

  /// What it takes up in a picture.
  package var span: ClosedRange<Double> { (low ?? estimate)...(high ?? estimate) }

  /// Pools numerators and denominators of clusters; the error is that of a linearised ratio (W. G. Cochran, "Sampling
  /// Techniques", 3rd edition, §6.4), the interval that of Student's t.
  ///
  /// - Parameters:
  ///   - clusters: their sums.
  ///   - range: what ratios can be; the interval of few clusters would reach far beyond.
  /// - Returns: `nil` where the denominators are nothing.
  /// - Complexity: O(*clusters*).
  package init?(_ clusters: [(numerator: Double, denominator: Double)], within range: ClosedRange<Double>) {
    let total = CompensatedSum(clusters.map(\.denominator)).value
    guard total > 0 else { return nil }
    let ratio = CompensatedSum(clusters.map(\.numerator)).value / total
    estimate = ratio
    guard clusters.count >= PairedComparison.leastClusters else {
      (low, high) = (nil, nil)
      return
    }
    let count = Double(clusters.count)
    let squares = CompensatedSum(
      clusters.map { cluster in
        let residual = cluster.numerator - ratio * cluster.denominator
        return residual * residual
      }
    ).value
    let error = (count / (count - 1) * squares).squareRoot() / total
    let reach = error == 0 ? 0 : error * StudentT(degreesOfFreedom: count - 1).quantile(at: 0.975)
    low = min(ratio, max(range.lowerBound, ratio - reach))
    high = max(ratio, min(range.upperBound, ratio + reach))
  }
}
