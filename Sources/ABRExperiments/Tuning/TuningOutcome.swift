/// What a search found.
public struct TuningOutcome: Sendable {
  /// A rung that was played as a whole.
  public struct Rung: Sendable, Hashable {
    /// Settings in it.
    public let settings: Int
    /// Traces over which each has been played after it.
    public let traces: Int
    /// Settings that went on.
    public let kept: Int
  }

  /// A setting with what it gave.
  public struct Evaluated: Sendable, Hashable {
    /// The setting.
    public let setting: TuningSetting
    /// Values, in the order of ``TuningGoals/objectives``; `nil` where there is none. Of a setting that was given up early they are what its
    /// traces let expect over all of them.
    public let values: [Double?]
    /// How many of the search's traces it was played over.
    public let traces: Int
    /// Whether it meets every condition.
    public let isFeasible: Bool
    /// Whether no other setting over as many traces is as good in all goals and better in one, among those that meet the conditions.
    public let isOnFront: Bool
  }

  /// A step away from the best setting in one parameter.
  public struct Neighbour: Sendable, Hashable {
    /// The parameter's index.
    public let parameter: Int
    /// The setting there.
    public let evaluated: Evaluated
  }

  /// The rungs.
  public let rungs: [Rung]
  /// Every setting of the space that was played, with its values over the most traces of a whole rung, in the order of the grid;
  /// those found between the grid's stand last.
  public let evaluated: [Evaluated]
  /// The best setting that meets every condition; `nil` where none does.
  public let best: Evaluated?
  /// Where none meets every condition, the one that is nearest to it.
  public let closest: Evaluated?
  /// What is used now; `nil` where the specs are no setting by themselves.
  public let current: Evaluated?
  /// Steps of the grid away from the best setting.
  public let neighbours: [Neighbour]
  /// Goals that are the same for every setting, the current one included.
  public let constantGoals: [Measure]
  /// Sessions of the grid's settings that were played for the search, those of the current setting and of the neighbours apart. What is the
  /// session of several settings counts once.
  public let played: Int
  /// Sessions that were played between the values of the grid.
  public let refined: Int
  /// Settings × traces × videos of the whole grid.
  public let exhaustive: Int
  /// Whether the search was stopped before its last rung.
  public let isPartial: Bool
  /// Whether every setting of the grid is known over every trace of the search.
  public let isWhole: Bool

  /// The setting to ship: the best one, or where none meets every condition the one nearest to it.
  public var answer: Evaluated? { best ?? closest }

  /// ``evaluated``, and last the current setting where it is not among them.
  public var evaluatedAndCurrent: [Evaluated] {
    guard let current, !evaluated.contains(where: { $0.setting.values == current.setting.values }) else {
      return evaluated
    }
    return evaluated + [current]
  }

  /// The settings that no other beats, by the first goal.
  public var front: [Evaluated] { evaluated.filter(\.isOnFront) }
}
