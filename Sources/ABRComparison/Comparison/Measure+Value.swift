import ABRRuns
import ABRStatistics

extension Measure {
  /// The measure over some sessions of a configuration.
  ///
  /// Sums are compensated and taken in the order of the sessions, as `PooledMetrics` does it.
  ///
  /// - Parameters:
  ///   - configuration: where the sessions are.
  ///   - sessions: indices of the configuration's sessions.
  /// - Returns: `nil` where there is no value: a ratio over nothing, a percentile of no values; infinite for a
  ///   percentile among sessions for which having none is the worst.
  /// - Complexity: O(*n*), for a percentile O(*n* log *n*).
  package func value(of configuration: ConfigurationRecord, over sessions: some Sequence<Int>) -> Double? {
    if case .percentile(_, let probability, _, _) = estimator {
      return Quantiles(of: sessions.flatMap { samples(of: configuration, at: $0) }).value(at: probability)
    }
    return pooled(sessions.lazy.compactMap { term(of: configuration, at: $0) })
  }

  /// Σ of the numerators, over that of the denominators where the measure is a ratio.
  package func pooled(_ terms: some Sequence<(numerator: Double, denominator: Double)>) -> Double? {
    var numerator = CompensatedSum()
    var denominator = CompensatedSum()
    for term in terms {
      numerator.add(term.numerator)
      denominator.add(term.denominator)
    }
    return pooled(.init(numerator: numerator.value, denominator: denominator.value))
  }

  /// Whether it is a sum over sessions, and no ratio or percentile.
  package var isSum: Bool { if case .sum = estimator { true } else { false } }

  /// The measure of sums: that of the numerators, over that of the denominators where the measure is a ratio.
  package func pooled(_ totals: PairedClusters.Totals) -> Double? {
    if isSum { return totals.numerator }
    return totals.denominator > 0 ? totals.numerator / totals.denominator : nil
  }
}
