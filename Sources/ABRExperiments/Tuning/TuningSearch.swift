import ABRDeterminism

/// How a search goes through its space.
public enum SearchMethod: String, Sendable, Hashable, CaseIterable {
  /// All settings over a few traces, the better ones over more: see ``HalvingPlan``.
  case halving
  /// Every setting over every trace: the referee.
  case exhaustive
  /// As many settings, drawn at random, as the budget plays over every trace: what a method must beat.
  case random
}

/// A search for a setting: plays settings over the traces of the search and keeps those that nothing beats.
///
/// It decides what is played and learns what came out; the playing itself is the caller's, see ``Play``.
public struct TuningSearch {
  /// Plays settings over traces.
  ///
  /// - Parameters:
  ///   - settings: which ones.
  ///   - traces: indices of the traces.
  /// - Returns: for each trace, each video and each setting a session, in this order; `nil` for one that was not played because the
  ///   user stopped it.
  public typealias Play = (_ settings: [TuningSetting], _ traces: [Int]) throws -> [ExperimentRunner.Played?]

  /// How far a search is.
  public struct Step: Sendable, Hashable {
    /// Number of the rung, from 1.
    public let rung: Int
    /// Number of rungs.
    public let rungCount: Int
    /// Settings that were played in it.
    public let settings: Int
    /// Traces over which they have been played.
    public let traces: Int
    /// Settings that go on.
    public let kept: Int
    /// The best setting so far, by the goals and conditions.
    public let best: TuningSetting
    /// Its values, in the order of the objectives.
    public let values: [Double?]
    /// Whether it meets every condition.
    public let isFeasible: Bool
  }

  /// The settings.
  public let space: SearchSpace
  /// What is wanted.
  public let goals: TuningGoals
  /// How the space is gone through.
  public let method: SearchMethod
  /// Share of all settings × traces that halving and random draws may play.
  public let budget: Double
  /// Decides what is drawn at random.
  public let seed: Int
  /// The traces of the search in their order, see ``TraceSplit``.
  public let traces: [Int]
  /// The most sessions that are played in one go; between two of them a search can be stopped and its state saved.
  static let batch = 200_000

  var outcomes: SettingOutcomes
  /// The settings with an index in ``outcomes``: those of the space, the current one, and those found between the grid's.
  var settings: [TuningSetting]
  let currentIndex: Int?
  var isInterrupted = false
  /// Settings × traces that the method asked for, beside those of the current setting.
  var asked = 0

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - traces: indices of the traces of the search, in order.
  ///   - traceCount: number of all traces, those held out included.
  ///   - programmeCount: sessions over one trace.
  ///   - isQueue: whether sessions have several items.
  /// - Throws: ``TuningError/noCurrentSetting(keep:reason:)``.
  public init(
    _ space: SearchSpace, for goals: TuningGoals, method: SearchMethod = .halving, budget: Double = 0.25, seed: Int = 1,
    traces: [Int], traceCount: Int, programmeCount: Int = 1, ofQueues isQueue: Bool
  ) throws(TuningError) {
    if let keep = goals.relativeKeep, space.current == nil {
      throw .noCurrentSetting(keep: keep.name, reason: space.currentProblem ?? "none")
    }
    self.space = space
    self.goals = goals
    self.method = method
    self.budget = budget
    self.seed = seed
    self.traces = traces
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
      measures: goals.objectives, traceCount: traceCount, programmeCount: programmeCount, ofQueues: isQueue)
    for _ in settings { _ = outcomes.append() }
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - play: plays what is asked for.
  ///   - onBatch: told after each batch, with everything that was played so far.
  ///   - onStep: told after each rung.
  /// - Returns: what was found; marked as partial where a session was not played.
  /// - Throws: what `play` throws.
  public mutating func run(
    play: Play, onBatch: (TuningSearch) throws -> Void = { _ in }, onStep: (Step) -> Void = { _ in }
  ) throws -> TuningOutcome {
    let grid = Array(space.settings.indices)
    var left = grid
    var plan: HalvingPlan
    switch method {
    case .halving: plan = HalvingPlan(settings: grid.count, traces: traces.count, budget: budget)
    case .exhaustive: plan = HalvingPlan(exhaustiveOf: grid.count, traces: traces.count)
    case .random:
      var random = SeededRandom(seed: seed, path: "random settings")
      let count = min(max(Int(budget * Double(grid.count)), 1), grid.count)
      for index in 0..<count { left.swapAt(index, index + random.integer(below: left.count - index)) }
      left = left.prefix(count).sorted()
      plan = HalvingPlan(exhaustiveOf: count, traces: traces.count)
    }
    var rungs: [TuningOutcome.Rung] = []
    var complete: (settings: [Int], traces: Int)?
    for (number, rung) in plan.rungs.enumerated() {
      let beginning = Array(traces.prefix(rung.traces))
      guard try require(left + (currentIndex.map { [$0] } ?? []), over: beginning, play: play, onBatch: onBatch) else {
        break
      }
      asked += left.count * (rung.traces - (rungs.last?.traces ?? 0))
      complete = (left, rung.traces)
      let next = number + 1 < plan.rungs.count ? plan.rungs[number + 1].settings : left.count
      let judged = judged(left, over: beginning)
      let kept = select(next, of: judged)
      rungs.append(.init(settings: left.count, traces: rung.traces, kept: kept.count))
      let best = ranking(judged)[0]
      onStep(
        Step(
          rung: number + 1, rungCount: plan.rungs.count, settings: left.count, traces: rung.traces, kept: kept.count,
          best: settings[best.setting], values: best.values, isFeasible: best.isFeasible))
      left = kept
    }
    return try outcome(rungs: rungs, complete: complete, play: play, onBatch: onBatch)
  }

