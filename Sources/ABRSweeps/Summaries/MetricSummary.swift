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

  /// Adds a session.
  mutating func add(_ session: SessionResult, _ metric: MetricDefinition) {
    let value = metric.value(session.metrics)
    if value != nil { count += 1 }
    switch metric.pooling {
    case .sum, .mean:
      if let value { add(value, to: \.sum) }
    case .ratio(let ratio):
      let parts = ratio.parts(session.metrics)
      add(parts.numerator, to: \.sum)
      add(parts.denominator, to: \.below)
    case .itemPercentile, .share, .count, .perHour: break
    }
    if metric.hasPercentiles { metric.forEachSample(of: session.metrics) { addToHistogram($0) } }
  }

  private mutating func add(_ value: Double, to sum: WritableKeyPath<Self, ExactSum>) {
    if value.magnitude < ExactSum.limit { self[keyPath: sum].add(value) } else { unsummed += 1 }
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
