import ABRNetwork
import ABRParallel
import ABRPlayback
import ABRPolicies

/// Plays every session of an experiment on several threads.
///
/// Sessions are laid out trace by trace, and each result goes to the place of its session, so the outcome does not
/// depend on the number of jobs. Only a peer's policy that keeps state from one session to the next is played
/// afterwards, in the order of the traces.
package struct ExperimentRunner: Sendable {
  /// What one session gave.
  package struct Played: Sendable {
    /// Its metrics.
    package let metrics: SessionMetrics
    /// The peer's own quantities, under a peer's model.
    package let peer: PeerAccount?
    let record: QueueRecord?
    /// What a session of several items cost and brought; `nil` for one video.
    package var queue: QueueMetrics? { record?.metrics }

    init(metrics: SessionMetrics, peer: PeerAccount?, record: QueueRecord? = nil) {
      self.metrics = metrics
      self.peer = peer
      self.record = record
    }
  }

  /// The run.
  package let experiment: Experiment
  /// Threads to use, at least 1.
  package let jobs: Int
  /// Whether peers' own quantities are wanted; they need an event log and cost time.
  package let wantsPeers: Bool

  /// Plans a run.
  package init(_ experiment: Experiment, jobs: Int, wantsPeers: Bool = false) {
    self.experiment = experiment
    self.jobs = jobs
    self.wantsPeers = wantsPeers && experiment.model != .lab
  }

  /// Runs the experiment.
  ///
  /// - Parameters:
  ///   - cancellation: set it to stop between two sessions.
  ///   - progress: counts finished sessions.
  ///   - everyTick: called now and then on the calling thread while work goes on.
  /// - Returns: the sessions, trace by trace, in a trace video by video, in a video combination by combination; `nil`
  ///   where the run was cancelled before a session was played.
  /// - Throws: `SpecError` before anything runs, when a policy names a rendition that a video lacks.
  /// - Complexity: O(sessions × segments).
  package func run(
    cancellation: CancellationFlag = CancellationFlag(), progress: ProgressCounter = ProgressCounter(),
    everyTick: ((ProgressCounter) -> Void)? = nil
  ) throws(SpecError) -> [Played?] {
    if experiment.cells.contains(where: { $0.mm22 != nil }) {
      return runMM22(cancellation: cancellation, progress: progress, everyTick: everyTick)
    }
    if experiment.playsQueues {
      return runQueues(cancellation: cancellation, progress: progress, everyTick: everyTick)
    }
    let experiment = experiment
    let wantsPeers = wantsPeers
    var made: [[AnyPlayer]] = []
    for input in experiment.videos {
      var row: [AnyPlayer] = []
      for cell in experiment.cells { row.append(try cell.makePlayer(input.video)) }
      made.append(row)
    }
    let players = made
    let perTrace = experiment.videos.count * experiment.cells.count
    var sessions = Workers(jobs: jobs).map(
      groups: experiment.traces.count, of: perTrace, cancellation: cancellation, progress: progress,
      everyTick: everyTick, prepare: { trace in (start: experiment.start(of: trace), scratch: SessionScratch()) },
      body: { trace, place, local -> Played? in
        let (video, cell) = place.quotientAndRemainder(dividingBy: experiment.cells.count)
        guard !players[video][cell].inheritsState else { return nil }
        return Self.play(
          SessionKey(trace: trace, video: video, cell: cell), of: experiment, with: players[video][cell],
          from: local.start, wantsPeers: wantsPeers, scratch: &local.scratch)
      }
    ).map { $0 ?? nil }
    for video in experiment.videos.indices {
      for cell in experiment.cells.indices where players[video][cell].inheritsState && !cancellation.isCancelled {
        playSequence(video: video, cell: cell, with: players[video][cell], into: &sessions)
      }
    }
    return sessions
  }

  /// Which session: indices of trace, video and combination.
  struct SessionKey {
    let trace: Int
    let video: Int
    let cell: Int
  }

  private static func play(
    _ session: SessionKey, of experiment: Experiment, with player: AnyPlayer, from start: AnyPlayer.Start,
    wantsPeers: Bool, scratch: inout SessionScratch
  ) -> Played {
    let viewer = experiment.cells[session.cell].viewer
    guard wantsPeers else {
      return Played(metrics: player.play(start, viewer: viewer, scratch: &scratch), peer: nil)
    }
    var log = EventLog()
    let metrics = player.play(start, viewer: viewer, scratch: &scratch, log: &log)
    return Played(metrics: metrics, peer: peer(of: session, in: experiment, metrics: metrics, log: log))
  }

  private func playSequence(video: Int, cell: Int, with player: AnyPlayer, into sessions: inout [Played?]) {
    let experiment = experiment
    player.playInSequence(experiment.traces.indices.map(experiment.start), viewer: experiment.cells[cell].viewer) {
      trace, metrics, log in
      let session = SessionKey(trace: trace, video: video, cell: cell)
      let peer = wantsPeers ? Self.peer(of: session, in: experiment, metrics: metrics, log: log) : nil
      sessions[(trace * experiment.videos.count + video) * experiment.cells.count + cell] = Played(
        metrics: metrics, peer: peer)
    }
  }

  private static func peer(
    of session: SessionKey, in experiment: Experiment, metrics: SessionMetrics, log: EventLog
  ) -> PeerAccount? {
    experiment.cells[session.cell].account?(
      metrics, log, experiment.traces[session.trace].trace, experiment.videos[session.video].video)
  }
}

extension Experiment {
  /// Where the sessions over a trace begin.
  /// - Complexity: O(rows of the trace).
  func start(of trace: Int) -> AnyPlayer.Start {
    let input = traces[trace]
    return AnyPlayer.Start(
      link: Link(input.trace, end: traceEnd, defaultLatency: defaultLatency), offset: offset(of: input))
  }
}
