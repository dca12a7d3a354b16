import ABRNetwork
import ABRParallel
import ABRPlayback
import ABRPolicies

/// Plays every session of an experiment on pinned threads.
///
/// Sessions are laid out trace by trace: all sessions of a trace belong together and run where its tables lie. Each result is
/// written to the place of its session, so the outcome does not depend on the number of jobs. Only a peer's policy that keeps state
/// from one session to the next is played afterwards, in the order of the traces.
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
  ///   - topology: the processors to use.
  ///   - cancellation: set it to stop between two chunks of work.
  ///   - progress: counts finished sessions.
  ///   - everyTick: called now and then on the calling thread while work goes on.
  /// - Returns: the sessions, trace by trace, in a trace video by video, in a video combination by combination; `nil` where
  ///   the run was cancelled before a session was played.
  /// - Throws: `SpecError` before anything runs, when a policy names a rendition that a video lacks.
  /// - Complexity: O(sessions × segments).
  package func run(
    on topology: some Topology, cancellation: CancellationFlag = CancellationFlag(),
    progress: ProgressCounter = ProgressCounter(), everyTick: ((ProgressCounter) -> Void)? = nil
  ) throws(SpecError) -> (sessions: [Played?], report: PoolReport) {
    if experiment.cells.contains(where: { $0.mm22 != nil }) {
      return runMM22(on: topology, cancellation: cancellation, progress: progress, everyTick: everyTick)
    }
    if experiment.playsQueues {
      return runQueues(on: topology, cancellation: cancellation, progress: progress, everyTick: everyTick)
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
    let plan = WorkPlan(topology: topology, jobs: jobs, groupSizes: experiment.traces.map { _ in perTrace })
    let slots = ResultSlots<Played?>(count: plan.itemCount)
    let report = PinnedPool(plan: plan).run(
      cancellation: cancellation, progress: progress, everyTick: everyTick,
      prepare: { queue in StartTable(of: experiment, traces: queue.groups) },
      body: { chunk, starts, _ in
        var scratch = SessionScratch()
        slots.fill(chunk.items) { output in
          for item in chunk.items {
            let (trace, place) = item.quotientAndRemainder(dividingBy: perTrace)
            let (video, cell) = place.quotientAndRemainder(dividingBy: experiment.cells.count)
            let session = SessionKey(trace: trace, video: video, cell: cell)
            output.append(
              players[video][cell].inheritsState
                ? nil
                : Self.play(
                  session, of: experiment, with: players[video][cell], from: starts[trace], wantsPeers: wantsPeers,
                  scratch: &scratch))
          }
        }
      })
    var sessions = slots.takePartial().map { $0 ?? nil }
    for video in experiment.videos.indices {
      for cell in experiment.cells.indices where players[video][cell].inheritsState && !cancellation.isCancelled {
        playSequence(video: video, cell: cell, with: players[video][cell], into: &sessions)
      }
    }
    return (sessions, report)
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
    let starts = StartTable(of: experiment, traces: experiment.traces.indices)
    player.playInSequence(starts.starts, viewer: experiment.cells[cell].viewer) { trace, metrics, log in
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
