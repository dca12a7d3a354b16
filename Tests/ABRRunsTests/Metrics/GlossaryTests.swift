import ABRTestSupport
import Foundation
import Testing

@testable import ABRRuns

@Suite struct GlossaryTests {
  static let rows: [[String]] = {
    let file = "\(SharedData.package)/Sources/ABRRuns/ABRRuns.docc/Glossary.md"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.components(separatedBy: " | ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "|` ")) } }
  }()

  @Test("the glossary has every metric with its unit and direction", arguments: MetricDefinition.all)
  func metric(_ metric: MetricDefinition) throws {
    let row = try #require(Self.rows.first { $0[0] == metric.name })
    #expect(Array(row[2...3]) == [metric.unit.name, metric.direction.rawValue])
    #expect(row[4].hasSuffix("*p*") == metric.hasPercentiles)
  }

  @Test(
    "the glossary has every metric of sets of sessions with its unit and direction", arguments: MetricDefinition.ofSets)
  func ofSets(_ metric: MetricDefinition) throws {
    let row = try #require(Self.rows.first { $0[0] == metric.name })
    #expect(Array(row[2...3]) == [metric.unit.name, metric.direction.rawValue])
  }

  @Test("the glossary has every metric of scores with its unit and direction", arguments: MetricDefinition.ofQuality)
  func ofQuality(_ metric: MetricDefinition) throws {
    let row = try #require(Self.rows.first { $0[0] == Self.generic(metric) })
    #expect(Array(row[2...3]) == [metric.unit.name, metric.direction.rawValue])
  }

  /// The name of a metric of any score: `<score>_mean`.
  private static func generic(_ metric: MetricDefinition) -> String {
    metric.scores.map { metric.name.replacing("\($0.rawValue)_", with: "<score>_") } ?? metric.name
  }

  @Test("the glossary has what only pooled results have, and nothing that does not exist")
  func noOther() {
    let metrics = MetricDefinition.all + MetricDefinition.ofSets
    let names = metrics.map(\.name) + MetricDefinition.ofQuality.map(Self.generic)
    #expect(Set(Self.rows.map { $0[0] }) == Set(names + ["sessions", "outcome_<name>_count"]))
  }
}
