import ABRStatistics

extension MetricDefinition {
  /// Metrics that a set of sessions has and no single one.
  package static let ofSets: [MetricDefinition] =
    [
      ofSet(
        "never_stalled_share", unit: "share", .higher, .share(.neverStalled),
        "share of all sessions that showed a first frame, never stalled and did not fail"
      ).shown(heading: "stall-free", digits: 1),
      ofSet(
        "unstarted_share", unit: "share", .lower, .share(.unstarted),
        "share of all sessions that ended without a first frame"
      ).shown(heading: "start failures", digits: 1),
      ofSet(
        "unstarted_count", unit: "sessions", .lower, .count(.unstarted), "sessions that ended without a first frame"),
      ofSet(
        "failed_share", unit: "share", .lower, .share(.failed),
        "share of all sessions that failed: the player gave the network up, or the source refused"
      ).shown(heading: "failed", digits: 1),
    ]
    + ["rebuffer_count", "switch_count", "bytes_wasted", "bytes_downloaded"].compactMap(named).map { metric in
      ofSet(
        "\(metric.name)_per_h", unit: metric.unit == "B" ? "B/h" : "1/h", metric.direction, .perHour(metric.name),
        "\(metric.summary), for each hour of media shown"
      ).shown("\(metric.title) per hour watched", heading: metric.heading, digits: metric.unit == "B" ? 1 : 2)
    }

  /// The metric of sessions or of sets of them that has a name.
  package static func any(named name: String) -> MetricDefinition? {
    named(name) ?? ofSets.first { $0.name == name }
  }

  /// Metrics by which configurations are told apart, in the order in which they count: all are ratios or rates.
  package static let judged: [MetricDefinition] =
    [
      "unstarted_share", "failed_share", "wait_ratio", "rebuffer_ratio", "rebuffer_count_per_h", "bytes_wasted_per_h",
      "mean_bitrate_bps",
    ]
    .compactMap(any(named:))

  /// Names of the measures that a comparison shows unless others are asked for; some are percentiles of a metric.
  ///
  /// - Parameters:
  ///   - severalItems: whether sessions have several items.
  ///   - fails: whether any of the sessions has failed, which is compared then.
  package static func compared(severalItems: Bool, fails: Bool = false) -> [String] {
    let failures = fails ? failures : []
    return severalItems
      ? failures + [
        "wait_ratio", "rebuffer_ratio", "startup_s_p50", "startup_s_p95", "preload_hit_ratio", "bytes_wasted_per_h",
        "mean_bitrate_bps",
      ]
      : ["startup_s_p50", "startup_s_p95", "unstarted_share"] + failures + [
        "rebuffer_ratio", "rebuffer_count_per_h", "bytes_wasted_per_h", "mean_bitrate_bps", "switch_count_per_h",
      ]
  }

  /// Those of ``compared(severalItems:fails:)`` that have p-values, which hold for all of them at once.
  ///
  /// - Parameters:
  ///   - severalItems: whether sessions have several items.
  ///   - fails: whether any of the sessions has failed.
  package static func tested(severalItems: Bool, fails: Bool = false) -> [MetricDefinition] {
    compared(severalItems: severalItems, fails: fails).compactMap(any(named:))
  }

  /// Names of what tables of runs have columns of; some are percentiles of a metric.
  ///
  /// - Parameter severalItems: whether sessions have several items.
  package static func tabled(severalItems: Bool) -> [String] {
    severalItems
      ? [
        "wait_ratio", "rebuffer_ratio", "never_stalled_share", "startup_s_p50", "startup_s_p95", "preload_hit_ratio",
        "waste_ratio", "bytes_wasted_per_h", "mean_bitrate_bps",
      ]
      : [
        "startup_s_p50", "startup_s_p95", "unstarted_share", "rebuffer_ratio", "rebuffer_count_per_h",
        "never_stalled_share", "waste_ratio", "bytes_wasted_per_h", "mean_bitrate_bps",
      ]
  }

  /// What tables have columns of, and comparisons rows, where a session has failed.
  package static let failures = ["failed_share"]

  /// What tables have columns of where a rule has abandoned anything; neither better nor worse.
  package static let abandonments = ["abandoned_count", "bytes_aborted"]

  /// A metric, or the one that a percentile is of, with what heads its column: `rebuffer %`. A 95th percentile stands
  /// behind the median, which says of what.
  package static func column(
    _ name: String, severalItems: Bool = false
  ) -> (metric: MetricDefinition, title: String)? {
    // Some metrics are percentiles by themselves.
    let percentile = any(named: name) == nil ? ["p50", "p95"].first { name.hasSuffix("_\($0)") } : nil
    let own = percentile.map { String(name.dropLast($0.count + 1)) } ?? name
    guard let metric = any(named: own) else { return nil }
    let words = [severalItems && metric.items != nil ? "item" : "", metric.heading, percentile ?? ""]
    let title = percentile == "p95" ? "p95" : words.filter { !$0.isEmpty }.joined(separator: " ")
    return (metric, metric.unit.join(title))
  }

  private static func ofSet(
    _ name: String, unit: MeasureUnit, _ direction: Direction, _ pooling: Pooling, _ summary: String
  ) -> MetricDefinition {
    MetricDefinition(name, unit: unit, direction, pooling, summary) { _ in nil }
  }
}
