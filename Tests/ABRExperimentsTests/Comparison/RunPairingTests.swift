import Testing

@testable import ABRExperiments

@Suite("Pairing of runs")
struct RunPairingTests {
  private static func record(_ policies: [String], traces: Int = 6, dropping first: Int = 0, seed: Int? = nil) throws
    -> RunRecord
  {
    var experiment = try SampleRun.single(policies: policies, seed: seed, traces: traces)
    experiment = Experiment(
      traces: Array(experiment.traces.dropFirst(first)), videos: experiment.videos, cells: experiment.cells,
      seed: seed, settings: experiment.settings)
    return RunRecord(try SampleRun.result(experiment), version: "0.0", withTimelines: false)
  }

  @Test("equal specs belong together, and one that is left on each side")
  func combinations() throws {
    let left = try Self.record(["throughput", "bba-0"])
    let right = try Self.record(["bba-0", "bola"])
    let pairing = try RunPairing(reference: left, candidate: right)
    #expect(pairing.combinations.map { [$0.reference, $0.candidate] } == [[1, 0], [0, 1]])
    #expect(throws: IncomparableRuns.self) {
      try RunPairing(reference: left, candidate: Self.record(["bola", "fixed:0"]))
    }
    #expect(throws: IncomparableRuns.self) { try RunPairing(reference: left, candidate: Self.record(["bba-0"])) }
  }

  @Test("sessions are paired by the content of the trace, wherever it stands")
  func sessions() throws {
    let left = try Self.record(["bola"])
    let right = try Self.record(["bola"], traces: 8, dropping: 2)
    let error = #expect(throws: IncomparableRuns.self) { try RunPairing(reference: left, candidate: right) }
    #expect(error?.isAboutTraces == true)
    #expect("\(try #require(error))".contains("2 of the reference's traces are gone and 2 are new"))
    let pairing = try RunPairing(reference: left, candidate: right, allowing: .init(subset: true))
    #expect(pairing.sessions.count == 8)
    for session in pairing.sessions {
      let old = left.combinations[0].sessions[session.reference]
      let new = right.combinations[0].sessions[session.candidate]
      #expect(left.traces[old.trace].sha256 == right.traces[new.trace].sha256 && old.programme == new.programme)
      #expect(session.trace == new.trace)
    }
    #expect(
      RunComparison(pairing, pairing.combinations[0], measures: Measure.usual(ofQueues: false)).measures
        .allSatisfy { $0.difference == 0 })
  }

  @Test("a trace that stands twice is paired with itself both times")
  func twins() throws {
    var experiment = try SampleRun.single(policies: ["bola"])
    experiment = Experiment(
      traces: experiment.traces + [experiment.traces[0]], videos: experiment.videos, cells: experiment.cells)
    let record = RunRecord(try SampleRun.result(experiment), version: "0.0", withTimelines: false)
    let pairing = try RunPairing(reference: record, candidate: record)
    #expect(pairing.sessions.allSatisfy { $0.reference == $0.candidate } && pairing.sessions.count == 14)
  }

  @Test("runs that differ in what both must share are refused by name")
  func refusals() throws {
    let left = try Self.record(["bola"])
    func error(_ right: RunRecord, _ allowance: RunPairing.Allowance = .init()) -> String {
      do {
        _ = try RunPairing(reference: left, candidate: right, allowing: allowance)
        return "none"
      } catch {
        return "\(error)"
      }
    }
    #expect(error(try Self.record(["bola"], seed: 4)) == "seed differs: none in the reference, 4 in the candidate")
    func changed(_ change: (inout RunRecord.Header) -> Void) -> RunRecord {
      var header = left.header
      change(&header)
      return RunRecord(
        header: header, traces: left.traces, videos: left.videos, programmes: left.programmes, metrics: left.metrics,
        combinations: left.combinations)
    }
    #expect(error(changed { $0.engineSemantics += 1 }).hasPrefix("engine_semantics differs"))
    #expect(error(changed { $0.videosSHA256 = "0" }).hasPrefix("videos_sha256 differs"))
    #expect(error(changed { $0.defaultLatency = 9 }).hasPrefix("default_latency_s differs"))
    #expect(error(changed { $0.isPartial = true }, .init(subset: true)).contains("interrupted"))
    let rate = changed { $0.settings["rate"] = "2" }
    #expect(error(rate) == "rate differs: 1 in the reference, 2 in the candidate")
    #expect(
      try RunPairing(reference: left, candidate: rate, allowing: .init(settings: true)).warnings
        == ["rate differs: 1 in the reference, 2 in the candidate"])
  }
}
