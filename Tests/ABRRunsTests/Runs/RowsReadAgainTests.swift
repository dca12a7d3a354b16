import ABRNetwork
import ABRParallel
import ABRPolicies
import ABRRunsTestSupport
import ABRTestSupport
import Foundation
import Testing

@testable import ABRRuns

@Suite("Runs whose rows are read again")
struct RowsReadAgainTests {
  /// The traces of a run as files, read with a budget of rows.
  private static func sources(in folder: TemporaryFolder, rowBudget: Int) throws -> [TraceSource] {
    let reader = TraceSourceReader(rowBudget: rowBudget)
    return try SampleRun.traces(12).map { source in
      try reader.read(folder.write(source.name, NativeTrace.write(try source.trace()))).source
    }
  }

  @Test(
    "results, peers' accounts and timelines are the same, rows kept or read again", arguments: Model.allCases, [1, 2])
  func same(model: Model, jobs: Int) throws {
    guard model != .mm22 else { return }
    let folder = try TemporaryFolder()
    // The errors of MPC go over from trace to trace under this model.
    let policies = model == .pensieve ? ["robust-mpc", "bba-0"] : ["throughput", "bola"]
    let players = try policies.map { spec in
      try PreparedSession(policy: spec, model: model, videos: SampleRun.videos())
    }
    let records = try [0, 110, .max].map { budget in
      let experiment = Experiment(
        traces: try Self.sources(in: folder, rowBudget: budget), videos: try SampleRun.videos(), players: players,
        model: model, seed: 5)
      let result = try ExperimentRunner(experiment, jobs: jobs, wantsPeers: true).result(withTimelines: true)
      #expect(!result.isPartial && result.configurations.allSatisfy { $0.sessions.count == 24 })
      #expect(model != .lab || result.configurations.allSatisfy { $0.timelines.count == 3 })
      return RunRecord(result, version: "1").json(perSession: true).text()
    }
    #expect(records[0] == records[2] && records[1] == records[2])
  }

  @Test("a trace that is gone ends the run with an error that names the first one", arguments: [1, 2])
  func gone(jobs: Int) throws {
    let folder = try TemporaryFolder()
    let sources = try Self.sources(in: folder, rowBudget: 0)
    for index in [4, 5, 9] { try FileManager.default.removeItem(atPath: sources[index].file) }
    let runner = ExperimentRunner(try SampleRun.single().over(sources), jobs: jobs)
    #expect(throws: TraceError.unreadable(file: sources[4].file, reason: "no such file or directory")) {
      try runner.run()
    }
  }

  @Test("a trace that changes before its timeline is recorded is an error, too")
  func changedBeforeTimelines() throws {
    let folder = try TemporaryFolder()
    let sources = try Self.sources(in: folder, rowBudget: 0)
    let runner = ExperimentRunner(try SampleRun.single().over(sources), jobs: 2)
    var result = try runner.result()
    for source in sources { try folder.write(source.name, "duration_s,bandwidth_bps,latency_ms\n1,8000,\n") }
    let error = try #require(throws: TraceError.self) { try runner.recordTimelines(in: &result) }
    #expect(error.description.contains(": cannot be read: has changed since it was first read; run the command again"))
  }
}
