import ABRPlayback
import ABRTestSupport
import Testing

@Suite("Scenarios")
struct ScenarioTests {
  /// All in release, and every third in debug.
  static let played = Scenario.files.enumerated().filter { Seeds.areAll || $0.offset % 3 == 0 }.map(\.element)

  @Test("what a scenario expects holds on its links", arguments: played)
  func expectations(file: String) throws {
    let scenario = try Scenario(file: file)
    var played: [String: [[SessionMetrics]]] = [:]
    for variant in scenario.variants {
      if let refused = variant.refused {
        let error = #expect(throws: (any Error).self, "\(variant.name)") { try ScenarioVariant(variant.table) }
        #expect(error.map { "\($0)" }?.contains(refused) == true, "\(variant.name): \(String(describing: error))")
      } else {
        played[variant.name] = try ScenarioVariant(variant.table).sessions()
      }
    }
    for text in scenario.overAllLinks {
      let (holds, numbers) = try Expectation.check(text) { metric, variant in
        played[variant].flatMap { ScenarioMetrics.value(metric, over: $0.flatMap(\.self)) }
      }
      #expect(holds, "\(text): \(numbers)")
    }
    let links = try #require(played.values.map(\.count).max())
    for (text, link) in scenario.onEachLink.flatMap({ text in (0..<links).map { (text, $0) } }) {
      let (holds, numbers) = try Expectation.check(text) { metric, variant in
        played[variant].flatMap { ScenarioMetrics.value(metric, over: $0.indices.contains(link) ? $0[link] : []) }
      }
      #expect(holds, "\(text) on link \(link): \(numbers)")
    }
  }

  @Test("a scenario played twice gives the same metrics")
  func determinism() throws {
    for variant in try Scenario(file: "S02-feed.toml").variants.prefix(3) {
      #expect(try ScenarioVariant(variant.table).sessions() == ScenarioVariant(variant.table).sessions())
    }
  }
}
