import ABRComparison

/// The gates of a check as JUnit XML, the form that GitLab, Jenkins and Azure read: each gate a test case.
package enum JUnitReport {
  /// The document. What is held against what, where that differs, and its caveats are the suite's
  /// output. A gate that fails the build is a failure, one that is not met with the command that explains its worst
  /// trace; another that could not be judged or only warns is skipped.
  package static func xml(of report: GateReport) -> String {
    let failures = report.outcomes.count(where: report.fails)
    func isSkipped(_ outcome: GateOutcome) -> Bool { outcome.status != .pass && !report.fails(outcome) }
    let skipped = report.outcomes.count(where: isSkipped)
    var xml = open(tests: report.outcomes.count, failures: failures, errors: 0, skipped: skipped)
    let names = names(of: report.outcomes)
    for (place, (outcome, name)) in zip(report.outcomes, names).enumerated() {
      let suite = outcome.name
      let open = "    <testcase name=\"\(escaped(name))\" classname=\"\(escaped(suite))\" time=\"0\""
      let text = message(of: outcome)
      if report.fails(outcome) {
        var lines = [GateTable.worst(of: outcome, limit: 20)]
        if let (finding, command) = GateTable.explanation(of: place, in: report) { lines += ["\(finding):", command] }
        xml +=
          open + ">\n      <failure message=\"\(escaped(text))\" type=\"\(types[outcome.status] ?? "")\">"
          + "\(lines.map(escaped).joined(separator: "\n"))</failure>\n    </testcase>\n"
      } else if isSkipped(outcome) {
        xml += open + ">\n      <skipped message=\"\(escaped(text))\"/>\n    </testcase>\n"
      } else {
        xml += open + "/>\n"
      }
    }
    let about =
      GateTable.changes(of: report) + GateTable.warnings(of: report).map { "warning: \($0)" }
      + report.pairing.notes.map { "note: \($0)" }
    if !about.isEmpty { xml += "    <system-out>\(about.map(escaped).joined(separator: "\n"))</system-out>\n" }
    return xml + end
  }

  /// The document of a check that could not be made: one test case in error.
  static func xml(refused reason: String) -> String {
    open(tests: 1, failures: 0, errors: 1, skipped: 0)
      + "    <testcase name=\"comparison\" classname=\"abrlab check\" time=\"0\">\n"
      + "      <error message=\"\(escaped(reason))\" type=\"not compared\"/>\n    </testcase>\n" + end
  }

  private static func open(tests: Int, failures: Int, errors: Int, skipped: Int) -> String {
    let counts = "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
    // Jenkins' schema (junit-10.xsd) has `skipped` in the suite and not above.
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"abrlab check\" \(counts) time=\"0\">\n"
      + "  <testsuite name=\"abrlab check\" \(counts) skipped=\"\(skipped)\" time=\"0\">\n"
  }

  private static let end = "  </testsuite>\n</testsuites>\n"

  /// A name for each gate that no other of its configuration has: with the level where two differ in nothing else.
  private static func names(of outcomes: [GateOutcome]) -> [String] {
    func key(_ outcome: GateOutcome, _ name: String) -> [String] { outcome.configuration.specs + [name] }
    let counts = Dictionary(outcomes.map { (key($0, $0.gate.name), 1) }) { $0 + $1 }
    return outcomes.map { outcome in
      let name = outcome.gate.name
      return counts[key(outcome, name), default: 0] > 1 ? "\(name) (\(outcome.gate.level.rawValue))" : name
    }
  }

  /// One line: baseline, now, change, bound.
  static func message(of outcome: GateOutcome) -> String {
    let values = GateText(outcome).change(of: outcome.comparison)
    let change = GateTable.change(of: outcome)
    return "\(outcome.gate.measure.name): \(values.reference) -> \(values.candidate), \(change), "
      + "gate \(outcome.gate.name)"
  }

  /// What a failure of the build is called.
  private static let types: [GateOutcome.Status: String] = [
    .fail: "regression", .inconclusive: "inconclusive", .pass: "improvement",
  ]

  /// A line of text inside an attribute or an element.
  private static func escaped(_ text: String) -> String { EscapedText.xml(EscapedText.line(text)) }
}
