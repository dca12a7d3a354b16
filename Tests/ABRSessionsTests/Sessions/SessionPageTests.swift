import ABRTestSupport
import Foundation
import Testing

@testable import ABRSessions

/// The page of the documentation that explains session files.
@Suite("Page about session files")
struct SessionPageTests {
  static func page() throws -> String {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let checkout = tests.deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: checkout.appendingPathComponent("Sources/ABRSessions/ABRSessions.docc/SessionFiles.md"),
      encoding: .utf8)
  }

  /// The table rows below the heading of a table of the file, or all of them.
  static func rows(_ page: String) -> [Substring] { page.split(separator: "\n").filter { $0.hasPrefix("| ") } }

  @Test("every key that the reader takes has a row, with its table", arguments: SessionKeys.tables.map(\.table))
  func keys(table: String) throws {
    let page = try Self.page()
    #expect(page.contains("`\(table)`"))
    let keys = try #require(SessionKeys.tables.first { $0.table == table }).keys
    for key in keys { #expect(Self.rows(page).contains { $0.contains("`\(key)`") }, "\(key)") }
  }

  @Test("every kind of step has a row")
  func kinds() throws {
    let page = try Self.page()
    for (kind, _) in SessionKeys.steps { #expect(Self.rows(page).contains { $0.contains("`\"\(kind)\"`") }, "\(kind)") }
  }

  @Test("the lists of keys are those of the reader", arguments: SessionKeys.tables.map(\.table))
  func lists(table: String) throws {
    // A key that is not allowed is refused with the list of those that are.
    let isInItem = table == "[item.live]" || table == "[[item.sources]]"
    let header = isInItem ? "[[item]]\n\(table)" : table
    let item = table == "[[item]]" || isInItem ? "" : "[[item]]\n"
    let step = table == "[[step]]" ? "do = \"leave\"\n" : ""
    do {
      _ = try SessionFileTests.plan("\(item)\(header)\n\(step)xxxxxxxxxxxx = 1")
      Issue.record("read")
    } catch ConfigurationError.unknownKey(_, _, _, _, let allowed, _) {
      let keys = try #require(SessionKeys.tables.first { $0.table == table }).keys
      #expect(step.isEmpty ? allowed == keys : Set(allowed).isSubset(of: keys))
    }
  }

  @Test("the example is read without a warning and plays")
  func example() throws {
    let page = try Self.page()
    let start = try #require(page.range(of: "```toml\n"))
    let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
    let folder = try TemporaryFolder()
    try folder.write("film.json", SessionFileTests.ladder)
    let plan = try SessionFileTests.plan(String(page[start.upperBound..<end.lowerBound]), folder: folder.path)
    let videos = [try SessionPlanTests.video()]
    #expect(plan.items.count == 6 && plan.visits.count == 6 && plan.steps.count == 5)
    #expect(plan.warnings.isEmpty && plan.warnings(videos: videos).isEmpty)
    let metrics = try SessionPlanTests.player(plan, videos: videos).play(over: try SessionPlanTests.link(5_000_000))
    #expect(metrics.outcome == .left && metrics.wallTime == 50)
  }
}
