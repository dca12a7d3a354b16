import ABRPolicies

extension TuningSearch {
  /// Plays one setting that another program chose, on the grid or between its values, over the first traces of the search.
  ///
  /// - Parameters:
  ///   - setting: made by ``SearchSpace/setting(_:)``.
  ///   - count: how many traces, 1 to all.
  ///   - play: plays what has not been played.
  /// - Returns: its values; `nil` where the user stopped it.
  /// - Throws: what `play` throws.
  package mutating func tell(
    _ setting: TuningSetting, traces count: Int, play: Play
  ) throws -> TuningOutcome.Evaluated? {
    precondition((1...traces.count).contains(count), "\(count) traces")
    guard let index = index(of: setting.values) else { preconditionFailure("the setting is one of the space's") }
    let beginning = Array(traces.prefix(count))
    guard try require([index] + alongside, over: beginning, play: play, onBatch: { _ in })
    else {
      return nil
    }
    note([index], over: count)
    return evaluated([index], over: beginning, [])[0]
  }

  /// What was found among the settings that were told, or what one of them is.
  ///
  /// Settings that were told over fewer traces than the most do not compete.
  ///
  /// - Parameters:
  ///   - answer: the setting to judge; `nil` for the best of them.
  ///   - play: plays the settings beside it.
  /// - Throws: what `play` throws.
  package mutating func told(answer: TuningSetting?, play: Play) throws -> TuningOutcome {
    if let answer, try tell(answer, traces: traces.count, play: play) == nil {
      return try outcome(rungs: [], complete: nil, play: play, onBatch: { _ in })
    }
    let most = reached.values.max() ?? 0
    var finalists = reached.keys.filter { reached[$0] == most }.sorted()
    let chosen = answer.flatMap { answer in finalists.first { settings[$0].values == answer.values } }
    if let chosen { finalists = [chosen] }
    let rung = TuningOutcome.Rung(settings: reached.count, traces: most, kept: finalists.count)
    return try outcome(
      rungs: finalists.isEmpty ? [] : [rung], complete: finalists.isEmpty ? nil : (finalists, most),
      answer: chosen, play: play, onBatch: { _ in })
  }
}
