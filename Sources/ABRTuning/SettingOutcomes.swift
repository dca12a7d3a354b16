import ABRComparison
import ABRPlayback
import ABRRuns
import ABRStatistics

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
  package init(measures: [Measure], traceCount: Int, contentCount: Int) {
    self.measures = measures
    self.traceCount = traceCount
    self.contentCount = contentCount
    let needed = Set(measures.flatMap(\.metrics))
    metrics = needed.sorted().compactMap(MetricDefinition.named)
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
    let visits = keepsVisits ? RunRecord.Visit.visits(of: played.metrics) : []
    let index = sessions.sessions.count
    sessions.append(
      RunRecord.Session(trace: trace, content: played.content, outcome: played.metrics.outcome, visits: visits),
      values: metrics.map { $0.value(played.metrics) })
    for measure in measures { terms.append(measure.term(of: sessions, at: index) ?? (0, 0)) }
    places[setting][trace * contentCount + played.content] = Int32(index)
  }

  /// The value of a measure over some traces, all of which were played.
  ///
  /// - Returns: `nil` where there is none, see `Measure/value(of:over:)`.
  /// - Complexity: O(traces).
  package func value(of measure: Measure, setting: Int, over traces: [Int]) -> Double? {
    guard let place = measures.firstIndex(of: measure), !measure.isPercentile else {
      return measure.value(of: sessions, over: indices(setting, traces))
    }
    return measure.pooled(totals(of: place, setting: setting, over: traces))
  }

  /// What each recording adds to a measure, all of whose traces were played.
  ///
  /// - Complexity: O(traces).
  func evidence(of measure: Measure, setting: Int, over recordings: [[Int]]) -> ConditionBounds.Evidence {
    guard let place = measures.firstIndex(of: measure), !measure.isPercentile else {
      return .init(
        samples: recordings.map { traces in
          indices(setting, traces).flatMap { measure.samples(of: sessions, at: $0) }
        })
    }
    return .init(totals: recordings.map { totals(of: place, setting: setting, over: $0) })
  }

  /// Sums of what sessions add to the measure of an index, in the order of the traces.
  private func totals(of place: Int, setting: Int, over traces: [Int]) -> PairedClusters.Totals {
    let own = places[setting]
    var numerator = CompensatedSum()
    var denominator = CompensatedSum()
    for trace in traces {
      for slot in slots(of: trace) {
        precondition(own[slot] >= 0, "the setting was not played over this trace")
        let term = terms[Int(own[slot]) * measures.count + place]
        numerator.add(term.numerator)
        denominator.add(term.denominator)
      }
    }
    return .init(numerator: numerator.value, denominator: denominator.value)
  }

  /// The sessions of a setting over some traces.
  private func indices(_ setting: Int, _ traces: [Int]) -> [Int] {
    traces.flatMap { trace in
      slots(of: trace).map { slot in
        precondition(places[setting][slot] >= 0, "the setting was not played over this trace")
        return Int(places[setting][slot])
      }
    }
  }

  private func slots(of trace: Int) -> Range<Int> { trace * contentCount..<(trace + 1) * contentCount }
}

extension Measure {
  fileprivate var isPercentile: Bool { if case .percentile = estimator { true } else { false } }
}
