import ABRComparison
import ABRRuns

/// A check as a page: whether it passed, the gates, and baseline and run side by side in every picture.
package enum CheckPage {
  /// The report.
  package static func report(of check: GateReport) -> Report {
    let pairing = check.pairing
    // Configurations that belong together stand in the same place of both.
    func side(_ run: RunRecord, _ chosen: [Int]) -> RunRecord {
      RunRecord(inputs: run.inputs, metrics: run.metrics, configurations: chosen.map { run.configurations[$0] })
    }
    let troubles = check.outcomes.filter { $0.status != .pass }
    return Report(
      [
        .init(file: "baseline", record: side(pairing.reference, pairing.configurations.map(\.reference))),
        .init(file: "now", record: side(pairing.candidate, pairing.configurations.map(\.candidate))),
      ],
      sections: [
        .init(
          title: "Gates",
          text: "Judged over all traces\(pairing.isWhole ? "" : " that both have"), whatever is chosen below.",
          table: GateTable.table(of: GateTable.ordered(check.outcomes), in: check))
      ],
      pictures: nil,
      answer: .init(
        title: GateTable.headline(of: check),
        isGood: check.failsBuild || check.outcome == .regression ? false : check.outcome == .inconclusive ? nil : true,
        sentences: ["\(sentence(on: check, troubles)) (\(GateTable.traces(of: pairing)))."]
          + GateTable.changes(of: check)
          + [
            "Verdict and numbers are of all traces\(pairing.isWhole ? "" : " that both have"), whatever is chosen below."
          ],
        numbers: GateTable.ordered(check.outcomes).prefix(3).map {
          number($0, namesPolicy: pairing.configurations.count > 1)
        },
        summary: "The baseline and the run that was judged.",
        warnings: GateTable.warnings(of: check) + pairing.notes),
      isJudged: true)
  }

  private static func sentence(on check: GateReport, _ troubles: [GateOutcome]) -> String {
    guard !troubles.isEmpty else { return "Every gate is met" }
    let names = troubles.prefix(3).map { "\($0.gate.name) is \($0.isFailure ? "broken" : GateTable.word($0))" }
    return names.joined(separator: ", ") + (troubles.count > 3 ? " and \(troubles.count - 3) more" : "")
  }

  private static func number(_ outcome: GateOutcome, namesPolicy: Bool) -> Report.Number {
    let values = MeasureText(outcome.comparison.measure).change(of: outcome.comparison)
    return Report.Number(
      label: outcome.gate.name + (namesPolicy ? ", \(outcome.configuration.policy)" : ""),
      value: values.candidate,
      note:
        "\(GateTable.word(outcome)); baseline \(values.reference), \(GateTable.change(of: outcome))"
    )
  }
}