  // MARK: - Playing

  /// Plays settings over traces as far as they have not been.
  ///
  /// - Returns: whether all of them have been played now.
  mutating func require(
    _ wanted: [Int], over traces: [Int], play: Play, onBatch: (TuningSearch) throws -> Void
  ) throws -> Bool {
    // Settings that lack the same traces are played together.
    var groups: [[Int]: [Int]] = [:]
    for setting in Set(wanted).sorted() {
      let missing = traces.filter { !outcomes.isPlayed(setting, over: $0) }
      if !missing.isEmpty { groups[missing, default: []].append(setting) }
    }
    for (missing, group) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
      let atOnce = max(1, Self.batch / (group.count * outcomes.programmeCount))
      for start in stride(from: 0, to: missing.count, by: atOnce) {
        let slice = Array(missing[start..<min(start + atOnce, missing.count)])
        let played = try play(group.map { settings[$0] }, slice)
        note(played, of: group, over: slice)
        try onBatch(self)
        if isInterrupted { return false }
      }
    }
    return true
  }

  private mutating func note(_ played: [ExperimentRunner.Played?], of group: [Int], over slice: [Int]) {
    let programmes = outcomes.programmeCount
    precondition(played.count == slice.count * programmes * group.count, "a session for each trace, video and setting")
    for (row, trace) in slice.enumerated() {
      for (column, setting) in group.enumerated() {
        let sessions = (0..<programmes).map { played[(row * programmes + $0) * group.count + column] }
        let present = sessions.compactMap { $0 }
        guard present.count == programmes else {
          isInterrupted = true
          continue
        }
        outcomes.record(present, setting: setting, trace: trace)
      }
    }
  }

  // MARK: - Judging

  /// A setting with its values over some traces.
  struct Judged {
    var setting: Int
    /// In the order of the objectives.
    var values: [Double?]
    /// The values so that less is better; infinite without one.
    var harms: [Double]
    /// By how much the conditions are missed, each as a share of what it is compared with; 0 where all are met.
    var violation: Double

    var isFeasible: Bool { violation == 0 }
  }

  /// Values of settings over traces that they were played over.
  /// - Complexity: O(settings × traces × objectives).
  func judged(_ candidates: [Int], over traces: [Int]) -> [Judged] {
    func values(_ setting: Int) -> [Double?] {
      goals.objectives.map { outcomes.value(of: $0, setting: setting, over: traces) }
    }
    let reference = currentIndex.map(values)
    let places = goals.keeps.map { keep in goals.objectives.firstIndex(of: keep.measure) ?? 0 }
    return candidates.map { setting in
      let values = setting == currentIndex ? reference ?? [] : values(setting)
      let violation = zip(goals.keeps, places).reduce(0.0) { sum, condition in
        let (keep, place) = condition
        let excess = goals.excess(of: values[place], over: keep, reference: reference?[place])
        guard excess > 0 else { return sum }
        let scale = [values[place], reference?[place]].compactMap { $0 }.filter(\.isFinite).map(\.magnitude).max() ?? 1
        return sum + (scale > 0 ? excess / scale : excess)
      }
      return Judged(
        setting: setting, values: values, harms: Self.harms(values, goals.objectives), violation: violation)
    }
  }

  /// Values as harms: less is better, infinite without a value.
  static func harms(_ values: [Double?], _ objectives: [Measure]) -> [Double] {
    zip(values, objectives).map { value, measure in
      value.flatMap { $0.isNaN ? nil : measure.direction.harm(of: $0) } ?? .infinity
    }
  }

  /// Settings from the best to the worst: those that meet the conditions by the first goal, then the next ones, then the measures of the
  /// conditions; then the others by how far they miss them. Of what is equal in all that the current setting comes first, then the order of the grid.
  func ranking(_ candidates: [Judged]) -> [Judged] {
    candidates.sorted { one, other in
      if one.violation != other.violation { return one.violation < other.violation }
      for (a, b) in zip(one.harms, other.harms) where a != b { return a < b }
      if (one.setting == currentIndex) != (other.setting == currentIndex) { return one.setting == currentIndex }
      return one.setting < other.setting
    }
  }

  /// The settings that go on: the front over all objectives, spread out, and where there are conditions for a quarter the best by them.
  private func select(_ count: Int, of candidates: [Judged]) -> [Int] {
    guard count < candidates.count else { return candidates.map(\.setting) }
    let best = Set(ranking(candidates).prefix(goals.keeps.isEmpty ? 1 : max(1, count / 4)).map(\.setting))
    let places = Set(candidates.indices.filter { best.contains(candidates[$0].setting) })
    return Dominance.select(count, of: candidates.map(\.harms), keeping: places).map { candidates[$0].setting }
  }
}
