import ABRComparison
import ABRInput
import ABRRuns
import ABRSweeps

/// The JSON Schema (draft 2020-12) of a document that the lab writes for other programs, or of the lines that it
/// exchanges with one.
///
/// Objects are closed, apart from those whose keys are metrics: a document with a key that its schema does not have
/// belongs to another version. Versions are those of the documents themselves, `RunRecord/schema`,
/// `Baseline/schema`, ``ComparisonDocument/schema``, ``TraceComparisonDocument/schema``,
/// ``TuningDocument/schema`` and `SweepPlan/schema`.
package struct DocumentSchema: Sendable, Hashable {
  /// Name: `run`, `baseline`, `comparison`, `check`, `trace-comparison`, `tuning`, `sweep` or `policy-messages`.
  package let name: String
  /// What it is, for people.
  private let title: String
  /// What is to be known of its origin.
  private let remark: String
  /// Version of the layout that it describes.
  package let version: Int
  /// The key of the document that holds the version.
  package let versionKey: String
  /// What writes such documents.
  package let origin: String
  /// The fields, see ``SchemaNotation``.
  private let notation: [UInt8]

  private init(
    _ name: String, _ title: String, version: Int, key: String = "schema", origin: String, remark: String = "",
    _ notation: [UInt8]
  ) {
    self.name = name
    self.title = title
    self.version = version
    versionKey = key
    self.origin = origin
    self.remark = remark
    self.notation = notation
  }

  /// Every schema, in the order in which documents come about.
  package static let all: [DocumentSchema] = [
    DocumentSchema(
      "run", "A run", version: RunRecord.schema, origin: "abrlab run --export json=FILE",
      remark: ", what comparisons and reports read", PackageResources.run_txt),
    DocumentSchema(
      "baseline", "A baseline", version: Baseline.schema, key: "baseline", origin: "abrlab baseline save FILE",
      PackageResources.baseline_txt),
    DocumentSchema(
      "comparison", "A comparison", version: ComparisonDocument.schema, origin: "abrlab compare A B --export json=FILE",
      PackageResources.comparison_txt),
    DocumentSchema(
      "check", "A check", version: ComparisonDocument.schema, origin: "abrlab check --export json=FILE",
      PackageResources.check_txt),
    DocumentSchema(
      "trace-comparison", "Two sets of traces", version: TraceComparisonDocument.schema,
      origin: "abrlab trace compare A B --export json=FILE", PackageResources.trace_comparison_txt),
    DocumentSchema(
      "tuning", "A search for a setting", version: TuningDocument.schema, origin: "abrlab tune --export json=FILE",
      PackageResources.tuning_txt),
    DocumentSchema(
      "sweep", "A sweep", version: SweepPlan.schema, key: "sweep", origin: "abrlab sweep PLAN --export json=FILE",
      PackageResources.sweep_txt),
    DocumentSchema(
      "policy-messages", "The messages of a policy in a program of its own",
      version: ProgramMessages.versions.lowerBound,
      key: "abrlab", origin: "abrlab run --policy 'exec(FILE)'",
      remark: ", a line each; ready and renditions are the program's answers",
      PackageResources.policy_messages_txt),
  ]

  /// The schema of a name.
  package static func named(_ name: String) -> DocumentSchema? { all.first { $0.name == name } }

  /// The schema as JSON text with a final newline.
  /// - Complexity: O(*fields*).
  package var text: String { json.text() }

  /// The schema.
  var json: JSONValue {
    let own = SchemaNotation.read(String(decoding: notation, as: UTF8.self))
    let shared = SchemaNotation.read(String(decoding: PackageResources.shared_txt, as: UTF8.self)).definitions
    var members = own.fields
    members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    members["$id"] = .string("urn:abrlab:schema:\(name):\(version)")
    members["title"] = .string(title)
    members["description"] = .string(origin + remark)
    // What the fields refer to, and what that refers to.
    let definitions = shared.merging(own.definitions) { $1 }
    var used: [String: JSONValue] = [:]
    var open = [JSONValue.object(own.fields)]
    while let value = open.popLast() {
      switch value {
      case .array(let values): open += values
      case .object(let object):
        open += object.values
        guard case .string(let reference)? = object["$ref"] else { continue }
        let name = String(reference.dropFirst("#/$defs/".count))
        guard used[name] == nil else { continue }
        guard let definition = definitions[name] else {
          preconditionFailure("a schema refers to \(name), which is none")
        }
        used[name] = definition
        open.append(definition)
      default: break
      }
    }
    members["$defs"] = .object(used)
    return .object(members)
  }
}
