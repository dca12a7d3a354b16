import ABRPlayback
import ABRStatistics

/// Plays the variants of a scenario over its links, one after another, and checks its expectations.
///
/// Results depend on the scenario alone.
package enum ScenarioRunner {
  /// Plays a scenario.
  ///
  /// - Throws: `SettingsError` when a drawn viewer does not fit the session.
  /// - Complexity: O(variants × links × viewers) sessions.
  package static func run(_ scenario: Scenario) throws -> ScenarioResult {
    var rows: [ScenarioResult.Row] = []
    for variant in scenario.variants {
      guard let setup = variant.setup else { continue }
      rows.append(ScenarioResult.Row(variant: variant.name, links: try play(setup)))
    }
    let refusals = scenario.variants.compactMap { variant -> ScenarioResult.Verdict? in
      guard case .refused(let text, let message) = variant.content else { return nil }
      return ScenarioResult.Verdict(
        text: "\(variant.name) is refused: \(text)", why: "", holds: message?.contains(text) ?? false,
        detail: message ?? "it was not refused")
    }
    let expected = scenario.expectations.map { verdict($0, rows: rows) }
    return ScenarioResult(scenario: scenario, rows: rows, verdicts: refusals + expected)
  }

  /// What stands for a number that no session has.
  private static let missing = "none"

  private static func play(_ setup: ScenarioSetup) throws -> [ScenarioResult.LinkSessions] {
    let player = try setup.makePlayer()
    return try setup.network.links().map { link in
      let count = setup.plan.viewer == nil ? 1 : setup.network.viewers
      let sessions = try (0..<count).map { stream in
        // The name tells one generated trace from another as well as its digest would.
        try setup.plan.viewed(player, trace: link.name, seed: setup.seed, stream: stream).play(over: link.link)
      }
      return ScenarioResult.LinkSessions(name: link.name, sessions: sessions)
    }
  }

  private static func verdict(
    _ expectation: Expectation, rows: [ScenarioResult.Row]
  ) -> ScenarioResult.Verdict {
    func evaluate(_ link: Int?) -> (holds: Bool, values: [Double?]) {
      expectation.comparison.evaluate { metric, variant in
        guard let row = rows.first(where: { $0.variant == variant }) else { return nil }
        guard let link else { return ScenarioMetric.named(metric)?.value(over: row.sessions) }
        guard row.links.indices.contains(link) else { return nil }
        return ScenarioMetric.named(metric)?.value(over: row.links[link].sessions)
      }
    }
    let relations = expectation.comparison.relations.map(\.rawValue)
    func text(_ values: [Double?]) -> String {
      zip(values, relations + [""]).map { value, relation in
        (value.map { String($0) } ?? missing) + (relation.isEmpty ? "" : " \(relation) ")
      }.joined()
    }
    guard expectation.onEachLink else {
      let (holds, values) = evaluate(nil)
      return ScenarioResult.Verdict(text: expectation.text, why: expectation.why, holds: holds, detail: text(values))
    }
    let count = rows.map(\.links.count).max() ?? 0
    let failing = (0..<count).filter { !evaluate($0).holds }
    let detail =
      failing.first.map { link in
        let name = rows.first { $0.links.indices.contains(link) }?.links[link].name ?? ""
        return "holds on \(count - failing.count) of \(count) links, not on \(name): \(text(evaluate(link).values))"
      } ?? "on each of \(count) links"
    return ScenarioResult.Verdict(
      text: expectation.text, why: expectation.why, holds: failing.isEmpty && count > 0, detail: detail)
  }
}
