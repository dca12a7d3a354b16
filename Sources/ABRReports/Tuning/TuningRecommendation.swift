import ABRComparison
import ABRInput
import ABRStatistics
import ABRTuning

/// What a search tells a person to do: the first line of every form.
package struct TuningRecommendation: Sendable {
  /// What to do, in a few words.
  let headline: String
  /// Why, and what speaks against it; empty where the headline says it all.
  let reason: String
  /// Whether it is to use the answer as it is.
  let isAnswer: Bool

  private init(_ headline: String, _ reason: String = "", isAnswer: Bool = false) {
    self.headline = headline
    self.reason = reason
    self.isAnswer = isAnswer
  }

  /// Headline and reason.
  var text: String { reason.isEmpty ? headline : "\(headline): \(reason)" }

  /// The same with a capital and a full stop.
  var sentence: String { Self.sentence(text) }

  /// A text with a capital, unless it begins with the name of a metric, and a full stop.
  static func sentence(_ text: String) -> String {
    let isName = text.prefix { $0 != " " }.contains("_")
    return (isName ? text : text.prefix(1).uppercased() + text.dropFirst()) + "."
  }

  /// The recommendation; `nil` without an answer.
  init?(_ result: TuningResult) {
    guard let answer = result.answer else { return nil }
    let outcome = result.outcome
    let setting = result.space.text(of: answer.setting.values)
    if let notPromised = result.notPromised {
      self.init(notPromised)
    } else if result.keepsCurrent {
      let reason =
        outcome.best == nil
        ? "no setting meets every condition, and the current one comes closest"
        : result.isUndecided
          ? "these recordings do not tell the settings apart" : "the current setting is the best of these"
      self.init("keep \(setting)", reason)
    } else if outcome.best == nil, Self.comesNoCloser(result) {
      self.init("no setting meets every condition; keep the current one", "\(setting) comes no closer")
    } else if outcome.best == nil {
      self.init("no setting meets every condition; \(setting) comes closest")
    } else if outcome.isPartial {
      self.init("\(setting) is the best so far", "the search did not come to its end, and promises nothing")
    } else if let chance = result.chance {
      let missed = Self.missed(result)
      if missed == nil, let better = Self.better(result) {
        self.init("set \(setting)", "\(better), while \(result.goals.goals[0].name) may be the same", isAnswer: true)
      } else {
        self.init("keep what you have", chance + (missed.map { "; \(setting) \($0)" } ?? ""))
      }
    } else if let missed = Self.missed(result) {
      self.init(
        "try \(setting) on more recordings before you set it", "it is promised\(Self.change(result)), but \(missed)")
    } else if let few = Self.fewHeldOut(result) {
      self.init("try \(setting) on more recordings before you set it", "\(Self.gain(result)), but \(few)")
    } else {
      self.init("set \(setting)", Self.gain(result), isAnswer: true)
    }
  }

  /// The conditions that the answer misses on the recordings held out, and whether that could be chance.
  private static func missed(_ result: TuningResult) -> String? {
    let missed = result.heldOutConditions.filter { !$0.isMet }
    guard !missed.isEmpty else { return nil }
    let isChance = missed.allSatisfy { condition in
      !condition.keep.bound.isLimit && result.judged(condition.keep.measure)?.interval.contains(0) == true
    }
    let recordings = Counted.text(result.split.heldOutClusters, "recording")
    return "misses " + missed.map { "\($0.keep.name) (\($0.text))" }.joined(separator: " and ")
      + " on the \(recordings) held out" + (isChance ? ", which could be chance" : "")
  }

  /// That too few recordings were held out to judge the answer; `nil` where enough were, or none was asked for.
  private static func fewHeldOut(_ result: TuningResult) -> String? {
    let count = result.split.heldOutClusters
    guard count > 0, Double(count) < EffectiveSize.leastSize else { return nil }
    return "only \(Counted.text(count, "recording")) held out \(count == 1 ? "judges" : "judge") it"
  }

  /// Whether the answer comes to what the current setting does in every condition, as far as is shown.
  private static func comesNoCloser(_ result: TuningResult) -> Bool {
    guard let answer = result.answer, let current = result.outcome.current else { return false }
    return result.goals.keeps.allSatisfy { keep in
      guard let place = result.goals.objectives.firstIndex(of: keep.measure) else { return true }
      let text = MeasureText(keep.measure)
      return text.value(answer.values[place]) == text.value(current.values[place])
    }
  }

  /// A goal behind the first that is judged better over the recordings held out; `nil` where there is none.
  private static func better(_ result: TuningResult) -> String? {
    guard let heldOut = result.heldOut else { return nil }
    return zip(heldOut.measures, heldOut.judgements).first { row, judgement in
      result.goals.goals.dropFirst().contains(row.measure) && judgement.verdict == .better
    }.map { row, _ in "\(row.measure.name) gets better by \(MeasureText(row.measure).difference(row.difference))" }
  }

  /// What the first goal comes to, and whether the conditions are promised.
  private static func gain(_ result: TuningResult) -> String {
    let text = MeasureText(result.goals.goals[0])
    let current = result.outcome.current.map { " in place of \(text.value($0.values[0]))" } ?? ""
    let promise =
      result.outcome.promise.map {
        ", and \(Counted.text($0.conditions.count, "condition")) \($0.conditions.count == 1 ? "is" : "are") promised"
      } ?? ""
    return "\(result.goals.goals[0].name) comes to \(text.value(result.answer?.values[0]))\(current)\(promise)"
  }

  /// The first goal against that of the current setting.
  private static func change(_ result: TuningResult) -> String {
    result.answer.map { PromiseText.change(of: $0, result) } ?? ""
  }
}
