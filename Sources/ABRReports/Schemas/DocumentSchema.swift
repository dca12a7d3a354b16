import ABRComparison
import ABRRuns

/// The JSON Schema (draft 2020-12) of a document that the lab writes for other programs.
///
/// Objects are closed, apart from those whose keys are metrics: a document with a key that its schema does not have belongs to another
/// version. Versions are those of the documents themselves, ``ResultDocument/schema``, ``Baseline/schema``,
/// ``ComparisonDocument/schema``, ``TraceComparisonDocument/schema`` and ``TuningDocument/schema``.
package struct DocumentSchema: Sendable, Hashable {
  /// Name: `run`, `baseline`, `comparison`, `check`, `trace-comparison` or `tuning`.
  package let name: String
  /// Version of the layout that it describes.
  package let version: Int
  /// The key of the document that holds the version.
  package let versionKey: String
  /// What writes such documents.
  package let origin: String
  /// The schema as JSON text with a final newline.
  package let text: String

  /// Every schema, in the order in which documents come about.
  package static let all: [DocumentSchema] = [
    DocumentSchema(
      name: "run", version: ResultDocument.schema, versionKey: "schema", origin: "abrlab run --export json=FILE",
      text: String(decoding: PackageResources.run_json, as: UTF8.self)),
    DocumentSchema(
      name: "baseline", version: Baseline.schema, versionKey: "baseline", origin: "abrlab baseline save FILE",
      text: String(decoding: PackageResources.baseline_json, as: UTF8.self)),
    DocumentSchema(
      name: "comparison", version: ComparisonDocument.schema, versionKey: "schema",
      origin: "abrlab compare A B --export json=FILE",
      text: String(decoding: PackageResources.comparison_json, as: UTF8.self)),
    DocumentSchema(
      name: "check", version: ComparisonDocument.schema, versionKey: "schema",
      origin: "abrlab check --export json=FILE",
      text: String(decoding: PackageResources.check_json, as: UTF8.self)),
    DocumentSchema(
      name: "trace-comparison", version: TraceComparisonDocument.schema, versionKey: "schema",
      origin: "abrlab trace compare A B --export json=FILE",
      text: String(decoding: PackageResources.trace_comparison_json, as: UTF8.self)),
    DocumentSchema(
      name: "tuning", version: TuningDocument.schema, versionKey: "schema",
      origin: "abrlab tune --export json=FILE",
      text: String(decoding: PackageResources.tuning_json, as: UTF8.self)),
  ]

  /// The schema of a name.
  package static func named(_ name: String) -> DocumentSchema? { all.first { $0.name == name } }
}
