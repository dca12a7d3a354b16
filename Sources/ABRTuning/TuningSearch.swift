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

  /// The settings.
  package let space: SearchSpace
  /// What is wanted.
  package let goals: TuningGoals
  /// Which settings are played.
  package let method: SearchMethod
  /// The traces of the search in the order in which they are played, see ``TraceSplit``.
  package let traces: [Int]
  /// The recordings that these belong to: the unit of what is promised.
  let recordings: [[Int]]
  /// Share of searches whose answer is to meet every condition on new recordings.
  let confidence: Double
  /// The most sessions that are played in one go; between two of them a search can be stopped.
  static let batch = 50_000

  /// What was played so far; the candidates come first, in the order of the grid.
  package private(set) var outcomes: SettingOutcomes
  /// The settings with an index in ``outcomes``: the candidates, the current one, and those beside the answer or asked
  /// for by another program.
  private(set) var settings: [TuningSetting]
  let currentIndex: Int?
  private(set) var isInterrupted = false
  /// Over how many of the traces, in their order, the search looked at a setting.
  var reached: [Int: Int] = [:]
  /// How many settings the search chooses from, the first of ``settings``; the current one is another where it is not
  /// among them.
  private let candidateCount: Int

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - space: all settings.
  ///   - goals: what is to become better, and what must be kept.
  ///   - method: which settings are played.
  ///   - samples: of a random search, how many settings of the space it draws.
  ///   - seed: of a random search, which ones.
  ///   - traces: indices of the traces of the search, in order.
  ///   - recordings: the same traces by the recordings that they belong to; `nil` where each is one.
  ///   - confidence: of what is promised; `nil` for ``TuningPromise/usualConfidence(recordings:)``.
  ///   - traceCount: number of all traces, those held out included.
  ///   - contentCount: sessions over one trace.
  ///   - earlier: what a search of the same space for the same goals over the same traces has played: it is not played
  ///     again, but counts as if it were.
  /// - Throws: ``TuningError/noCurrentSetting(constraint:reason:)``.
  package init(
    _ space: SearchSpace, for goals: TuningGoals, method: SearchMethod, samples: Int = .max, seed: Int = 1,
    traces: [Int], recordings: [[Int]]? = nil, confidence: Double? = nil, traceCount: Int, contentCount: Int = 1,
    earlier: SettingOutcomes? = nil
  ) throws(TuningError) {
    if let constraint = goals.relativeConstraint, space.current == nil {
      throw .noCurrentSetting(constraint: constraint.name, reason: space.currentProblem ?? "none")
    }
    self.space = space
    self.goals = goals
    self.method = method
    self.traces = traces
    self.recordings = recordings ?? traces.map { [$0] }
    self.confidence = confidence ?? TuningPromise.usualConfidence(recordings: self.recordings.count)
    settings = method == .random ? space.randomSample(samples, seed: seed) : space.settings
    candidateCount = settings.count
    if let current = space.current {
      if let index = settings.firstIndex(where: { $0.values == current.values }) {
        currentIndex = index
      } else {
        currentIndex = settings.count
        settings.append(current)
      }
    } else {
      currentIndex = nil
    }
    outcomes = SettingOutcomes(
      measures: goals.objectives + goals.besides, traceCount: traceCount, contentCount: contentCount)
    for _ in settings { _ = outcomes.append() }
    if let earlier {
      precondition(
        earlier.settingCount >= settings.count && earlier.measures == outcomes.measures
          && earlier.traceCount == traceCount,
        "the outcomes belong to another search")
      outcomes = earlier
      // Other settings have other indices here.
      outcomes.keep(first: settings.count)
    }
  }

  /// Sessions of the whole grid.
  package var exhaustiveSessions: Int { space.settings.count * traces.count * outcomes.contentCount }

  /// Sessions that the search plays, those of a current setting that is no candidate included.
  package var plannedSessions: Int {
    (candidateCount + (isCurrentExtra ? 1 : 0)) * traces.count * outcomes.contentCount
  }

  /// Whether there is a current setting that is no candidate.
  private var isCurrentExtra: Bool { currentIndex.map { $0 >= candidateCount } ?? false }

  /// Searches.
  ///
  /// - Parameter play: plays what is asked for.
  /// - Returns: what was found; marked as partial where a session was not played.
  /// - Throws: what `play` throws.
  package mutating func run(play: Play) throws -> TuningOutcome {
    precondition(method != .askTell, "another program runs this search")
    let candidates = Array(0..<candidateCount)
    let count = try look(at: candidates, over: traces.count, play: play)
    guard count > 0 else { return nothing }
    return try outcome(of: candidates + (isCurrentExtra ? alongside : []), over: count, play: play)
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

  /// Plays settings over traces as far as they have not been.
  mutating func require(_ wanted: [Int], over traces: [Int], play: Play) throws {
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

  /// Makes room for another setting.
  mutating func append(_ setting: TuningSetting) -> Int {
    settings.append(setting)
    return outcomes.append()
  }
}
