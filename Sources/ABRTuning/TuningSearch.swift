import ABRComparison
import ABRInput
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
  /// - Returns: for each trace, each video and each setting a session, in this order; `nil` for one that was not played because the
  ///   user stopped it.
  package typealias Play = (_ settings: [TuningSetting], _ traces: [Int]) throws -> [ExperimentRunner.Played?]

  /// How far a search is.
  package struct Step: Sendable, Hashable {
    /// Number of the rung, from 1.
    package let rung: Int
    /// Number of rungs.
    package let rungCount: Int
    /// Settings that were played in it.
    package let settings: Int
    /// Traces over which they have been played.
    package let traces: Int
    /// Settings that go on.
    package let kept: Int
    /// The best setting so far, by the goals and conditions.
    package let best: TuningSetting
    /// Its values or what is expected of them, in the order of the objectives.
    package let values: [Double?]
    /// Whether it meets every condition.
    package let isFeasible: Bool
  }

  /// The settings.
  package let space: SearchSpace
  /// What is wanted.
  package let goals: TuningGoals
  /// How the space is gone through.
  package let method: SearchMethod
  /// Share of all settings × traces that halving and random draws may play.
  package let budget: Double
  /// Decides what is drawn at random.
  package let seed: Int
  /// The traces of the search in the order in which they are played, see ``TraceSplit``; the pilot settings bring those to the front on
  /// which settings differ.
  package private(set) var traces: [Int]
  /// Settings beside the best of the last rung for which the budget leaves room; what the steps leave of it goes to the front.
  static let climbers = 16
  /// The same for steps from what the last of the budget found.
  static let lastClimbers = 4
  /// The most sessions that are played in one go; between two of them a search can be stopped and its state saved.
  static let batch = 200_000

  /// What was played so far; the settings of the space come first, in their order.
  package internal(set) var outcomes: SettingOutcomes
  /// The settings with an index in ``outcomes``: those of the space, the current one, and those found between the grid's.
  var settings: [TuningSetting]
  let currentIndex: Int?
  var isInterrupted = false
  /// How many of the traces, in their order, this search looked at a setting over. What was played before it says nothing: with a
  /// checkpoint the answer is the same as without.
  var reached: [Int: Int] = [:]
  /// What is played over how many traces.
  private let plan: HalvingPlan
  /// Settings that are played over every trace first, see ``PilotSettings``.
  private var pilots: PilotSettings?
  /// What is expected from settings nearby.
  var nearby: NearbyExpectations?
  /// Which of ``traces`` were brought to the front because settings differ on them.
  private var isTelling: [Bool] = []
  /// Sessions that the method asked for, beside those of the current setting; what is the session of several settings counts once.
  var asked = 0
  /// Sessions that were asked for between the values of the grid.
  var refined = 0
  /// Which of the sessions of ``outcomes`` have been counted.
  private var isCounted: [Bool] = []

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - traces: indices of the traces of the search, in order.
  ///   - traceCount: number of all traces, those held out included.
  ///   - programmeCount: sessions over one trace.
  ///   - isQueue: whether sessions have several items.
  ///   - earlier: what a search of the same space for the same goals over the same traces has played: it is not played again, but
  ///     counts as if it were.
  /// - Throws: ``TuningError/noCurrentSetting(keep:reason:)``.
  package init(
    _ space: SearchSpace, for goals: TuningGoals, method: SearchMethod = .halving, budget: Double = 0.25, seed: Int = 1,
    traces: [Int], traceCount: Int, programmeCount: Int = 1, ofQueues isQueue: Bool, earlier: SettingOutcomes? = nil
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
    (plan, pilots) = Self.plan(of: space, method: method, budget: budget, traces: traces.count)
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
    nearby = pilots.map { NearbyExpectations(points: $0.points, objectives: goals.objectives.count) }
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

  /// Searches.
  ///
  /// - Parameters:
  ///   - play: plays what is asked for.
  ///   - onBatch: told after each batch, with everything that was played so far.
  ///   - onStep: told after each rung.
  /// - Returns: what was found; marked as partial where a session was not played.
  /// - Throws: what `play` throws.
  package mutating func run(
    play: Play, onBatch: (TuningSearch) throws -> Void = { _ in }, onStep: (Step) -> Void = { _ in }
  ) throws -> TuningOutcome {
    precondition(method != .askTell, "another program runs this search")
    var left = Array(space.settings.indices)
    if method == .random {
      var random = SeededRandom(seed: seed, path: "random settings")
      let count = plan.rungs[0].settings
      for index in 0..<count { left.swapAt(index, index + random.integer(below: left.count - index)) }
      left = left.prefix(count).sorted()
    }
    var rungs: [TuningOutcome.Rung] = []
    guard try fly(play: play, onBatch: onBatch) else {
      let pilots = self.pilots?.settings ?? []
      self.pilots = nil
      return try interrupted(in: pilots, play: play, onBatch: onBatch)
    }
    var complete: (settings: [Int], traces: Int) = (left, 0)
    for (number, rung) in plan.rungs.enumerated() {
      let isLast = number + 1 == plan.rungs.count
      let isWhole: Bool
      if isLast, number > 0 {
        isWhole = try playLastRung(
          atLeast: (pilots?.settings.count ?? 0) + HalvingPlan.lastSettings, play: play, onBatch: onBatch)
        left = known
      } else {
        isWhole = try require(left + alongside, over: Array(traces.prefix(rung.traces)), play: play, onBatch: onBatch)
      }
      guard isWhole else {
        if number == 0 { return try interrupted(in: left, play: play, onBatch: onBatch) }
        break
      }
      note(left, over: rung.traces)
      if method == .halving { takeInKnown() }
      if isLast, number > 0 { left = known }
      complete = (left, rung.traces)
      let judged = judged(left, over: Array(traces.prefix(rung.traces)))
      let kept = isLast ? left.count : plan.rungs[number + 1].settings
      rungs.append(.init(settings: left.count, traces: rung.traces, kept: kept))
      let best = ranking(judged)[0]
      onStep(
        Step(
          rung: number + 1, rungCount: plan.rungs.count, settings: left.count, traces: rung.traces, kept: kept,
          best: settings[best.setting], values: shown(best.expected, notBelow: floors), isFeasible: best.isFeasible))
      if number + 2 < plan.rungs.count { left = select(kept, of: judged) }
    }
    return try outcome(rungs: rungs, complete: complete, play: play, onBatch: onBatch)
  }

  /// What values can be at least, as far as is known: 0 where no setting that was played over all traces is below it.
  var floors: [Double] {
    goals.objectives.map { measure in
      let values = known.compactMap { outcomes.value(of: measure, setting: $0, over: traces) }
      return (values.min() ?? -1) < 0 ? -.infinity : 0
    }
  }

  /// Values for people: a share of time that is expected to be a little below 0 is 0.
  func shown(_ values: [Double?], notBelow floors: [Double]) -> [Double?] {
    zip(values, floors).map { value, floor in value.map { $0 < floor ? floor : $0 } }
  }

  /// The rungs, and the settings that are played over every trace before them.
  private static func plan(
    of space: SearchSpace, method: SearchMethod, budget: Double, traces: Int
  ) -> (HalvingPlan, PilotSettings?) {
    let count = space.settings.count
    switch method {
    case .halving:
      guard HalvingPlan(settings: count, traces: traces, budget: budget).rungs.count > 1 else { break }
      let pilots = PilotSettings(of: space)
      let plan = HalvingPlan(settings: count, traces: traces, budget: budget, pilots: pilots.settings.count)
      if plan.rungs.count > 1 { return (plan, pilots) }
    case .exhaustive, .askTell: break
    case .random:
      let drawn = min(max(Int(budget * Double(count)), 1), count)
      return (HalvingPlan(exhaustiveOf: drawn, traces: traces), nil)
    }
    return (HalvingPlan(exhaustiveOf: count, traces: traces), nil)
  }

  /// Before a search: sessions that its method is expected to play, with those of a current setting off the grid. Steps beside the answer may add
  /// to them, and what an earlier search has played is not played again.
  package var expectedSessions: Int {
    let all = plan.sessions + (settings.count - space.settings.count) * traces.count
    let played = settings.indices.reduce(0) { sum, setting in
      sum + traces.count { outcomes.isPlayed(setting, over: $0) }
    }
    return max(0, all - played) * outcomes.programmeCount
  }

  /// The answer of a search that was stopped before anything was whole: settings over those traces that all of them were played over.
  private mutating func interrupted(
    in settings: [Int], play: Play, onBatch: (TuningSearch) throws -> Void
  ) throws -> TuningOutcome {
    let wanted = settings + alongside
    let count = traces.firstIndex { trace in !wanted.allSatisfy { outcomes.isPlayed($0, over: trace) } } ?? traces.count
    guard !settings.isEmpty, count > 0 else {
      return try outcome(rungs: [], complete: nil, play: play, onBatch: onBatch)
    }
    note(settings, over: count)
    let rung = TuningOutcome.Rung(settings: settings.count, traces: count, kept: settings.count)
    return try outcome(rungs: [rung], complete: (settings, count), play: play, onBatch: onBatch)
  }

  /// Counts what a search asked for, and what it then knows without having asked.
  mutating func note(_ settings: [Int], over count: Int) { asked += look(at: settings, over: count) }

  /// Looks at settings over the first traces.
  ///
  /// - Returns: how many sessions nobody had looked at.
  mutating func look(at settings: [Int], over count: Int) -> Int {
    isCounted.append(contentsOf: repeatElement(false, count: outcomes.sessionCount - isCounted.count))
    var new = 0
    for setting in settings {
      let before = reached[setting] ?? 0
      for trace in traces.prefix(count).dropFirst(before) {
        for session in outcomes.sessions(of: setting, over: trace) where !isCounted[session] {
          isCounted[session] = true
          new += 1
        }
      }
      reached[setting] = max(before, count)
    }
    return new
  }

  /// Sessions of a setting over all traces of the search that nobody has looked at: the most that it may cost to play.
  /// - Complexity: O(traces).
  func missing(_ setting: Int) -> Int {
    if reached[setting] == traces.count { return 0 }
    return outcomes.missing(setting, over: traces, of: isCounted)
  }

  /// Takes in settings all of whose sessions are those of others.
  /// - Complexity: O(settings × traces).
  mutating func takeInKnown() {
    for setting in space.settings.indices where reached[setting] != traces.count && missing(setting) == 0 {
      reached[setting] = traces.count
    }
  }

  // MARK: - Playing

  /// What is played along with every setting: the current one, where there is one.
  var alongside: [Int] { currentIndex.map { [$0] } ?? [] }

  /// Plays the pilot settings over every trace, and brings those traces to the front on which they differ: every second place is taken by the
  /// one that tells most about any objective and stands for itself, the others stay as they were, so that every beginning still is of all kinds,
  /// and stand for the rest (a sample of two strata, the first one taken whole; W. G. Cochran, "Sampling Techniques", 3rd ed., §5.3).
  ///
  /// - Returns: whether they were all played.
  private mutating func fly(play: Play, onBatch: (TuningSearch) throws -> Void) throws -> Bool {
    guard let pilots = pilots?.settings, !pilots.isEmpty else { return true }
    guard try require(pilots + alongside, over: traces, play: play, onBatch: onBatch) else {
      return false
    }
    note(pilots, over: traces.count)
    takeInKnown()
    var weights = [Double](repeating: 0, count: traces.count)
    for measure in goals.objectives {
      for (index, spread) in outcomes.spreads(of: measure, settings: pilots, over: traces).enumerated() {
        weights[index] = max(weights[index], spread)
      }
    }
    var telling = traces.indices.sorted { (weights[$0], $1) > (weights[$1], $0) }[...]
    var spread = traces.indices[...]
    var order: [Int] = []
    var isIn = [Bool](repeating: false, count: traces.count)
    while order.count < traces.count {
      let wantsTelling = order.count.isMultiple(of: 2)
      guard let next = wantsTelling ? telling.popFirst() : spread.popFirst() else { break }
      if !isIn[next] {
        isIn[next] = true
        order.append(next)
        isTelling.append(wantsTelling)
      }
    }
    traces = order.map { traces[$0] }
    return true
  }

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
    for (place, session) in played.enumerated() {
      guard let session else {
        isInterrupted = true
        continue
      }
      let (row, column) = place.quotientAndRemainder(dividingBy: group.count)
      outcomes.record(
        session, settings: [group[column]], trace: slice[row / programmes], programme: row % programmes)
    }
  }

  // MARK: - Judging

  /// A setting with its values over some traces.
  struct Judged {
    var setting: Int
    /// The values that those over the traces let expect over all of the search, in the order of the objectives.
    var expected: [Double?]
    /// What is expected so that less is better; infinite without a value.
    var harms: [Double]
    /// By how much the conditions are missed by what is expected, each as a share of what it is compared with; 0 where all are met.
    var violation: Double
    /// What the first traces, and what settings nearby let expect; empty of a setting that was played over all traces.
    var early: [Double?] = []
    var nearby: [(value: Double, error: Double)?] = []
    /// By how much what is expected may be off.
    var doubts: [Double] = []
    /// Whether it is not to be chosen.
    var isUnwanted = false

    var isFeasible: Bool { violation == 0 }

    /// The same, behind all others.
    var unwanted: Judged {
      Judged(
        setting: setting, expected: expected, harms: harms.map { _ in .infinity }, violation: .infinity,
        isUnwanted: true)
    }
  }

  /// For how many traces each of a beginning stands: those that were brought to the front for themselves, the others for the rest; `nil` where
  /// they stand for themselves alone.
  func weights(of beginning: [Int]) -> [Double]? {
    guard pilots != nil, beginning.count < traces.count else { return nil }
    let telling = isTelling.prefix(beginning.count)
    let count = telling.count { $0 }
    let rest = beginning.count - count
    guard rest > 0 else { return nil }
    return telling.map { $0 ? 1 : Double(traces.count - count) / Double(rest) }
  }

  /// Values of settings over traces that they were played over: of those that were played over all of the search's traces their own, of
  /// others what is expected over all, where pilot settings let expect anything.
  ///
  /// - Complexity: O(settings × traces × objectives × known settings).
  func judged(_ candidates: [Int], over beginning: [Int]) -> [Judged] {
    var expectations: SettingExpectations?
    if let pilots, let weights = weights(of: beginning) {
      expectations = SettingExpectations(
        of: goals.objectives, known: pilots.spread(known), pilots: pilots, in: outcomes, over: traces,
        beginning: beginning,
        weights: weights)
    }
    guard let expectations else {
      let reference = reference(over: beginning)
      return candidates.map { judged($0, values(of: $0, over: beginning), reference: reference) }
    }
    let reference = reference(over: traces)
    return candidates.map { setting in
      // The current setting is played along with the pilots.
      if reached[setting] == traces.count || setting == currentIndex {
        return judged(setting, values(of: setting, over: traces), reference: reference)
      }
      let early = expectations.values(of: setting, in: outcomes)
      let near = nearby?.values(of: setting) ?? early.map { _ in nil }
      var values = early
      var doubts: [Double] = []
      for (objective, model) in near.enumerated() {
        if let model, let nearby, nearby.isFollowed(objective) {
          values[objective] = model.value
          doubts.append(model.error)
        } else {
          doubts.append((nearby?.typicalError(objective) ?? 0) / 2)
        }
      }
      var judged = judged(setting, values, reference: reference)
      judged.early = early
      judged.nearby = near
      judged.doubts = doubts
      return judged
    }
  }

  /// Values of the current setting, to which conditions may be relative; `nil` where there is none.
  func reference(over traces: [Int]) -> [Double?]? { currentIndex.map { values(of: $0, over: traces) } }

  /// Settings of the grid that this search has played over all its traces.
  var known: [Int] { space.settings.indices.filter { reached[$0] == traces.count } }

  func values(of setting: Int, over traces: [Int]) -> [Double?] {
    goals.objectives.map { outcomes.value(of: $0, setting: setting, over: traces) }
  }

  /// A setting with values, real or expected.
  func judged(_ setting: Int, _ values: [Double?], reference: [Double?]?) -> Judged {
    let violation = goals.keeps.reduce(0.0) { sum, keep in
      let place = goals.objectives.firstIndex(of: keep.measure) ?? 0
      return sum + goals.violation(of: values[place], over: keep, reference: reference?[place])
    }
    return Judged(
      setting: setting, expected: values, harms: Self.harms(values, goals.objectives), violation: violation)
  }

  /// Values as harms: less is better, infinite without a value. They keep 40 binary digits, some 1e-12, below which a difference tells the order
  /// of sums and nothing else, see ``Tie``.
  static func harms(_ values: [Double?], _ objectives: [Measure]) -> [Double] {
    zip(values, objectives).map { value, measure in
      guard let value, !value.isNaN, let harm = measure.direction.harm(of: value), harm.isFinite else {
        return .infinity
      }
      return Double(bitPattern: (harm.bitPattern &+ 0x800) & ~0xfff)
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

  /// The settings that go on: those that together dominate most in all objectives. With conditions half of the places go to the best by them:
  /// a quarter by what is expected, and a quarter where misses of a few percent are overlooked, as few traces cannot tell them from none.
  private func select(_ count: Int, of candidates: [Judged]) -> [Int] {
    guard count < candidates.count else { return candidates.map(\.setting) }
    var chosen = Set([ranking(candidates)[0].setting])
    if !goals.keeps.isEmpty {
      for ranked in [ranking(candidates), ranking(lenient(candidates))] {
        chosen.formUnion(ranked.prefix(count / 4).map(\.setting))
      }
    }
    let points = candidates.map(\.harms)
    var places = Set(candidates.indices.filter { chosen.contains(candidates[$0].setting) })
    places.formUnion(HypervolumeChoice(among: points).next(count - places.count, besides: places.sorted()))
    return Dominance.select(count, of: points, keeping: places).map { candidates[$0].setting }
  }

  /// The same settings with small misses of conditions overlooked.
  func lenient(_ candidates: [Judged]) -> [Judged] {
    candidates.map { candidate in
      var lenient = candidate
      if lenient.violation <= Self.leniency { lenient.violation = 0 }
      return lenient
    }
  }

  /// Misses of conditions that are overlooked before the last rung, as a share of what they are compared with.
  private static let leniency = 0.03
}
