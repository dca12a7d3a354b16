import ABRScenarios
import Foundation
import Testing

@testable import ABRCommands

@Suite("Scenario", .timeLimit(.minutes(20)))
struct ScenarioTests {
  @Test("list names every scenario of the library")
  func list() throws {
    let result = try Program.run(["scenario", "list", "--format", "csv"])
    let ids = result.output.split(separator: "\n").dropFirst().map { String($0.prefix(3)) }
    #expect(ids == ScenarioLibrary.ids && result.status == 0 && result.diagnostics.isEmpty)
  }

  @Test("show prints the data as it is, and JSON with variants and expectations")
  func show() throws {
    let text = try Program.run(["scenario", "show", "S10"])
    #expect(Array(text.output.utf8) == ScenarioLibrary.text(of: "S10") && text.status == 0)
    let json = try Program.run(["scenario", "show", "s10", "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["id"] as? String == "S10")
    let variants = object?["variants"] as? [[String: Any]]
    #expect(variants?.first { $0["name"] as? String == "1M" }?["policy"] as? String == "throughput+peak:1M")
    #expect((object?["expectations"] as? [[String: Any]])?.isEmpty == false)
  }

  @Test("run prints a row for each variant and a mark for each expectation")
  func run() throws {
    let result = try Program.run(["scenario", "run", "S10", "S07", "-q"])
    #expect(result.status == 0 && result.diagnostics.isEmpty)
    let lines = result.output.split(separator: "\n")
    let expected = try ["S10", "S07"].map { try #require(try ScenarioLibrary.scenario($0)) }
    #expect(
      lines.count { $0.hasPrefix("✓ ") } == expected.reduce(0) { $0 + $1.expectations.count + $1.mechanisms.count })
    for variant in expected.flatMap(\.variants) { #expect(lines.contains { $0.hasPrefix("\(variant.name) ") }) }
  }

  @Test("an expectation that does not hold has a cross and the exit code 2")
  func failure() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("own.toml").path
    let text = String(decoding: try #require(ScenarioLibrary.text(of: "S07")), as: UTF8.self)
    try Data((text + "\n[[expect]]\nthat = \"seek_wait_s(load-then-seek) == 0\"\n").utf8).write(
      to: URL(fileURLWithPath: path))
    let result = try Program.run(["scenario", "run", path])
    #expect(result.status == 2 && result.output.contains("\n✗ seek_wait_s(load-then-seek) == 0  ("))
    let json = try Program.run(["scenario", "run", path, "--format", "json", "-q"])
    let objects = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(json.status == 2 && objects?.first?["holds"] as? Bool == false)
    let variants = objects?.first?["variants"] as? [[String: Any]]
    #expect((variants?.first?["metrics"] as? [String: Double])?["rebuffer_s"] == 0)
  }

  @Test(
    "a wrong id is told with the nearest one, before anything is played",
    arguments: [
      (["scenario", "show", "S0"], "error: ID: unknown scenario S0; did you mean S01?\n"),
      (["scenario", "run", "S02", "S2O"], "error: ID: unknown scenario S2O; did you mean S"),
      (["scenario", "run"], "error: 'abrlab scenario run' needs ids, or --all\n"),
      (["scenario", "run", "--all", "S02"], "error: --all plays every scenario; leave out the ids\n"),
    ])
  func wrong(words: [String], message: String) throws {
    let result = try Program.run(words)
    #expect(result.diagnostics.hasPrefix(message) && result.status == 64 && result.output.isEmpty)
  }

  @Test("a file that is not there, and one that is no scenario")
  func files() throws {
    let missing = try Program.run(["scenario", "run", "none.toml"])
    #expect(missing.diagnostics.hasPrefix("error: none.toml: cannot be read: no such file") && missing.status == 5)
    let other = try Program.run(["scenario", "run", "Traces/viewers/long-form.toml"])
    #expect(other.diagnostics.contains("model: unknown key") && other.status == 64)
  }

  @Test("one variant runs with the expectations about it alone, and is shown as a scenario of its own")
  func variant() throws {
    let whole = try #require(try ScenarioLibrary.scenario("S02"))
    let result = try Program.run(["scenario", "run", "s02/gate"])
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 0 && lines[0] == "S02/gate Feed")
    #expect(lines.count { $0.hasPrefix("gate ") } == 1 && !lines.contains { $0.hasPrefix("none ") })
    #expect(lines.filter { $0.hasPrefix("✓ ") }.map { $0.prefix(35) } == ["✓ preload_hit_ratio(gate) > 0  (0.8"])
    #expect(
      result.diagnostics.contains(
        "S02/gate: expectations that name other variants are not checked: \(whole.expectations.count - 1)\n"))
    let wrong = try Program.run(["scenario", "run", "S02/gat"])
    #expect(wrong.diagnostics.hasPrefix("error: ID: unknown variant S02/gat; did you mean S02/gate?\n"))
    #expect(wrong.status == 64)
    let json = try Program.run(["scenario", "show", "S02/gate", "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((object?["variants"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["gate"])
  }

  @Test("what show prints of a variant is that variant alone", arguments: ["S02", "S10", "S20", "S24", "S40"])
  func shownVariant(id: String) throws {
    let whole = try #require(try ScenarioLibrary.scenario(id))
    for variant in whole.variants {
      let choice = try ScenarioChoice("\(id)/\(variant.name)", place: "ID")
      let shown = try ScenarioFile.scenario(parsing: Array(ScenarioText.text(of: choice).utf8), file: "shown.toml")
      #expect(shown.variants.map(\.name) == [variant.name])
      #expect(shown.expectations == choice.scenario.expectations)
      #expect(shown.id == id && shown.notes == whole.notes && shown.metrics == whole.metrics)
    }
  }

  @Test("coverage prints the page of the documentation")
  func coverage() throws {
    let page = Program.checkout.appendingPathComponent("Sources/ABRScenarios/ABRScenarios.docc/Scenarios.md")
    #expect(
      try Program.run(["scenario", "coverage"]).output == String(decoding: Data(contentsOf: page), as: UTF8.self))
  }

  @Test("bash completes ids")
  func completions() throws {
    #expect(try CompletionsTests.offers(["abrlab", "scenario", "run", "S0"]).contains("S02"))
    #expect(try CompletionsTests.offers(["abrlab", "scenario", "sh"]) == ["show"])
  }
}
