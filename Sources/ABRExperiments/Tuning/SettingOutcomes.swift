import ABRPlayback

/// What the settings of a search gave: one session for each setting, trace and video, as far as they were played.
///
/// Every setting is played over the same traces by the same viewers, so that what differs is the setting (common random numbers). Only
/// the metrics that the goals are worked out from are kept.
public struct SettingOutcomes: Sendable {
  /// The measures that can be asked for.
  public let measures: [Measure]
  /// Sessions over one trace: the number of videos, or 1 for a queue of them.
  let programmeCount: Int
  /// Number of traces.
  let traceCount: Int
  let metrics: [MetricDefinition]
  private let keepsVisits: Bool
  private var sessions: [RunRecord.Combination] = []
  /// What each session of a setting adds to each measure, in the order of ``measures``; nothing for percentiles.
  private var added: [[Term]] = []
  /// First session of a setting over a trace, -1 before it is played.
  private var places: [[Int32]] = []

  /// Outcomes of no setting yet.
  public init(measures: [Measure], traceCount: Int, programmeCount: Int, ofQueues isQueue: Bool) {
    self.measures = measures
    self.traceCount = traceCount
    self.programmeCount = programmeCount
    let needed = Set(measures.flatMap(\.metrics))
    metrics = MetricDefinition.all(ofQueues: isQueue).filter { needed.contains($0.name) }
    keepsVisits = measures.contains { measure in
      if case .percentile(_, _, let ofItems, _) = measure.estimator { ofItems } else { false }
    }
  }

  /// Number of settings.
  public var settingCount: Int { sessions.count }

  /// What is added to the numerator and the denominator of a measure.
  struct Term: Sendable {
    var numerator: Double
    var denominator: Double
  }

  /// Forgets the settings after the first so many.
  mutating func keep(first count: Int) {
    sessions.removeLast(max(0, sessions.count - count))
    added.removeLast(max(0, added.count - count))
    places.removeLast(max(0, places.count - count))
  }

  /// Makes room for another setting.
  ///
  /// - Returns: its index.
  mutating func append() -> Int {
    sessions.append(RunRecord.Combination(policy: "", buffer: "", viewer: "", preload: nil, metrics: metrics))
    added.append([])
    places.append(Array(repeating: -1, count: traceCount))
    return sessions.count - 1
  }

  /// Whether a setting was played over a trace.
  func isPlayed(_ setting: Int, over trace: Int) -> Bool { places[setting][trace] >= 0 }

  /// Notes what a setting gave over a trace.
  ///
  /// - Parameter played: a session for each video.
  mutating func record(_ played: [ExperimentRunner.Played], setting: Int, trace: Int) {
    record(
      played.enumerated().map { programme, session in
        let visits =
          keepsVisits
          ? session.queue.map { queue in queue.visits.indices.map { RunRecord.Visit($0, of: queue) } } ?? [] : []
        return (
          RunRecord.Session(
            trace: trace, programme: programme, outcome: session.metrics.outcome, visits: visits),
          metrics.map { metric in session.queue.map(metric.queueValue) ?? metric.value(session.metrics) }
        )
      }, setting: setting, trace: trace)
  }

  /// Notes sessions that were read.
  mutating func record(_ played: [(RunRecord.Session, [Double?])], setting: Int, trace: Int) {
    precondition(
      played.count == programmeCount && places[setting][trace] < 0, "a trace is played once, with all videos")
    places[setting][trace] = Int32(sessions[setting].sessions.count)
    for (session, values) in played {
      sessions[setting].append(session, values: values)
      let index = sessions[setting].sessions.count - 1
      for measure in measures {
        let term = measure.term(of: sessions[setting], at: index)
        added[setting].append(Term(numerator: term?.numerator ?? 0, denominator: term?.denominator ?? 0))
      }
    }
  }

  /// The sessions of a setting over a trace; empty before it is played.
  func sessions(of setting: Int, over trace: Int) -> [(RunRecord.Session, [Double?])] {
    guard places[setting][trace] >= 0 else { return [] }
    return range(of: setting, over: trace).map { index in
      (sessions[setting].sessions[index], metrics.map { sessions[setting].value(of: $0.name, at: index) })
    }
  }

  /// The value of a measure over some traces, all of which were played.
  ///
  /// - Returns: `nil` where there is none, see ``Measure/value(of:over:)``.
  /// - Complexity: O(traces).
  public func value(of measure: Measure, setting: Int, over traces: [Int]) -> Double? {
    let indices = traces.lazy.flatMap { range(of: setting, over: $0) }
    guard let place = place(of: measure) else { return measure.value(of: sessions[setting], over: indices) }
    return measure.pooled(
      indices.map { index in
        let term = added[setting][index * measures.count + place]
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
    let indices = traces.flatMap { range(of: setting, over: $0) }
    let each = weights.flatMap { Array(repeating: $0, count: programmeCount) }
    return measure.value(of: sessions[setting], over: indices, weights: each)
  }

  /// What a setting adds to one of the measures on each of some traces, all of its sessions there together; nothing to a percentile.
  /// - Complexity: O(traces).
  func terms(of measure: Int, setting: Int, over traces: [Int]) -> [Term] {
    traces.map { trace in
      range(of: setting, over: trace).reduce(into: Term(numerator: 0, denominator: 0)) { sum, index in
        let term = added[setting][index * measures.count + measure]
        sum.numerator += term.numerator
        sum.denominator += term.denominator
      }
    }
  }

  private func range(of setting: Int, over trace: Int) -> Range<Int> {
    precondition(places[setting][trace] >= 0, "the setting was not played over this trace")
    let first = Int(places[setting][trace])
    return first..<first + programmeCount
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
        range(of: setting, over: trace).reduce(0.0) { sum, index in
          if let term = measure.term(of: sessions[setting], at: index) {
            return sum + term.numerator - ratio * term.denominator
          }
          return sum + measure.samples(of: sessions[setting], at: index).filter(\.isFinite).reduce(0, +)
        }
      }
      return (amounts.max() ?? 0) - (amounts.min() ?? 0)
    }
    let total = spreads.compensatedSum
    return spreads.map { total > 0 ? $0 / total : 0 }
  }
}
