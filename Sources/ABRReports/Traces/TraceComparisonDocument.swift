import ABRComparison
import ABRInput
import ABRNetwork
import ABRRuns

/// Two sets of traces side by side as a JSON document of schema 1.
///
/// ```
/// {"schema": 1, "verdict": "changed", "outage_threshold_bps": 0,
///  "reference": {"path", "traces", "traces_sha256"}, "candidate": {…},
///  "families": [{"family", "verdict", "files": {"unchanged", "new", "removed", "changed", "renamed"}, "ks_distance",
///    "wasserstein_bps", "wasserstein_ratio", "reference": {"traces", "duration_s", "mean_bps", …}, "candidate": {…}}],
///  "whole": {…},
///  "files": [{"change", "reference": {"file", "family", "sha256"}, "candidate": {…}, "same_rows", "measures",
///    "ks_distance", "wasserstein_bps"}],
///  "results": [{"family", "metric", "reference", "candidate", "difference", "relative_difference"}]}
/// ```
/// Values are in base units; what does not exist is null. `families` and `results` stand in the order of how much they
/// moved; in `results` a family of null, at the end, is all of them together. Without a video `results` is empty.
package enum TraceComparisonDocument {
  /// Version of the layout.
  package static let schema = 1

  /// The document.
  package static func json(of comparison: TraceSetComparison, results: [TraceResultChange]) -> JSONValue {
    .object([
      "schema": .integer(schema), "verdict": .string(comparison.isChanged ? "changed" : "unchanged"),
      "outage_threshold_bps": .number(comparison.outageThreshold), "reference": json(of: comparison.reference),
      "candidate": json(of: comparison.candidate), "families": .array(comparison.families.map(json(of:))),
      "whole": json(of: comparison.whole), "files": .array(comparison.changes.map(json(of:))),
      "results": .array(results.map(json(of:))),
    ])
  }

  private static func json(of set: TraceSet) -> JSONValue {
    .object([
      "path": .string(set.path), "traces": .integer(set.traces.count),
      "traces_sha256": .string(RunRecord.digest(of: set.traces.map(\.sha256))),
    ])
  }

  private static func json(of row: TraceFamilyComparison) -> JSONValue {
    var files: [String: JSONValue] = ["unchanged": .integer(row.unchangedCount)]
    for kind in TraceFileChange.Kind.allCases { files[kind.rawValue] = .integer(row.counts[kind] ?? 0) }
    return .object([
      "family": row.family.map { .string($0) } ?? .null, "verdict": .string(row.verdict), "files": .object(files),
      "ks_distance": JSONValue(row.distance?.kolmogorovSmirnov),
      "wasserstein_bps": JSONValue(row.distance?.wasserstein), "wasserstein_ratio": JSONValue(row.relativeDistance),
      "reference": json(of: row.reference), "candidate": json(of: row.candidate),
    ])
  }

  private static func json(of side: TraceSummary?) -> JSONValue {
    guard let side else { return .null }
    var members: [String: JSONValue] = [:]
    for field in TraceComparisonTable.fields(of: side) { members[field.name] = JSONValue(field.value) }
    return .object(members)
  }

  private static func json(of change: TraceFileChange) -> JSONValue {
    func side(_ trace: TraceSource?) -> JSONValue {
      guard let trace else { return .null }
      return .object([
        "file": .string(trace.file), "family": .string(trace.family), "sha256": .string(trace.sha256),
      ])
    }
    return .object([
      "change": .string(change.kind.rawValue), "reference": side(change.reference), "candidate": side(change.candidate),
      "same_rows": .bool(change.hasSameRows || change.kind == .renamed),
      "measures": change.measures.map { .array([.string($0.before.rawValue), .string($0.after.rawValue)]) } ?? .null,
      "ks_distance": JSONValue(change.distance?.kolmogorovSmirnov),
      "wasserstein_bps": JSONValue(change.distance?.wasserstein),
    ])
  }

  private static func json(of result: TraceResultChange) -> JSONValue {
    .object([
      "family": result.family.map { .string($0) } ?? .null, "metric": .string(result.measure.name),
      "reference": JSONValue(result.reference), "candidate": JSONValue(result.candidate),
      "difference": JSONValue(result.difference), "relative_difference": JSONValue(result.relativeDifference),
    ])
  }
}
