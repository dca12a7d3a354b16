/// Which scenarios exercise which features of the SDKs, as the page of the documentation that the program writes.
package enum ScenarioCoverage {
  /// The scenarios that the project's plan names and that do not exist yet.
  static let open: [(id: String, title: String)] = []

  /// The page: the scenarios, the features with their scenarios, and what is open.
  ///
  /// - Throws: never for the files that come with the lab, as tests make sure of.
  /// - Complexity: O(*scenarios* × *features*), and what reading the scenarios costs.
  package static func markdown() throws -> String {
    let scenarios = try ScenarioLibrary.ids.compactMap { try ScenarioLibrary.scenario($0) }
    let features = try ScenarioLibrary.features()
    var text = """
      # Scenarios

      Situations with variants and with what must hold between them.

      ## Overview

      This page is written by `abrlab scenario coverage`. `abrlab scenario show S02` prints a scenario as data, `abrlab scenario run S02`
      plays its variants and checks what it expects; the tests check all of them. A scenario of one's own is a TOML file in the format that
      ``ScenarioFile`` documents; both commands take its name in place of an id.

      | scenario | what happens | stresses | variants | expectations |
      | --- | --- | --- | --- | --- |

      """
    for scenario in scenarios {
      let refused = scenario.variants.count { $0.setup == nil }
      let count = scenario.expectations.count + refused
      text += row([
        "\(scenario.id) \(scenario.title)", scenario.summary, scenario.stresses, "\(scenario.variants.count)",
        "\(count)",
      ])
    }
    text += "\n## What an expectation turned out to be\n\n"
    for scenario in scenarios {
      for note in scenario.notes { text += "- \(scenario.id): \(note)\n" }
    }
    let simulated = features.filter { $0.role != .out }
    let acting = Set(scenarios.flatMap(\.mechanisms).map(\.feature))
    text += """

      ## Features of the player SDKs

      \(simulated.count { acting.contains($0.id) }) of \(simulated.count) act in a scenario. A feature counts only where switching it off
      changes a result that is asserted: with the sessions of the variant without it (`not …`) in place of those of the variant that has
      it, an expectation fails. Scenarios in which it merely occurs stand apart.

      | feature | name | role | acts in | occurs in |
      | --- | --- | --- | --- | --- |

      """
    for feature in simulated {
      let cells = scenarios.flatMap { scenario in
        scenario.mechanisms.filter { $0.feature == feature.id }
          .map { "\(scenario.id) \($0.variant), not \($0.without)" }
      }
      let others = scenarios.filter { scenario in
        scenario.features.contains(feature.id) && !scenario.mechanisms.contains { $0.feature == feature.id }
      }
      text += row([
        feature.id, feature.name, feature.role.rawValue,
        cells.isEmpty ? "open: \(feature.open ?? "")" : cells.joined(separator: "; "),
        others.map(\.id).joined(separator: ", "),
      ])
    }
    text += "\n## Scenarios that are open\n\n"
    text += open.isEmpty ? "None.\n" : open.map { "- \($0.id) \($0.title)\n" }.joined()
    return text
  }

  private static func row(_ cells: [String]) -> String {
    // A bar would end the cell.
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
  }
}
