import ABRInput
import ABRRuns
import ABRRunsTestSupport
import Testing

@testable import ABRSweeps

/// Shards of any size, summed up in any order, are the same sweep.
@Suite("Sweep plans")
struct SweepPlanTests {
  private static func traces(_ count: Int) -> [SweepPlan.Trace] {
    (0..<count).map {
      SweepPlan.Trace(file: "t/\($0).csv", family: "t", sha256: SHA256.hexDigest(of: "trace \($0)"))
    }
  }

  private static func plan(_ experiment: Experiment, size: Int, seeds: ClosedRange<Int>? = 3...9) -> SweepPlan {
    SweepPlan(
      of: experiment, options: ["--policy": ["bola"]], traces: traces(6), seeds: seeds, shardSize: size)
  }

  /// What a shard gives, played here.
  private static func result(_ shard: SweepShard, _ plan: SweepPlan, _ experiment: Experiment) throws -> ShardResult {
    let own = Array(experiment.traces[shard.traces])
    let seeds = try #require(shard.seeds).flatMap { seed in own.map { _ in seed } }
    let repeated = (0..<(seeds.count / own.count)).flatMap { _ in own }
    let sessions = try ExperimentRunner(experiment.over(repeated, seeds: seeds), jobs: 2).run().compactMap(\.self)
    let count = plan.configurations.count
    return ShardResult(
      name: shard.name,
      summaries: (0..<count).map { place in
        var summary = ConfigurationSummary(hasSeveralItems: false)
        summary.add(
          stride(from: place, to: sessions.count, by: count).map { sessions[$0] },
          recordings: repeated.indices.map { plan.traces[shard.traces.lowerBound + $0 % own.count].recording })
        return summary
      })
  }

