import ABRRunsTestSupport
import ABRStatistics
import Testing

@testable import ABRComparison
@testable import ABRRuns

@Suite struct LeagueTests {
  private static func record(
    _ policies: [String] = ["fixed:0", "fixed:2", "bba-0"], traces: Int = 16
  ) throws -> RunRecord {
    let experiment = try SampleRun.single(policies: policies, viewer: "leave(60s)", traces: traces)
    return RunRecord(try SampleRun.result(experiment), version: "0.0")
  }

  private static func measures(_ names: String...) throws -> [Measure] {
    try names.map { try #require(Measure.named($0)) }
  }

  @Test("a row has what its family has alone, and the rows of all what the run has")
  func values() throws {
    let record = try Self.record()
    let measures = try Self.measures("mean_bitrate_bps", "rebuffer_ratio", "switch_count")
    let league = League(record, measures: measures, by: .family)
    #expect(league.rows.map(\.group) == ["even", "even", "even", "odd", "odd", "odd", nil, nil, nil])
    for row in league.rows {
      let configuration = record.configurations[row.configuration]
      let sessions = configuration.sessions.indices.filter {
        row.group == nil || record.traces[configuration.sessions[$0].trace].family == row.group
      }
      for (measure, cell) in zip(measures, row.cells) {
        #expect(cell.value == measure.value(of: configuration, over: sessions))
        let interval = try #require(cell.interval)
        #expect(interval.contains(cell.value ?? .nan))
      }
      #expect(row.clusters == (row.group == nil ? 16 : 8))
    }
  }

  @Test("the highest rendition has the highest bitrate with significance, and ranks over all are means")
  func ranks() throws {
    let league = League(try Self.record(), measures: try Self.measures("mean_bitrate_bps"), by: .family)
    for row in league.rows {
      #expect(row.cells[0].rank == [3, 1, 2][row.configuration] && row.cells[0].isBest == (row.configuration == 1))
    }
  }

  @Test("the same configuration twice shares its place, and none is marked best over few recordings")
  func ties() throws {
    let record = try Self.record(["fixed:1", "fixed:1+peak:100M"])
    let tied = League(record, measures: try Self.measures("mean_bitrate_bps"), by: .family)
    #expect(tied.rows.allSatisfy { $0.cells[0].rank == 1.5 && !$0.cells[0].isBest })
    let few = League(try Self.record(traces: 6), measures: try Self.measures("mean_bitrate_bps"), by: .trace)
    #expect(few.rows.filter { $0.group != nil }.allSatisfy { !$0.cells[0].isBest && $0.cells[0].interval == nil })
  }

  @Test("what is neither good nor bad has values and no places")
  func neutral() throws {
    let league = League(try Self.record(), measures: try Self.measures("played_s"), by: .video)
    #expect(league.rows.allSatisfy { $0.cells[0].rank == nil && $0.cells[0].value != nil })
  }
}
