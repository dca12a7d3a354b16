import ABRInput
import ABRPolicies
import ABRTuning

/// A search as a JSON document of schema 4. Values are in base units; what does not exist is null.
package enum TuningDocument {
  /// Version of the layout.
  package static let schema = 4

  /// The document.
  package static func json(of result: TuningResult) -> JSONValue {
    let outcome = result.outcome
    var members: [String: JSONValue] = [
      "schema": .integer(schema), "method": .string(result.method.rawValue), "seed": .integer(result.seed),
      "partial": .bool(outcome.isPartial), "played": .integer(outcome.played),
      "exhaustive": .integer(outcome.exhaustive),
    ]
    members["inputs"] = result.setup.inputs
    members["given"] = result.setup.json
    members["keeps_current"] = .bool(result.advisesCurrent)
    members["warnings"] = names(result.warnings)
    members["space"] = space(result.space)
    members["goals"] = names(result.goals.goals.map(\.name))
    members["constraints"] = names(result.goals.constraints.map(\.name))
    members["traces"] = traces(result.split)
    members["best"] = setting(outcome.best, result)
    members["bolder"] = setting(outcome.bolder, result)
    members["bolder_missed_share"] = JSONValue(outcome.bolderMissRate)
    members["promise"] = outcome.promise.map { promise($0, result) } ?? .null
    members["gain"] = outcome.gain.map { gain($0, result.goals) } ?? .null
    members["as_good"] = outcome.region.map { region($0, result.space) } ?? .null
    members["recommendation"] = result.recommendation.map { .string($0.sentence) } ?? .null
    members["advice"] = result.advice.map { .string($0) } ?? .null
    members["closest"] = setting(outcome.closest, result)
    members["current"] = setting(outcome.current, result)
    members["neighbours"] = .array(outcome.neighbours.map { neighbour($0, result) })
    members["settings"] = .array(outcome.evaluatedAndCurrent.map { setting($0, result) })
    members["held_out"] = result.heldOut.map { ComparisonDocument.json(of: $0) } ?? .null
    members["missed_when_held_out"] = names(result.missedWhenHeldOut)
    members["constant_goals"] = names(outcome.constantGoals.map(\.name))
    members["code"] = .object(Dictionary(uniqueKeysWithValues: result.code.map { ($0.player.rawValue, code($0)) }))
    return .object(members)
  }

  /// Texts as an array.
  package static func names(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The value of a parameter: a number in its base unit, or a word.
  package static func value(_ value: ParameterValue) -> JSONValue {
    value.number.map { .number($0) } ?? .string(value.text)
  }

  /// The values of a setting by parameter.
  package static func parameters(of setting: TuningSetting, in space: SearchSpace) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: zip(space.parameters, setting.values).map { ($0.name, value($1)) }))
  }

  /// What a setting gave, by measure.
  package static func values(of evaluated: TuningOutcome.Evaluated, for goals: TuningGoals) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: zip(goals.objectives, evaluated.values).map { ($0.name, JSONValue($1)) }))
  }

  /// What a parameter is called, counted in and may be.
  package static func facts(of parameter: TunedParameter) -> [String: JSONValue] {
    [
      "name": .string(parameter.name), "unit": parameter.parameter.numberUnit.map { .string($0) } ?? .null,
      "values": .array(parameter.range.values.map(value)),
    ]
  }

  /// Refuses a setting that lacks a parameter or a measure: the document says which there are, and no schema can.
  ///
  /// - Parameter document: one that its schema allows.
  /// - Throws: `InputFault` with the path of the member.
  static func checkSettings(of document: JSONValue) throws(InputFault) {
    let places =
      ["best", "bolder", "closest", "current"].map { ($0, document[$0]) }
      + document["neighbours"].elements.enumerated().map { ("neighbours[\($0)].setting", $1["setting"]) }
      + document["settings"].elements.enumerated().map { ("settings[\($0)]", $1) }
    let settings = places.compactMap { place, setting -> (String, [String: JSONValue], [String: JSONValue])? in
      guard case .object(let parameters) = setting["parameters"], case .object(let values) = setting["values"] else {
        return nil
      }
      return (place, parameters, values)
    }
    let measures = Set(document["goals"].elements.compactMap(\.string) + settings.flatMap { $0.2.keys }).sorted()
    for (place, parameters, values) in settings {
      for parameter in document["space"]["parameters"].elements {
        guard let name = parameter["name"].string else { continue }
        let value = parameters[name] ?? .null
        // The current setting may be without a value of the unit: it says in words what it does.
        let isWord =
          value.string != nil && (parameter["unit"] == .null || value == document["current"]["parameters"][name])
        guard value.number == nil, !isWord else { continue }
        throw InputFault(
          line: nil, field: "\(place).parameters.\(name)", found: value.string.map(InputFault.excerpt) ?? "none",
          allowed: "one of the values searched")
      }
      for name in measures where values[name] == nil {
        throw InputFault(
          line: nil, field: "\(place).values.\(name)", found: "none", allowed: "what every setting has")
      }
    }
  }

  private static func space(_ space: SearchSpace) -> JSONValue {
    [
      "parameters": .array(space.parameters.map { .object(facts(of: $0)) }),
      "settings": .integer(space.settings.count), "excluded": .integer(space.excludedCount),
    ]
  }

  private static func traces(_ split: TraceSplit) -> JSONValue {
    [
      "search": .integer(split.search.count), "search_clusters": .integer(split.searchClusters),
      "held_out": .integer(split.heldOut.count), "held_out_clusters": .integer(split.heldOutClusters),
      "held_out_traces": .array(split.heldOut.map { .integer($0) }),
    ]
  }

  private static func neighbour(_ neighbour: TuningOutcome.Neighbour, _ result: TuningResult) -> JSONValue {
    [
      "parameter": .string(result.space.parameters[neighbour.parameter].name),
      "setting": setting(neighbour.evaluated, result),
    ]
  }

  private static func promise(_ promise: TuningPromise, _ result: TuningResult) -> JSONValue {
    let heldOut = result.heldOutConditions
    let conditions = promise.conditions.enumerated().map { index, condition -> JSONValue in
      let own = heldOut.count == promise.conditions.count ? heldOut[index] : nil
      return [
        "constraint": .string(condition.constraint.name), "metric": .string(condition.constraint.measure.name),
        "seen": finite(condition.seen), "bound": finite(condition.bound), "allowed": finite(condition.allowed),
        "held_out": finite(own?.seen), "met_when_held_out": own.map { .bool($0.isMet) } ?? .null,
        "holds": .bool(condition.holds), "effective_recordings": JSONValue(condition.contributingTraces?.value),
      ]
    }
    let tolerance = result.goals.usesTolerance ? result.goals.tolerance : 0
    return [
      "confidence": .number(promise.confidence), "recordings": .integer(promise.recordings),
      "tolerance": .number(tolerance), "holds": .bool(promise.holds), "conditions": .array(conditions),
    ]
  }

  private static func gain(_ gain: TuningGain, _ goals: TuningGoals) -> JSONValue {
    [
      "metric": .string(goals.goals[0].name), "difference": finite(gain.difference),
      "interval": gain.interval.map { .array([.number($0.lower), .number($0.upper)]) } ?? .null,
      "effective_recordings": JSONValue(gain.contributingTraces?.value),
    ]
  }

  private static func region(_ region: TuningRegion, _ space: SearchSpace) -> JSONValue {
    [
      "settings": .integer(region.count),
      "parameters": .array(
        zip(space.parameters, region.values).map { ["name": .string($0.name), "values": .array($1.map(value))] }),
    ]
  }

  private static func finite(_ value: Double?) -> JSONValue { JSONValue(value.flatMap { $0.isFinite ? $0 : nil }) }

  private static func code(_ code: PlayerCode) -> JSONValue {
    ["language": .string(code.player.language.rawValue), "code": .string(code.code), "notes": names(code.notes)]
  }

  private static func setting(_ evaluated: TuningOutcome.Evaluated?, _ result: TuningResult) -> JSONValue {
    guard let evaluated else { return .null }
    let setting = evaluated.setting
    let configuration = setting.configuration
    return [
      "player": .string(configuration.player), "policy": .string(configuration.policy),
      "buffer": .string(configuration.buffer),
      "preload": configuration.preload.map { .string($0) } ?? .null,
      "parameters": parameters(of: setting, in: result.space),
      "values": values(of: evaluated, for: result.goals), "traces": .integer(evaluated.traces),
      "constraints_met": .bool(evaluated.isFeasible),
      "promised": evaluated.isPromised.map { .bool($0) } ?? .null, "on_front": .bool(evaluated.isOnFront),
    ]
  }
}
