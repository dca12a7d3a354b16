import ABRPolicies
import ABRStatistics

extension TuningSearch {
  /// What a search chooses.
  private struct Answer {
    /// The best setting that is promised.
    var best: Judged?
    /// The best by what was seen.
    var bolder: Judged
    /// The settings beside the one to judge.
    var neighbours: [Neighbour] = []
  }

  /// Puts together what was found, with the settings beside the answer.
  ///
  /// - Parameters:
  ///   - candidates: settings that were played over the first traces, among which the best is chosen.
  ///   - count: how many traces these are.
  ///   - answer: the one to judge; `nil` for the best of them.
  mutating func outcome(
    of candidates: [Int], over count: Int, answer: Int? = nil, play: Play
  ) throws -> TuningOutcome {
    let isWhole = count == traces.count
    let isJudged = isWhole && recordings.count >= PairedComparison.leastClusters
    let found =
      isWhole
      ? try self.answer(among: candidates, chosen: answer, play: play)
      : partialAnswer(ranking(judged(candidates, over: count))[0])
    let groups = Dictionary(grouping: reached.keys.filter { reached[$0] != 0 }.sorted()) { reached[$0] ?? 0 }
    let known = judged(Set((groups[count] ?? []) + candidates).sorted(), over: count)
    let onFront = front(of: known)
    let chosenFrom = Set(known.map(\.setting) + alongside)
    let shown = chosenFrom.union(found.neighbours.map(\.judged.setting))
    let promised = isWhole ? self.promised(judged(shown.sorted(), over: count)) : []
    let isPromised = Set(promised.map(\.setting))
    func evaluated(_ judged: Judged) -> TuningOutcome.Evaluated {
      self.evaluated(
        judged, isOnFront: onFront.contains(judged.setting),
        isPromised: isJudged && judged.traces == count && !goals.constraints.isEmpty
          ? isPromised.contains(judged.setting) : nil)
    }
    let all = groups.flatMap { judged($1, over: $0) }.sorted { $0.setting < $1.setting }
    let bolder =
      found.bolder.isFeasible && found.best.map { isBetter(found.bolder, than: $0) } ?? true ? found.bolder : nil
    let judgedOne = found.best ?? found.bolder
    return TuningOutcome(
      traces: count, evaluated: all.map(evaluated), best: found.best.map(evaluated), bolder: bolder.map(evaluated),
      bolderMissRate: bolder.map { missRate(of: $0.setting) },
      closest: found.best == nil && bolder == nil ? evaluated(found.bolder) : nil,
      current: currentIndex.map { evaluated(judged([$0], over: count)[0]) },
      neighbours: found.neighbours.map { .init(parameter: $0.parameter, evaluated: evaluated($0.judged)) },
      promise: isJudged ? promise(of: judgedOne.setting) : nil, gain: isWhole ? gain(of: judgedOne) : nil,
      contributingTracesOfCurrent: isWhole && judgedOne.setting == currentIndex
        ? contributingTraces(of: goals.goals[0], judgedOne.setting) : nil,
      region: isWhole
        ? found.best.map { region(of: promised.filter { chosenFrom.contains($0.setting) }, around: $0) } : nil,
      constantGoals: goals.goals.enumerated().filter { index, _ in
        known.count > 1 && Set(known.map { $0.values[index] }).count == 1
      }.map(\.element),
      idleParameters: idleParameters(among: known.map(evaluated)),
      front: ranking(known.filter { onFront.contains($0.setting) }).map(evaluated),
      played: reached.values.reduce(0, +) * outcomes.contentCount, exhaustive: exhaustiveSessions,
      isPartial: isInterrupted || !isWhole)
  }

  /// The parameters of which every value gives the same, by settings that differ in one alone; none of which a value is
  /// compared with no other.
  private func idleParameters(among known: [TuningOutcome.Evaluated]) -> [Int] {
    space.parameters.indices.filter { parameter in
      let groups = Dictionary(grouping: known) { evaluated in
        evaluated.setting.values.enumerated().filter { $0.offset != parameter }.map(\.element)
      }.values.filter { $0.count > 1 }
      func values(of settings: some Sequence<TuningOutcome.Evaluated>) -> Set<ParameterValue> {
        Set(settings.map { $0.setting.values[parameter] }).intersection(space.parameters[parameter].range.values)
      }
      return !groups.isEmpty && values(of: groups.joined()) == values(of: known)
        && groups.allSatisfy { group in
          group.allSatisfy { $0.values == group[0].values && $0.besides == group[0].besides }
        }
    }
  }

  /// The answer of a search that was stopped: nothing is promised by a part of the recordings.
  private func partialAnswer(_ best: Judged) -> Answer { Answer(best: best.isFeasible ? best : nil, bolder: best) }

  /// The best setting that is promised, and the best by what was seen.
  private mutating func answer(among candidates: [Int], chosen: Int?, play: Play) throws -> Answer {
    let judged = judged(chosen.map { [$0] } ?? candidates, over: traces.count)
    var found = Answer(best: ranking(promised(judged)).first, bolder: ranking(judged)[0])
    found.neighbours = try neighbours(of: (found.best ?? found.bolder).setting, play: play)
    return found
  }

  /// What a search has found that was stopped before anything was played with every setting.
  var nothing: TuningOutcome {
    TuningOutcome(
      traces: 0, evaluated: [], best: nil, bolder: nil, bolderMissRate: nil, closest: nil, current: nil, neighbours: [],
      promise: nil, gain: nil, contributingTracesOfCurrent: nil, region: nil, constantGoals: [], idleParameters: [],
      front: [], played: 0,
      exhaustive: exhaustiveSessions, isPartial: true)
  }
}
