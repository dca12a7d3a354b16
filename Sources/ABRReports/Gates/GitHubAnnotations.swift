import ABRComparison

/// The gates of a check as workflow commands of GitHub Actions, which show as annotations of the run.
///
/// GitHub keeps ten annotations of a kind a step, so at most ten are written, worst first: errors before its caveats,
/// before warnings and what cannot be judged, and of one kind those first that are
/// furthest beyond their bound (`GateOutcome/excess`). The last one says how many more there are.
package enum GitHubAnnotations {
  /// How many annotations are written at most.
  package static let limit = 10

  /// The commands, a line each. The verdict is the first of them.
  package static func text(of report: GateReport) -> String {
    func rank(_ outcome: GateOutcome) -> Int { report.fails(outcome) ? 0 : outcome.status == .fail ? 1 : 2 }
    let troubles = report.outcomes.filter { $0.status != .pass || report.fails($0) }.enumerated().sorted {
      left, right in
      let (one, other) = (rank(left.element), rank(right.element))
      if one != other { return one < other }
      let (worse, better) = (left.element.excess, right.element.excess)
      return worse != better ? worse > better : left.offset < right.offset
    }.map(\.element)
    let hasSeveral = report.pairing.configurations.count > 1
    func lines(_ outcomes: some Sequence<GateOutcome>) -> [String] {
      outcomes.map { line($0, as: ["error", "warning", "notice"][rank($0)], namesPolicy: hasSeveral) }
    }
    let kind = troubles.contains(where: report.fails) ? "error" : report.outcome == .regression ? "warning" : "notice"
    let verdict = command(kind, title: "abrlab check", GateTable.verdict(of: report))
    let errors = lines(troubles.filter(report.fails))
    let warnings = GateTable.warnings(of: report).map { command("warning", title: "abrlab check", $0) }
    var all = [verdict] + errors + warnings + lines(troubles.filter { !report.fails($0) })
    if all.count > limit {
      let kind = 1 + errors.count >= limit ? "error" : "warning"
      let more = all.count - limit + 1
      all = all.prefix(limit - 1) + [command(kind, title: "abrlab check", "+\(more) more that are not shown here")]
    }
    return all.map { $0 + "\n" }.joined()
  }

  private static func line(_ outcome: GateOutcome, as kind: String, namesPolicy: Bool) -> String {
    let worst = GateTable.worst(of: outcome, limit: 3)
    let text = JUnitReport.message(of: outcome) + (worst.isEmpty ? "" : "; worst: \(worst)")
    let policy = namesPolicy ? ", \(outcome.name)" : ""
    return command(kind, title: "abrlab: \(outcome.gate.name)\(policy)", text)
  }

  /// One workflow command.
  static func command(_ kind: String, title: String, _ text: String) -> String {
    let title = EscapedText.workflowCommand(title, isProperty: true)
    return "::\(kind) title=\(title)::\(EscapedText.workflowCommand(text, isProperty: false))"
  }
}
