import ABRComparison
import ABRRuns

/// A search for a setting: plays settings over the traces of the search and keeps those that nothing beats.
///
/// It decides what is played and learns what came out; the playing itself is the caller's, see ``Play``.
package struct TuningSearch {
  /// Plays settings over traces.
  ///
  /// - Parameters:
  ///   - settings: which ones.
  ///   - traces: indices of the traces.
  /// - Returns: for each trace, each video and each setting a session, in this order; `nil` for one that was not played
  ///   because the user stopped it.
  package typealias Play = (_ settings: [TuningSetting], _ traces: [Int]) throws -> [SessionResult?]

  /// How far a search is.
  package struct Step: Sendable, Hashable {
    /// Number of the round, from 1.
    package let number: Int
    /// Number of rounds.
    package let count: Int
    /// The round.
    package let round: TuningOutcome.Round
    /// The best setting so far, by the goals and conditions over the traces of the round.
    package let best: TuningOutcome.Evaluated
  }

  /// The settings.
  package let space: SearchSpace
  /// What is wanted.
  package let goals: TuningGoals
  /// How the space is gone through.
  package let method: SearchMethod
  /// The traces of the search in the order in which they are played, see ``TraceSplit``.
  package let traces: [Int]
  /// The recordings that these belong to: the unit of what is promised.
  let recordings: [[Int]]
  /// Share of searches whose answer is to meet every condition on new recordings.
  let confidence: Double
  /// The most sessions that are played in one go; between two of them a search can be stopped.
  static let batch = 200_000

  /// What was played so far; the settings of the space come first, in their order.
  package private(set) var outcomes: SettingOutcomes
  /// The settings with an index in ``outcomes``: those of the space, the current one, and those found between the
  /// grid's.
  private(set) var settings: [TuningSetting]
  let currentIndex: Int?
  private(set) var isInterrupted = false
  /// Over how many of the traces, in their order, the search looked at a setting.
  var reached: [Int: Int] = [:]
  /// What is played over how many traces.
  private let plan: HalvingPlan

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - space: all settings.
  ///   - goals: what is to become better, and what must be kept.
  ///   - method: which settings are played.
  ///   - traces: indices of the traces of the search, in order.
  ///   - recordings: the same traces by the recordings that they belong to; `nil` where each is one.
  ///   - confidence: of what is promised; `nil` for ``TuningPromise/usualConfidence(recordings:)``.
  ///   - traceCount: number of all traces, those held out included.
  ///   - contentCount: sessions over one trace.
  ///   - isQueue: whether sessions have several items.
  ///   - earlier: what a search of the same space for the same goals over the same traces has played: it is not played
  ///     again, but counts as if it were.
  /// - Throws: ``TuningError/noCurrentSetting(keep:reason:)``.
  package init(
    _ space: SearchSpace, for goals: TuningGoals, method: SearchMethod, traces: [Int],
    recordings: [[Int]]? = nil, confidence: Double? = nil, traceCount: Int, contentCount: Int = 1,
    ofQueues isQueue: Bool, earlier: SettingOutcomes? = nil
  ) throws(TuningError) {
    if let keep = goals.relativeKeep, space.current == nil {
      throw .noCurrentSetting(keep: keep.name, reason: space.currentProblem ?? "none")
    }
    self.space = space
    self.goals = goals
    self.method = method
    self.traces = traces
    self.recordings = recordings ?? traces.map { [$0] }
    self.confidence = confidence ?? TuningPromise.usualConfidence(recordings: self.recordings.count)
    plan =
      method == .halving
      ? HalvingPlan(settings: space.settings.count, traces: traces.count)
      : HalvingPlan(exhaustiveOf: space.settings.count, traces: traces.count)
    settings = space.settings
    if let current = space.current {
      if let index = space.settings.firstIndex(where: { $0.values == current.values }) {
        currentIndex = index
      } else {
        currentIndex = settings.count
        settings.append(current)
      }
    } else {
      currentIndex = nil
    }
    outcomes = SettingOutcomes(
      measures: goals.objectives, traceCount: traceCount, contentCount: contentCount, ofQueues: isQueue)
    for _ in settings { _ = outcomes.append() }
    if let earlier {
      precondition(
        earlier.settingCount >= settings.count && earlier.measures == goals.objectives
          && earlier.traceCount == traceCount,
        "the outcomes belong to another search")
      outcomes = earlier
      // What that search found between the values of the grid has other indices here.
      outcomes.keep(first: settings.count)
    }
  }

  /// Sessions of the whole grid.
  package var exhaustiveSessions: Int { space.settings.count * traces.count * outcomes.contentCount }

  /// Sessions that the rounds play, with those of a current setting off the grid. Steps beside the answer may add to
  /// them.
  package var plannedSessions: Int {
    (plan.sessions + (settings.count - space.settings.count) * traces.count) * outcomes.contentCount
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - play: plays what is asked for.
  ///   - onStep: told after each round.
  /// - Returns: what was found; marked as partial where a session was not played.
  /// - Throws: what `play` throws.
  package mutating func run(play: Play, onStep: (Step) -> Void = { _ in }) throws -> TuningOutcome {
    precondition(method != .askTell, "another program runs this search")
    var left = Array(space.settings.indices)
    var rounds: [TuningOutcome.Round] = []
    for (number, round) in plan.rounds.enumerated() {
      let count = try look(at: left, over: round.traces, play: play)
      guard count > rounds.last?.traces ?? 0 else { break }
      let candidates = judged(left, over: count)
      let next = number + 1 < plan.rounds.count ? plan.rounds[number + 1].settings : left.count
      rounds.append(.init(settings: left.count, traces: count, kept: isInterrupted ? left.count : next))
      if isInterrupted { break }
      onStep(
        Step(
          number: number + 1, count: plan.rounds.count, round: rounds[number],
          best: evaluated(ranking(candidates)[0], isOnFront: false)))
      if next < left.count { left = better(next, of: candidates) }
    }
    guard let last = rounds.last else { return nothing }
    return try outcome(
      of: left + alongside.filter { !left.contains($0) }, over: last.traces, rounds: rounds, play: play)
  }

  // MARK: - Playing

  /// What is played along with every setting: the current one, where there is one.
  var alongside: [Int] { currentIndex.map { [$0] } ?? [] }

  /// Plays settings, and the current one, over the first traces as far as they have not been.
  ///
  /// - Returns: over how many traces all of them have been played now: fewer where the user stopped it.
  mutating func look(at wanted: [Int], over count: Int, play: Play) throws -> Int {
    let wanted = Set(wanted)
    try require(wanted.union(alongside).sorted(), over: Array(traces.prefix(count)), play: play)
    let whole =
      isInterrupted
      ? traces.prefix(count).prefix { trace in
        wanted.union(alongside).allSatisfy { outcomes.isPlayed($0, over: trace) }
      }.count : count
    for setting in wanted { reached[setting] = max(reached[setting] ?? 0, whole) }
    return whole
  }

  private mutating func require(_ wanted: [Int], over traces: [Int], play: Play) throws {
    // Settings that lack the same traces are played together.
    let groups = Dictionary(grouping: wanted) { setting in traces.filter { !outcomes.isPlayed(setting, over: $0) } }
    for (missing, group) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
      let atOnce = max(1, Self.batch / (group.count * outcomes.contentCount))
      for start in stride(from: 0, to: missing.count, by: atOnce) {
        let slice = Array(missing[start..<min(start + atOnce, missing.count)])
        note(try play(group.map { settings[$0] }, slice), of: group, over: slice)
        if isInterrupted { return }
      }
    }
  }

  private mutating func note(_ played: [SessionResult?], of group: [Int], over slice: [Int]) {
    let contents = outcomes.contentCount
    precondition(played.count == slice.count * contents * group.count, "a session for each trace, video and setting")
    for (place, session) in played.enumerated() {
      guard let session else {
        isInterrupted = true
        continue
      }
      let (row, column) = place.quotientAndRemainder(dividingBy: group.count)
      outcomes.record(session, of: group[column], trace: slice[row / contents])
    }
  }

  /// Makes room for a setting between those of the grid.
  mutating func append(_ setting: TuningSetting) -> Int {
    settings.append(setting)
    return outcomes.append()
  }
}
