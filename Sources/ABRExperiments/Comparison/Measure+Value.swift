extension Measure {
  /// The measure over some sessions of a combination.
  ///
  /// Sums are compensated and taken in the order of the sessions, as ``PooledMetrics`` does it.
  ///
  /// - Parameter sessions: indices of the combination's sessions.
  /// - Returns: `nil` where there is no value: a ratio over nothing, a percentile of no values; infinite for a percentile among
  ///   sessions for which having none is the worst.
  /// - Complexity: O(*n*), for a percentile O(*n* log *n*).
  public func value(of combination: RunRecord.Combination, over sessions: some Sequence<Int>) -> Double? {
    if case .percentile(_, let probability, _, _) = estimator {
      return Quantiles(of: sessions.flatMap { samples(of: combination, at: $0) }).value(at: probability)
    }
    var numerator = CompensatedSum()
    var denominator = CompensatedSum()
    for session in sessions {
      guard let term = term(of: combination, at: session) else { continue }
      numerator.add(term.numerator)
      denominator.add(term.denominator)
    }
    if case .sum = estimator { return numerator.value }
    return denominator.value > 0 ? numerator.value / denominator.value : nil
  }
}
