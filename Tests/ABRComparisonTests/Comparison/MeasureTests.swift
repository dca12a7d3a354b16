import ABRRunsTestSupport
import Testing

@testable import ABRComparison
@testable import ABRRuns

@Suite("Measures")
struct MeasureTests {
  @Test("every measure of a run is what the run itself pooled", arguments: [false, true])
  func pooledValues(severalItems: Bool) throws {
    let result = try SampleRun.result(severalItems ? SampleRun.feed() : SampleRun.single(viewer: "leave(15s)"))
    let record = RunRecord(result, version: "0.0")
    let pairing = try RunPairing(reference: record, candidate: record)
    var compared = 0
    for (pair, cell) in zip(pairing.configurations, result.configurations) {
      let comparison = RunComparison(pairing, pair, measures: Measure.all(severalItems: severalItems))
      for row in comparison.measures {
        let pooled = cell.pooled.values[row.measure.name]
        guard let value = row.candidate, value.isFinite else {
          #expect(pooled == nil, "\(row.measure.name)")
          continue
        }
        let expected = try #require(pooled, "\(row.measure.name): \(value)")
        #expect(abs(value - expected) <= 1e-12 * (1 + abs(expected)), "\(row.measure.name): \(value), \(expected)")
        compared += 1
      }
    }
    #expect(compared > 60)
  }

  @Test("nothing is a share of a reference of 0, and one recording has no p-value")
  func edges() throws {
    let experiment = try SampleRun.single(policies: ["fixed:0"], traces: 1)
    let record = RunRecord(try SampleRun.result(experiment), version: "0.0")
    let pairing = try RunPairing(reference: record, candidate: record)
    let measure = try #require(Measure.named("switch_count"))
    let row = RunComparison(pairing, pairing.configurations[0], measures: [measure]).measures[0]
    #expect(row.reference == 0 && row.relativeDifference == nil && row.pValue == nil)
  }

  @Test("a margin of a sum is one of the sum over all sessions")
  func marginOfSum() throws {
    let (left, right) = try (
      RunRecord(SampleRun.result(SampleRun.single(policies: ["fixed:0"])), version: "0.0"),
      RunRecord(SampleRun.result(SampleRun.single(policies: ["fixed:1"])), version: "0.0")
    )
    let pairing = try RunPairing(reference: left, candidate: right)
    let measure = try #require(Measure.named("bytes_downloaded"))
    func row(_ margin: Double) -> MeasureComparison {
      RunComparison(pairing, pairing.configurations[0], measures: [measure], margins: [measure.name: margin]).measures[
        0]
    }
    let interval = try #require(row(0).interval)
    let end = max(abs(interval.lower), abs(interval.upper))
    #expect(row(0.9 * end).verdict != .same && row(1.1 * end).verdict == .same)
  }

  @Test("a run differs from itself by exactly nothing", arguments: [false, true])
  func identity(severalItems: Bool) throws {
    let result = try SampleRun.result(severalItems ? SampleRun.feed() : SampleRun.single())
    let record = RunRecord(result, version: "0.0")
    let pairing = try RunPairing(reference: record, candidate: record)
    for pair in pairing.configurations {
      for row in RunComparison(pairing, pair, measures: Measure.all(severalItems: severalItems)).measures {
        guard row.reference != nil else { continue }
        #expect(row.difference == 0 && row.worstTraces.isEmpty && row.worseTraceCount == 0, "\(row.measure.name)")
      }
    }
  }

  @Test("what traces add to a difference sums to it, and the worst stand first")
  func contributions() throws {
    let record = RunRecord(try SampleRun.result(SampleRun.single()), version: "0.0")
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (0, 1))
    let measures = ["rebuffer_ratio", "bytes_downloaded", "mean_bitrate_bps"].compactMap {
      Measure.named($0)
    }
    for row in RunComparison(pairing, pairing.configurations[0], measures: measures).measures {
      let difference = try #require(row.difference)
      let paired = try #require(row.paired)
      #expect(difference != 0)
      #expect(abs(paired.contributions.reduce(0, +) * row.scale - difference) <= 1e-9 * abs(difference))
      let harms = row.worstTraces.map { row.measure.direction == .higher ? -$0.contribution : $0.contribution }
      #expect(harms == harms.sorted(by: >) && harms.allSatisfy { $0 > 0 })
    }
  }

  @Test(
    "a trace's own values are those of a run over it alone",
    arguments: ["rebuffer_ratio", "bytes_wasted", "rebuffer_s_p95"])
  func ownValues(name: String) throws {
    let measure = try #require(Measure.named(name))
    let record = RunRecord(try SampleRun.result(SampleRun.single()), version: "0.0")
    var rows = 0
    for (old, new) in [(0, 1), (1, 0)] {
      let pairing = try RunPairing(reference: record, candidate: record, chosen: (old, new))
      let row = try #require(RunComparison(pairing, pairing.configurations[0], measures: [measure]).measures.first)
      for trace in row.worstTraces {
        let index = try #require(record.traces.firstIndex { $0.name == trace.name })
        #expect(trace.file == record.traces[index].file)
        for (configuration, value) in [(old, trace.reference), (new, trace.candidate)] {
          let own = record.configurations[configuration]
          let sessions = own.sessions.indices.filter { own.sessions[$0].trace == index }
          let expected = try #require(measure.value(of: own, over: sessions))
          #expect(abs(try #require(value) - expected) <= 1e-12 * (1 + abs(expected)))
        }
        rows += 1
      }
    }
    #expect(rows > 0)
  }

  @Test("a trace is called by its name, where that is not enough with its family, and else by its path")
  func names() throws {
    var traces = RunRecord(try SampleRun.result(SampleRun.single()), version: "0.0").traces
    for (index, (family, name, file)) in [
      ("a", "1.csv", "x/a/1.csv"), ("a", "2.csv", "x/a/2.csv"), ("b", "2.csv", "x/b/2.csv"),
      ("c", "3.csv", "x/c/3.csv"), ("c", "3.csv", "y/c/3.csv"), ("d", "3.csv", "x/d/3.csv"),
    ].enumerated() {
      (traces[index].family, traces[index].name, traces[index].file) = (family, name, file)
    }
    #expect(
      RunComparison.names(of: traces) == ["1.csv", "a/2.csv", "b/2.csv", "x/c/3.csv", "y/c/3.csv", "d/3.csv"])
  }

  @Test("a family's measure is that of a run over the family alone")
  func family() throws {
    let record = RunRecord(try SampleRun.result(SampleRun.single()), version: "0.0")
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (0, 1))
    let measures = Measure.usual(severalItems: false)
    let part = RunComparison(pairing, pairing.configurations[0], measures: measures, family: "even")
    var alone = try SampleRun.single()
    alone = Experiment(
      traces: alone.traces.filter { $0.family == "even" }, videos: alone.videos, players: alone.players,
      settings: alone.settings)
    let whole = RunRecord(try SampleRun.result(alone), version: "0.0")
    let other = try RunPairing(reference: whole, candidate: whole, chosen: (0, 1))
    let expected = RunComparison(other, other.configurations[0], measures: measures)
    #expect(part.traceCount == 3 && part.measures.map(\.difference) == expected.measures.map(\.difference))
    #expect(part.measures.map(\.pValue) == expected.measures.map(\.pValue))
  }
}
