import ABRComparison
import ABRInput
import ABRStatistics
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
  /// What the answer comes to in each condition over the traces held out, in the order of the goals' conditions; empty
  /// where none are held out.
  package let heldOutConditions: [HeldOutCondition]
  /// The objectives of the answer over the traces held out; empty where none are held out.
  package let heldOutValues: [Double?]
  /// What may surprise in the answer, with the numbers.
  package let settingWarnings: [String]
  /// Code that sets the answer in players.
  package var code: [PlayerCode]

  /// Puts a result together.
  package init(
    setup: TuningSetup, space: SearchSpace, goals: TuningGoals, method: SearchMethod, seed: Int, split: TraceSplit,
    outcome: TuningOutcome,
    heldOut: RunComparison? = nil, heldOutConditions: [HeldOutCondition] = [],
    heldOutValues: [Double?] = [], settingWarnings: [String] = [], code: [PlayerCode] = []
  ) {
    self.setup = setup
    self.space = space
    self.goals = goals
    self.method = method
    self.seed = seed
    self.split = split
    self.outcome = outcome
    self.heldOut = heldOut
    self.heldOutConditions = heldOutConditions
    self.heldOutValues = heldOutValues
    self.settingWarnings = settingWarnings
    self.code = code
  }

  /// Where the answer misses a condition over the traces held out, in words.
  package var missedWhenHeldOut: [String] { heldOutConditions.filter { !$0.isMet }.map(\.missed) }

  /// The setting to judge, see `TuningOutcome.answer`.
  package var answer: TuningOutcome.Evaluated? { outcome.answer }

  /// Whether the answer is what is used already.
  package var keepsCurrent: Bool { answer.map { $0.setting.values == space.current?.values } ?? false }

  /// Whether the recommendation is to keep the current setting, the answer or not.
  package var advisesCurrent: Bool {
    keepsCurrent && othersThatMeet.isEmpty || recommendation?.keepsOther == true
  }

  /// The settings that meet the conditions where the answer does not, or that are promised where it is not: another
  /// program named the answer, or did not ask for the current setting. Empty where the answer is the best.
  package var othersThatMeet: [TuningOutcome.Evaluated] {
    guard outcome.best == nil, let answer else { return [] }
    return outcome.evaluatedAndCurrent.filter {
      $0.traces == outcome.traces && $0.isFeasible && (!answer.isFeasible || $0.isPromised == true)
    }
  }

  /// Whether every setting of several gives the same over the traces of the search.
  package var isUndecided: Bool {
    outcome.constantGoals.count == goals.goals.count && space.settings.count > 1
  }

  /// Caveats of the answer, one sentence each.
  package var warnings: [String] { TuningWarnings.texts(of: self) }

  /// How the answer is called: `best`, `bolder` where no setting is promised to meet every condition, or `closest`
  /// where none meets them here.
  package var answerName: String { outcome.best != nil ? "best" : outcome.bolder != nil ? "bolder" : "closest" }

  /// What to do, the first line of every form; `nil` without an answer.
  package var recommendation: TuningRecommendation? { TuningRecommendation(self) }

  /// What to do where that is not to use the answer as it is; `nil` where it is.
  package var advice: String? { recommendation.flatMap { $0.isAnswer ? nil : $0.text } }

  /// What stands above the answer's code where it is not to be used as it is.
  package var codeRemark: String? {
    guard !keepsCurrent, let recommendation, !recommendation.isAnswer else { return nil }
    if notPromised != nil, recommendation.keepsOther { return "Not what is advised: keep the current setting." }
    return recommendation.keepsOther ? "Not what is advised: \(recommendation.text)." : recommendation.sentence
  }

  /// A setting with what it is to the search.
  func titled(_ evaluated: TuningOutcome.Evaluated) -> String {
    let values = evaluated.setting.values
    let text = space.text(of: values)
    if values == space.current?.values { return "\(text), the current setting" }
    guard values == answer?.setting.values, let recommendation else { return text }
    return recommendation.isAnswer
      ? "\(text), recommended"
      : recommendation.keepsOther ? "\(text), not recommended" : "\(text), the \(answerName) setting found"
  }

  /// What the statistics count: traces, or the recordings that the traces are windows of.
  var unit: String {
    split.search.count + split.heldOut.count == split.searchClusters + split.heldOutClusters ? "trace" : "recording"
  }

  /// A number of traces, or of recordings, in words.
  func counted(_ count: Int) -> String { Counted.text(count, unit) }

  /// Why the gain may be chance; `nil` where it is more, and where the current setting misses a condition, which is
  /// nothing to keep.
  var chance: String? {
    guard outcome.best != nil, outcome.current?.isFeasible == true else { return nil }
    let text = MeasureText(goals.goals[0])
    let name = goals.goals[0].name
    func same(over recordings: Int) -> String {
      "best and current have the same \(name) over all \(counted(recordings))"
    }
    guard let gain = gainInterval else {
      return heldOut == nil && outcome.gain?.difference == 0 ? same(over: split.searchClusters) : nil
    }
    guard gain.interval.contains(0) else { return nil }
    guard gain.interval.lower < gain.interval.upper else { return same(over: gain.recordings) }
    let range = text.range(gain.interval)
    return "the change in \(name) is not significant ("
      + (gain.metrics > 1 ? "\(range), held for all \(gain.metrics) metrics, " : "95 % CI \(range), ")
      + "\(gain.isHeldOut ? Counted.text(gain.recordings, "held-out \(unit)") : counted(gain.recordings)))"
  }

  /// That nothing but the current setting can be promised, or not even that; `nil` where the answer is.
  var notPromised: String? {
    guard outcome.bolder != nil, othersThatMeet.isEmpty else { return nil }
    if outcome.best == nil { return "no setting can be promised; keep the current one" }
    return keepsCurrent ? "no better setting can be promised; keep the current one" : nil
  }

  /// The change of the first goal with its interval: over the recordings held out, which had no say, or where these
  /// tell nothing over those of the search; it is held for so many metrics at once.
  private var gainInterval: (interval: ConfidenceInterval, recordings: Int, isHeldOut: Bool, metrics: Int)? {
    if let heldOut, let (row, interval) = judgedGoal, row.hasInterval {
      // A percentile has an interval of its own.
      let metrics = row.pValue == nil ? 1 : heldOut.measures.count { $0.pValue != nil }
      return (interval, heldOut.clusterCount, true, metrics)
    }
    return outcome.gain?.interval.map { ($0, split.searchClusters, false, 1) }
  }

  /// The first goal over the traces held out, with the interval that the table of all metrics has; `nil` without one.
  var judgedGoal: (row: MeasureComparison, interval: ConfidenceInterval)? { judged(goals.goals[0]) }

  /// A measure over the traces held out, of the current setting and the answer; `nil` where none were.
  func heldOutRow(of measure: Measure) -> MeasureComparison? { heldOut?.measures.first { $0.measure == measure } }

  /// An objective with the answer and the current setting, over the traces held out or else those of the search.
  func values(of objective: Measure) -> (new: Double?, old: Double?) {
    if let row = heldOutRow(of: objective) { return (row.candidate, row.reference) }
    let place = goals.objectives.firstIndex(of: objective) ?? 0
    return (answer?.values[place], outcome.current?.values[place])
  }

  /// A measure over the traces held out, with the interval that the table of all metrics has; `nil` without one.
  func judged(_ measure: Measure) -> (row: MeasureComparison, interval: ConfidenceInterval)? {
    guard let heldOut, let place = heldOut.measures.firstIndex(where: { $0.measure == measure }) else { return nil }
    return heldOut.judgements[place].interval.map { (heldOut.measures[place], $0) }
  }
}
