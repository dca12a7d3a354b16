import ABRPolicies
import ABRRuns
import ABRStatistics

/// A quantity of a whole run that can be compared: a pooled metric, a percentile of one, or a rate, under the name by
/// which run documents and gates call it.
///
/// It is worked out from the columns of a `RunRecord` and not from what the run pooled, so that it can be had for any
/// part of the sessions: one family of traces, or those that two runs share.
package struct Measure: Sendable, Hashable {
  /// What each session adds to a sum.
  package indirect enum Quantity: Sendable, Hashable {
    /// The session's value of a metric, 0 where it has none.
    case metric(String)
    /// The values of several metrics added up.
    case sum([String])
    /// The session's value of a metric times another quantity.
    case product(String, Quantity)
    /// 1.
    case one
    /// 1 where the session has a value.
    case present(String)
    /// 1 where a first frame was shown.
    case started
    /// 1 where no first frame was shown.
    case unstarted
    /// 1 where playback failed.
    case failed
    /// 1 where a first frame was shown and playback neither stalled nor failed.
    case neverStalled
    /// A quantity times a factor.
    case scaled(Quantity, Double)

    /// 1 where the session is of a kind.
    init(_ kind: MetricDefinition.SessionKind) {
      self =
        switch kind {
        case .neverStalled: .neverStalled
        case .unstarted: .unstarted
        case .failed: .failed
        }
    }
  }

  /// How it is taken over sessions.
  package enum Estimator: Sendable, Hashable {
    /// Σ numerator / Σ denominator.
    case ratio(Quantity, Quantity)
    /// Σ.
    case sum(Quantity)
    /// A percentile of a metric over sessions, or over the items of all sessions where they have several.
    case percentile(metric: String, probability: Double, ofItems: Bool, missingIsWorst: Bool)
  }

  /// Exported name: `rebuffer_ratio`, `startup_s_p95`, `bytes_wasted_per_h`.
  package let name: String
  /// What its values are counted in.
  package let unit: MeasureUnit
  /// Which way is better.
  package let direction: Direction
  /// One line for people.
  package let summary: String
  /// How it is taken over sessions.
  package let estimator: Estimator
  /// Whether only sessions of several items have it.
  package let needsSeveralItems: Bool
  /// What gives sessions that lack it the metric, where that is more than several items.
  package let remedy: String?

  /// Everything that can be compared, in the order in which results list it.
  package static let all: [Measure] = all(of: MetricDefinition.all + MetricDefinition.ofQuality)

  /// Everything that can be compared of sessions that have some metrics, in the same order.
  ///
  /// - Parameter metrics: those of the sessions.
  package static func all(of metrics: [MetricDefinition]) -> [Measure] {
    metrics.flatMap { [pooled($0)] + percentiles(of: $0) } + MetricDefinition.ofSets.map(pooled)
  }

  /// Everything that can be compared of some sessions, in the same order.
  ///
  /// - Parameter severalItems: whether they have several items.
  package static func all(severalItems: Bool) -> [Measure] {
    all(of: MetricDefinition.metrics(severalItems: severalItems))
  }

  /// The measures that a comparison shows unless others are asked for.
  ///
  /// - Parameters:
  ///   - severalItems: whether sessions have several items.
  ///   - fails: whether any of the sessions has failed.
  package static func usual(severalItems: Bool, fails: Bool = false) -> [Measure] {
    MetricDefinition.compared(severalItems: severalItems, fails: fails).compactMap(named)
  }

  /// What a name of a measure may be, for messages: all are too many to list.
  package static let allowedNames =
    "a metric such as rebuffer_ratio, startup_s_p95, unstarted_share, mean_bitrate_bps or bytes_wasted_per_h "
    + "(the columns of abrlab run --format csv that follow sessions)"

  /// The measure of a name.
  package static func named(_ name: String) -> Measure? {
    all.first { $0.name == name } ?? MetricDefinition.named(name).map(pooled)
  }

  /// The metric over all sessions, as ``PooledMetrics`` has it.
  private static func pooled(_ metric: MetricDefinition) -> Measure {
    let estimator: Estimator
    switch metric.pooling {
    case .sum: estimator = .sum(.metric(metric.name))
    case .mean: estimator = .ratio(.metric(metric.name), .present(metric.name))
    case .itemPercentile(let probability):
      estimator = .percentile(metric: "startup_s", probability: probability, ofItems: true, missingIsWorst: true)
    case .share(let kind): estimator = .ratio(Quantity(kind), .one)
    case .count(let kind): estimator = .sum(Quantity(kind))
    case .perHour(let name):
      estimator = .ratio(.metric(name), .scaled(.metric("played_s"), PooledMetrics.hoursPerSecond))
    case .ratio(let ratio):
      let denominator = Quantity.sum(ratio.denominatorNames)
      estimator = .ratio(ratio.numeratorNames.map { .sum($0) } ?? .product(metric.name, denominator), denominator)
    }
    return Measure(
      name: metric.name, unit: metric.unit, direction: metric.direction, summary: metric.summary,
      estimator: estimator, needsSeveralItems: metric.needsSeveralItems, remedy: metric.remedy)
  }

  private static func percentiles(of metric: MetricDefinition) -> [Measure] {
    guard metric.hasPercentiles else { return [] }
    return [("p50", 0.5, "median"), ("p95", 0.95, "95th percentile")].map { suffix, probability, word in
      Measure(
        name: "\(metric.name)_\(suffix)", unit: metric.unit, direction: metric.direction,
        summary: "\(word): \(metric.summary)",
        estimator: .percentile(
          metric: metric.name, probability: probability, ofItems: metric.items != nil,
          missingIsWorst: metric.missingIsWorst), needsSeveralItems: metric.needsSeveralItems, remedy: metric.remedy)
    }
  }
}
