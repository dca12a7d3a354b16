import ABRPlayback
import ABRRuns

/// What is kept of one metric of many sessions: all that its pooled values need.
package struct MetricSummary: Sendable, Hashable {
  /// Sessions that have a value.
  package internal(set) var count = 0
  /// Sessions whose value cannot be added up: not finite, or beyond all measure. Where there are any, nothing is said.
  package internal(set) var unsummed = 0
  /// The sum of the values, or of a ratio that of what stands above the line.
  package internal(set) var sum = ExactSum()
  /// Of a ratio the sum of what stands below the line.
  package internal(set) var below = ExactSum()
  /// The values, where percentiles are wanted: of sessions, or of their items.
  package internal(set) var histogram = ValueHistogram()
  /// Sessions, or items, that have no value and are worse than those that have one.
  package internal(set) var missing = 0

  /// What of a metric is looked up once for many sessions.
  struct Source {
    let metric: MetricDefinition
    /// Whether its values are added up.
    let isSummed: Bool
    /// Of a ratio what a session adds above and below the line.
    let parts: ((SessionMetrics) -> (numerator: Double, denominator: Double))?

    init(_ metric: MetricDefinition) {
      self.metric = metric
      switch metric.pooling {
      case .sum, .mean: (isSummed, parts) = (true, nil)
      case .ratio: (isSummed, parts) = (false, metric.parts)
      case .itemPercentile, .share, .count, .perHour: (isSummed, parts) = (false, nil)
      }
    }
  }

  /// Adds a session.
  mutating func add(_ session: SessionMetrics, _ source: Source) {
    if let value = source.metric.value(session) {
      count += 1
      if source.isSummed, !sum.add(ifPossible: value) { unsummed += 1 }
    }
    if let parts = source.parts?(session) {
      if !sum.add(ifPossible: parts.numerator) { unsummed += 1 }
      if !below.add(ifPossible: parts.denominator) { unsummed += 1 }
    }
    if source.metric.hasPercentiles { source.metric.forEachSample(of: session) { addToHistogram($0) } }
  }

  private mutating func addToHistogram(_ value: Double?) {
    guard let value else { return missing += 1 }
    if value >= 0, value < .infinity { histogram.add(value) } else { unsummed += 1 }
  }

  /// Adds the sessions of another summary of the same metric.
  mutating func add(_ other: MetricSummary) {
    count += other.count
    unsummed += other.unsummed
    sum.add(other.sum)
    below.add(other.below)
    histogram.add(other.histogram)
    missing += other.missing
  }
}
