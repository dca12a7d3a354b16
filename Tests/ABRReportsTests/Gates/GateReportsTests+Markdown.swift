import ABRComparison
import ABRRuns
import ABRTestSupport
import Testing

@testable import ABRReports

/// Markdown for a step summary or a comment.
extension GateReportsTests {
  /// The rows of the first table of a Markdown text, without its heading.
  private static func rows(_ markdown: String) -> [String] {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.drop { !$0.hasPrefix("| result") }.dropFirst(2).prefix { $0.hasPrefix("|") })
  }

  @Test("Markdown has gates that failed first, then unclear ones, warnings and those that are met")
  func order() throws {
    let report = try Self.report([
      Self.gate(Self.passes[0]), Self.gate(Self.fails[0], level: .warn),
      Self.gate("visible_switch_latency_s<=+1s"), Self.gate(Self.fails[1]),
    ])
    let rows = Self.rows(GateMarkdown.text(of: report))
    #expect(rows.map { $0.split(separator: " ")[1] } == ["FAIL", "unclear", "warn", "ok"])
    // The table for people keeps the order of the configuration.
    let lines = GateTable.text(of: report).split(separator: "\n")
    #expect(lines[2...5].map { $0.split(separator: " ")[0] } == ["ok", "warn", "unclear", "FAIL"])
    #expect(String(lines[0]) == GateTable.verdict(of: report))
    #expect(GateTable.verdict(of: report).hasPrefix("FAIL 1 of 4 gates, 1 unclear, 1 warned (4 of 4 traces paired"))
  }

  @Test("Markdown that does not fit has whole rows, every one that failed before any other, and counts the rest")
  func truncation() throws {
    let passed = try (0..<900).map { try Self.gate("rebuffer_ratio<=99.\($0 + 1000)pp") }
    let failed = try (0..<100).map { try Self.gate("bytes_downloaded<=\($0 + 1)B") }
    var text = GateMarkdown.text(of: try Self.report(passed + failed))
    #expect(text.utf8.count < GateMarkdown.limit)
    var rows = Self.rows(text)
    #expect(rows.count > 200 && rows.prefix(100).allSatisfy { $0.hasPrefix("| FAIL |") })
    #expect(
      rows.allSatisfy { $0.hasSuffix(" |") }
        && text.contains("\n0 more failed, \(1000 - rows.count) others left out.\n"))

    text = GateMarkdown.text(
      of: try Self.report(passed.prefix(1) + (0..<900).map { try Self.gate("bytes_downloaded<=\($0 + 1)B") }))
    rows = Self.rows(text)
    #expect(rows.allSatisfy { $0.hasPrefix("| FAIL |") } && text.utf8.count < GateMarkdown.limit)
    #expect(text.contains("\n\(900 - rows.count) more failed, 1 other left out.\n"))
  }

  @Test("Markdown says why a gate fails on a metric that is inconclusive, and calls the sides baseline and now")
  func explanation() throws {
    // Over eight traces little is significant; whatever became worse fails a gate that allows nothing.
    let gates = try ["mean_bitrate_bps>=-0bit/s", "bytes_wasted_per_h<=+0B/h", "rebuffer_ratio<=+0pp"].map {
      try Self.gate($0)
    }
    let report = try Self.report(gates, buffer: 10, traces: 8)
    let text = GateMarkdown.text(of: report)
    #expect(text.contains("| metric | baseline | now |") && !text.contains("| A | B |"))
    #expect(report.outcomes.contains { $0.status == .fail } && text.contains("inconclusive |"))
    #expect(text.contains("FAIL and *inconclusive* are both true"))
    #expect(!GateMarkdown.text(of: try Self.report(gates)).contains("are both true"))
  }

  @Test("Markdown says how many comparisons it leaves out")
  func comparisonsLeftOut() throws {
    let buffers = (0..<60).map { 10 + Double($0) }
    let record = try ReportTests.record(policies: ["bba-0"], numbers: [0, 1], buffers: buffers)
    let report = try GateReport(RunPairing(reference: record, candidate: record), gates: [Self.gate(Self.passes[0])])
    let text = GateMarkdown.text(of: report)
    let shown = text.split(separator: "\n").count { $0.hasPrefix("#### ") }
    #expect(shown < 60 && text.contains("\n\(60 - shown) of 60 comparisons left out.\n"))
    let all = GateMarkdown.text(of: report, limit: .max)
    #expect(!all.contains("left out"))
    // Around the length of all of them and of the first few, no byte too many, and all where they fit.
    let first = try #require(all.ranges(of: "\n#### ").dropFirst(3).first).lowerBound
    for length in [GateMarkdown.limit, all.utf8.count, all[..<first].utf8.count] {
      for limit in stride(from: length - 40, through: length + 40, by: 5) {
        let text = GateMarkdown.text(of: report, limit: limit)
        #expect(text.utf8.count <= limit && (text == all) == (all.utf8.count <= limit), "\(limit)")
      }
    }
    #expect(!GateMarkdown.text(of: try Self.report([Self.gate(Self.passes[0])])).contains("left out"))
  }
}
