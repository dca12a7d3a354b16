import ABRInput
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
  private let interruption: Interruption

  /// Whether the user has asked to stop.
  var isInterrupted: Bool { interruption.isRaised }

  /// Reads the options.
  ///
  /// - Throws: ``UsageError``.
  init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
    self.console = console
    jobs = try Self.jobs(arguments)
    interruption = Interruption(console.host.cancellation)
  }

  /// The number of threads.
  ///
  /// - Throws: ``UsageError``.
  static func jobs(_ arguments: ParsedArguments) throws(UsageError) -> Int {
    try arguments.integer("--jobs", in: Workers.allowedJobs) ?? Topology.machine.defaultJobs
  }

  /// Plays every session that is not cancelled before.
  ///
  /// - Parameters:
  ///   - wantsPeers: whether peers' own quantities are wanted.
  ///   - withTimelines: whether worst, median and best sessions are recorded over time.
  ///   - isNoted: whether it is said what was played, and how fast.
  /// - Throws: `SpecError` when a policy names a rendition that a video lacks.
  func result(
    of experiment: Experiment, wantsPeers: Bool = false, withTimelines: Bool = false, isNoted: Bool = true
  ) throws -> ExperimentResult {
    let recorded = withTimelines ? experiment.timelineCount : 0
    let progress = Progress(total: experiment.sessionCount + recorded, unit: "sessions", console: console)
    let counter = ProgressCounter()
    let began = ContinuousClock.now
    let result = try ExperimentRunner(experiment, jobs: jobs, wantsPeers: wantsPeers).result(
      withTimelines: withTimelines, cancellation: interruption.flag, progress: counter,
      everyTick: { progress.update(done: $0.completedItems) })
    progress.update(done: counter.completedItems)
    progress.finish()
    console.warn(all: result.failures + experiment.players.takePolicyWarnings())
    if isNoted, !result.isPartial { console.note(Self.headline(experiment, took: ContinuousClock.now - began)) }
    return result
  }

  /// Plays what a search asks for, as a part of something longer.
  ///
  /// - Parameters:
  ///   - progress: that of the whole, `nil` for none; its line is gone afterwards, so that others can be written.
  ///   - before: how many sessions of the whole are done already.
  /// - Returns: the sessions, and how many are done now.
  func sessions(
    of experiment: Experiment, in progress: Progress?, after before: Int
  ) throws -> (sessions: [SessionResult?], done: Int) {
    let counter = ProgressCounter()
    let sessions = try ExperimentRunner(experiment, jobs: jobs).run(
      cancellation: interruption.flag, progress: counter,
      everyTick: { progress?.update(done: before + $0.completedItems) })
    let done = before + counter.completedItems
    progress?.update(done: done)
    progress?.finish()
    console.warn(all: experiment.players.takePolicyWarnings())
    return (sessions, done)
  }

  /// The record of the experiment, played; `nil` when the user interrupted it, which is said.
  ///
  /// - Parameters:
  ///   - purpose: what is not done then: `compared`.
  ///   - withTimelines: whether the record has its worst and median sessions over time.
  /// - Throws: as ``result(of:wantsPeers:withTimelines:isNoted:)``.
  func record(of experiment: Experiment, purpose: String, withTimelines: Bool = false) throws -> RunRecord? {
    try record(of: result(of: experiment, withTimelines: withTimelines), purpose: purpose)
  }

  /// The record of what was played; `nil` when the user interrupted it, which is said.
  ///
  /// - Parameters:
  ///   - result: what was played.
  ///   - purpose: what is not done then: `compared`.
  func record(of result: ExperimentResult, purpose: String) -> RunRecord? {
    guard !result.isPartial else {
      console.warn("interrupted: nothing is \(purpose)")
      return nil
    }
    return RunRecord(result, version: Version.current)
  }

  private static func headline(_ experiment: Experiment, took: Duration) -> String {
    let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) * 1e-18
    let rate = Double(experiment.sessionCount) / max(seconds, 1e-9)
    let videos = Counted.text(experiment.videos.count, "video")
    let viewers = experiment.viewerCount == 1 ? "" : " x \(experiment.viewerCount) viewers"
    let contents = (experiment.queue == nil ? videos : "1 queue of \(videos)") + viewers
    return
      "\(Counted.text(experiment.traces.count, "trace")) x \(contents) x \(Counted.text(experiment.players.count, "configuration")): "
      + "\(Counted.text(experiment.sessionCount, "session")) in \(Decimals.text(seconds, digits: 2)) s "
      + "(\(Decimals.text(rate, digits: 0)) a second)"
  }
}
