import ABRPolicies

extension TuningSearch {
  /// Puts together what was found, after looking between and beside the settings of the grid.
  ///
  /// - Parameter answer: the setting to judge; `nil` for the best one.
  mutating func outcome(
    rungs: [TuningOutcome.Rung], complete: (settings: [Int], traces: Int)?, answer: Int? = nil, play: Play,
    onBatch: (TuningSearch) throws -> Void
  ) throws -> TuningOutcome {
    let exhaustive = space.settings.count * traces.count * outcomes.programmeCount
    guard let complete else {
      return TuningOutcome(
        rungs: [], evaluated: [], best: nil, closest: nil, current: nil, neighbours: [], constantGoals: [],
        played: asked, refined: 0, exhaustive: exhaustive,
        isPartial: true, isWhole: false)
    }
    let isWhole = complete.traces == traces.count
    let beginning = Array(traces.prefix(complete.traces))
    var finalists = complete.settings
    if isWhole, !isInterrupted { finalists += try refine(from: finalists, play: play, onBatch: onBatch) }
    // What is used now is an answer like any other, but another program chooses among those it asked for.
    if method != .askTell { finalists += alongside.filter { !finalists.contains($0) } }
    var judged = judged(finalists, over: beginning)
    var best = answer ?? ranking(judged)[0].setting
    var neighbours: [(parameter: Int, setting: Int)] = []
    // A step beside the answer that is better is the answer, until none is. Random draws and other programs look for themselves.
    while isWhole, !isInterrupted {
      neighbours = beside(best)
      guard try require(neighbours.map(\.setting), over: beginning, play: play, onBatch: onBatch) else {
        neighbours = []
        break
      }
      guard method == .halving || method == .exhaustive else { break }
      let new = neighbours.map(\.setting).filter { !finalists.contains($0) }
      let beside = self.judged(new, over: beginning)
      let winner = ranking(judged + beside)[0].setting
      if winner == best { break }
      finalists += new
      judged += beside
      let onGrid = new.filter(space.settings.indices.contains)
      note(onGrid, over: traces.count)
      noteRefined(new.filter { !onGrid.contains($0) })
      best = winner
    }
    let onFront = front(of: judged)
    let evaluated = evaluations(onFront)
    let found = self.evaluated([best], over: beginning, onFront)[0]
    let isFeasible = found.isFeasible
    let current = currentIndex.map { self.evaluated([$0], over: beginning, onFront)[0] }
    let compared = evaluated + [current].compactMap { $0 }
    return TuningOutcome(
      rungs: rungs, evaluated: evaluated, best: isFeasible ? found : nil, closest: isFeasible ? nil : found,
      current: current,
      neighbours: zip(neighbours, self.evaluated(neighbours.map(\.setting), over: beginning, onFront)).map {
        .init(parameter: $0.parameter, evaluated: $1)
      },
      constantGoals: goals.goals.enumerated().filter { index, _ in
        evaluated.count > 1 && Set(compared.map { $0.values[index] }).count == 1
      }.map(\.element),
      played: asked, refined: refined, exhaustive: exhaustive,
      isPartial: isInterrupted || !isWhole, isWhole: known.count == space.settings.count)
  }

  func evaluated(_ wanted: [Int], over traces: [Int], _ onFront: Set<Int>) -> [TuningOutcome.Evaluated] {
    // Over all of the search's traces nothing is an expectation.
    let floors = weights(of: traces) == nil ? nil : floors
    return judged(wanted, over: traces).map { judged in
      .init(
        setting: settings[judged.setting],
        values: floors.map { shown(judged.expected, notBelow: $0) } ?? judged.expected, traces: traces.count,
        isFeasible: judged.isFeasible, isOnFront: onFront.contains(judged.setting))
    }
  }

  /// The settings that meet the conditions and that no other of them beats in the goals.
  private func front(of candidates: [Judged]) -> Set<Int> {
    let feasible = candidates.filter(\.isFeasible)
    let points = feasible.map { Array($0.harms.prefix(goals.goals.count)) }
    return Set(Dominance.fronts(of: points).first?.map { feasible[$0].setting } ?? [])
  }

  /// Each setting over the traces of the last whole rung that it was in.
  private func evaluations(_ onFront: Set<Int>) -> [TuningOutcome.Evaluated] {
    let groups = Dictionary(grouping: reached.keys.sorted()) { reached[$0] ?? 0 }
    let evaluated = groups.flatMap { count, group in
      zip(group, self.evaluated(group, over: Array(traces.prefix(count)), onFront))
    }
    return evaluated.sorted { $0.0 < $1.0 }.map(\.1)
  }

