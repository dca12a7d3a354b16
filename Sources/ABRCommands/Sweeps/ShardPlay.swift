import ABRInput
import ABRNetwork
import ABRParallel
import ABRRuns
import ABRSweeps

/// Plays the shards of a plan, with the same runner as `run`.
struct ShardPlay {
  /// Sessions that are played before they are summed up and forgotten, more or less.
  private static let pieceLength = 20_000
  /// Sessions of a configuration that are copied at once to be summed up.
  private static let rowsAtOnce = 256

  private let plan: SweepPlan
  private let jobs: Int
  private let cancellation: CancellationFlag
  /// Says nothing: what there is to say about inputs was said when they were planned.
  private let console: Console
  private let reading: TraceReading
  /// What is played; of queues, whose viewers are drawn when they are made, with the first seed.
  private let experiment: Experiment

  /// Reads all that is no trace, once.
  ///
  /// - Throws: ``UsageError`` where it is not what was planned, and what reading the inputs throws.
  init(_ plan: SweepPlan, jobs: Int, cancellation: CancellationFlag, host: Host) throws {
    self.plan = plan
    self.jobs = jobs
    self.cancellation = cancellation
    console = try Console(
      arguments: nil,
      host: Host(
        output: OutputChannel(), diagnostics: OutputChannel(), environment: [:], cancellation: cancellation,
        bundledFolder: host.bundledFolder, policies: host.policies, keep: nil))
    let arguments = SweepPlanning.arguments(plan.options, seed: plan.seeds?.lowerBound)
    reading = try TraceReading(
      arguments.setting("--jobs", to: ["\(jobs)"], place: "--jobs"), console: console)
    experiment = try SweepPlanning.experiment(of: plan, console: console)
  }

  /// Plays a shard; `nil` where the user interrupted it.
  ///
  /// - Parameters:
  ///   - shard: one of the plan.
  ///   - progress: takes now and then how many sessions of the shard are done.
  /// - Throws: ``UsageError`` for a trace that has changed, and what reading traces throws.
  func result(of shard: SweepShard, progress: @escaping (Int) -> Void) throws -> ShardResult? {
    let planned = plan.traces[shard.traces]
    let traces = try reading.sources(at: planned.map(\.file))
    for (trace, planned) in zip(traces, planned) where trace.sha256 != planned.sha256 {
      throw UsageError("\(planned.file) has changed since it was planned", hint: "plan it again in another folder")
    }
    guard traces.count == planned.count else {
      throw UsageError("\(planned.count) traces were planned, \(traces.count) are there")
    }
    var summaries = plan.configurations.map { _ in ConfigurationSummary(hasSeveralItems: plan.hasSeveralItems) }
    var done = 0
    for piece in pieces(of: shard, over: traces, of: planned.map(\.recording)) {
      let counter = ProgressCounter()
      let before = done
      let experiment = try piece.experiment()
      let sessions = try ExperimentRunner(experiment, jobs: jobs).run(
        cancellation: cancellation, progress: counter, everyTick: { progress(before + $0.completedItems) })
      if cancellation.isCancelled { return nil }
      add(sessions, over: piece.recordings, to: &summaries)
      done += sessions.count
      progress(done)
    }
    return ShardResult(name: shard.name, summaries: summaries)
  }

  /// What is played at once.
  private struct Piece {
    /// The recording of each of its traces.
    let recordings: [String]
    /// Makes it when it is its turn.
    let experiment: () throws -> Experiment
  }

  /// What is played one after the other, over traces with the names of their recordings.
  private func pieces(of shard: SweepShard, over traces: [TraceSource], of recordings: [String]) -> [Piece] {
    let length = max(1, Self.pieceLength / plan.sessionsPerTrace)
    func parts(of count: Int) -> [Range<Int>] {
      stride(from: 0, to: count, by: length).map { $0..<min($0 + length, count) }
    }
    guard let seeds = shard.seeds else {
      return parts(of: traces.count).map { part in
        Piece(recordings: Array(recordings[part])) { experiment.over(Array(traces[part])) }
      }
    }
    // Who watches depends on the seed.
    if plan.hasSeveralItems || experiment.drawsViewers {
      return seeds.flatMap { seed in
        let arguments = SweepPlanning.arguments(plan.options, seed: seed)
        return parts(of: traces.count).map { part in
          Piece(recordings: Array(recordings[part])) {
            try RunInputs(arguments, traces: Array(traces[part]), console: console).experiment
          }
        }
      }
    }
    let first = seeds.lowerBound
    return parts(of: seeds.count * traces.count).map { part in
      Piece(recordings: part.map { recordings[$0 / seeds.count] }) {
        // Trace by trace, so that what is made of one is used again.
        experiment.over(
          part.map { traces[$0 / seeds.count] },
          seeds: experiment.seed == nil ? nil : part.map { first + $0 % seeds.count })
      }
    }
  }

  /// Adds sessions, which lie configuration by configuration in each trace and content.
  private func add(_ sessions: [SessionResult?], over recordings: [String], to summaries: inout [ConfigurationSummary])
  {
    let count = summaries.count
    let rows = sessions.count / count
    let (jobs, empty) = (jobs, summaries.map { ConfigurationSummary(hasSeveralItems: $0.hasSeveralItems) })
    let parts = Workers(jobs: jobs).map(groups: jobs, of: 1, prepare: { _, _ in }) { job, _, _ in
      var part = empty
      let own = job * rows / jobs..<(job + 1) * rows / jobs
      for first in stride(from: own.lowerBound, to: own.upperBound, by: Self.rowsAtOnce) {
        let rows = first..<min(first + Self.rowsAtOnce, own.upperBound)
        for place in part.indices {
          part[place].add(rows.compactMap { sessions[$0 * count + place] }, recordings: recordings)
        }
      }
      return part
    }
    for case let part? in parts { for place in part.indices { summaries[place].add(part[place]) } }
  }
}
