import ABRInput
import ABRRuns

@testable import ABRSweeps

/// Readers of the files of sweeps, which workers on other machines write.
enum SweepTargets {
  /// Sweeps of one shard, of single videos and of feeds.
  private static let plans = [nil, "none"].map { preload in
    SweepPlan(
      options: ["--policy": ["bola"]],
      configurations: [Configuration(policy: "bola", buffer: "growth", viewer: "whole", preload: preload)],
      contentCount: 1, traces: [SweepPlan.Trace(file: "t.csv", family: "t", sha256: SHA256.hexDigest(of: "t"))],
      seeds: 1...2, identity: SHA256.hexDigest(of: "sweep"), tracesPerShard: 1, seedsPerShard: 2)
  }
  private static let shards = plans.map { $0.shard(0) }

  /// Plans; shards of one of two plans; and what shards consist of, which nothing changes that has a digest.
  static func read(_ bytes: [UInt8]) {
    let count = bytes.count
    if let plan = Attempt.of("plan", count: count, { try SweepPlan(parsing: bytes, file: Attempt.file) }) {
      let text = plan.json(version: "1").text()
      let again = try? SweepPlan(parsing: Array(text.utf8), file: Attempt.file)
      Attempt.demand(again == plan, "the plan becomes another one:\n\(text)")
      for index in [0, plan.shardCount - 1] {
        let shard = plan.shard(index)
        Attempt.demand(!shard.traces.isEmpty && shard.sessionsPerConfiguration > 0, "shard \(index) plays nothing")
      }
    }
    for (plan, shard) in zip(plans, shards) {
      Attempt.of("shard", count: count) {
        try ShardResult(parsing: bytes, of: shard, in: plan, file: Attempt.file)
      }
      let summary = Attempt.of("summary", count: count) { () throws(RunFileError) in
        do throws(InputFault) {
          var reader = JSONReader(bytes)
          return try ConfigurationSummary(
            &reader, sessions: shard.sessionsPerConfiguration, recordings: [plan.traces[0].recording],
            hasSeveralItems: plan.hasSeveralItems)
        } catch {
          throw RunFileError(error, file: Attempt.file)
        }
      }
      if let summary { merge(summary, shard, plan) }
    }
  }

  /// A summary is written and read again as it was, and can be added to itself and shown.
  private static func merge(_ summary: ConfigurationSummary, _ shard: SweepShard, _ plan: SweepPlan) {
    let result = ShardResult(name: shard.name, summaries: [summary])
    let again = try? ShardResult(parsing: result.bytes, of: shard, in: plan, file: Attempt.file)
    Attempt.demand(again == result, "the shard becomes another one:\n\(String(decoding: result.bytes, as: UTF8.self))")
    var sweep = SweepResult(of: plan)
    sweep.add(result, of: 0)
    Attempt.demand(sweep.isComplete && sweep.digest != nil, "a sweep of one shard is not complete")
    var twice = summary
    twice.add(summary)
    _ = (summary.pooled, twice.pooled)
  }
}
