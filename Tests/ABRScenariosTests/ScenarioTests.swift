import ABRTestSupport
import Foundation
import Testing

@Suite("Scenarios")
struct ScenarioTests {
  /// All in release, and every third in debug.
  static let played = stride(from: 0, to: ScenarioLibrary.ids.count, by: Seeds.areAll ? 1 : 3).map {
    ScenarioLibrary.ids[$0]
  }

  @Test("what a scenario expects holds on its links", arguments: played)
  func expectations(id: String) throws {
    let result = try ScenarioRunner.run(ScenarioLibrary.scenario(id))
    #expect(!result.verdicts.isEmpty)
    for verdict in result.verdicts { #expect(verdict.holds, "\(verdict.text): \(verdict.detail)") }
  }

  @Test("every file of the folder is played")
  func files() throws {
    let folder = "\(SharedData.package)/Tests/ABRScenariosTests/Scenarios"
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ScenarioLibrary.ids.map { "\($0).toml" })
  }

  @Test("a scenario run twice gives the same metrics")
  func determinism() throws {
    let scenario = try ScenarioLibrary.scenario("S02")
    #expect(try ScenarioRunner.run(scenario).rows == ScenarioRunner.run(scenario).rows)
  }
}
