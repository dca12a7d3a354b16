/// What is said about a percentile of single sessions of two policies over the same clusters.
///
/// A percentile has no linear part to take an error from, so its intervals are bootstrapped over clusters and decide
/// alone.
package struct PercentileComparison: Sendable, Hashable {
  /// Which percentile, 0 to 1: 0.5 is the median.
  package let probability: Double
  /// The reference's percentile; infinite where it falls among sessions without a value.
  package let reference: Double
  /// The candidate's percentile.
  package let candidate: Double
  /// Candidate less reference; 0 where they are tied (``Tie``), `nil` where both are infinite.
  package let difference: Double?
  /// Interval of ``reference``.
  package let referenceInterval: ConfidenceInterval
  /// Interval of ``candidate``.
  package let candidateInterval: ConfidenceInterval
  /// Clusters that have a value.
  package let clusterCount: Int
  /// Interval of ``difference``; `nil` with fewer than ``PairedComparison/leastClusters``, and where the difference is
  /// undefined, here or in too many resamples.
  package let interval: ConfidenceInterval?
  /// What it says about traces like these.
  package let verdict: Verdict

  /// Compares percentiles of two sides.
  ///
  /// - Parameters:
  ///   - samples: the sessions' values.
  ///   - probabilities: which percentiles, 0 to 1.
  ///   - direction: which way is better.
  ///   - margin: differences up to this do not matter; at least 0, in the unit of the values.
  ///   - seed: names the resamples.
  ///   - level: of the intervals, inside 0 and 1.
  /// - Returns: one comparison for each probability.
  /// - Complexity: O(2,000 × *n*).
  package static func compare(
    _ samples: PairedSamples, at probabilities: [Double] = [0.5, 0.95], direction: Direction,
    margin: Double = 0, seed: Int, level: Double = 0.95
  ) -> [PercentileComparison] {
    let draws = BootstrapInterval(samples, at: probabilities, seed: seed)
    let old = Quantiles(of: samples.reference.map(\.value))
    let new = Quantiles(of: samples.candidate.map(\.value))
    return probabilities.enumerated().compactMap { index, probability in
      guard let reference = old.value(at: probability), let candidate = new.value(at: probability) else { return nil }
      let difference = BootstrapInterval.difference(candidate, reference)
      let interval =
        samples.clusters.count >= PairedComparison.leastClusters && difference != nil
        ? BootstrapInterval.interval(ofDifferences: draws.difference[index], level: level) : nil
      return PercentileComparison(
        probability: probability, reference: reference, candidate: candidate, difference: difference,
        referenceInterval: BootstrapInterval.interval(draws.reference[index], level: level),
        candidateInterval: BootstrapInterval.interval(draws.candidate[index], level: level),
        clusterCount: samples.clusters.count, interval: interval,
        verdict: Verdict(interval: interval, direction: direction, margin: margin))
    }
  }
}
