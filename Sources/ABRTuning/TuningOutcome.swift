import ABRComparison
import ABRStatistics

/// What a search found.
package struct TuningOutcome: Sendable {
  /// A setting with what it gave.
  package struct Evaluated: Sendable, Hashable {
    /// The setting.
    package let setting: TuningSetting
    /// Values over the traces it was played over, in the order of ``TuningGoals/objectives``; `nil` where there is
    /// none.
    package let values: [Double?]
    /// The same of ``TuningGoals/besides``.
    package let besides: [Double?]
    /// How many of the search's traces it was played over.
    package let traces: Int
    /// Whether it meets every condition.
    package let isFeasible: Bool
    /// Whether it is promised to meet every condition on new recordings; `nil` where there is no condition, where it
    /// was not played over all traces of the search, and where these are too few recordings to judge.
    package let isPromised: Bool?
    /// Whether no other setting over as many traces is as good in all goals and better in one, among those that meet
    /// the conditions.
    package let isOnFront: Bool
  }

  /// A step away from the best setting in one parameter.
  package struct Neighbour: Sendable, Hashable {
    /// The parameter's index.
    package let parameter: Int
    /// The setting there.
    package let evaluated: Evaluated
  }

  /// Over how many of the search's traces the answer was chosen; 0 where none was played with every setting.
  package let traces: Int
  /// Every setting that was played, in the order of the grid; those that another program asked for off it are last.
  package let evaluated: [Evaluated]
  /// The best setting that is promised to meet every condition, or where the search was stopped before that can be told
  /// the best that meets them; `nil` where there is none.
  package let best: Evaluated?
  /// The best setting that meets every condition over the traces of the search and is not promised to do so elsewhere;
  /// `nil` where it is no better in a goal than ``best``.
  package let bolder: Evaluated?
  /// Share of third-samples of the recordings in which ``bolder`` misses a condition.
  package let bolderMissRate: Double?
  /// Where none meets every condition over the traces of the search, the one that is nearest to it.
  package let closest: Evaluated?
  /// What is used now; `nil` where the specs are no setting by themselves.
  package let current: Evaluated?
  /// Steps of the grid away from the best setting.
  package let neighbours: [Neighbour]
  /// What is promised of the answer; `nil` without conditions, where the search was stopped early, and with fewer than
  /// `PairedComparison.leastClusters` recordings.
  package let promise: TuningPromise?
  /// What the answer gains over the current setting; `nil` where there is none, or it is the answer.
  package let gain: TuningGain?
  /// How many recordings carry the first goal under the current setting, where that is the answer; `nil` otherwise, of
  /// a percentile, and where the goal is 0 everywhere.
  package let contributingTracesOfCurrent: EffectiveSize?
  /// The settings that are as good as the best one; `nil` where there is none, or the search was stopped early.
  package let region: TuningRegion?
  /// Goals that are the same for every setting, the current one included.
  package let constantGoals: [Measure]
  /// Indices of the parameters of which every value gives the same: settings that differ in one of these alone are
  /// equal in all that is worked out of them.
  package let idleParameters: [Int]
  /// The settings that no other beats, the current one among them, from the best to the worst as the answer is chosen.
  package let front: [Evaluated]
  /// Sessions that were played to choose the answer, without those of a current setting that is no candidate.
  package let played: Int
  /// Settings × traces × videos of the whole grid.
  package let exhaustive: Int
  /// Whether the search was stopped before its end.
  package let isPartial: Bool

  /// The setting to judge: the best one, or where none is promised the one that meets the conditions here, or where
  /// none does the one nearest to it.
  package var answer: Evaluated? { best ?? bolder ?? closest }

  /// ``evaluated``, and last the current setting where it is not among them.
  package var evaluatedAndCurrent: [Evaluated] {
    guard let current, !evaluated.contains(where: { $0.setting.values == current.setting.values }) else {
      return evaluated
    }
    return evaluated + [current]
  }
}
