import ABRComparison
import ABRPlayback
import ABRRuns

/// What the settings of a search gave: one session for each setting, trace and video, as far as they were played.
///
/// Every setting is played over the same traces by the same viewers, so that what differs is the setting (common random numbers). Only
/// the metrics that the goals are worked out from are kept, and what is the session of several settings is kept once.
package struct SettingOutcomes: Sendable {
  /// The measures that can be asked for.
  package let measures: [Measure]
  /// Sessions over one trace: the number of videos, or 1 for a queue of them.
  let programmeCount: Int
  /// Number of traces.
  let traceCount: Int
  let metrics: [MetricDefinition]
  private let keepsVisits: Bool
  private var sessions: RunRecord.Combination
  /// What each session adds to each measure, in the order of ``measures``; nothing for percentiles.
  private var added: [Term] = []
  /// Which session is that of a setting over a trace with a programme, -1 before it is known.
  private var places: [[Int32]] = []
  /// The settings of each session.
  private var owners: [[Int32]] = []

  /// Outcomes of no setting yet.
  package init(measures: [Measure], traceCount: Int, programmeCount: Int, ofQueues isQueue: Bool) {
    self.measures = measures
    self.traceCount = traceCount
    self.programmeCount = programmeCount
    let needed = Set(measures.flatMap(\.metrics))
    metrics = MetricDefinition.all(ofQueues: isQueue).filter { needed.contains($0.name) }
    sessions = RunRecord.Combination(policy: "", buffer: "", viewer: "", preload: nil, metrics: metrics)
    keepsVisits = measures.contains { measure in
      if case .percentile(_, _, let ofItems, _) = measure.estimator { ofItems } else { false }
    }
  }

  /// Number of settings.
  package var settingCount: Int { places.count }

  /// What is added to the numerator and the denominator of a measure.
  struct Term: Sendable {
    var numerator: Double
    var denominator: Double
  }

  /// Number of sessions.
  var sessionCount: Int { owners.count }

  /// Forgets the settings after the first so many; their sessions stay.
  mutating func keep(first count: Int) {
    guard places.count > count else { return }
    places.removeLast(places.count - count)
    for index in owners.indices { owners[index].removeAll { $0 >= count } }
  }

  /// Makes room for another setting.
  ///
  /// - Returns: its index.
  mutating func append() -> Int {
    places.append(Array(repeating: -1, count: traceCount * programmeCount))
    return places.count - 1
  }

  /// Whether a setting was played over a trace, with all videos.
  func isPlayed(_ setting: Int, over trace: Int) -> Bool { slots(of: trace).allSatisfy { places[setting][$0] >= 0 } }

  /// The sessions of a setting over a trace, one for each video.
  func sessions(of setting: Int, over trace: Int) -> [Int] { slots(of: trace).map { Int(places[setting][$0]) } }

  /// How many sessions of a setting over traces are not among some.
  ///
  /// - Parameter isAmong: for each session, those last recorded apart, whether it is.
  /// - Complexity: O(traces).
  func missing(_ setting: Int, over traces: [Int], of isAmong: [Bool]) -> Int {
    let places = places[setting]
    var count = 0
    for trace in traces {
      for slot in slots(of: trace) {
        let session = Int(places[slot])
        if session < 0 || session >= isAmong.count || !isAmong[session] { count += 1 }
      }
    }
    return count
  }

  /// The settings of a session.
  func settings(of session: Int) -> [Int32] { owners[session] }

  /// Notes a session.
  ///
  /// - Parameters:
  ///   - played: what it gave.
  ///   - settings: those whose session it is. Where it is known already as that of another of them, it is the same one.
  mutating func record(_ played: ExperimentRunner.Played, settings: [Int], trace: Int, programme: Int) {
    let slot = trace * programmeCount + programme
    if let known = settings.first(where: { places[$0][slot] >= 0 }) {
      own(Int(places[known][slot]), settings, slot)
      return
    }
    let visits =
      keepsVisits
      ? played.queue.map { queue in queue.visits.indices.map { RunRecord.Visit($0, of: queue) } } ?? [] : []
    record(
      RunRecord.Session(trace: trace, programme: programme, outcome: played.metrics.outcome, visits: visits),
      metrics.map { metric in played.queue.map(metric.queueValue) ?? metric.value(played.metrics) },
      settings: settings)
  }

  /// Notes a session that was read.
  mutating func record(_ session: RunRecord.Session, _ values: [Double?], settings: [Int]) {
    sessions.append(session, values: values)
    let index = sessions.sessions.count - 1
    for measure in measures {
      let term = measure.term(of: sessions, at: index)
      added.append(Term(numerator: term?.numerator ?? 0, denominator: term?.denominator ?? 0))
    }
    owners.append([])
    own(index, settings, session.trace * programmeCount + session.programme)
  }

  /// A session is that of these settings too, as far as they have none.
  private mutating func own(_ session: Int, _ settings: [Int], _ slot: Int) {
    for setting in settings where places[setting][slot] < 0 {
      places[setting][slot] = Int32(session)
      owners[session].append(Int32(setting))
    }
  }

  /// A session by its index, as a checkpoint holds it.
  func session(_ index: Int) -> (RunRecord.Session, [Double?]) {
    (sessions.sessions[index], metrics.map { sessions.value(of: $0.name, at: index) })
  }

  /// The value of a measure over some traces, all of which were played.
  ///
  /// - Returns: `nil` where there is none, see ``Measure/value(of:over:)``.
  /// - Complexity: O(traces).
  package func value(of measure: Measure, setting: Int, over traces: [Int]) -> Double? {
    let indices = played(setting, over: traces)
    guard let place = place(of: measure) else { return measure.value(of: sessions, over: indices) }
    return measure.pooled(
      indices.lazy.map { index in
        let term = added[index * measures.count + place]
        return (term.numerator, term.denominator)
      })
  }

  /// Where the terms of a measure are in ``added``; `nil` for one that has none.
  private func place(of measure: Measure) -> Int? {
    if case .percentile = measure.estimator { return nil }
    return measures.firstIndex(of: measure)
  }

  /// What the value over all traces is expected to be from some of them, each standing for several.
  ///
  /// - Parameter weights: for how many each of the traces stands.
  /// - Complexity: O(traces).
  func value(of measure: Measure, setting: Int, over traces: [Int], weights: [Double]) -> Double? {
    let indices = played(setting, over: traces)
    let each = weights.flatMap { Array(repeating: $0, count: programmeCount) }
    return measure.value(of: sessions, over: indices, weights: each)
  }

  /// What a setting adds to one of the measures on each of some traces, all of its sessions there together; nothing to a percentile.
  /// - Complexity: O(traces).
  func terms(of measure: Int, setting: Int, over traces: [Int]) -> [Term] {
    let indices = played(setting, over: traces)
    return traces.indices.map { place in
      var sum = Term(numerator: 0, denominator: 0)
      for index in indices[place * programmeCount..<(place + 1) * programmeCount] {
        let term = added[index * measures.count + measure]
        sum.numerator += term.numerator
        sum.denominator += term.denominator
      }
      return sum
    }
  }

  private func slots(of trace: Int) -> Range<Int> { trace * programmeCount..<(trace + 1) * programmeCount }

  /// The sessions of a setting over traces, each with all videos.
  private func played(_ setting: Int, over traces: [Int]) -> [Int] {
    var found: [Int] = []
    found.reserveCapacity(traces.count * programmeCount)
    for trace in traces {
      for slot in slots(of: trace) {
        precondition(places[setting][slot] >= 0, "the setting was not played over this trace")
        found.append(Int(places[setting][slot]))
      }
    }
    return found
  }

  /// How far settings are apart on each trace in what they add to a measure, as a share of that over all the traces; 0 where they never are.
  ///
  /// What a setting adds to a ratio is taken at the mean ratio of all of them, as in ``PairedClusters/contributions``.
  ///
  /// - Complexity: O(settings × traces).
  func spreads(of measure: Measure, settings: [Int], over traces: [Int]) -> [Double] {
    var ratio = 0.0
    if case .ratio = measure.estimator {
      let values = settings.compactMap { value(of: measure, setting: $0, over: traces) }.filter(\.isFinite)
      ratio = values.mean ?? 0
    }
    let spreads = traces.map { trace -> Double in
      let amounts = settings.map { setting -> Double in
        played(setting, over: [trace]).reduce(0.0) { sum, index in
          if let term = measure.term(of: sessions, at: index) {
            return sum + term.numerator - ratio * term.denominator
          }
          return sum + measure.samples(of: sessions, at: index).filter(\.isFinite).reduce(0, +)
        }
      }
      return (amounts.max() ?? 0) - (amounts.min() ?? 0)
    }
    let total = spreads.compensatedSum
    return spreads.map { total > 0 ? $0 / total : 0 }
  }
}
