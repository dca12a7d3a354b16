import ABRComparison
import ABRInput
import ABRStatistics

/// Comparisons as a JSON document of schema 3.
///
/// ```
/// {"schema": 3, "comparisons": [{"reference": […specs], "candidate": […], "sessions", "traces", "clusters", "metrics":
///   [{"metric", "unit", "direction", "reference", "candidate", "difference", …,
///     "worst_traces": [{"trace", "file", "difference",
///   "reference", "candidate"}]}]}]}
/// ```
/// Values are in base units; what does not exist is null. The `difference` of a trace is what it adds to that of the
/// metric, and `reference` and `candidate` are its own values.
package enum ComparisonDocument {
  /// Version of the layout.
  package static let schema = 3

  /// The document of several comparisons.
  package static func json(of comparisons: [RunComparison], pairing: RunPairing) -> JSONValue {
    let warnings = pairing.warnings + ComparisonTable.warnings(on: comparisons)
    return .object([
      "schema": .integer(schema), "warnings": .array(warnings.map { .string($0) }),
      "notes": .array(pairing.notes.map { .string($0) }),
      "comparisons": .array(comparisons.map(json(of:))),
    ])
  }

  /// One comparison.
  package static func json(of comparison: RunComparison) -> JSONValue {
    return .object([
      "reference": .array(comparison.reference.specs.map { .string($0) }),
      "candidate": .array(comparison.candidate.specs.map { .string($0) }),
      "sessions": .integer(comparison.sessionCount), "traces": .integer(comparison.traceCount),
      "clusters": .integer(comparison.clusterCount),
      "metrics": .array(zip(comparison.measures, comparison.judgements).map { json(of: $0, among: $1) }),
    ])
  }

  /// One measure.
  ///
  /// - Parameters:
  ///   - row: the measure.
  ///   - judgement: what is said of it among others; `nil` where it is judged by itself.
  package static func json(of row: MeasureComparison, among judgement: MeasureJudgement? = nil) -> JSONValue {
    var members: [String: JSONValue] = [
      "metric": .string(row.measure.name), "unit": .string(row.measure.unit.title),
      "direction": .string(row.measure.direction.rawValue), "reference": JSONValue(row.reference),
      "candidate": JSONValue(row.candidate), "difference": JSONValue(row.difference),
      "relative_difference": JSONValue(row.relativeDifference), "interval": interval(row.interval),
      "p_value": JSONValue(row.pValue), "interval_holm": interval(judgement?.interval),
      "p_value_holm": JSONValue(judgement?.pValue),
      "verdict": .string((judgement?.verdict ?? row.verdict).rawValue), "worse_traces": .integer(row.worseTraceCount),
      "worst_traces": .array(
        row.worstTraces.map { trace in
          .object([
            "trace": .string(trace.name), "file": .string(trace.file), "difference": JSONValue(trace.contribution),
            "reference": JSONValue(trace.reference), "candidate": JSONValue(trace.candidate),
          ])
        }),
    ]
    if case .none(let error, _, _) = row.evidence { members["reason"] = .string(error.description) }
    if let paired = row.paired {
      members["clusters_better"] = .integer(paired.counts.better)
      members["clusters_worse"] = .integer(paired.counts.worse)
      members["clusters_tied"] = .integer(paired.counts.tied)
      members["effective_clusters"] = JSONValue(paired.effectiveSize?.value)
      members["minimum_detectable_effect"] = JSONValue(paired.minimumDetectableEffect.map { $0 * row.scale })
      members["p_value_deterioration"] = JSONValue(paired.deteriorationPValue)
    }
    return .object(members)
  }

  private static func interval(_ interval: ConfidenceInterval?) -> JSONValue {
    interval.map { .array([JSONValue($0.lower), JSONValue($0.upper)]) } ?? .null
  }
}
