extension TuningSearch {
  /// What a search chooses.
  private struct Answer {
    /// The best setting that is promised.
    var best: Judged?
    /// The best by what was seen.
    var bolder: Judged
    /// The settings beside the one to judge.
    var beside: [Neighbour] = []
  }

  /// Puts together what was found, after steps beside the best setting and between the values of the grid.
  ///
  /// - Parameters:
  ///   - candidates: settings that were played over the first traces, among which the best is chosen.
  ///   - count: how many traces these are.
  ///   - answer: the one to judge; `nil` for the best of them.
  mutating func outcome(
    of candidates: [Int], over count: Int, answer: Int? = nil, rounds: [TuningOutcome.Round], play: Play
  ) throws -> TuningOutcome {
    let isWhole = count == traces.count
    let found =
      isWhole
      ? try self.answer(among: candidates, chosen: answer, play: play)
      : partialAnswer(ranking(judged(candidates, over: count))[0])
    let groups = Dictionary(grouping: reached.keys.filter { reached[$0] != 0 }.sorted()) { reached[$0] ?? 0 }
    let known = judged(Set((groups[count] ?? []) + candidates).sorted(), over: count)
    let onFront = front(of: known)
    let extra = alongside + [found.bolder.setting] + found.beside.map(\.judged.setting)
    let promised = isWhole ? self.promised(judged(Set(known.map(\.setting) + extra).sorted(), over: count)) : []
    let isPromised = Set(promised.map(\.setting))
    func evaluated(_ judged: Judged) -> TuningOutcome.Evaluated {
      self.evaluated(
        judged, isOnFront: onFront.contains(judged.setting),
        isPromised: isWhole && judged.traces == count && !goals.keeps.isEmpty
          ? isPromised.contains(judged.setting) : nil)
    }
    let all = groups.flatMap { judged($1, over: $0) }.sorted { $0.setting < $1.setting }
    let bolder =
      found.bolder.isFeasible && found.best.map { isBetter(found.bolder, than: $0) } ?? true ? found.bolder : nil
    let judgedOne = found.best ?? found.bolder
    return TuningOutcome(
      rounds: rounds, evaluated: all.map(evaluated), best: found.best.map(evaluated), bolder: bolder.map(evaluated),
      bolderMisses: bolder.map { misses(of: $0.setting) },
      closest: found.best == nil && bolder == nil ? evaluated(found.bolder) : nil,
      current: currentIndex.map { evaluated(judged([$0], over: count)[0]) },
      neighbours: found.beside.map { .init(parameter: $0.parameter, evaluated: evaluated($0.judged)) },
      promise: isWhole ? promise(of: judgedOne.setting) : nil, gain: isWhole ? gain(of: judgedOne) : nil,
      carriersOfCurrent: isWhole && judgedOne.setting == currentIndex
        ? carriers(of: goals.goals[0], judgedOne.setting) : nil,
      region: isWhole ? found.best.map { region(of: promised, around: $0) } : nil,
      constantGoals: goals.goals.enumerated().filter { index, _ in
        known.count > 1 && Set(known.map { $0.values[index] }).count == 1
      }.map(\.element),
      played: sessions { method == .askTell || $0 < space.settings.count },
      refined: sessions { method != .askTell && $0 >= space.settings.count && $0 != currentIndex },
      exhaustive: exhaustiveSessions, isPartial: isInterrupted || !isWhole)
  }

  /// The answer of a search that was stopped before its last round: nothing is promised by a part of the recordings.
  private func partialAnswer(_ best: Judged) -> Answer { Answer(best: best.isFeasible ? best : nil, bolder: best) }

  /// The best setting that is promised, and the best by what was seen, each after steps of its own.
  private mutating func answer(among candidates: [Int], chosen: Int?, play: Play) throws -> Answer {
    let judged = judged(chosen.map { [$0] } ?? candidates, over: traces.count)
    var found = Answer(best: nil, bolder: ranking(judged)[0])
    guard method != .askTell, !isInterrupted else {
      found.best = ranking(promised(judged)).first
      guard !isInterrupted else { return found }
      // Nobody has asked for these.
      let asked = reached
      found.beside = try lookBeside((found.best ?? found.bolder).setting, play: play) ?? []
      reached = asked
      return found
    }
    (found.bolder, found.beside) = try steps(from: found.bolder, onlyPromised: false, play: play)
    // Steps towards the bolder one may have come by settings that are promised.
    let known = self.judged(
      reached.keys.filter { reached[$0] == traces.count }.sorted() + alongside, over: traces.count)
    guard let best = ranking(promised(known)).first else { return found }
    if best.setting == found.bolder.setting {
      found.best = best
    } else {
      (found.best, found.beside) = try steps(from: best, onlyPromised: true, play: play)
    }
    return found
  }

  /// What a search has found that was stopped before anything was played with every setting.
  var nothing: TuningOutcome {
    TuningOutcome(
      rounds: [], evaluated: [], best: nil, bolder: nil, bolderMisses: nil, closest: nil, current: nil, neighbours: [],
      promise: nil, gain: nil, carriersOfCurrent: nil, region: nil, constantGoals: [], played: 0, refined: 0,
      exhaustive: exhaustiveSessions,
      isPartial: true)
  }

  /// Sessions of some of the settings that the search looked at.
  private func sessions(of isMeant: (Int) -> Bool) -> Int {
    reached.reduce(0) { $0 + (isMeant($1.key) ? $1.value : 0) } * outcomes.contentCount
  }
}
