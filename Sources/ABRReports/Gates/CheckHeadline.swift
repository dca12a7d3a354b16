import ABRComparison
import ABRInput

/// How a check went in a few words: `FAIL 1 of 3 gates, 1 warned`. The first word is whether the build passes.
struct CheckHeadline {
  /// The words.
  let text: String
  /// Whether it went well; `nil` where that is not to be told.
  let isGood: Bool?

  /// The headline of a check.
  init(_ report: GateReport) {
    self.init(
      report.outcomes.map { ($0.status, $0.gate.level) }, outcome: report.outcome, failsBuild: report.failsBuild)
  }

  /// The headline of what a check saved.
  ///
  /// - Parameter document: a check, as its schema allows.
  /// - Returns: `nil` for one of an older version, which does not say whether the build failed.
  init?(_ document: JSONValue) {
    guard let outcome = document["outcome"].string.flatMap(GateReport.Outcome.init(rawValue:)),
      let code = document["exit_code"].number
    else { return nil }
    let gates = document["gates"].elements.map { gate in
      (
        gate["status"].string.flatMap(GateOutcome.Status.init(rawValue:)) ?? .inconclusive,
        gate["level"].string.flatMap(Gate.Level.init(rawValue:)) ?? .error
      )
    }
    self.init(gates, outcome: outcome, failsBuild: code != 0)
  }

  private init(
    _ gates: [(status: GateOutcome.Status, level: Gate.Level)], outcome: GateReport.Outcome, failsBuild: Bool
  ) {
    let failed = gates.count { $0.status == .fail && $0.level == .error }
    let warned = gates.count { $0.status == .fail && $0.level != .error }
    let unclear = gates.count { $0.status == .inconclusive }
    let passed = gates.count { $0.status == .pass }
    let all = Counted.text(gates.count, "gate")
    let met = passed == gates.count ? all : "\(passed) of \(all)"
    var text =
      switch outcome {
      case .regression: "FAIL \(failed) of \(all)"
      case .inconclusive where failsBuild: "FAIL \(unclear) of \(all) unclear"
      case .inconclusive, .pass: "PASS \(met)"
      case .improvement: "\(failsBuild ? "FAIL" : "PASS") \(met), the gated metrics only improved"
      }
    if unclear > 0, !(outcome == .inconclusive && failsBuild) { text += ", \(unclear) unclear" }
    if warned > 0 { text += ", \(warned) warned" }
    self.text = text
    isGood = failsBuild || outcome == .regression ? false : outcome == .inconclusive ? nil : true
  }
}
