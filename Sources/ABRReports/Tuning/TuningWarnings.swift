import ABRComparison
import ABRInput
import ABRStatistics
import ABRTuning

/// Caveats of the answer of a search, one sentence each.
enum TuningWarnings {
  /// With fewer recordings held out the interval and the verdict say little.
  static let fewRecordings = 15

  /// All warnings of a result.
  static func texts(of result: TuningResult) -> [String] {
    result.settingWarnings + idleParameters(result) + constantGoals(result) + promise(result) + current(result)
      + sampleSize(result)
      + heldOut(result)
  }

  private static func promise(_ result: TuningResult) -> [String] {
    let count = result.split.searchClusters
    guard !result.goals.constraints.isEmpty, result.answer != nil, !result.outcome.isPartial, !result.keepsCurrent,
      count < TuningPromise.leastRecordings
    else { return [] }
    return [
      "only \(result.counted(count)): below \(TuningPromise.leastRecordings), a rare network that would break a "
        + "constraint may be missing"
    ]
  }

  /// That the current setting is the best of few recordings, or of few that differ, says little of others.
  private static func current(_ result: TuningResult) -> [String] {
    guard result.keepsCurrent, !result.outcome.isPartial else { return [] }
    let count = result.split.searchClusters
    var warnings: [String] = []
    if count < TuningPromise.leastRecordings {
      warnings.append(
        "only \(result.counted(count)): below \(TuningPromise.leastRecordings), a rare network that would tell the settings "
          + "apart may be missing")
    }
    if let size = result.outcome.contributingTracesOfCurrent, size.isConcentrated {
      let carriers = size.carriers
      warnings.append(
        "\(carriers) of \(result.counted(count)) \(carriers == 1 ? "accounts" : "account") for 90 % of "
          + "\(result.goals.goals[0].name) under the current setting: a few more may change the answer")
    }
    return warnings
  }

  private static func idleParameters(_ result: TuningResult) -> [String] {
    result.outcome.idleParameters.map { index in
      let parameter = result.space.parameters[index]
      return
        "\(parameter.name) changes nothing here: its \(parameter.range.values.count) values give the same in every "
        + "metric of the search"
    }
  }

  private static func constantGoals(_ result: TuningResult) -> [String] {
    result.outcome.constantGoals.map {
      "\($0.name) is the same for every setting over these traces: it decides nothing"
    }
  }

  private static func sampleSize(_ result: TuningResult) -> [String] {
    // A setting that is used already needs no judgement.
    guard result.answer != nil, !result.outcome.isPartial, !result.keepsCurrent else { return [] }
    let clusters = result.split.heldOutClusters
    guard clusters > 0 else {
      return ["nothing is held out: the answer was chosen on these traces, so its gain is overestimated"]
    }
    guard clusters < fewRecordings else { return [] }
    return [
      "held out: only \(result.counted(clusters)): below \(fewRecordings), neither interval nor verdict is reliable"
    ]
  }

  private static func heldOut(_ result: TuningResult) -> [String] {
    // A promise says so itself.
    (result.outcome.promise == nil ? result.missedWhenHeldOut.map { "held out: \($0)" } : []) + worse(result)
  }

  /// Goals that get worse by any amount, and measures that nobody asked about and that are judged worse. What a
  /// condition bounds may get worse within it.
  private static func worse(_ result: TuningResult) -> [String] {
    guard let comparison = result.heldOut else { return [] }
    let goals = result.goals.goals
    let bounded = result.goals.constraints.map(\.measure)
    return zip(comparison.measures, comparison.judgements).compactMap { row, judgement in
      let text = MeasureText(row.measure)
      let isWorse = judgement.verdict == .worse
      let interval = row.hasInterval ? ", interval \(text.interval(judgement.interval))" : ""
      let change = "\(text.difference(row.difference))\(interval)"
      if goals.contains(row.measure) {
        guard let harm = row.harm, harm > 0 else { return nil }
        return "held out: the goal \(row.measure.name) gets worse by \(change)"
          + (isWorse ? ", judged WORSE" : ", not significant")
      }
      guard isWorse, !bounded.contains(row.measure) else { return nil }
      return "held out: \(row.measure.name) is judged WORSE, \(change); no goal or --constraint names it"
    }
  }
}

extension MeasureComparison {
  /// Whether there is an interval that says something: one without width is that of recordings that do not differ.
  var hasInterval: Bool { interval.map { $0.lower != $0.upper } ?? false }
}
