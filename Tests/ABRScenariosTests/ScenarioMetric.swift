import ABRPlayback
import ABRPolicies
import ABRRuns
import ABRStatistics

/// A metric that scenarios show and compare: those that every session has, and those of sessions of several items.
///
/// A name with `_p50`, `_p95`, `_min`, `_max` or `_sum` behind it is that statistic over sessions, or over the visits
/// of all sessions for metrics of visits; without one it is the mean, and a ratio is taken over all sessions (Σ/Σ).
package struct ScenarioMetric: Sendable {
  /// How values come from a session.
  enum Values: Sendable {
    /// One a session, or none.
    case session(@Sendable (QueueMetrics) -> Double?)
    /// One for each visit, or none.
    case visits(@Sendable (QueueMetrics) -> [Double])
    /// Numerator and denominator.
    case ratio(@Sendable (QueueMetrics) -> (numerator: Double, denominator: Double))
  }

  /// A statistic over sessions or visits.
  enum Statistic: String, CaseIterable, Sendable {
    case p50, p95, min, max, sum
  }

  /// Exported name.
  package let name: String
  /// Unit for people.
  package let unit: String
  /// One line for people.
  package let summary: String
  let values: Values
  var statistic: Statistic?

  private init(_ name: String, unit: String, _ summary: String, _ values: Values) {
    self.name = name
    self.unit = unit
    self.summary = summary
    self.values = values
  }

  /// The metric over sessions; `nil` when none has a value.
  /// - Complexity: O(*n* log *n*) for quantiles.
  package func value(over sessions: [QueueMetrics]) -> Double? {
    switch values {
    case .ratio(let parts):
      var sum = (numerator: 0.0, denominator: 0.0)
      for session in sessions {
        let part = parts(session)
        sum.numerator += part.numerator
        sum.denominator += part.denominator
      }
      return sum.denominator > 0 ? sum.numerator / sum.denominator : nil
    case .session(let value): return taken(of: sessions.compactMap(value))
    case .visits(let list): return taken(of: sessions.flatMap(list))
    }
  }

  private func taken(of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    switch statistic {
    case nil: return values.reduce(0, +) / Double(values.count)
    case .sum: return values.reduce(0, +)
    case .min: return values.min()
    case .max: return values.max()
    case .p50: return Quantiles(of: values).value(at: 0.5)
    case .p95: return Quantiles(of: values).value(at: 0.95)
    }
  }

  /// The metric of a name, with a statistic or without.
  package static func named(_ name: String) -> ScenarioMetric? {
    if let metric = all.first(where: { $0.name == name }) { return metric }
    for statistic in Statistic.allCases where name.hasSuffix("_\(statistic.rawValue)") {
      let base = name.dropLast(statistic.rawValue.count + 1)
      guard var metric = all.first(where: { $0.name == base }) else { continue }
      if case .ratio = metric.values { return nil }
      metric.statistic = statistic
      return metric
    }
    return nil
  }

  static func hint(for name: String) -> String { NearestName.hint(for: name, among: all.map(\.name)) }

  /// Every metric without a statistic.
  package static let all: [ScenarioMetric] =
    MetricDefinition.all(ofQueues: true).compactMap { definition in
      let values: Values
      switch definition.pooling {
      case .ratio(let ratio): values = .ratio(ratio.parts)
      case .sum, .mean: values = .session(definition.queueValue)
      // A statistic of a metric of visits, below.
      case .itemPercentile, .share, .count, .perHour: return nil
      }
      return ScenarioMetric(definition.name, unit: definition.unit, definition.summary, values)
    }
    + SessionOutcome.allCases.map { outcome in
      ScenarioMetric(
        "outcome_\(outcome.rawValue)", unit: "share", "share of sessions that ended so",
        .session {
          $0.session.outcome == outcome ? 1 : 0
        })
    }
    + sessionsOfItems + visits

  private static let sessionsOfItems: [ScenarioMetric] = [
    ScenarioMetric("gate_open_s", unit: "s", "time during which the gate was open", .session { $0.gateOpenTime }),
    ScenarioMetric(
      "segments_preloaded", unit: "segments", "segments fetched ahead as a whole",
      .session {
        Double($0.segmentsPreloaded)
      }),
    ScenarioMetric(
      "preload_partial_ratio", unit: "share", "visits after the first with a part of it there",
      .ratio {
        (Double($0.count(of: .partial)), Double($0.followingVisits))
      }),
    ScenarioMetric(
      "error_s", unit: "s", "when the player gave the network up; none where it did not",
      .session {
        $0.errorTime.isFinite ? $0.errorTime : nil
      }),
    ScenarioMetric(
      "download_speed_bps", unit: "bit/s", "speed at which segments of the item on the screen came, latency apart",
      .ratio {
        (Double($0.measuredBytes) * 8, $0.measuredTime)
      }),
    ScenarioMetric(
      "refused_count", unit: "requests", "requests answered with an error", .session { Double($0.refusedCount) }),
    ScenarioMetric("licence_count", unit: "licences", "licences that came", .session { Double($0.licenceCount) }),
    ScenarioMetric("catch_up_s", unit: "s", "time played at the catch-up rate", .session { $0.catchUpTime }),
  ]

  private static let visits: [ScenarioMetric] = [
    ScenarioMetric(
      "item_startup_s", unit: "s", "startup of each visit to content with a first frame",
      .visits {
        $0.visits.filter { !$0.isClip && $0.started }.map(\.startupTime)
      }),
    ScenarioMetric(
      "next_startup_s", unit: "s", "the same of visits after the first one",
      .visits {
        $0.visits.dropFirst().filter { !$0.isClip && $0.started }.map(\.startupTime)
      }),
    ScenarioMetric(
      "last_startup_s", unit: "s", "startup of the last visit, when it has a first frame",
      .visits {
        $0.visits.last.flatMap { $0.isClip || !$0.started ? nil : [$0.startupTime] } ?? []
      }),
    ScenarioMetric(
      "clip_startup_s", unit: "s", "startup of each ad or bumper",
      .visits {
        $0.visits.filter { $0.isClip && $0.started }.map(\.startupTime)
      }),
    ScenarioMetric(
      "content_began_s", unit: "s", "first frame of the first content after the play request",
      .visits {
        $0.visits.first { !$0.isClip && $0.started }.map { [$0.began + $0.startupTime] } ?? []
      }),
  ]
}
