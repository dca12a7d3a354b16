import ABRExperiments

/// Everything that a search says: what was searched, what was found, and how the answer holds on traces that the search never saw.
public struct TuningResult: Sendable {
  /// The settings.
  public let space: SearchSpace
  /// What was wanted.
  public let goals: TuningGoals
  /// How the space was gone through.
  public let method: SearchMethod
  /// Seed of the search.
  public let seed: Int
  /// The traces in two.
  public let split: TraceSplit
  /// What was found.
  public let outcome: TuningOutcome
  /// The best setting against the current one over the traces held out; `nil` where either is missing, they are the same, or none
  /// are held out.
  public let heldOut: RunComparison?
  /// Where the best setting misses a condition over the traces held out, in words.
  public let missedWhenHeldOut: [String]
  /// Code that sets the answer in players.
  public let code: [PlayerCode]

  /// Puts a result together.
  public init(
    space: SearchSpace, goals: TuningGoals, method: SearchMethod, seed: Int, split: TraceSplit, outcome: TuningOutcome,
    heldOut: RunComparison? = nil, missedWhenHeldOut: [String] = [], code: [PlayerCode] = []
  ) {
    self.space = space
    self.goals = goals
    self.method = method
    self.seed = seed
    self.split = split
    self.outcome = outcome
    self.heldOut = heldOut
    self.missedWhenHeldOut = missedWhenHeldOut
    self.code = code
  }

  /// The setting to ship: the best one, or where none meets every condition the one nearest to it.
  public var answer: TuningOutcome.Evaluated? { outcome.answer }

  /// Whether the answer is what is used already.
  public var keepsCurrent: Bool { answer.map { $0.setting.values == space.current?.values } ?? false }
}
