import ABRComparison
import ABRInput

/// A check as a JSON document of schema 3.
///
/// ```
/// {"schema": 3, "outcome": "regression",
///  "gates": [{"gate", "metric", "bound", "level", "kind", "family", "configuration", "name", "status",
///   "comparison": {…}}], "explanation"?, "warnings": […], "notes": […], "comparisons": [{…}]}
/// ```
/// Comparisons are as in ``ComparisonDocument``.
package enum GateDocument {
  /// The document: the outcome, each gate with its comparison, and the comparison of the usual metrics.
  package static func json(of report: GateReport) -> JSONValue {
    let gates = report.outcomes.map { outcome -> JSONValue in
      .object([
        "gate": .string(outcome.gate.name), "metric": .string(outcome.gate.measure.name),
        "bound": .string(outcome.gate.boundText), "level": .string(outcome.gate.level.rawValue),
        "kind": .string(outcome.gate.kind.rawValue), "family": outcome.gate.family.map { .string($0) } ?? .null,
        "configuration": .array(outcome.configuration.specs.map { .string($0) }),
        "name": outcome.configuration.label.map { .string($0) } ?? .null,
        "status": .string(outcome.status.rawValue),
        "comparison": ComparisonDocument.json(of: outcome.comparison),
      ])
    }
    let explanation = GateTable.explanation(of: report).map { ["explanation": JSONValue.string($0.command)] } ?? [:]
    let members: [String: JSONValue] = [
      "schema": .integer(ComparisonDocument.schema), "outcome": .string(report.outcome.rawValue),
      "gates": .array(gates), "warnings": .array(GateTable.warnings(of: report).map { .string($0) }),
      "notes": .array(report.pairing.notes.map { .string($0) }),
      "comparisons": .array(report.comparisons.map(ComparisonDocument.json(of:))),
    ]
    return .object(members.merging(explanation) { $1 })
  }
}
