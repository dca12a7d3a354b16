import ABRExperiments

/// The gates of a check as workflow commands of GitHub Actions, which show as annotations of the run.
///
/// GitHub keeps ten annotations of a kind a step, so at most ten are written, worst first; the last one says how many more there are.
public enum GitHubAnnotations {
  /// How many annotations are written at most.
  public static let limit = 10

  /// The commands, a line each; empty when every gate is met.
  public static func text(of report: GateReport) -> String {
    let troubles = report.outcomes.filter { $0.status != .pass }
    let sorted = troubles.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
    var lines = sorted.map { line($0.element) }
    if lines.count > limit {
      let more = lines.count - limit + 1
      lines = lines.prefix(limit - 1) + ["::error title=abrlab check::+\(more) more gates that are not met"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func rank(_ outcome: GateOutcome) -> Int { outcome.isFailure ? 0 : outcome.status == .fail ? 1 : 2 }

  private static func line(_ outcome: GateOutcome) -> String {
    let command = outcome.isFailure ? "error" : outcome.status == .fail ? "warning" : "notice"
    let worst = GateTable.worst(of: outcome, limit: 3)
    let text = JUnitReport.message(of: outcome) + (worst.isEmpty ? "" : "; worst: \(worst)")
    return "::\(command) title=\(escaped("abrlab: \(outcome.gate.name)", isProperty: true))::"
      + escaped(text, isProperty: false)
  }

  /// What the runner would take for its own signs is written in percent.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var text = text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    if isProperty { text = text.replacing(":", with: "%3A").replacing(",", with: "%2C") }
    return text
  }
}
