import ABRInput
import ABRParallel
import ABRReports
import ABRRuns
import ABRSweeps

/// Plays shards on this machine: one, or all that are missing, one after the other with all jobs.
struct LocalSweep {
  private let plan: SweepPlan
  private let folder: SweepFolder
  private let console: Console
  private let interruption: Interruption
  private let shards: ShardPlay

  /// Reads what is played.
  ///
  /// - Throws: as ``ShardPlay`` does.
  init(_ plan: SweepPlan, in folder: SweepFolder, _ arguments: ParsedArguments, console: Console) throws {
    self.plan = plan
    self.folder = folder
    self.console = console
    interruption = Interruption(console.host.cancellation)
    shards = try ShardPlay(
      plan, jobs: try ExperimentPlay.jobs(arguments), cancellation: interruption.flag, host: console.host)
  }

  /// Plays a shard, unless its result is there.
  ///
  /// - Throws: what playing or writing it throws; why it failed is written down.
  func play(shard index: Int) throws -> ExitCode {
    let shard = plan.shard(index)
    if isDone(shard) {
      console.note("shard \(index), \(shard.name), is there already")
      return .success
    }
    let progress = Progress(total: count(of: shard), unit: "sessions", console: console, showsPace: true)
    do {
      guard let result = try shards.result(of: shard, progress: { progress.update(done: $0) }) else {
        progress.finish()
        console.warn("interrupted: shard \(index) is not there")
        return .interrupted
      }
      progress.finish()
      try folder.write(result, of: shard)
      console.note("shard \(index), \(shard.name): \(count(of: shard)) sessions")
      return .success
    } catch {
      progress.finish()
      try? folder.note(failure: "\(error)", of: shard)
      throw error
    }
  }

  /// Plays every shard whose result is not there; `nil` once all are.
  ///
  /// A shard that fails, by a trace or by a program that decides, does not keep the others from being played; a machine
  /// that fails, such as by a full disk, does.
  ///
  /// - Throws: ``UsageError`` where the machine fails, or shards have failed.
  func playMissing() throws -> ExitCode? {
    let all = (0..<plan.shardCount).map(plan.shard)
    let missing = all.filter { !isDone($0) }
    if missing.count < all.count {
      console.note("\(all.count - missing.count) of \(Counted.text(all.count, "shard")) are there already")
    }
    let progress = Progress(total: plan.sessionCount, unit: "sessions", console: console, showsPace: true)
    var done = plan.sessionCount - missing.reduce(0) { $0 + count(of: $1) }
    progress.update(done: done)
    var failed: [Int] = []
    var first: (any Error)?
    for shard in missing {
      do {
        guard let result = try shards.result(of: shard, progress: { progress.update(done: done + $0) }) else {
          progress.finish()
          console.warn("interrupted: \(state); the same command goes on from there")
          return .interrupted
        }
        try folder.write(result, of: shard)
        done += count(of: shard)
      } catch {
        progress.finish()
        guard ExitCode(of: error) != .failure || error is ExternalPolicyError else {
          throw UsageError("\(error)", hint: "\(state); the same command goes on from there", code: .failure)
        }
        console.warn("shard \(shard.index) failed: \(error)")
        try folder.note(failure: "\(error)", of: shard)
        failed.append(shard.index)
        first = first ?? error
      }
    }
    progress.finish()
    guard let first else { return nil }
    throw UsageError(
      "\(failed.count) of \(Counted.text(plan.shardCount, "shard")) failed: \(SweepStatus.ranges(of: failed))",
      hint: "mend them and give the same command again, or take the others with --merge --allow-partial",
      code: ExitCode(of: first))
  }

  /// How many shards are there, in words.
  private var state: String {
    "\(SweepStatus(of: plan, in: folder).done.count) of \(Counted.text(plan.shardCount, "shard")) are done"
  }

  private func count(of shard: SweepShard) -> Int { shard.sessionsPerConfiguration * plan.configurations.count }

  private func isDone(_ shard: SweepShard) -> Bool {
    switch folder.shard(shard, of: plan) {
    case .done: return true
    case .missing: return false
    case .damaged(let error):
      console.warn("\(error); shard \(shard.index) is played again")
      return false
    }
  }
}
