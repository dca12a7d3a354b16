import ABRPlayback
import ABRStatistics

/// The metrics of a set of sessions taken together.
package struct PooledMetrics: Sendable, Hashable {
  /// Sessions in the set.
  package let sessions: Int
  /// Sessions by how they ended.
  package let outcomes: [SessionOutcome: Int]
  /// Values by exported name: every metric of ``MetricDefinition`` under its own name, percentiles as `<name>_p50` and
  /// `<name>_p95`, and those that only a set has, ``MetricDefinition/ofSets``. A metric no session has is absent.
  package let values: [String: Double]

  /// Pools the sessions in the order given; sums are compensated, so the result depends on the set and its order only.
  /// Of sessions of several items percentiles of the startup are those over all visits to content of all sessions.
  ///
  /// - Parameters:
  ///   - sessions: the set.
  ///   - metrics: those that the sessions have.
  /// - Complexity: O(*n* log *n*) for *n* sessions and visits.
  package init(_ sessions: [SessionMetrics], of metrics: [MetricDefinition]) {
    var values: [String: Double] = [:]
    for metric in metrics {
      let present = sessions.compactMap(metric.value)
      switch metric.pooling {
      case .sum: values[metric.name] = CompensatedSum(present).value
      case .mean: values[metric.name] = present.isEmpty ? nil : CompensatedSum(present).value / Double(present.count)
      case .ratio(let ratio): values[metric.name] = Self.ratio(sessions.map { ratio.recordedParts($0, of: metric) })
      case .itemPercentile(let share):
        let startups = sessions.flatMap(MetricDefinition.itemStartups).map { $0 ?? .infinity }
        values[metric.name] = Quantiles(of: startups).value(at: share).flatMap { $0.isFinite ? $0 : nil }
      case .share, .count, .perHour: break
      }
      guard metric.hasPercentiles else { continue }
      // Where having no value is the worst that can happen, such sessions stand at the far end, so that a percentile is
      // that of all sessions; it is absent where it falls among them.
      var samples: [Double] = []
      samples.reserveCapacity(sessions.count)
      for session in sessions { metric.forEachSample(of: session) { samples.append($0 ?? .infinity) } }
      let quantiles = Quantiles(of: samples)
      values["\(metric.name)_p50"] = quantiles.median.flatMap { $0.isFinite ? $0 : nil }
      values["\(metric.name)_p95"] = quantiles.value(at: 0.95).flatMap { $0.isFinite ? $0 : nil }
    }
    let hours = CompensatedSum(
      sessions.map { (MetricDefinition.named("played_s")?.value($0) ?? 0) * Self.hoursPerSecond })
    self.init(
      sessions: sessions.count, outcomes: sessions.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 },
      values: values, hours: hours.value
    ) { kind in sessions.count(where: kind.contains) }
  }

  /// Puts pooled metrics together, and works out those that only a set has.
  ///
  /// - Parameters:
  ///   - sessions: sessions in the set.
  ///   - outcomes: sessions by how they ended.
  ///   - values: the metrics of ``MetricDefinition``, without ``MetricDefinition/ofSets``.
  ///   - hours: hours of media shown.
  ///   - count: how many sessions are of a kind.
  package init(
    sessions: Int, outcomes: [SessionOutcome: Int], values: [String: Double], hours: Double,
    count: (MetricDefinition.SessionKind) -> Int
  ) {
    var values = values
    for metric in MetricDefinition.ofSets {
      switch metric.pooling {
      case .share(let kind) where sessions > 0: values[metric.name] = Double(count(kind)) / Double(sessions)
      case .count(let kind): values[metric.name] = Double(count(kind))
      case .perHour(let name) where hours > 0: values[metric.name] = (values[name] ?? 0) / hours
      default: break
      }
    }
    self.sessions = sessions
    self.values = values
    self.outcomes = outcomes
  }

  /// What a second of media shown adds to the hours of rates: comparisons and searches add up the same, so that their
  /// figures are those of a run to the last bit.
  package static let hoursPerSecond = 1.0 / 3600

  private static func ratio(_ pairs: [(numerator: Double, denominator: Double)]) -> Double? {
    let denominator = CompensatedSum(pairs.map(\.denominator)).value
    return denominator > 0 ? CompensatedSum(pairs.map(\.numerator)).value / denominator : nil
  }
}
