import ABRComparison
import ABRInput
import ABRRuns
import ABRStatistics

/// A check as a JSON document of schema 3.
///
/// ```
/// {"schema": 3, "outcome": "regression", "fail_on": "regression", "exit_code": 2,
///  "traces_sha256": "4a38…", "videos_sha256": "09fe…",
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
        "name": outcome.configuration.label == nil ? .null : .string(outcome.name),
        "status": .string(outcome.status.rawValue),
        "comparison": ComparisonDocument.json(of: outcome.comparison),
      ])
    }
    let explanation = GateTable.explanation(of: report).map { ["explanation": JSONValue.string($0.command)] } ?? [:]
    let members: [String: JSONValue] = [
      "schema": .integer(ComparisonDocument.schema), "outcome": .string(report.outcome.rawValue),
      "fail_on": .string(report.failOn.rawValue), "exit_code": .integer(Int(report.exitCode)),
      "gates": .array(gates), "warnings": .array(GateTable.warnings(of: report).map { .string($0) }),
      "notes": .array(report.pairing.notes.map { .string($0) }),
      "comparisons": .array(report.comparisons.map(ComparisonDocument.json(of:))),
      "traces_sha256": .string(report.pairing.tracesSHA256),
      "videos_sha256": .string(report.pairing.candidate.header.videosSHA256),
    ]
    return .object(members.merging(explanation) { $1 })
  }

  /// The condition of a member of `gates`.
  private static func gate(of member: JSONValue) throws(GateError) -> Gate {
    try Gate(
      metric: member["metric"].string ?? "", bound: member["bound"].string ?? "",
      kind: member["kind"].string.flatMap(Gate.Kind.init(rawValue:)) ?? .corpus)
  }

  private static func interval(of comparison: JSONValue) -> ConfidenceInterval? {
    let ends = comparison["interval"].elements.compactMap(\.number)
    return ends.count == 2 ? ConfidenceInterval(lower: ends[0], upper: ends[1]) : nil
  }

  /// Digits beyond those of the unit that tell the values of a member of `gates` from its bound; 0 for anything else.
  static func extraDigits(ofGate member: JSONValue) -> Int {
    let comparison = member["comparison"]
    guard comparison != .null, let gate = try? gate(of: member) else { return 0 }
    return GateText(
      gate, candidate: comparison["candidate"].number, difference: comparison["difference"].number,
      relative: comparison["relative_difference"].number, interval: interval(of: comparison)
    ).extraDigits
  }

  /// Refuses a status that is not what the values of its gate come to, an outcome that is not what the statuses come
  /// to, and an exit code that is not that of the outcome, as of a document that was edited: no schema can.
  ///
  /// Values without an end are null, as are those that do not exist: a gate of such values may have any status.
  /// - Parameter document: one that its schema allows.
  /// - Throws: `InputFault` with the path of the member.
  static func checkVerdicts(of document: JSONValue) throws(InputFault) {
    var counted: [(status: GateOutcome.Status, harm: Double?)] = []
    // Whether a gate that only warns was not told: without anything to judge it counts, but not in older documents.
    var isUncompared = false
    for (index, member) in document["gates"].elements.enumerated() {
      let comparison = member["comparison"]
      let (name, difference) = (member["metric"].string ?? "", comparison["difference"].number)
      let gate: Gate
      do throws(GateError) {
        gate = try Self.gate(of: member)
      } catch {
        let place = Measure.named(name) == nil ? "metric" : "bound"
        throw InputFault(
          line: nil, field: "gates[\(index)].\(place)", found: InputFault.excerpt(error.found), allowed: error.allowed)
      }
      let status = member["status"].string.flatMap(GateOutcome.Status.init(rawValue:)) ?? .inconclusive
      if member["level"].string == Gate.Level.error.rawValue {
        counted.append((status, difference.flatMap(gate.measure.direction.harm)))
      } else if status == .inconclusive {
        isUncompared = true
      }
      let ends = comparison["interval"].elements.compactMap(\.number)
      guard comparison["metric"].string == name else {
        throw InputFault(
          line: nil, field: "gates[\(index)].comparison.metric",
          found: InputFault.excerpt(comparison["metric"].string ?? "none"), allowed: name)
      }
      let (reference, candidate) = (comparison["reference"].number, comparison["candidate"].number)
      // Where no session shows a frame nothing is judged.
      guard status != .inconclusive, comparison["interval"].elements.count == ends.count, candidate != nil,
        gate.bound.isLimit || difference != nil && reference != nil
      else { continue }
      let judged = GateOutcome.judge(
        gate, reference: reference, candidate: candidate, difference: difference,
        interval: interval(of: comparison))
      guard judged == status else {
        throw InputFault(
          line: nil, field: "gates[\(index)].status", found: InputFault.excerpt(status.rawValue),
          allowed: "\(judged.rawValue), which its values come to")
      }
    }
    let outcome = GateReport.Outcome(of: counted)
    let found = document["outcome"].string.flatMap(GateReport.Outcome.init(rawValue:)) ?? .inconclusive
    let isOpen = counted.contains { $0.harm == nil } && [.pass, .improvement].contains(found)
    guard
      found == outcome || isOpen && [.pass, .improvement].contains(outcome)
        || isUncompared && found == .inconclusive && outcome != .regression
    else {
      throw InputFault(
        line: nil, field: "outcome", found: InputFault.excerpt(found.rawValue),
        allowed: "\(outcome.rawValue), which its gates come to")
    }
    guard let code = document["exit_code"].number else { return }
    let failOn = document["fail_on"].string.flatMap(FailOn.init(rawValue:)) ?? .regression
    let fails = failOn.outcomes.contains(found)
    // What could judge nothing fails a build, too, but where nothing is to.
    let codes = Set([
      fails || found == .inconclusive && failOn != .none ? found.exitCode : 0, fails ? found.exitCode : 0,
    ])
    guard codes.contains(where: { Double($0) == code }) else {
      throw InputFault(
        line: nil, field: "exit_code", found: "\(code)",
        allowed: "\(FaultText.choice(codes.sorted().map(String.init))), as outcome and fail_on say")
    }
  }
}
