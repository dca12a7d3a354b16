import ABRInput
import ABRPlayback
import ABRRuns
import ABRStatistics

/// What a sweep plays, and into which shards it is split: configurations × contents × traces × seeds.
///
/// A shard is some of the traces with some of the seeds, over which every configuration plays every video. Its name is
/// a digest of all that its result depends on, the order of the configurations included, so that a result is found
/// again by whoever made it, and never taken for that of something else.
package struct SweepPlan: Sendable, Hashable {
  /// A trace as a file that is read by whoever plays it.
  package struct Trace: Sendable, Hashable {
    /// Path of the file.
    package var file: String
    /// Name of the folder that holds it.
    package var family: String
    /// SHA-256 of its bytes, in hexadecimal.
    package var sha256: String

    /// The recording that it is of.
    package var recording: String { TraceCluster.name(of: file, family: family) }

    /// Names a trace.
    package init(file: String, family: String, sha256: String) {
      self.file = file
      self.family = family
      self.sha256 = sha256
    }
  }

  /// Version of the layout of plans and shards.
  package static let schema = 2
  /// Most sessions of a sweep, so that no sum of theirs can overflow.
  package static let mostSessions = 1 << 34
  /// Most shards: each is a file, and all are looked at to say what is missing.
  package static let mostShards = 100_000

  /// The options of `abrlab run` that say what is played, with their values; those about traces are not among them.
  package let options: [String: [String]]
  /// The configurations, in the order of results.
  package let configurations: [Configuration]
  /// How many videos, or viewers of the queue of videos, are played over each trace by each configuration.
  package let contentCount: Int
  /// The traces.
  package let traces: [Trace]
  /// The seeds, each of which plays everything; `nil` where the options have the only one.
  package let seeds: ClosedRange<Int>?
  /// Digest of all that results depend on, shards apart, see ``identity(of:tracesSHA256:seeds:)``.
  package let identity: String
  /// Traces of a shard, at most.
  package let tracesPerShard: Int
  /// Seeds of a shard, at most.
  package let seedsPerShard: Int

  /// Puts a plan together from what a file says.
  init(
    options: [String: [String]], configurations: [Configuration], contentCount: Int, traces: [Trace],
    seeds: ClosedRange<Int>?, identity: String, tracesPerShard: Int, seedsPerShard: Int
  ) {
    self.options = options
    self.configurations = configurations
    self.contentCount = contentCount
    self.traces = traces
    self.seeds = seeds
    self.identity = identity
    self.tracesPerShard = tracesPerShard
    self.seedsPerShard = seedsPerShard
  }

  /// Splits a sweep into shards: all seeds of a trace stay together where there are few, because reading a trace takes
  /// time.
  ///
  /// - Parameters:
  ///   - experiment: what is played over each trace; its own traces do not matter.
  ///   - options: the options that give the experiment.
  ///   - traces: the traces, one or more.
  ///   - seeds: the seeds; `nil` for that of the experiment.
  ///   - shardSize: sessions of a shard, at most; where one trace with one seed has more it is a shard.
  /// - Complexity: O(traces).
  package init(
    of experiment: Experiment, options: [String: [String]], traces: [Trace], seeds: ClosedRange<Int>?, shardSize: Int
  ) {
    let perTrace = experiment.contentCount * experiment.players.count
    let seedsPerShard = min(seeds?.count ?? 1, max(1, shardSize / perTrace))
    self.init(
      options: options, configurations: experiment.players.map(\.configuration),
      contentCount: experiment.contentCount, traces: traces, seeds: seeds,
      identity: Self.identity(
        of: experiment, tracesSHA256: RunRecord.digest(of: traces.map(\.sha256)), seeds: seeds),
      tracesPerShard: min(traces.count, max(1, shardSize / (perTrace * seedsPerShard))), seedsPerShard: seedsPerShard)
  }

  /// A digest of all that results depend on: the engine, settings, configurations, videos, traces and seeds. Paths are
  /// left out, content is not.
  ///
  /// - Parameters:
  ///   - experiment: what is played over each trace.
  ///   - tracesSHA256: digest of all traces of the sweep, see `RunRecord`.
  ///   - seeds: all seeds of the sweep.
  package static func identity(of experiment: Experiment, tracesSHA256: String, seeds: ClosedRange<Int>?) -> String {
    let header = RunRecord.Inputs(of: experiment, version: "").header
    let content: JSONValue = [
      "sweep": .integer(schema), "engine_semantics": .integer(EngineSemantics.version),
      "model": .string(header.model.rawValue), "trace_end": .string(header.traceEnd.rawValue),
      "default_latency_s": .number(header.defaultLatency),
      "settings": .object(header.settings.filter { $0.key != "session" }.mapValues { .string($0) }),
      "videos": .string(header.videosSHA256), "queue": experiment.queue.map { .string($0) } ?? .null,
      "contents": .integer(experiment.contentCount),
      "configurations": .array(
        experiment.players.map(\.configuration).sorted { $0.name < $1.name }.map { .object($0.json) }),
      "traces": .string(tracesSHA256),
      "seeds": seeds.map { [.integer($0.lowerBound), .integer($0.upperBound)] }
        ?? header.seed.map { .integer($0) } ?? .null,
    ]
    return SHA256.hexDigest(of: content.text(isPretty: false))
  }

  /// Whether an experiment is what was planned.
  ///
  /// - Parameter experiment: what the options of the plan give now.
  package func plans(_ experiment: Experiment) -> Bool {
    identity == Self.identity(of: experiment, tracesSHA256: tracesSHA256, seeds: seeds)
      && experiment.players.map(\.configuration) == configurations && experiment.contentCount == contentCount
  }

  /// Digest of all traces, whatever their order.
  /// - Complexity: O(*n* log *n*).
  package var tracesSHA256: String { RunRecord.digest(of: traces.map(\.sha256)) }

  /// Whether sessions have several items.
  package var hasSeveralItems: Bool { configurations.contains { $0.preload != nil } }

  /// Sessions over one trace with one seed.
  package var sessionsPerTrace: Int { contentCount * configurations.count }

  /// All sessions.
  package var sessionCount: Int { traces.count * seedCount * sessionsPerTrace }

  private var seedCount: Int { seeds?.count ?? 1 }
  private var seedBlocks: Int { (seedCount + seedsPerShard - 1) / seedsPerShard }

  /// How many shards there are.
  package var shardCount: Int { (traces.count + tracesPerShard - 1) / tracesPerShard * seedBlocks }

  /// A shard.
  ///
  /// - Parameter index: below ``shardCount``.
  /// - Complexity: O(traces of the shard).
  package func shard(_ index: Int) -> SweepShard {
    let (traceBlock, seedBlock) = index.quotientAndRemainder(dividingBy: seedBlocks)
    let firstTrace = traceBlock * tracesPerShard
    let range = firstTrace..<min(firstTrace + tracesPerShard, traces.count)
    let firstSeed = seedBlock * seedsPerShard
    let seeds = seeds.map {
      $0.lowerBound + firstSeed...min($0.lowerBound + firstSeed + seedsPerShard - 1, $0.upperBound)
    }
    let content: JSONValue = [
      .string(identity), .integer(range.lowerBound), .array(traces[range].map { .string($0.sha256) }),
      seeds.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? .null,
      .array(configurations.map { .object($0.json) }),
    ]
    let digest = SHA256.hexDigest(of: content.text(isPretty: false))
    return SweepShard(
      index: index, name: String(digest.prefix(SweepShard.nameLength)), traces: range,
      seeds: seeds, sessionsPerConfiguration: range.count * (seeds?.count ?? 1) * contentCount)
  }

  /// The index of the shard of a name; `nil` where there is none.
  /// - Complexity: O(traces + shards).
  package func index(ofShard name: String) -> Int? { (0..<shardCount).first { shard($0).name == name } }
}
