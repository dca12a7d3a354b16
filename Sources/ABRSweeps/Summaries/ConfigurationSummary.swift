import ABRPlayback
import ABRRuns
import ABRStatistics

/// All that is kept of the sessions of one configuration: sums, counts and histograms that do not depend on the order
/// of the sessions, nor on how they were split into parts. Its size grows with the recordings and not with the
/// sessions.
package struct ConfigurationSummary: Sendable, Hashable {
  /// Kinds of sessions that are counted, with the names that files have for them.
  static let kinds: [(name: String, kind: MetricDefinition.SessionKind)] = [
    ("never_stalled", .neverStalled), ("unstarted", .unstarted), ("failed", .failed),
  ]

  /// Whether sessions have several items.
  package let hasSeveralItems: Bool
  /// How many sessions there are.
  package internal(set) var sessions = 0
  /// Sessions by how they ended.
  package internal(set) var outcomes: [SessionOutcome: Int] = [:]
  /// Sessions of each of `kinds`.
  var kindCounts = [Int](repeating: 0, count: kinds.count)
  /// One for each metric that is summed up, in the order of `MetricDefinition`.
  package internal(set) var summaries: [MetricSummary]
  /// For each recording (`TraceCluster`) what its sessions add above and below the line of each of ``tested``, one
  /// behind the other.
  package internal(set) var recordings: [String: [ExactSum]] = [:]

  /// No sessions.
  ///
  /// - Parameter hasSeveralItems: whether sessions have several items.
  package init(hasSeveralItems: Bool) {
    self.hasSeveralItems = hasSeveralItems
    summaries = Self.metrics(severalItems: hasSeveralItems).map { _ in MetricSummary() }
  }

  /// The metrics that are summed up. Those of a set of sessions come from them, and percentiles of items from the
  /// items of the startup.
  var metrics: [MetricDefinition] { Self.metrics(severalItems: hasSeveralItems) }

  /// The metrics that have sums by recording, from which intervals come: also failures, which are tested where there
  /// are any.
  package var tested: [MetricDefinition] { MetricDefinition.tested(severalItems: hasSeveralItems, fails: true) }

  /// Whether any of the sessions has failed.
  package var fails: Bool { outcomes[.failed, default: 0] > 0 }

  /// What each recording adds to one of ``tested``.
  ///
  /// - Parameter metric: the metric.
  /// - Returns: nothing for another metric, and where a value could not be added up.
  /// - Complexity: O(recordings).
  package func terms(of metric: MetricDefinition) -> [PairedClusters.Term] {
    guard let place = tested.firstIndex(where: { $0.name == metric.name }) else { return [] }
    return recordings.map { name, sums in
      .init(cluster: name, numerator: sums[2 * place].value, denominator: sums[2 * place + 1].value)
    }
  }

  private static func metrics(severalItems: Bool) -> [MetricDefinition] {
    MetricDefinition.metrics(severalItems: severalItems).filter { metric in
      if case .itemPercentile = metric.pooling { false } else { true }
    }
  }

  /// Adds sessions.
  ///
  /// - Parameters:
  ///   - added: the sessions, quicker where those over a recording lie together.
  ///   - names: the recording of each trace of their experiment.
  /// - Complexity: O(sessions × metrics).
  package mutating func add(_ added: [SessionResult], recordings names: [String]) {
    let (sources, tested) = (metrics.map(MetricSummary.Source.init), tested.map(\.parts))
    let none = [ExactSum](repeating: ExactSum(), count: 2 * tested.count)
    var recording: (name: String, sums: [ExactSum])?
    for session in added {
      // Copied once: a metric is a closure, and each call would copy it out of the array.
      let metrics = session.metrics
      sessions += 1
      outcomes[metrics.outcome, default: 0] += 1
      for (place, kind) in Self.kinds.enumerated() where kind.kind.contains(metrics) { kindCounts[place] += 1 }
      for place in sources.indices { summaries[place].add(metrics, sources[place]) }
      if recording?.name != names[session.trace] {
        if let recording { recordings[recording.name] = recording.sums }
        let name = names[session.trace]
        recording = (name, recordings.removeValue(forKey: name) ?? none)
      }
      for place in tested.indices {
        guard let parts = tested[place]?(metrics) else { continue }
        // Where a value cannot be added up nothing is said: `summaries` count it.
        _ = recording?.sums[2 * place].add(ifPossible: parts.numerator)
        _ = recording?.sums[2 * place + 1].add(ifPossible: parts.denominator)
      }
    }
    if let recording { recordings[recording.name] = recording.sums }
  }

  /// Adds the sessions of another summary.
  package mutating func add(_ other: ConfigurationSummary) {
    precondition(hasSeveralItems == other.hasSeveralItems, "sessions of one item and of several are not taken together")
    sessions += other.sessions
    outcomes.merge(other.outcomes) { $0 + $1 }
    for place in kindCounts.indices { kindCounts[place] += other.kindCounts[place] }
    for place in summaries.indices { summaries[place].add(other.summaries[place]) }
    recordings.merge(other.recordings) { own, others in
      zip(own, others).map { pair in
        var sum = pair.0
        sum.add(pair.1)
        return sum
      }
    }
  }

  /// The metrics of all sessions taken together, under the names that a run has for them.
  ///
  /// Sums and ratios are those of a run but for the rounding of ``ExactSum``, percentiles are within 0.2 %, see
  /// ``ValueHistogram``.
  package var pooled: PooledMetrics {
    var values: [String: Double] = [:]
    for (metric, summary) in zip(metrics, summaries) where summary.unsummed == 0 {
      let sum = summary.sum.value
      switch metric.pooling {
      case .sum: values[metric.name] = sum
      case .mean: values[metric.name] = summary.count == 0 ? nil : sum / Double(summary.count)
      case .ratio:
        let below = summary.below.value
        values[metric.name] = below > 0 ? sum / below : nil
      case .itemPercentile, .share, .count, .perHour: break
      }
      guard metric.hasPercentiles else { continue }
      let percentiles = summary.histogram.quantiles(at: [0.5, 0.95], missing: summary.missing)
      values["\(metric.name)_p50"] = percentiles[0]
      values["\(metric.name)_p95"] = percentiles[1]
      guard hasSeveralItems, metric.items != nil else { continue }
      for item in MetricDefinition.all {
        guard case .itemPercentile(let share) = item.pooling else { continue }
        values[item.name] = summary.histogram.quantiles(at: [share], missing: summary.missing)[0]
      }
    }
    let hours = (values["played_s"] ?? 0) * PooledMetrics.hoursPerSecond
    return PooledMetrics(sessions: sessions, outcomes: outcomes, values: values, hours: hours) { kind in
      Self.kinds.firstIndex { $0.kind == kind }.map { kindCounts[$0] } ?? 0
    }
  }
}
