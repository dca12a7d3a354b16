import ABRComparison
import ABRPlayback
import ABRRuns

/// What the settings of a search gave: one session for each setting, trace and video, as far as they were played.
///
/// Every setting is played over the same traces by the same viewers, so that what differs is the setting (common random
/// numbers). Only the metrics that the goals are worked out from are kept.
package struct SettingOutcomes: Sendable {
  /// The measures that can be asked for.
  package let measures: [Measure]
  /// Sessions over one trace: the number of videos, or 1 for a queue of them.
  let contentCount: Int
  /// Number of traces.
  let traceCount: Int
  private let metrics: [MetricDefinition]
  private let keepsVisits: Bool
  private var sessions: ConfigurationRecord
  /// What each session adds to the numerator and the denominator of each measure; nothing for percentiles.
  private var terms: [(numerator: Double, denominator: Double)] = []
  /// The session of a setting over a trace with a video, -1 before it is played.
  private var places: [[Int32]] = []

  /// Outcomes of no setting yet.
  package init(measures: [Measure], traceCount: Int, contentCount: Int, ofQueues isQueue: Bool) {
    self.measures = measures
    self.traceCount = traceCount
    self.contentCount = contentCount
    let needed = Set(measures.flatMap(\.metrics))
    metrics = MetricDefinition.all(ofQueues: isQueue).filter { needed.contains($0.name) }
    sessions = ConfigurationRecord(Configuration([:]), metrics: metrics)
    keepsVisits = measures.contains { measure in
      if case .percentile(_, _, let ofItems, _) = measure.estimator { ofItems } else { false }
    }
  }

  /// Number of settings.
  package var settingCount: Int { places.count }

  /// Forgets the settings after the first so many.
  mutating func keep(first count: Int) { places.removeLast(max(0, places.count - count)) }

  /// Makes room for another setting.
  ///
  /// - Returns: its index.
  mutating func append() -> Int {
    places.append(Array(repeating: -1, count: traceCount * contentCount))
    return places.count - 1
  }

  /// Whether a setting was played over a trace, with all videos.
  func isPlayed(_ setting: Int, over trace: Int) -> Bool { slots(of: trace).allSatisfy { places[setting][$0] >= 0 } }

  /// Notes a session.
  mutating func record(_ played: SessionResult, of setting: Int, trace: Int) {
    let visits =
      keepsVisits
      ? played.queue.map { queue in queue.visits.indices.map { RunRecord.Visit($0, of: queue) } } ?? [] : []
    let index = sessions.sessions.count
    sessions.append(
      RunRecord.Session(trace: trace, content: played.content, outcome: played.metrics.outcome, visits: visits),
      values: metrics.map(played.value))
    for measure in measures { terms.append(measure.term(of: sessions, at: index) ?? (0, 0)) }
    places[setting][trace * contentCount + played.content] = Int32(index)
  }

  /// The value of a measure over some traces, all of which were played.
  ///
  /// - Returns: `nil` where there is none, see `Measure/value(of:over:)`.
  /// - Complexity: O(traces).
  package func value(of measure: Measure, setting: Int, over traces: [Int]) -> Double? {
    let indices = traces.flatMap { trace in
      slots(of: trace).map { slot in
        precondition(places[setting][slot] >= 0, "the setting was not played over this trace")
        return Int(places[setting][slot])
      }
    }
    guard let place = measures.firstIndex(of: measure), !measure.isPercentile else {
      return measure.value(of: sessions, over: indices)
    }
    return measure.pooled(indices.lazy.map { terms[$0 * measures.count + place] })
  }

  private func slots(of trace: Int) -> Range<Int> { trace * contentCount..<(trace + 1) * contentCount }
}

extension Measure {
  fileprivate var isPercentile: Bool { if case .percentile = estimator { true } else { false } }
}
