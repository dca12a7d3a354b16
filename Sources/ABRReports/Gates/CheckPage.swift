import ABRComparison
import ABRRuns

/// A check as a page: whether it passed, the gates, and baseline and run side by side in every picture.
package enum CheckPage {
  /// The report.
  package static func report(of check: GateReport) -> Report {
    let pairing = check.pairing
    let headline = CheckHeadline(check)
    let (reference, candidate) = pairing.compared
    return Report(
      [.init(file: "baseline", record: reference), .init(file: "now", record: candidate)],
      sections: [
        .init(
          title: "Gates",
          text: "Judged over all traces\(pairing.isWhole ? "" : " that both have"); filters do not change it.",
          table: GateTable.table(of: GateTable.ordered(check.outcomes), in: check))
      ] + explanation(of: check),
      pictures: nil,
      answer: .init(
        title: headline.text, isGood: headline.isGood,
        sentences: sentences(on: check) + GateTable.changes(of: check)
          + ["\(GateTable.traces(of: pairing)). (Filters below do not change this verdict.)"],
        numbers: GateTable.ordered(check.outcomes).prefix(3).map {
          number($0, isNamed: pairing.configurations.count > 1)
        },
        summary: "The baseline and the run that was judged.",
        warnings: GateTable.warnings(of: check) + pairing.notes),
      isJudged: true)
  }

  private static func explanation(of check: GateReport) -> [Report.Section] {
    GateTable.explanation(of: check).map { [.init(title: "Why it failed", text: "\($0.finding):", code: $0.command)] }
      ?? []
  }

  /// What the gates came to, the failed ones first, at most three.
  private static func sentences(on check: GateReport) -> [String] {
    let troubles = GateTable.ordered(check.outcomes).filter { $0.status != .pass }
    guard !troubles.isEmpty else { return ["All gates passed."] }
    let isOne = check.pairing.configurations.count == 1
    return troubles.prefix(3).map { sentence(on: $0, of: isOne ? "" : " of \($0.name)") }
      + (troubles.count > 3 ? ["\(troubles.count - 3) more gates did not pass."] : [])
  }

  private static func sentence(on outcome: GateOutcome, of configuration: String) -> String {
    let comparison = outcome.comparison
    let (values, name) = (GateText(outcome).change(of: comparison), comparison.measure.name)
    let word = outcome.status == .inconclusive ? "Gate unclear" : outcome.isFailure ? "Gate failed" : "Gate warns"
    let place = configuration + (outcome.gate.family.map { " on \($0)" } ?? "")
    guard !outcome.gate.bound.isLimit, let difference = comparison.difference, difference.isFinite, difference != 0
    else {
      return "\(word): \(name)\(place) is \(values.candidate), \(outcome.gate.boundText) allowed."
    }
    let size = values.difference.drop { "+-".contains($0) }
    return "\(word): \(name)\(place) \(difference > 0 ? "rose" : "fell") by \(size), \(outcome.gate.boundText) allowed."
  }

  private static func number(_ outcome: GateOutcome, isNamed: Bool) -> Report.Number {
    let values = GateText(outcome).change(of: outcome.comparison)
    return Report.Number(
      label: outcome.gate.name + (isNamed ? ", \(outcome.name)" : ""),
      value: values.candidate,
      note:
        "\(GateTable.word(outcome)); baseline \(values.reference), \(GateTable.change(of: outcome))"
    )
  }
}
