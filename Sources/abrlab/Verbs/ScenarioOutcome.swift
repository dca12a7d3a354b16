import ABRScenarios
import ABRStatistics

/// The JSON of `abrlab scenario run`.
struct ScenarioOutcome: Encodable {
  struct Variant: Encodable {
    var name: String
    var sessions: Int
    /// By exported name; a metric without a value is left out.
    var metrics: [String: Double]
  }

  struct Verdict: Encodable {
    var expectation: String
    var holds: Bool
    var detail: String
  }

  var id: String
  var holds: Bool
  var variants: [Variant]
  var verdicts: [Verdict]

  init(_ result: ScenarioResult) {
    id = result.scenario.id
    holds = result.holds
    variants = result.rows.map { row in
      let sessions = row.sessions
      let metrics = ScenarioMetric.all.compactMap { metric in
        metric.value(over: sessions).flatMap { $0.isFinite ? (metric.name, $0) : nil }
      }
      return Variant(
        name: row.variant, sessions: sessions.count, metrics: Dictionary(metrics) { first, _ in first })
    }
    verdicts = result.verdicts.map { Verdict(expectation: $0.text, holds: $0.holds, detail: $0.detail) }
  }
}

/// The JSON of `abrlab scenario show`.
struct ScenarioDescription: Encodable {
  struct Variant: Encodable {
    var name: String
    var summary: String
    var policy: String?
    var buffer: String?
    var preload: String?
    /// What its refusal must say, of a variant that must be refused.
    var refused: String?
  }

  struct Expectation: Encodable {
    var that: String
    var why: String
    var onEachLink: Bool
  }

  var id: String
  var title: String
  var summary: String
  var stresses: String
  var features: [String]
  var notes: [String]
  var metrics: [String]
  var variants: [Variant]
  var expectations: [Expectation]

  init(_ scenario: Scenario) {
    id = scenario.id
    title = scenario.title
    summary = scenario.summary
    stresses = scenario.stresses
    features = scenario.features
    notes = scenario.notes
    metrics = scenario.metrics
    variants = scenario.variants.map { variant in
      var refused: String?
      if case .refused(let text, _) = variant.content { refused = text }
      let setup = variant.setup
      return Variant(
        name: variant.name, summary: variant.summary, policy: setup?.policy.canonical, buffer: setup?.bufferSpec,
        preload: setup?.preload?.canonical, refused: refused)
    }
    expectations = scenario.expectations.map {
      Expectation(that: $0.text, why: $0.why, onEachLink: $0.onEachLink)
    }
  }
}
