import ABRRunsTestSupport
import Testing

@testable import ABRReports
@testable import ABRRuns

@Suite struct RenditionTableTests {
  @Test("seconds shown by rendition add up to the media shown, and saved runs keep them", arguments: [false, true])
  func sums(severalItems: Bool) throws {
    let result = try SampleRun.result(
      severalItems ? SampleRun.feed() : SampleRun.single(policies: ["fixed:1", "bba-0"]))
    let record = RunRecord(result, version: "0.0")
    for (configuration, entry) in zip(record.configurations, result.configurations) {
      let shown = configuration.renditions.reduce(0) { $0 + $1.shown }
      #expect(abs(shown - (entry.pooled.values["played_s"] ?? 0)) < 1e-6)
      #expect(configuration.renditions.count == (severalItems ? 3 : 6))
    }
    let read = try RunRecord(parsing: SampleRun.document(result), file: "run.json")
    #expect(read.configurations.map(\.renditions) == record.configurations.map(\.renditions))
  }

  @Test("columns and notes name the viewer where viewers differ")
  func viewers() throws {
    let runs = try ["leave(30s)", "leave(10s)"].map { try SampleRun.single(viewer: $0, traces: 20) }
    let result = try SampleRun.result(
      Experiment(traces: runs[0].traces, videos: runs[0].videos, players: runs.flatMap(\.players)))
    let titles = RenditionTable(RunRecord(result, version: "0.0")).table.columns.map(\.title)
    #expect(titles.count { $0.hasSuffix(" leave(30s) %") } == 2 && Set(titles).count == titles.count, "\(titles)")
    let stalls = RunTable.notes(on: result).filter { $0.contains("stall") }
    #expect(!stalls.isEmpty && stalls.allSatisfy { $0.contains(" leave(30s)") }, "\(stalls)")
  }

  @Test("what is shown for less than 2 % by every configuration is hardly used, by name")
  func unused() throws {
    let record = RunRecord(try SampleRun.result(SampleRun.single(policies: ["fixed:1"])), version: "0.0")
    let table = RenditionTable(record)
    #expect(table.table.rows.count == 6 && table.table.columns.map(\.title).first == "video")
    let sentence = try #require(table.sentence)
    #expect(
      sentence.hasPrefix("Hardly used, under 2 % of the time with every configuration: renditions 0 (0.300 Mbit/s), 2"))
    #expect(table.section?.text == sentence)
  }
}
