import ABRComparison

/// What a search found.
package struct TuningOutcome: Sendable {
  /// A round of the search.
  package struct Round: Sendable, Hashable {
    /// Settings in it.
    package let settings: Int
    /// Traces over which each has been played after it.
    package let traces: Int
    /// Settings that went on.
    package let kept: Int
  }

  /// A setting with what it gave.
  package struct Evaluated: Sendable, Hashable {
    /// The setting.
    package let setting: TuningSetting
    /// Values over the traces it was played over, in the order of ``TuningGoals/objectives``; `nil` where there is
    /// none.
    package let values: [Double?]
    /// How many of the search's traces it was played over.
    package let traces: Int
    /// Whether it meets every condition.
    package let isFeasible: Bool
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

  /// The rounds.
  package let rounds: [Round]
  /// Every setting that was played, in the order of the grid; those found between the grid's stand last.
  package let evaluated: [Evaluated]
  /// The best setting that meets every condition; `nil` where none does.
  package let best: Evaluated?
  /// Where none meets every condition, the one that is nearest to it.
  package let closest: Evaluated?
  /// What is used now; `nil` where the specs are no setting by themselves.
  package let current: Evaluated?
  /// Steps of the grid away from the best setting.
  package let neighbours: [Neighbour]
  /// Goals that are the same for every setting, the current one included.
  package let constantGoals: [Measure]
  /// Sessions of the grid's settings that were played for the search.
  package let played: Int
  /// Sessions that were played between the values of the grid.
  package let refined: Int
  /// Settings × traces × videos of the whole grid.
  package let exhaustive: Int
  /// Whether the search was stopped before its end.
  package let isPartial: Bool

  /// The setting to ship: the best one, or where none meets every condition the one nearest to it.
  package var answer: Evaluated? { best ?? closest }

  /// ``evaluated``, and last the current setting where it is not among them.
  package var evaluatedAndCurrent: [Evaluated] {
    guard let current, !evaluated.contains(where: { $0.setting.values == current.setting.values }) else {
      return evaluated
    }
    return evaluated + [current]
  }

  /// The settings that no other beats, by the first goal.
  package var front: [Evaluated] { evaluated.filter(\.isOnFront) }
}
