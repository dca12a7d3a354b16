import ABRComparison
import ABRInput
import ABRPolicies
import ABRStatistics
import ABRTuning

/// What a search promises of its answer, how sure its gain is and which other settings are as good, in words.
enum PromiseText {
  /// The lines that follow the table of the answer, each with its label.
  static func lines(of result: TuningResult) -> [(label: String, text: String)] {
    let outcome = result.outcome
    return [
      ("promise", promise(result)), ("held out", heldOut(result)), ("bolder", bolder(result)),
      ("evidence", contributingTraces(result)),
      ("as good", outcome.region.flatMap { region($0, result) }),
    ].compactMap { label, text in text.map { (label, $0) } }
  }

  /// The conditions with what was seen, what it may come to on new recordings, what is allowed, and what it came to on
  /// those held out, where any are.
  static func table(of result: TuningResult) -> DataTable? {
    guard let promise = result.outcome.promise else { return nil }
    let told = promise.conditions.indices.filter { tells(promise.conditions[$0].constraint, result) }
    guard !told.isEmpty else { return nil }
    let isHeldOut = result.heldOutConditions.count == promise.conditions.count
    var table = DataTable(
      columns: [.text("constraint")]
        + ["seen", "may come to", "allowed"].map {
          DataTable.Column(name: $0, title: $0, scale: 1, digits: 0, isText: false)
        } + [.text("promised")] + (isHeldOut ? [.text("held out")] : []))
    for index in told {
      let condition = promise.conditions[index]
      let text = MeasureText(condition.constraint.measure)
      func cell(_ value: Double?) -> DataTable.Cell {
        if condition.constraint.bound.isLimit { return .text(text.value(value)) }
        return .text(value.map { $0.isFinite } == false ? "anything" : text.difference(value))
      }
      table.append(
        [.text(condition.constraint.name)] + [condition.seen, condition.bound, condition.allowed].map(cell)
          + [.text(condition.holds ? "yes" : "NO")]
          + (isHeldOut ? [.text(self.heldOut(result.heldOutConditions[index]))] : []))
    }
    return table
  }

  /// Whether a condition says something of the answer: a change against the current setting is none where that is kept.
  private static func tells(_ constraint: Gate, _ result: TuningResult) -> Bool {
    !result.keepsCurrent || constraint.bound.isLimit
  }

  private static func promise(_ result: TuningResult) -> String? {
    guard let promise = result.outcome.promise, result.outcome.best != nil,
      promise.conditions.contains(where: { tells($0.constraint, result) })
    else { return nil }
    let tolerance =
      result.goals.usesTolerance
      ? ", tolerance +\(percent(result.goals.tolerance)) pp" : ""
    return "the constraints hold on new traces like these with \(percent(promise.confidence)) % confidence "
      + "(\(result.counted(promise.recordings))\(tolerance)); "
      + "networks rarer than 1 in \(Int((1 / promise.unseenShare).rounded())) may be missing"
  }

  private static func heldOut(_ condition: HeldOutCondition) -> String {
    condition.text + (condition.isMet ? ", met" : ", MISSED")
  }

