import ABRTestSupport
import Foundation
import Testing

@testable import ABRScenarios

@Suite("Scenarios")
struct ScenarioTests {
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// All in release, and every third in debug.
  static let played = stride(from: 0, to: ScenarioLibrary.ids.count, by: Seeds.areAll ? 1 : 3).map {
    ScenarioLibrary.ids[$0]
  }

  @Test("what a scenario expects holds on its links", arguments: played)
  func expectations(id: String) throws {
    let scenario = try #require(try ScenarioLibrary.scenario(id))
    let result = try ScenarioRunner.run(scenario)
    #expect(!result.verdicts.isEmpty)
    for verdict in result.verdicts { #expect(verdict.holds, "\(verdict.text): \(verdict.detail)") }
  }

  @Test("a scenario is complete and carries its own id", arguments: ScenarioLibrary.ids)
  func completeness(id: String) throws {
    let scenario = try #require(try ScenarioLibrary.scenario(id.lowercased()))
    #expect(scenario.id == id)
    #expect(!scenario.title.isEmpty && !scenario.summary.isEmpty && !scenario.features.isEmpty)
    #expect(scenario.setup() != nil)
    let known = Set(try ScenarioLibrary.features().map(\.id))
    #expect(Set(scenario.features).subtracting(known).isEmpty)
    #expect(Set(scenario.mechanisms.map(\.feature)).isSubset(of: scenario.features))
  }

  @Test("every file of the folder is in the library, in order")
  func files() throws {
    let folder = Self.checkout.appendingPathComponent("Sources/ABRScenarios/Data")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("S") }.sorted()
    #expect(names == ScenarioLibrary.ids.map { "\($0).toml" })
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      #expect(ScenarioLibrary.text(of: String(name.dropLast(5))) == bytes)
    }
    #expect(try ScenarioLibrary.scenario("S99") == nil)
  }

  @Test("every feature that is simulated acts in a scenario or says why it does not, and not both")
  func features() throws {
    let features = try ScenarioLibrary.features()
    #expect(Set(features.map(\.id)).count == features.count)
    let used = Set(
      try ScenarioLibrary.ids.compactMap { try ScenarioLibrary.scenario($0) }.flatMap(\.mechanisms).map(\.feature))
    for feature in features {
      if feature.role == .out {
        #expect(!used.contains(feature.id) && feature.open == nil, "\(feature.id) has nothing to simulate")
      } else {
        #expect(used.contains(feature.id) == (feature.open == nil), "\(feature.id) \(feature.name)")
      }
    }
  }

  @Test("the page of the documentation is what the program writes")
  func page() throws {
    let path = Self.checkout.appendingPathComponent("Sources/ABRScenarios/ABRScenarios.docc/Scenarios.md").path
    let committed = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
    #expect(try ScenarioCoverage.markdown() == committed, "abrlab scenario coverage > \(path)")
  }

  @Test("no id is both written and open")
  func open() {
    let open = ScenarioCoverage.open.map(\.id)
    #expect(Set(open).isDisjoint(with: ScenarioLibrary.ids))
    #expect(
      (open + ScenarioLibrary.ids).sorted() == (1...61).map { ($0 < 10 ? "S0" : "S") + "\($0)" })
  }

  @Test("a scenario run twice gives the same metrics")
  func determinism() throws {
    let scenario = try #require(try ScenarioLibrary.scenario("S02"))
    #expect(try ScenarioRunner.run(scenario).rows == ScenarioRunner.run(scenario).rows)
  }
}
