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
  /// - Complexity: O(*n* log *n*).
  package init(_ sessions: [SessionMetrics]) { self.init(sessions, queues: nil) }

  /// Pools sessions of several items. Percentiles of the startup are those over all visits to content of all sessions.
  /// - Complexity: O(*n* log *n*) for *n* visits.
  package init(_ sessions: [QueueMetrics]) { self.init(sessions.map(\.session), queues: sessions) }

  private init(_ sessions: [SessionMetrics], queues: [QueueMetrics]?) {
    var values: [String: Double] = [:]
    for metric in MetricDefinition.all(ofQueues: queues != nil) {
      let present = queues.map { $0.compactMap(metric.queueValue) } ?? sessions.compactMap(metric.value)
      switch metric.pooling {
      case .sum: values[metric.name] = CompensatedSum(present).value
      case .mean: values[metric.name] = present.isEmpty ? nil : CompensatedSum(present).value / Double(present.count)
      case .ratio(let ratio):
        values[metric.name] = Self.ratio(queues.map { $0.map(ratio.parts) } ?? sessions.map(ratio.parts))
      case .itemPercentile(let share):
        let startups = (queues ?? []).flatMap(MetricDefinition.itemStartups).map { $0 ?? .infinity }
        values[metric.name] = Quantiles(of: startups).value(at: share).flatMap { $0.isFinite ? $0 : nil }
      case .share, .count, .perHour: break
      }
      if metric.hasPercentiles, let queues, let items = metric.items {
        let quantiles = Quantiles(of: queues.flatMap(items).map { $0 ?? .infinity })
        values["\(metric.name)_p50"] = quantiles.median.flatMap { $0.isFinite ? $0 : nil }
        values["\(metric.name)_p95"] = quantiles.value(at: 0.95).flatMap { $0.isFinite ? $0 : nil }
      } else if metric.hasPercentiles, !present.isEmpty {
        // Where having no value is the worst that can happen, such sessions stand at the far end, so that a percentile
        // is that of all sessions; it is absent where it falls among them.
        let missing = metric.missingIsWorst ? sessions.count - present.count : 0
        let quantiles = Quantiles(of: present + Array(repeating: .infinity, count: missing))
        values["\(metric.name)_p50"] = quantiles.median.flatMap { $0.isFinite ? $0 : nil }
        values["\(metric.name)_p95"] = quantiles.value(at: 0.95).flatMap { $0.isFinite ? $0 : nil }
      }
    }
    self.init(
      sessions: sessions.count, outcomes: sessions.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 }, values: values
    ) { kind in sessions.count(where: kind.contains) }
  }

  /// Puts pooled metrics together, and works out those that only a set has.
  ///
  /// - Parameters:
  ///   - sessions: sessions in the set.
  ///   - outcomes: sessions by how they ended.
  ///   - values: the metrics of ``MetricDefinition``, without ``MetricDefinition/ofSets``.
  ///   - count: how many sessions are of a kind.
  package init(
    sessions: Int, outcomes: [SessionOutcome: Int], values: [String: Double],
    count: (MetricDefinition.SessionKind) -> Int
  ) {
    var values = values
    let hours = (values["played_s"] ?? 0) / 3600
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

  private static func ratio(_ pairs: [(numerator: Double, denominator: Double)]) -> Double? {
    let denominator = CompensatedSum(pairs.map(\.denominator)).value
    return denominator > 0 ? CompensatedSum(pairs.map(\.numerator)).value / denominator : nil
  }
}