  @Test("the result digest is the same for shards of any size, in any order, with one of them twice")
  func digests() throws {
    let experiment = try SampleRun.single(seed: 1)
    var digests: Set<String> = []
    for size in [1, 8, 24, 50, 1000] {
      let plan = Self.plan(experiment, size: size)
      #expect(plan.identity == Self.plan(experiment, size: 1).identity)
      var sweep = SweepResult(of: plan)
      let order = Array(0..<plan.shardCount).shuffled()
      for index in order + order.prefix(1) {
        let shard = plan.shard(index)
        let played = try Self.result(shard, plan, experiment)
        // As a file has it.
        sweep.add(try ShardResult(parsing: played.bytes, of: shard, in: plan, file: "shard"), of: index)
      }
      #expect(sweep.summaries.map(\.sessions) == [84, 84])
      digests.insert(try #require(sweep.digest))
    }
    #expect(digests.count == 1, "\(digests)")
  }

  @Test("every trace with every seed is in exactly one shard, and shards have names of their own", arguments: 1...40)
  func partition(size: Int) throws {
    let plan = Self.plan(try SampleRun.single(seed: 1), size: size)
    var seen: Set<[Int]> = []
    var names: Set<String> = []
    for index in 0..<plan.shardCount {
      let shard = plan.shard(index)
      names.insert(shard.name)
      #expect(plan.index(ofShard: shard.name) == index)
      for trace in shard.traces {
        for seed in try #require(shard.seeds) { #expect(seen.insert([trace, seed]).inserted) }
      }
      #expect(shard.sessionsPerConfiguration * 2 <= max(size, plan.sessionsPerTrace))
    }
    #expect(seen.count == 6 * 7 && names.count == plan.shardCount && plan.sessionCount == 6 * 7 * 4)
  }

  @Test("a plan that was edited is not that of the experiment, and has none of its shards")
  func edited() throws {
    let experiment = try SampleRun.single(seed: 1)
    let plan = Self.plan(experiment, size: 24)
    #expect(plan.plans(experiment))
    func edited(_ policies: [String]) -> SweepPlan {
      var configurations = plan.configurations
      for index in configurations.indices { configurations[index].policy = policies[index] }
      return SweepPlan(
        options: plan.options, configurations: configurations, contentCount: plan.contentCount, traces: plan.traces,
        seeds: plan.seeds, identity: plan.identity, tracesPerShard: plan.tracesPerShard,
        seedsPerShard: plan.seedsPerShard)
    }
    // In another order, or with another policy, the numbers would be those of another configuration.
    for policies in [["bba-0", "throughput"], ["throughput", "bola"]] {
      let other = edited(policies)
      #expect(!other.plans(experiment))
      let names = [plan, other].map { plan in (0..<plan.shardCount).map { plan.shard($0).name } }
      #expect(Set(names[0]).isDisjoint(with: names[1]))
    }
    #expect(edited(plan.configurations.map(\.policy)).shard(0).name == plan.shard(0).name)
  }

  @Test("a summary whose outcomes are not one a session is refused", arguments: ["", "\"left\":0", "\"left\":1"])
  func outcomes(_ wrong: String) throws {
    let experiment = try SampleRun.single(seed: 1)
    let plan = Self.plan(experiment, size: 24)
    let shard = plan.shard(0)
    let summary = try Self.result(shard, plan, experiment).summaries[0]
    func read(_ text: String) throws -> ConfigurationSummary {
      var reader = JSONReader(Array(text.utf8))
      return try ConfigurationSummary(
        &reader, sessions: shard.sessionsPerConfiguration, recordings: Set(summary.recordings.keys),
        hasSeveralItems: false)
    }
    let text = summary.json.text()
    #expect(try read(text) == summary)
    let changed = text.replacing(#/"outcomes" ?: ?\{[^}]*\}/#, with: "\"outcomes\":{\(wrong)}")
    #expect(changed != text)
    #expect(throws: InputFault.self) { try read(changed) }
  }

  @Test("what is played decides the identity: seeds, traces, configurations, settings")
  func identities() throws {
    let plans = [
      Self.plan(try SampleRun.single(seed: 1), size: 9),
      Self.plan(try SampleRun.single(seed: 1), size: 9, seeds: 3...8),
      Self.plan(try SampleRun.single(policies: ["bola"], seed: 1), size: 9),
      Self.plan(try SampleRun.single(viewer: "watch", seed: 1), size: 9),
      SweepPlan(of: try SampleRun.single(seed: 1), options: [:], traces: Self.traces(5), seeds: 3...9, shardSize: 9),
      Self.plan(try SampleRun.feed(seed: 3), size: 9),
    ]
    #expect(Set(plans.map(\.identity)).count == plans.count)
    #expect(Set(plans.map { $0.shard(0).name }).count == plans.count)
  }

  @Test(
    "what is summed up is what a run pools: sums but for rounding, percentiles within 0.2 %", arguments: [false, true])
  func pooled(severalItems: Bool) throws {
    let experiment = severalItems ? try SampleRun.feed() : try SampleRun.single(seed: 5)
    let sessions = try ExperimentRunner(experiment, jobs: 2).run()
    let run = ExperimentResult(experiment, sessions: sessions)
    for configuration in run.configurations {
      var summary = ConfigurationSummary(hasSeveralItems: severalItems)
      summary.add(configuration.sessions, recordings: experiment.traces.map(\.file))
      let (found, exact) = (summary.pooled, configuration.pooled)
      #expect(found.sessions == exact.sessions && found.outcomes == exact.outcomes)
      #expect(Set(found.values.keys) == Set(exact.values.filter { $0.value.isFinite }.keys))
      for (name, value) in found.values {
        let error = abs(value - (exact.values[name] ?? .nan))
        let allowed = name.contains("_p50") || name.contains("_p95") ? 0x1p-9 : 1e-9
        #expect(error <= allowed * max(value.magnitude, 1e-6), "\(name): \(value), \(exact.values[name] ?? .nan)")
      }
      // Recordings add up to all sessions.
      #expect(Set(summary.recordings.keys) == Set(experiment.traces.map(\.file)))
      #expect(summary.tested.count == (severalItems ? 6 : 7))
      for metric in summary.tested {
        let terms = summary.terms(of: metric)
        let ratio = terms.reduce(0) { $0 + $1.numerator } / terms.reduce(0) { $0 + $1.denominator }
        let value = exact.values[metric.name] ?? .nan
        #expect(abs(ratio - value) <= 1e-9 * max(value.magnitude, 1e-6), "\(metric.name): \(ratio), \(value)")
      }
    }
  }

  @Test("a file that is cut, changed or of another shard is refused")
  func damage() throws {
    let experiment = try SampleRun.single(policies: ["bola"], seed: 1)
    let plan = Self.plan(experiment, size: 30)
    let (first, second) = (plan.shard(0), plan.shard(1))
    let bytes = try Self.result(first, plan, experiment).bytes
    #expect(throws: Never.self) { try ShardResult(parsing: bytes, of: first, in: plan, file: "shard") }
    #expect(throws: RunFileError.self) { try ShardResult(parsing: bytes, of: second, in: plan, file: "shard") }
    for length in stride(from: 0, to: bytes.count - 1, by: 97) {
      #expect(throws: RunFileError.self) {
        try ShardResult(parsing: Array(bytes.prefix(length)), of: first, in: plan, file: "shard")
      }
    }
    // Any digit that is another one.
    for place in bytes.indices where (0x30...0x39).contains(bytes[place]) && place % 11 == 0 {
      var changed = bytes
      changed[place] = changed[place] == 0x31 ? 0x32 : 0x31
      #expect(throws: RunFileError.self, "\(place)") {
        try ShardResult(parsing: changed, of: first, in: plan, file: "shard")
      }
    }
  }