  // MARK: - Between and beside

  /// Looks between the values of the grid around the best setting, in the parameters that are continuous.
  ///
  /// A compass search (R. Hooke and T. A. Jeeves, JACM 8, 1961; T. G. Kolda, R. M. Lewis and V. Torczon, SIAM Review 45, 2003):
  /// from the best setting half a step of the grid down and up in each parameter; to the best of these where it is better, otherwise the
  /// step is halved, twice at most. Values are rounded to the power of ten below a quarter of the grid's step, so that what is found can be said
  /// to people.
  ///
  /// - Returns: the settings that were looked at, all over every trace of the search.
  private mutating func refine(
    from finalists: [Int], play: Play, onBatch: (TuningSearch) throws -> Void
  ) throws -> [Int] {
    let continuous = space.parameters.indices.filter { space.parameters[$0].range.isContinuous }
    guard !continuous.isEmpty, method == .halving || method == .exhaustive else { return [] }
    var found: [Int] = []
    var best = ranking(judged(finalists, over: traces))[0].setting
    let gridSteps = continuous.map { step(of: $0, around: best) }
    var steps = gridSteps.map { $0 / 2 }
    var halvings = 0
    for _ in 0..<Self.mostRefinements where halvings < 3 {
      var candidates: [Int] = []
      for (place, parameter) in continuous.enumerated() {
        for sign in [-1.0, 1] {
          let moved = index(
            of: best, moving: parameter, by: sign * steps[place], unit: Self.powerOfTen(below: gridSteps[place] / 4))
          if let moved, !candidates.contains(moved) { candidates.append(moved) }
        }
      }
      guard try require(candidates, over: traces, play: play, onBatch: onBatch) else { return found }
      let new = candidates.filter { !found.contains($0) && !finalists.contains($0) }
      noteRefined(new)
      found += new
      let winner = ranking(judged([best] + candidates.filter { $0 != best }, over: traces))[0].setting
      if winner == best {
        steps = steps.map { $0 / 2 }
        halvings += 1
      }
      best = winner
    }
    return found
  }

  /// Counts settings between those of the grid that were played over all traces.
  private mutating func noteRefined(_ settings: [Int]) {
    refined += look(at: settings, over: traces.count)
  }

  /// The most moves of ``refine(from:play:onBatch:)``.
  private static let mostRefinements = 12

  /// The distance between values of the grid around a setting.
  private func step(of parameter: Int, around setting: Int) -> Double {
    let numbers = space.parameters[parameter].range.values.compactMap(\.number)
    let value = settings[setting].values[parameter].number ?? 0
    let above = numbers.first { $0 > value }
    let below = numbers.last { $0 < value }
    return min((above ?? .infinity) - value, value - (below ?? -.infinity))
  }

  /// The largest power of ten that is not above a value.
  static func powerOfTen(below value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1e-6 }
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return power
  }

  /// Index of the setting with one value moved and rounded; `nil` where that leaves the range, changes nothing or is no setting.
  private mutating func index(of setting: Int, moving parameter: Int, by distance: Double, unit: Double) -> Int? {
    let range = space.parameters[parameter].range.values
    var values = settings[setting].values
    guard distance.isFinite, let old = values[parameter].number, let low = range.first?.number,
      let high = range.last?.number
    else { return nil }
    let moved = ((old + distance) / unit).rounded() * unit
    guard (low...high).contains(moved), let value = try? space.parameters[parameter].parameter.value(of: moved),
      value != values[parameter]
    else { return nil }
    values[parameter] = value
    return index(of: values)
  }

  /// Index of the setting with these values, which is added where it is new; `nil` where they are no setting.
  mutating func index(of values: [ParameterValue]) -> Int? {
    if let known = settings.firstIndex(where: { $0.values == values }) { return known }
    guard let setting = try? space.setting(values) else { return nil }
    settings.append(setting)
    return outcomes.append()
  }

  /// The settings of the grid one value below and above in each parameter.
  private mutating func beside(_ setting: Int) -> [(parameter: Int, setting: Int)] {
    var found: [(parameter: Int, setting: Int)] = []
    for (parameter, tuned) in space.parameters.enumerated() {
      let value = settings[setting].values[parameter]
      guard let number = value.number else { continue }
      let below = tuned.range.values.last { ($0.number ?? number) < number }
      let above = tuned.range.values.first { ($0.number ?? number) > number }
      for neighbour in [below, above].compactMap({ $0 }) {
        var values = settings[setting].values
        values[parameter] = neighbour
        if let index = index(of: values) { found.append((parameter, index)) }
      }
    }
    return found
  }
}
