import ABRParallel
import ABRReports
import ABRRuns
import ABRTuning

/// Plays an experiment for a command: with its jobs, progress on standard error, and Ctrl-C.
struct ExperimentPlay {
  /// Options that decide how the sessions are played and not what comes out.
  static let options: [OptionSpec] = [
    .option("--jobs", short: "-j", "N", default: "all processors", group: "Run", "Number of threads")
  ]

  private let console: Console
  private let jobs: Int
  private let interruption = Interruption()

  /// Whether the user has asked to stop.
  var isInterrupted: Bool { interruption.isRaised }

  /// Reads the options.
  ///
  /// - Throws: ``UsageError``.
  init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
    self.console = console
    jobs = try arguments.integer("--jobs", in: Workers.allowedJobs) ?? Topology.machine.defaultJobs
  }

  /// Plays every session that is not cancelled before.
  ///
  /// - Parameter wantsPeers: whether peers' own quantities are wanted.
  /// - Throws: `SpecError` when a policy names a rendition that a video lacks.
  func result(of experiment: Experiment, wantsPeers: Bool = false) throws -> ExperimentResult {
    let began = ContinuousClock.now
    let sessions = try sessions(of: experiment, wantsPeers: wantsPeers)
    let took = ContinuousClock.now - began
    let result = ExperimentResult(experiment, sessions: sessions)
    if !result.isPartial { console.note(Self.headline(experiment, took: took)) }
    return result
  }

  /// Plays every session that is not cancelled before, and says nothing about it but its progress.
  ///
  /// - Returns: as `ExperimentRunner` does.
  /// - Throws: as ``result(of:wantsPeers:)``.
  func sessions(of experiment: Experiment, wantsPeers: Bool = false) throws -> [SessionResult?] {
    let progress = Progress(total: experiment.sessionCount, unit: "sessions", console: console)
    return try sessions(of: experiment, wantsPeers: wantsPeers, in: progress, after: 0).sessions
  }

  /// Plays what a search asks for, as a part of something longer.
  ///
  /// - Parameters:
  ///   - progress: that of the whole, `nil` for none; its line is gone afterwards, so that others can be written.
  ///   - before: how many sessions of the whole are done already.
  /// - Returns: the sessions, and how many are done now.
  func sessions(
    of experiment: Experiment, wantsPeers: Bool = false, in progress: Progress?, after before: Int
  ) throws -> (sessions: [SessionResult?], done: Int) {
    let counter = ProgressCounter()
    let sessions = try ExperimentRunner(experiment, jobs: jobs, wantsPeers: wantsPeers).run(
      cancellation: interruption.flag, progress: counter,
      everyTick: { progress?.update(done: before + $0.completedItems) })
    let done = before + counter.completedItems
    progress?.update(done: done)
    progress?.finish()
    return (sessions, done)
  }

  /// The record of the experiment, played; `nil` when the user interrupted it, which is said.
  ///
  /// - Parameters:
  ///   - purpose: what is not done then: `compared`.
  ///   - withTimelines: whether the record has its worst and median sessions over time.
  /// - Throws: as ``result(of:wantsPeers:)``.
  func record(of experiment: Experiment, purpose: String, withTimelines: Bool = false) throws -> RunRecord? {
    let result = try result(of: experiment)
    guard !result.isPartial else {
      console.warn("interrupted: nothing is \(purpose)")
      return nil
    }
    return RunRecord(result, version: Version.current, withTimelines: withTimelines)
  }

  private static func headline(_ experiment: Experiment, took: Duration) -> String {
    let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) * 1e-18
    let rate = Double(experiment.sessionCount) / max(seconds, 1e-9)
    let videos = Counted.text(experiment.videos.count, "video")
    let contents = experiment.queue == nil ? videos : "\(experiment.contentCount) queue of \(videos)"
    return
      "\(Counted.text(experiment.traces.count, "trace")) x \(contents) x \(Counted.text(experiment.players.count, "combination")): "
      + "\(experiment.sessionCount) sessions in \(Decimals.text(seconds, digits: 2)) s "
      + "(\(Decimals.text(rate, digits: 0)) a second)"
  }
}
