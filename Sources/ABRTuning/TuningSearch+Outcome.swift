extension TuningSearch {
  /// Puts together what was found, after steps beside the best setting and between the values of the grid.
  ///
  /// - Parameters:
  ///   - candidates: settings that were played over the first traces, among which the best is chosen.
  ///   - count: how many traces these are.
  ///   - answer: the one to judge; `nil` for the best of them.
  mutating func outcome(
    of candidates: [Int], over count: Int, answer: Int? = nil, rounds: [TuningOutcome.Round], play: Play
  ) throws -> TuningOutcome {
    var best = ranking(judged(answer.map { [$0] } ?? candidates, over: count))[0]
    var beside: [Neighbour] = []
    if count == traces.count, !isInterrupted {
      if method == .askTell {
        // Nobody has asked for these.
        let asked = reached
        beside = try lookBeside(best.setting, play: play) ?? []
        reached = asked
      } else {
        best = try climb(from: best, play: play).best
        best = try refine(from: best, play: play)
        (best, beside) = try climb(from: best, play: play)
      }
    }
    let groups = Dictionary(grouping: reached.keys.filter { reached[$0] != 0 }.sorted()) { reached[$0] ?? 0 }
    let known = judged(Set((groups[count] ?? []) + candidates).sorted(), over: count)
    let onFront = front(of: known)
    func evaluated(_ judged: Judged) -> TuningOutcome.Evaluated {
      self.evaluated(judged, isOnFront: onFront.contains(judged.setting))
    }
    let all = groups.flatMap { judged($1, over: $0) }.sorted { $0.setting < $1.setting }
    let found = evaluated(best)
    return TuningOutcome(
      rounds: rounds, evaluated: all.map(evaluated), best: best.isFeasible ? found : nil,
      closest: best.isFeasible ? nil : found, current: currentIndex.map { evaluated(judged([$0], over: count)[0]) },
      neighbours: beside.map { .init(parameter: $0.parameter, evaluated: evaluated($0.judged)) },
      constantGoals: goals.goals.enumerated().filter { index, _ in
        known.count > 1 && Set(known.map { $0.values[index] }).count == 1
      }.map(\.element),
      played: sessions { method == .askTell || $0 < space.settings.count },
      refined: sessions { method != .askTell && $0 >= space.settings.count && $0 != currentIndex },
      exhaustive: exhaustiveSessions, isPartial: isInterrupted || count < traces.count)
  }

  /// What a search has found that was stopped before anything was played with every setting.
  var nothing: TuningOutcome {
    TuningOutcome(
      rounds: [], evaluated: [], best: nil, closest: nil, current: nil, neighbours: [], constantGoals: [], played: 0,
      refined: 0, exhaustive: exhaustiveSessions, isPartial: true)
  }

  /// Sessions of some of the settings that the search looked at.
  private func sessions(of isMeant: (Int) -> Bool) -> Int {
    reached.reduce(0) { $0 + (isMeant($1.key) ? $1.value : 0) } * outcomes.contentCount
  }
}
