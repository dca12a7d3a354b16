import ABRComparison
import ABRInput
import ABRStatistics
import ABRTuning

/// What a search tells a person to do: the first line of every form.
package struct TuningRecommendation: Sendable {
  /// What to do, in a few words.
  let headline: String
  /// Why, and what speaks against it; none where the headline says it all.
  private let clauses: [String]
  /// Whether it is to use the answer as it is.
  let isAnswer: Bool
  /// Whether it is to keep a current setting that is not the answer.
  package let keepsOther: Bool

  private init(_ headline: String, _ clauses: [String] = [], isAnswer: Bool = false, keepsOther: Bool = false) {
    self.headline = headline
    self.clauses = clauses
    self.isAnswer = isAnswer
    self.keepsOther = keepsOther
  }

  /// Headline and reason of a page: beside what the answer costs stands what it gains.
  var parts: (title: String, reason: String) {
    guard isAnswer, let gain = clauses.first else { return (headline, reason) }
    return ("\(headline): \(gain)", Self.joined(clauses.dropFirst()))
  }

  /// All clauses; empty where the headline says it all.
  var reason: String { Self.joined(clauses[...]) }

  private static func joined(_ clauses: ArraySlice<String>) -> String { clauses.joined(separator: "; ") }

  /// Headline and reason.
  var text: String { reason.isEmpty ? headline : "\(headline): \(reason)" }

  /// The same with a capital and a full stop.
  var sentence: String { Self.sentence(text) }

  /// A text with a capital, unless it begins with a name, and a full stop: names are case-sensitive, and copied.
  ///
  /// - Parameters:
  ///   - text: a sentence without both.
  ///   - parameters: names of parameters, which are like any word: `peak`. Those of metrics have an underscore, and
  ///     settings an equals sign or a bracket.
  static func sentence(_ text: String, parameters: [String] = []) -> String {
    let word = text.prefix { !" ,;:".contains($0) }
    let isName = word.contains { "_=(".contains($0) } || parameters.contains(String(word))
    return (isName ? text : text.capitalised) + "."
  }

  /// The recommendation; `nil` without an answer.
  init?(_ result: TuningResult) {
    guard let answer = result.answer else { return nil }
    let outcome = result.outcome
    let setting = result.space.text(of: answer.setting.values)
    let priced = setting + Self.price(of: result)
    let edge = [TuningEdges.clause(on: result)].compactMap(\.self)
    let others = result.othersThatMeet
    if !others.isEmpty {
      let fault = answer.isFeasible ? "is not promised to meet every constraint" : Self.shortfall(of: answer, result)
      if others.contains(where: { $0.setting.values == result.space.current?.values }) {
        self.init("keep the current setting", ["\(setting) \(fault)"], keepsOther: true)
      } else {
        let count = Counted.text(others.count, "other setting")
        self.init(
          "\(setting) \(fault)", ["\(count) asked for \(others.count == 1 ? "meets" : "meet") every constraint"])
      }
    } else if let notPromised = result.notPromised {
      self.init(notPromised, keepsOther: true)
    } else if result.keepsCurrent {
      let reason =
        outcome.best == nil
        ? "no setting meets every constraint, and the current one comes closest"
        : result.isUndecided
          ? Self.idle(result) ?? "these \(result.unit)s do not tell the settings apart"
          : "the current setting is the best of these"
      self.init("keep \(setting)", [reason])
    } else if outcome.best == nil, Self.comesNoCloser(result) {
      self.init(
        "no setting meets every constraint; keep the current one", ["\(setting) comes no closer"], keepsOther: true)
    } else if outcome.best == nil {
      self.init(
        "no setting meets every constraint; \(setting) comes closest", ["it \(Self.shortfall(of: answer, result))"])
    } else if outcome.isPartial {
      self.init("\(setting) is the best so far", ["the search was stopped, so nothing is promised"])
    } else if outcome.current?.isFeasible == true, let worse = Self.worse(result) {
      self.init("keep the current setting", ["with \(setting) \(worse)"], keepsOther: true)
    } else if let chance = result.chance {
      let missed = Self.missed(result)
      if missed == nil, let better = Self.better(result) {
        self.init(
          "set \(priced)", [better, "the change in \(result.goals.goals[0].name) is not significant"] + edge,
          isAnswer: true)
      } else {
        self.init(
          "keep the current setting", [chance] + (missed.map { ["\(setting) \($0)"] } ?? []), keepsOther: true)
      }
    } else if let doubt = Self.missed(result).map({ "the setting \($0)" }) ?? Self.tooFew(result) {
      let gain = Self.joined(Self.gain(result)[...])
      self.init("try \(setting) on more \(result.unit)s before you set it", ["\(gain), but \(doubt)"] + edge)
    } else {
      self.init("set \(priced)", Self.gain(result) + edge, isAnswer: true)
    }
  }

  /// That no parameter changes anything; `nil` where one does.
  private static func idle(_ result: TuningResult) -> String? {
    let names = result.space.parameters.map(\.name)
    guard result.outcome.idleParameters.count == names.count else { return nil }
    return "\(Phrase.Value.names(names).text) \(names.count == 1 ? "changes" : "change") nothing here"
  }

  /// Which conditions a setting misses over the traces of the search, with its value and the current one.
  private static func shortfall(of evaluated: TuningOutcome.Evaluated, _ result: TuningResult) -> String {
    let current = result.keepsCurrent ? nil : result.outcome.current
    let missed = result.goals.missed(by: evaluated, current: result.outcome.current).map { constraint, value in
      let text = MeasureText(constraint.measure)
      let place = result.goals.objectives.firstIndex(of: constraint.measure) ?? 0
      return "\(constraint.name) (\(text.value(value))"
        + (current.map { "; the current setting has \(text.value($0.values[place]))" } ?? "") + ")"
    }
    return "misses \(missed.joined(separator: " and "))"
  }

  /// That the first goal is judged worse over the recordings held out; `nil` where it is not.
  private static func worse(_ result: TuningResult) -> String? {
    guard let heldOut = result.heldOut,
      let place = heldOut.measures.firstIndex(where: { $0.measure == result.goals.goals[0] }),
      heldOut.judgements[place].verdict == .worse
    else { return nil }
    return change(result.goals.goals[0], result)
  }

  /// The conditions that the answer misses on the recordings held out, and whether that could be chance.
  static func missed(_ result: TuningResult) -> String? {
    let missed = result.heldOutConditions.filter { !$0.isMet }
    guard !missed.isEmpty else { return nil }
    let isChance = missed.allSatisfy { condition in
      !condition.constraint.bound.isLimit && result.judged(condition.constraint.measure)?.interval.contains(0) == true
    }
    let traces = Counted.text(result.split.heldOutClusters, "held-out \(result.unit)")
    return "misses " + missed.map { "\($0.constraint.name) (\($0.text))" }.joined(separator: " and ")
      + " on the \(traces)" + (isChance ? " (not significant)" : "")
  }

  /// That too few recordings were held out to judge the answer, or searched where none was to be; `nil` where enough
  /// were.
  private static func tooFew(_ result: TuningResult) -> String? {
    let isHeldOut = result.split.heldOutClusters > 0
    let count = isHeldOut ? result.split.heldOutClusters : result.split.searchClusters
    let traces = Counted.text(count, (isHeldOut ? "held-out " : "") + result.unit)
    if count < PairedComparison.leastClusters {
      return "\(traces) \(count == 1 ? "is" : "are") too few to confirm it"
    }
    return isHeldOut && Double(count) < EffectiveSize.leastSize ? "only \(traces) confirm it" : nil
  }

  /// Whether the answer comes to what the current setting does in every condition, as far as is shown.
  private static func comesNoCloser(_ result: TuningResult) -> Bool {
    guard let answer = result.answer, let current = result.outcome.current else { return false }
    return result.goals.constraints.allSatisfy { constraint in
      guard let place = result.goals.objectives.firstIndex(of: constraint.measure) else { return true }
      let text = MeasureText(constraint.measure)
      return text.value(answer.values[place]) == text.value(current.values[place])
    }
  }

  /// A goal behind the first that is judged better over the recordings held out; `nil` where there is none.
  private static func better(_ result: TuningResult) -> String? {
    guard let heldOut = result.heldOut else { return nil }
    return zip(heldOut.measures, heldOut.judgements).first { row, judgement in
      result.goals.goals.dropFirst().contains(row.measure) && judgement.verdict == .better
    }.map { row, _ in change(row.measure, result) }
  }

  /// What the answer costs over the recordings held out, ` at 8.5 % less mean_bitrate_bps`: all that is judged worse
  /// and that no constraint bounds. Empty where that is nothing.
  private static func price(of result: TuningResult) -> String {
    result.heldOut.map { price(of: $0, except: [result.goals.goals[0]] + result.goals.constraints.map(\.measure)) }
      ?? ""
  }

  /// The same of a comparison of the current setting with another.
  static func price(of comparison: RunComparison, except bounded: [Measure]) -> String {
    let worse = zip(comparison.measures, comparison.judgements).filter { row, judgement in
      judgement.verdict == .worse && !bounded.contains(row.measure)
    }
    let texts = worse.map { row, _ in
      let amount =
        row.relativeDifference.map { Decimals.text(100 * $0.magnitude, digits: 1) + " %" }
        ?? MeasureText(row.measure).value(row.difference?.magnitude)
      return "\(amount) \(row.measure.direction == .higher ? "less" : "more") \(row.measure.name)"
    }
    return texts.isEmpty ? "" : " at \(Phrase.Value.names(texts).text)"
  }

  /// How the first goal changes, over the recordings held out as what it costs, and with which confidence the
  /// constraints hold.
  private static func gain(_ result: TuningResult) -> [String] {
    let count = result.goals.constraints.count
    let noun = count == 1 ? "constraint" : "constraints"
    let confidence = result.outcome.promise.map { "with \(PromiseText.percent($0.confidence)) % confidence" }
    let promise =
      confidence.map { confidence in
        // What other traces contradict was only promised.
        missed(result) == nil
          ? "the \(noun) \(count == 1 ? "holds" : "hold") \(confidence)"
          : "the search promised the \(noun) \(confidence)"
      } ?? "the \(noun) \(count == 1 ? "holds" : "hold") on the \(result.counted(result.split.searchClusters)) searched"
    let current = result.outcome.current?.isFeasible == false ? "the current setting misses a constraint" : nil
    let goal = result.goals.goals[0]
    let clauses = [change(goal, result), count == 0 ? nil : promise, current].compactMap(\.self)
    // What speaks for a setting comes first.
    return isWorse(goal, result) ? clauses.reversed() : clauses
  }

  /// How a goal changes, over the recordings held out or else those of the search.
  private static func change(_ goal: Measure, _ result: TuningResult) -> String {
    let text = MeasureText(goal)
    let (new, old) = result.values(of: goal)
    let place = result.heldOutRow(of: goal) == nil ? "" : " on held-out \(result.unit)s"
    guard let new, let old, new != old else { return "\(goal.name) is \(text.value(new))\(place)" }
    let verb = isWorse(goal, result) ? "gets worse," : new < old ? "falls" : "rises"
    return "\(goal.name) \(verb) from \(text.value(old)) to \(text.value(new))\(place)"
  }

  /// Whether a goal gets worse by any amount.
  private static func isWorse(_ goal: Measure, _ result: TuningResult) -> Bool {
    guard case (let new?, let old?) = result.values(of: goal) else { return false }
    return goal.direction == .higher ? new < old : new > old
  }
}
