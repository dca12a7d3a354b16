import ABRInput
import ABRPlayback
import ABRRuns
import ABRSweeps

/// A sweep as a JSON document.
///
/// ```
/// {"sweep": 1, "identity", "digest"?, "shards", "sessions", "seeds", "policies": [{"policy", …, "pooled": {…}}]}
/// ```
/// Configurations are those of a run without its sessions.
package enum SweepDocument {
  /// The document.
  ///
  /// - Parameters:
  ///   - sweep: the shards.
  ///   - result: the same as the result of a run.
  ///   - version: version of the program.
  package static func json(of sweep: SweepResult, _ result: ExperimentResult, version: String) -> JSONValue {
    var policies: JSONValue = []
    if case .object(let members) = RunRecord(result, version: version, withSessions: false).json(perSession: false) {
      policies = members["policies"] ?? []
    }
    let plan = sweep.plan
    let members: [String: JSONValue] = [
      "sweep": .integer(SweepPlan.schema), "abrlab": .string(version),
      "engine_semantics": .integer(EngineSemantics.version), "identity": .string(plan.identity),
      "shards": .integer(plan.shardCount), "shards_done": .integer(sweep.shards.count),
      "sessions": .integer(plan.sessionCount),
      "seeds": plan.seeds.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? .null, "policies": policies,
    ]
    return .object(sweep.digest.map { digest in members.merging(["digest": .string(digest)]) { $1 } } ?? members)
  }
}
