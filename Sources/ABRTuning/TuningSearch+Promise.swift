import ABRComparison
import ABRInput
import ABRPolicies
import ABRStatistics

/// What can be said of settings on recordings that the search has not seen.
extension TuningSearch {
  /// The conditions of settings that were played over all traces, and what they may come to on new recordings.
  ///
  /// - Complexity: O(settings × traces × conditions), for percentiles times the logarithm of the sessions.
  func conditions(of settings: [Int]) -> [[TuningPromise.Condition]] {
    func evidence(_ setting: Int) -> [ConditionBounds.Evidence] {
      goals.constraints.map { outcomes.evidence(of: $0.measure, setting: setting, over: recordings) }
    }
    let bounds = ConditionBounds(
      goals, HarmBound(count: recordings.count, confidence: confidence), current: currentIndex.map(evidence) ?? [])
    return settings.map { $0 == currentIndex ? bounds.conditionsOfCurrent : bounds.conditions(of: evidence($0)) }
  }

  /// Of some settings over all traces those that are promised to meet every condition; those that meet them here where
  /// these are too few recordings to judge.
  func promised(_ candidates: [Judged]) -> [Judged] {
    guard !goals.constraints.isEmpty else { return candidates }
    // The bound is never below what was seen.
    let feasible = candidates.filter(\.isFeasible)
    guard recordings.count >= PairedComparison.leastClusters else { return feasible }
    return zip(feasible, conditions(of: feasible.map(\.setting))).filter { $1.allSatisfy(\.holds) }.map(\.0)
  }

  /// What is promised of one setting; `nil` without conditions.
  func promise(of setting: Int) -> TuningPromise? {
    guard !goals.constraints.isEmpty else { return nil }
    let conditions = conditions(of: [setting])[0].map { condition in
      var condition = condition
      condition.contributingTraces = contributingTraces(of: condition.constraint, setting)
      return condition
    }
    return TuningPromise(confidence: confidence, recordings: recordings.count, conditions: conditions)
  }

  private func contributingTraces(of constraint: Gate, _ setting: Int) -> EffectiveSize? {
    constraint.bound.isLimit
      ? contributingTraces(of: constraint.measure, setting)
      : paired(constraint.measure, setting).flatMap { .init(of: $0.contributions) }
  }

  /// How many recordings a value is spread over; `nil` of a percentile, and of one that is 0 everywhere.
  func contributingTraces(of measure: Measure, _ setting: Int) -> EffectiveSize? {
    EffectiveSize(of: outcomes.evidence(of: measure, setting: setting, over: recordings).totals.map(\.numerator))
  }

  /// A setting against the current one; `nil` for a percentile, and where there is no current setting.
  private func paired(_ measure: Measure, _ setting: Int) -> PairedClusters? {
    guard let currentIndex, setting != currentIndex else { return nil }
    func terms(_ setting: Int) -> [PairedClusters.Term] {
      outcomes.evidence(of: measure, setting: setting, over: recordings).totals.enumerated().map {
        .init(cluster: "\($0)", numerator: $1.numerator, denominator: $1.denominator)
      }
    }
    return try? PairedClusters(reference: terms(currentIndex), candidate: terms(setting))
  }

  /// What a setting gains over the current one in the first goal.
  func gain(of judged: Judged) -> TuningGain? {
    guard let currentIndex, judged.setting != currentIndex, let new = judged.values[0],
      let old = outcomes.value(of: goals.goals[0], setting: currentIndex, over: traces)
    else { return nil }
    let paired = paired(goals.goals[0], judged.setting)
    // A sum is a mean times as many sessions.
    let scale = goals.goals[0].isSum ? paired?.candidate.denominator ?? 1 : 1
    let interval = paired.flatMap { PairedComparison($0, direction: goals.goals[0].direction).interval }.map {
      ConfidenceInterval(lower: $0.lower * scale, upper: $0.upper * scale)
    }
    return TuningGain(
      difference: Tie.difference(new, old), interval: interval,
      contributingTraces: paired.flatMap { EffectiveSize(of: $0.contributions) })
  }

  /// Of settings that are promised those that are as good as the best.
  func region(of promised: [Judged], around best: Judged) -> TuningRegion {
    let slack = (best.values[0] ?? 0).magnitude * TuningRegion.slack
    let good = promised.filter { $0.harms[0] <= best.harms[0] + slack }.map { settings[$0.setting].values }
    return TuningRegion(
      count: good.count,
      values: space.parameters.indices.map { parameter in
        var seen: [ParameterValue] = []
        for values in good where !seen.contains(values[parameter]) { seen.append(values[parameter]) }
        return seen.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
      })
  }

  /// Samples of a third of the recordings that ``missRate(of:)`` draws.
  static let thirdSamples = 400

  /// In which share of samples of a third of the recordings a setting misses a condition.
  /// - Complexity: O(``thirdSamples`` × traces × conditions).
  func missRate(of setting: Int) -> Double {
    var random = SeededRandom(seed: 1, path: "third samples")
    let size = max(1, recordings.count / 3)
    let missed = (0..<Self.thirdSamples).count { _ in
      var order = Array(recordings.indices)
      for place in 0..<size { order.swapAt(place, place + random.integer(below: order.count - place)) }
      let sample = order.prefix(size).flatMap { recordings[$0] }
      return goals.constraints.contains { constraint in
        func value(_ setting: Int) -> Double? { outcomes.value(of: constraint.measure, setting: setting, over: sample) }
        return goals.excess(of: value(setting), over: constraint, reference: currentIndex.flatMap(value)) > 0
      }
    }
    return Double(missed) / Double(Self.thirdSamples)
  }
}