  /// What is seen on recordings which the search never saw: of a setting that is kept its values, and that the answer
  /// misses a condition there, beside the promise that it will not.
  private static func heldOut(_ result: TuningResult) -> String? {
    let parts = [kept(result), missed(result)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// What the current setting, which is kept, comes to where it is compared with nothing.
  private static func kept(_ result: TuningResult) -> String? {
    guard result.keepsCurrent, !result.heldOutValues.isEmpty else { return nil }
    let values = zip(result.goals.objectives, result.heldOutValues).map { "\($0.name) \(MeasureText($0).value($1))" }
    return values.joined(separator: ", ")
      + " on the \(Counted.text(result.split.heldOutClusters, "held-out \(result.unit)"))"
  }

  private static func missed(_ result: TuningResult) -> String? {
    let missed = result.heldOutConditions.filter { !$0.isMet }.map { "\($0.constraint.name) (\($0.text))" }
    guard !missed.isEmpty, result.outcome.promise != nil else { return nil }
    return "MISSED on the \(Counted.text(result.split.heldOutClusters, "held-out \(result.unit)")): "
      + missed.joined(separator: ", ")
      + (result.keepsCurrent || result.outcome.best == nil ? "" : "; more \(result.unit)s would tell")
  }

  private static func bolder(_ result: TuningResult) -> String? {
    guard let bolder = result.outcome.bolder, let missed = result.outcome.bolderMissRate else { return nil }
    return result.space.text(of: bolder.setting.values) + change(of: bolder, result)
      + ": meets the constraints here, misses them in about \(Decimals.text(missed * 100, digits: 0)) % of samples of a "
      + "third of the \(result.unit)s: not promised"
  }

  /// The first goal of a setting against that of the current one, in percent.
  static func change(of evaluated: TuningOutcome.Evaluated, _ result: TuningResult) -> String {
    guard let new = evaluated.values[0], let old = result.outcome.current?.values[0], old != 0, old.isFinite,
      new.isFinite
    else { return "" }
    return ", \(MeasureText.relative((new - old) / old.magnitude)) \(result.goals.goals[0].name)"
  }

  /// Over how many traces the gain and the change in each constraint are spread.
  private static func contributingTraces(_ result: TuningResult) -> String? {
    guard !result.outcome.isPartial, !result.keepsCurrent else { return nil }
    let traces = result.counted(result.split.searchClusters)
    var parts: [String] = []
    func add(_ size: EffectiveSize, _ measure: Measure) {
      let count = Decimals.text(size.value, digits: 0)
      parts.append((parts.isEmpty ? "\(count) of \(traces)" : count) + " for \(measure.name)")
    }
    let goal = result.goals.goals[0]
    if let gain = result.outcome.gain?.contributingTraces { add(gain, goal) }
    for condition in result.outcome.promise?.conditions ?? [] where condition.constraint.measure != goal {
      if let contributingTraces = condition.contributingTraces { add(contributingTraces, condition.constraint.measure) }
    }
    return parts.isEmpty ? nil : "effective sample: \(parts.joined(separator: ", "))"
  }

  private static func region(_ region: TuningRegion, _ result: TuningResult) -> String? {
    guard region.count > 1 else { return nil }
    let ranges = zip(result.space.parameters, region.values).map { parameter, values in
      "\(parameter.name) \(text(of: values, in: parameter.range))"
    }
    return "\(Counted.text(region.count, "setting"))"
      + (result.outcome.promise == nil ? "" : ", promised and")
      + " within \(percent(TuningRegion.slack)) % of the best \(result.goals.goals[0].name): "
      + ranges.joined(separator: ", ")
      + (region.count < region.values.reduce(1) { $0 * $1.count } ? "; not every combination of these" : "")
  }

  /// Values of a parameter: from one to another where they follow one another on the grid, how many of those between
  /// where they are many.
  private static func text(of values: [ParameterValue], in range: ParameterRange) -> String {
    guard values.count > 2, values.allSatisfy({ $0.number != nil }) else {
      return values.map(\.text).joined(separator: ", ")
    }
    let ends = "\(values[0].text) to \(values[values.count - 1].text)"
    if hasNoGap(values, range) { return ends }
    return values.count <= mostListed
      ? values.map(\.text).joined(separator: ", ") : "\(values.count) values from \(ends)"
  }

  /// Values that a line lists, at most.
  private static let mostListed = 6

  /// Whether values follow one another on a grid.
  private static func hasNoGap(_ values: [ParameterValue], _ range: ParameterRange) -> Bool {
    guard let low = values.first?.number, let high = values.last?.number else { return false }
    return range.values.count { $0.number.map { (low...high).contains($0) } ?? false } == values.count
  }

  /// A share in percent, in full.
  static func percent(_ share: Double) -> String {
    var digits = 0
    while digits < 6, (share * 100 - (Double(Decimals.text(share * 100, digits: digits)) ?? 0)).magnitude > 1e-9 {
      digits += 1
    }
    return Decimals.text(share * 100, digits: digits)
  }
}
