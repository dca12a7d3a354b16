import ABRPolicies
import ABRTuning

/// Where the answer lies at an end of a range that was searched, so that a wider one may do better.
package enum TuningEdges {
  /// The finding, with ranges that reach twice as far.
  ///
  /// - Parameters:
  ///   - result: a search.
  ///   - option: what stands before the range of a parameter of this name, such as `--vary growth.max=`.
  /// - Returns: `nil` where the answer lies inside the ranges, a step back is as good, or the parameter ends there.
  package static func note(on result: TuningResult, option: (String) -> String) -> String? {
    let wider = wider(result)
    guard !wider.isEmpty else { return nil }
    return "the answer lies at an end of what was searched; a wider range may do better: "
      + wider.map { option($0.name) + $0.range }.joined(separator: " ")
  }

  /// The same as a part of a sentence.
  static func clause(on result: TuningResult) -> String? {
    let names = wider(result).map(\.name)
    guard !names.isEmpty else { return nil }
    return Phrase.Value.names(names).text
      + (names.count == 1 ? " is at an end of its range" : " are at ends of their ranges")
  }

  /// The parameters of which the answer lies at an end, with wider ranges.
  private static func wider(_ result: TuningResult) -> [(name: String, range: String)] {
    guard let best = result.outcome.best, !result.outcome.isPartial else { return [] }
    let goals = result.goals.goals.count
    return result.space.parameters.indices.compactMap { index in
      let steps = result.outcome.neighbours.filter { $0.parameter == index }
      guard steps.contains(where: { $0.evaluated.values.prefix(goals) != best.values.prefix(goals) }) else {
        return nil
      }
      let parameter = result.space.parameters[index]
      return range(of: parameter, beyond: best.setting.values[index]).map { (parameter.name, $0) }
    }
  }

  /// The range with the end moved at which a value lies; `nil` where it lies at none. Lists of one or two values are no
  /// ranges.
  private static func range(of parameter: TunedParameter, beyond value: ParameterValue) -> String? {
    let values = parameter.range.values
    guard values.count > 2, let number = value.number, let low = values[0].number,
      let high = values[values.count - 1].number
    else { return nil }
    let limits = limits(of: parameter.parameter.kind)
    func moved(to end: Double) -> ParameterValue? {
      guard let value = try? parameter.parameter.value(of: end), value.number != number else { return nil }
      return value
    }
    if number == high, high > 0 {
      return moved(to: min(2 * high, limits.upperBound)).map { "\(values[0].text)..\($0.text)" }
    }
    guard number == low else { return nil }
    return moved(to: max(low / 2, limits.lowerBound)).map { "\($0.text)..\(values[values.count - 1].text)" }
  }

  /// What a parameter may be.
  private static func limits(of kind: Parameter.Kind) -> ClosedRange<Double> {
    switch kind {
    case .duration(let range), .number(let range): range
    case .integer(let range): Double(range.lowerBound)...Double(range.upperBound)
    default: 0 ... .infinity
    }
  }
}
