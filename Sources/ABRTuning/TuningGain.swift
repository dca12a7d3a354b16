import ABRComparison
import ABRStatistics

/// What an answer gains over the current setting in the first goal, over the recordings of the search.
package struct TuningGain: Sendable, Hashable {
  /// The answer's value less the current one's.
  package let difference: Double
  /// 95 % interval of it; `nil` for a percentile, and with fewer than `PairedComparison.leastClusters` recordings.
  package let interval: ConfidenceInterval?
  /// How many recordings the difference is spread over; `nil` for a percentile, and where none differs.
  package let contributingTraces: EffectiveSize?
}