  @Test("an option that stands twice in a plan, and bins that no sessions can have filled, are refused")
  func contradictions() throws {
    let experiment = try SampleRun.single(policies: ["bola"], seed: 1)
    let plan = Self.plan(experiment, size: 30)
    let shard = plan.shard(0)
    let text = plan.json(version: "1").text()
    let twice = text.replacing("\"--policy\" : [", with: "\"--policy\" : [], \"--policy\" : [")
    let option = #expect(throws: RunFileError.self) { try SweepPlan(parsing: Array(twice.utf8), file: "plan.json") }
    #expect("\(try #require(option))".contains("options.--policy: found the option twice"))

    let bytes = try Self.result(shard, plan, experiment).bytes
    let most = shard.sessionsPerConfiguration << 20
    let sums = String(decoding: bytes, as: UTF8.self).replacing(#/"recordings":\{"t\/0":\["/#) { "\($0.0)1\",\"" }
    let recording = #expect(throws: RunFileError.self) {
      try ShardResult(parsing: Array(sums.utf8), of: shard, in: plan, file: "shard")
    }
    #expect("\(try #require(recording))".contains("recordings.t/0: found 15 sums, expected 14 sums"))
    for (bins, reason) in [
      ("0,1,0,1,", "found bin 0, expected bins in ascending order"),
      ("0,\(most),1,\(most),", "found \(2 * most) values, expected at most \(most)"),
    ] {
      let changed = String(decoding: bytes, as: UTF8.self).replacing("\"histogram\":[", with: "\"histogram\":[\(bins)")
      let error = #expect(throws: RunFileError.self) {
        try ShardResult(parsing: Array(changed.utf8), of: shard, in: plan, file: "shard")
      }
      #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
    }
  }

  @Test("of two plans what differs is named")
  func differences() throws {
    let experiment = try SampleRun.single(seed: 1)
    let old = Self.plan(experiment, size: 10)
    #expect(Self.plan(experiment, size: 10, seeds: nil).differences(from: old) == ["--seeds 3..9 there, none here"])
    func plan(_ options: [String: [String]], _ traces: [SweepPlan.Trace]) -> SweepPlan {
      SweepPlan(of: experiment, options: options, traces: traces, seeds: 3...9, shardSize: 10)
    }
    var traces = Self.traces(6)
    #expect(
      plan(["--policy": ["mpc"], "--trace-end": ["hold"]], traces).differences(from: old) == [
        "--trace-end none there, hold here"
      ], "configurations decide, whatever was written")
    traces[2].sha256 = SHA256.hexDigest(of: "another")
    #expect(plan(old.options, traces).differences(from: old) == ["1 trace changed since, such as t/2.csv"])
    #expect(
      plan(old.options, Array(Self.traces(7).dropFirst(2))).differences(from: old) == [
        "traces: 2 only there, such as t/0.csv, 1 only here, such as t/6.csv"
      ])
    #expect(
      plan(old.options, old.traces).differences(from: old) == [
        "a video, a session file, a viewer model or a program has changed since"
      ])
  }
}
