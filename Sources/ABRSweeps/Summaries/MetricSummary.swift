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

  /// Adds sessions.
  ///
  /// - Parameters:
  ///   - sessions: the sessions; a span does not copy what is read.
  ///   - metric: the metric that is summed up, each time the same.
  /// - Complexity: O(sessions).
  mutating func add(_ sessions: Span<SessionResult>, _ metric: MetricDefinition) {
    switch metric.pooling {
    case .sum, .mean:
      for index in sessions.indices {
        if let value = metric.value(sessions[index].metrics), !sum.add(ifPossible: value) { unsummed += 1 }
      }
    case .ratio(let ratio):
      for index in sessions.indices {
        let parts = ratio.parts(sessions[index].metrics)
        if !sum.add(ifPossible: parts.numerator) { unsummed += 1 }
        if !below.add(ifPossible: parts.denominator) { unsummed += 1 }
      }
    case .itemPercentile, .share, .count, .perHour: break
    }
    for index in sessions.indices where metric.value(sessions[index].metrics) != nil { count += 1 }
    guard metric.hasPercentiles else { return }
    for index in sessions.indices { metric.forEachSample(of: sessions[index].metrics) { addToHistogram($0) } }
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
