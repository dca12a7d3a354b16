import ABRPolicies
import ABRStatistics

extension TuningSearch {
  /// Plays one setting that another program chose, on the grid or between its values, over the first traces of the
  /// search.
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
    guard try look(at: [index], over: count, play: play) == count else { return nil }
    let judged = judged([index], over: count)
    let isJudged =
      !goals.constraints.isEmpty && count == traces.count && recordings.count >= PairedComparison.leastClusters
    let isPromised = isJudged ? !promised(judged).isEmpty : nil
    return evaluated(judged[0], isOnFront: false, isPromised: isPromised)
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
    if let answer, try tell(answer, traces: traces.count, play: play) == nil { return nothing }
    let most = reached.values.max() ?? 0
    guard most > 0 else { return nothing }
    let finalists = reached.keys.filter { reached[$0] == most }.sorted()
    let chosen = answer.flatMap { answer in finalists.first { settings[$0].values == answer.values } }
    return try outcome(of: finalists, over: most, answer: chosen, play: play)
  }
}
