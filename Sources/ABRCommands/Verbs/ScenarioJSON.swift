import ABRInput
import ABRRuns
import ABRScenarios

extension ScenarioResult {
  /// The JSON of `abrlab scenario run`. A metric without a value is left out.
  var json: JSONValue {
    let variants = rows.map { row -> JSONValue in
      var metrics: [String: JSONValue] = [:]
      for metric in ScenarioMetric.all where metrics[metric.name] == nil {
        metrics[metric.name] = metric.value(over: row.sessions).flatMap { $0.isFinite ? .number($0) : nil }
      }
      return [
        "name": .string(row.variant), "sessions": .integer(row.sessions.count), "metrics": .object(metrics),
      ]
    }
    let verdicts = verdicts.map { verdict -> JSONValue in
      ["expectation": .string(verdict.text), "holds": .bool(verdict.holds), "detail": .string(verdict.detail)]
    }
    return [
      "id": .string(scenario.id), "holds": .bool(holds), "variants": .array(variants), "verdicts": .array(verdicts),
    ]
  }
}

extension Scenario {
  /// The JSON of `abrlab scenario show`.
  var json: JSONValue {
    func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    let variants = variants.map { variant -> JSONValue in
      var members: [String: JSONValue] = ["name": .string(variant.name), "summary": .string(variant.summary)]
      members["policy"] = (variant.setup?.policy.canonical).map { .string($0) }
      members["buffer"] = (variant.setup?.bufferSpec).map { .string($0) }
      members["preload"] = (variant.setup?.preload?.canonical).map { .string($0) }
      // What its refusal must say, of a variant that must be refused.
      if case .refused(let text, _) = variant.content { members["refused"] = .string(text) }
      return .object(members)
    }
    let expectations = expectations.map { expectation -> JSONValue in
      [
        "that": .string(expectation.text), "why": .string(expectation.why),
        "on_each_link": .bool(expectation.onEachLink),
      ]
    }
    return [
      "id": .string(id), "title": .string(title), "summary": .string(summary), "stresses": .string(stresses),
      "features": texts(features), "notes": texts(notes), "metrics": texts(metrics), "variants": .array(variants),
      "expectations": .array(expectations),
    ]
  }
}
