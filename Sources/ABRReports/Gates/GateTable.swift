import ABRExperiments

/// The gates of a check, one a row.
public enum GateTable {
  /// Rows for people: a mark, the metric, both values, the change, what was allowed.
  public static func summary(of report: GateReport) -> DataTable {
    let hasSeveral = report.pairing.combinations.count > 1
    var columns: [DataTable.Column] = [.text("result"), .text("gate")]
    if hasSeveral { columns.append(.text("policy")) }
    columns += ["baseline", "now", "change"].map {
      DataTable.Column(name: $0, title: $0, scale: 1, digits: 0, isText: false)
    }
    var table = DataTable(columns: columns + [.text("worst traces")])
    for outcome in report.outcomes {
      let text = MeasureText(outcome.comparison.measure)
      var row: [DataTable.Cell] = [.text(word(outcome)), .text(outcome.gate.name)]
      if hasSeveral { row.append(.text(outcome.combination.joined(separator: " "))) }
      row += [
        .text(text.value(outcome.comparison.reference)), .text(text.value(outcome.comparison.candidate)),
        .text(change(of: outcome)), .text(worst(of: outcome, limit: 2)),
      ]
      table.append(row)
    }
    return table
  }

  /// The result as a word that needs no colour: `ok`, `FAIL`, `warn`, `unclear`.
  public static func word(_ outcome: GateOutcome) -> String {
    switch outcome.status {
    case .pass: "ok"
    case .fail: outcome.gate.level == .error ? "FAIL" : "warn"
    case .inconclusive: "unclear"
    }
  }

  /// The change in the unit of the metric, and as a share of the baseline where the bound is one.
  public static func change(of outcome: GateOutcome) -> String {
    let text = MeasureText(outcome.comparison.measure).difference(outcome.comparison.difference)
    guard case .relative = outcome.gate.bound else { return text }
    return "\(text) (\(MeasureText.relative(outcome.comparison.relativeDifference)))"
  }

  /// The traces that make it worse, worst first.
  public static func worst(of outcome: GateOutcome, limit: Int) -> String {
    guard outcome.status != .pass else { return "" }
    let text = MeasureText(outcome.comparison.measure)
    let traces = outcome.comparison.worstTraces.prefix(limit)
    let more = outcome.comparison.worseTraceCount - traces.count
    return traces.map { "\($0.name) \(text.difference($0.contribution))" }.joined(separator: ", ")
      + (more > 0 ? " (+\(more) more)" : "")
  }

  /// The last line: how many gates failed over how many traces.
  public static func verdict(of report: GateReport) -> String {
    let failed = report.outcomes.count { $0.status == .fail && $0.gate.level == .error }
    let warned = report.outcomes.count { $0.status == .fail && $0.gate.level == .warn }
    let traces = Set(report.pairing.sessions.map(\.trace)).count
    let corpus = report.pairing.candidate.header.tracesSHA256.prefix(8)
    let all = "\(report.outcomes.count) \(report.outcomes.count == 1 ? "gate" : "gates")"
    let what =
      switch report.outcome {
      case .regression: "FAIL \(failed) of \(all)"
      case .inconclusive: "UNCLEAR \(all)"
      case .improvement: "PASS \(all), only improvements"
      case .pass: "PASS \(all)"
      }
    return what + (warned > 0 ? ", \(warned) warned" : "")
      + " (\(traces) of \(report.pairing.candidate.traces.count) traces paired, corpus \(corpus))"
  }

  /// The whole check as Markdown for a pull request: at most 60,000 characters, gates that failed first.
  public static func markdown(of report: GateReport) -> String {
    let head = "### abrlab check: \(verdict(of: report))\n\n"
    let gates = summary(of: report).text(as: .md)
    var text = head + gates
    for comparison in report.comparisons {
      let title = "\n#### \(comparison.candidate.joined(separator: " "))\n\n"
      let part = title + ComparisonTable.summary(of: comparison).text(as: .md)
      guard text.utf8.count + part.utf8.count < 60_000 else { break }
      text += part
    }
    guard text.utf8.count < 60_000 else {
      return head + String(gates.prefix(50_000)) + "\n\nThe rest does not fit.\n"
    }
    return text
  }

  /// The check as JSON of schema 1: the outcome, each gate with its comparison, and the comparison of the usual metrics.
  public static func json(of report: GateReport) -> JSONValue {
    let gates = report.outcomes.map { outcome -> JSONValue in
      .object([
        "gate": .string(outcome.gate.name), "metric": .string(outcome.gate.measure.name),
        "bound": .string(outcome.gate.boundText), "level": .string(outcome.gate.level.rawValue),
        "kind": .string(outcome.gate.kind.rawValue), "family": outcome.gate.family.map { .string($0) } ?? .null,
        "combination": .array(outcome.combination.map { .string($0) }), "status": .string(outcome.status.rawValue),
        "comparison": ComparisonDocument.json(of: outcome.comparison),
      ])
    }
    return .object([
      "schema": .integer(ComparisonDocument.schema), "outcome": .string(report.outcome.rawValue),
      "gates": .array(gates), "warnings": .array(report.pairing.warnings.map { .string($0) }),
      "comparisons": .array(report.comparisons.map(ComparisonDocument.json(of:))),
    ])
  }
}
