import ABRComparison
import ABRInput
import ABRRuns

/// The gates of a check, one a row.
package enum GateTable {
  /// Rows for people: a mark, the metric, both values, the change, what was allowed.
  package static func summary(of report: GateReport) -> DataTable { table(of: report.outcomes, in: report) }

  /// Rows for some of the gates of a check.
  static func table(of outcomes: [GateOutcome], in report: GateReport) -> DataTable {
    let hasSeveral = report.pairing.configurations.count > 1
    var columns: [DataTable.Column] = [.text("result"), .text("gate")]
    if hasSeveral { columns.append(.text("policy")) }
    columns += ["baseline", "now", "change"].map {
      DataTable.Column(name: $0, title: $0, scale: 1, digits: 0, isText: false)
    }
    var table = DataTable(columns: columns + [.text("worst traces")])
    for outcome in outcomes {
      let values = GateText(outcome).change(of: outcome.comparison)
      var row: [DataTable.Cell] = [.text(word(outcome)), .text(outcome.gate.name)]
      if hasSeveral { row.append(.text(outcome.name)) }
      row += [
        .text(values.reference), .text(values.candidate), .text(change(of: outcome)),
        .text(worst(of: outcome, limit: 2)),
      ]
      table.append(row)
    }
    return table
  }

  /// The whole check for a terminal: the verdict, what is held against what where that differs, the gates and their
  /// caveats.
  package static func text(of report: GateReport, width: Int = .max) -> String {
    let changes = changes(of: report).map { EscapedText.line($0) + "\n" }.joined()
    return verdict(of: report) + "\n\n" + changes + (changes.isEmpty ? "" : "\n")
      + summary(of: report).text(as: .table, width: width)
      + warnings(of: report).map { "warning: \(EscapedText.line($0))\n" }.joined()
      + report.pairing.notes.map { "note: \(EscapedText.line($0))\n" }.joined()
  }

  /// How to see why the gate failed that is furthest beyond its bound.
  package static func explanation(of report: GateReport) -> (finding: String, command: String)? {
    report.worst.flatMap { explanation(of: $0, in: report) }
  }

  /// How to see why a gate failed: the trace that makes it worst, and the command that explains it.
  ///
  /// - Parameters:
  ///   - place: of the gate in the outcomes.
  ///   - report: the check.
  static func explanation(of place: Int, in report: GateReport) -> (finding: String, command: String)? {
    let outcome = report.outcomes[place]
    guard let trace = outcome.comparison.worstTraces.first, let words = report.explanations[place] else { return nil }
    let finding = "\(outcome.gate.name): the worst trace is \(trace.name), see why with"
    return (finding, words.map(ShellWord.quoted).joined(separator: " "))
  }

  /// The result as a word that needs no colour: `ok`, `FAIL`, `warn`, `unclear`.
  package static func word(_ outcome: GateOutcome) -> String {
    switch outcome.status {
    case .pass: "ok"
    case .fail: outcome.gate.level == .error ? "FAIL" : "warn"
    case .inconclusive: "unclear"
    }
  }

  /// The change in the unit of the metric, as a share of the baseline where the bound is one, and the interval where it
  /// decides.
  package static func change(of outcome: GateOutcome) -> String {
    let text = GateText(outcome)
    let values = text.change(of: outcome.comparison)
    var change = values.difference
    if case .relative = outcome.gate.bound, outcome.comparison.relativeDifference != nil {
      change += " (\(values.relative))"
    }
    if outcome.isJudgedByInterval, let interval = outcome.comparison.interval {
      change += ", 95 % \(text.interval(interval))"
    }
    return change
  }

  /// The traces that make it worse, worst first by what each adds to the change, with their own values before and
  /// after.
  package static func worst(of outcome: GateOutcome, limit: Int) -> String {
    guard outcome.status != .pass else { return "" }
    let text = GateText(outcome)
    let traces = outcome.comparison.worstTraces.prefix(limit)
    let more = outcome.comparison.worseTraceCount - traces.count
    return traces.map { "\($0.name) \(text.change(of: $0, in: outcome.comparison))" }.joined(separator: ", ")
      + (more > 0 ? " (+\(more) more)" : "")
  }

  /// What failed first, furthest beyond its bound first, then what cannot be told, warns, and is met.
  static func ordered(_ outcomes: [GateOutcome]) -> [GateOutcome] {
    func key(_ outcome: GateOutcome) -> (rank: Int, negatedExcess: Double) {
      switch outcome.status {
      case .fail: (outcome.isFailure ? 0 : 2, -outcome.excess)
      case .inconclusive: (1, 0)
      case .pass: (3, 0)
      }
    }
    return outcomes.sorted { key($0) < key($1) }
  }

  /// What is held against what, a line for each configuration whose specs are not those of the baseline.
  package static func changes(of report: GateReport) -> [String] {
    report.changes.map { "baseline: \($0.fullName) -> now \($1.fullName)" }
  }

  /// Caveats of the check: what the two sides do not share, gates of a change of what never happens, and
  /// population gates that few recordings decide. Another gate that is met needs none.
  package static func warnings(of report: GateReport) -> [String] {
    let hasSeveral = report.pairing.configurations.count > 1
    func suffix(_ outcome: GateOutcome) -> String { hasSeveral ? ", \(outcome.name)" : "" }
    return report.pairing.warnings
      + report.fewerStarts.map { outcome in
        let (old, new) = (Int(outcome.comparison.reference ?? 0), Int(outcome.comparison.candidate ?? 0))
        return "\(Counted.text(new, "session")) of \(outcome.name) never showed a frame, \(old) of the "
          + "baseline: fewer starts fail every check"
      }
      + report.moreFailures.map { outcome in
        let values = GateText(outcome).change(of: outcome.comparison)
        return
          "\(values.candidate) of the sessions of \(outcome.name) failed, \(values.reference) of the "
          + "baseline's: more failures fail every check"
      }
      + report.uncompared.map { "\($0.gate.name): \(whyUncompared($0, in: report.pairing))\(suffix($0))" }
      + report.outcomes.filter(\.comparesNever).map {
        "\($0.gate.name): never in both runs, so no change of it was judged\(suffix($0))"
      }
      + report.outcomes.filter { $0.isJudgedByInterval && $0.status != .pass }.flatMap { outcome in
        let name = outcome.gate.name + suffix(outcome)
        return outcome.hasTooFewRecordings
          ? [
            "\(name): \(ComparisonTable.tooFew(outcome.comparison.clusterCount)); add recordings, or use a corpus gate"
          ]
          : ComparisonTable.warnings(on: outcome.comparison, called: name)
      }
  }

  /// Why a gate had nothing to judge.
  private static func whyUncompared(_ outcome: GateOutcome, in pairing: RunPairing) -> String {
    if let family = outcome.gate.family, !pairing.families.contains(family) {
      let sides = [("the baseline", pairing.reference), ("this run", pairing.candidate)]
      let lacking = sides.first { side in !side.1.traces.contains { $0.family == family } }?.0
      return "nothing was compared, because "
        + (lacking.map { "\($0) has no trace" } ?? "both have other traces") + " of family \(family)"
    }
    guard outcome.comparison.reference == nil || outcome.comparison.candidate == nil else {
      return "nothing was compared, because no session of either run shows a frame"
    }
    return outcome.gate.bound.isLimit
      ? "nothing was judged, because no recording of this run has a value"
      : "nothing was compared, because no recording has a value in both runs"
  }

  /// The first line: how many gates failed over how many traces, and of how many of the baseline's configurations
  /// where some are left out.
  package static func verdict(of report: GateReport) -> String {
    let pairing = report.pairing
    let (judged, all) = (pairing.configurations.count, pairing.reference.configurations.count)
    let part = judged == all ? "" : "\(judged) of \(all) baseline configurations judged, "
    let corpus = pairing.tracesSHA256.prefix(8)
    return "\(CheckHeadline(report).text) (\(part)\(traces(of: pairing)), corpus \(corpus))"
  }

  /// How many traces are paired, of both sides where they do not have the same.
  static func traces(of pairing: RunPairing) -> String {
    let (paired, old, new) = (pairing.traceCount, pairing.traceCounts.reference, pairing.traceCounts.candidate)
    if pairing.isWhole { return "\(paired) of \(new) \(new == 1 ? "trace" : "traces") paired" }
    return "\(paired) of \(old) baseline \(old == 1 ? "trace" : "traces") and \(paired) of \(new) of this run paired"
  }
}
