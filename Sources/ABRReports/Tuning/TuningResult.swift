import ABRComparison
import ABRTuning

/// Everything that a search says: what was searched, what was found, and how the answer holds on traces that the search
/// never saw.
package struct TuningResult: Sendable {
  /// What it holds for.
  package let setup: TuningSetup
  /// The settings.
  package let space: SearchSpace
  /// What was wanted.
  package let goals: TuningGoals
  /// How the space was gone through.
  package let method: SearchMethod
  /// Seed of the search.
  package let seed: Int
  /// The traces in two.
  package let split: TraceSplit
  /// What was found.
  package let outcome: TuningOutcome
  /// The best setting against the current one over the traces held out; `nil` where either is missing, they are the
  /// same, or none are held out.
  package let heldOut: RunComparison?
  /// Where the best setting misses a condition over the traces held out, in words.
  package let missedWhenHeldOut: [String]
  /// What may surprise in the answer, with the numbers.
  package let settingWarnings: [String]
  /// Code that sets the answer in players.
  package let code: [PlayerCode]

  /// Puts a result together.
  package init(
    setup: TuningSetup, space: SearchSpace, goals: TuningGoals, method: SearchMethod, seed: Int, split: TraceSplit,
    outcome: TuningOutcome,
    heldOut: RunComparison? = nil, missedWhenHeldOut: [String] = [],
    settingWarnings: [String] = [], code: [PlayerCode] = []
  ) {
    self.setup = setup
    self.space = space
    self.goals = goals
    self.method = method
    self.seed = seed
    self.split = split
    self.outcome = outcome
    self.heldOut = heldOut
    self.missedWhenHeldOut = missedWhenHeldOut
    self.settingWarnings = settingWarnings
    self.code = code
  }

  /// The setting to ship: the best one, or where none meets every condition the one nearest to it.
  package var answer: TuningOutcome.Evaluated? { outcome.answer }

  /// Whether the answer is what is used already.
  package var keepsCurrent: Bool { answer.map { $0.setting.values == space.current?.values } ?? false }

  /// Caveats of the answer, one sentence each.
  package var warnings: [String] { TuningWarnings.texts(of: self) }

  /// How the answer is called: `best`, or `closest` where no setting meets every condition.
  package var answerName: String { outcome.best == nil ? "closest" : "best" }

  /// What to do where the answer is what is used already; `nil` where it is not.
  package var advice: String? {
    guard keepsCurrent else { return nil }
    return outcome.best == nil
      ? "the current setting is the closest of these" : "the current setting is the best of these: keep it"
  }
}
