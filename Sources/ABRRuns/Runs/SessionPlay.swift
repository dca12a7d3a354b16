import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// What plays the sessions of one configuration with one video, or one queue of videos; made once for a run.
struct SessionPlay: Sendable {
  private indirect enum Player: Sendable {
    case video(AnyPlayer, ConfiguredPolicy, Video)
    case queue(ConfiguredQueue)
    case mm22(ConfiguredMM22)
  }

  private let player: Player
  private let content: Int
  private let wantsPeers: Bool

  /// What is used again from one session to the next over the same trace.
  struct Local {
    let trace: BandwidthTrace
    let start: AnyPlayer.Start
    var scratch: SessionScratch
    var viewers = DrawnViewers()

    init(_ network: (trace: BandwidthTrace, start: AnyPlayer.Start), scratch: SessionScratch) {
      (trace, start) = network
      self.scratch = scratch
    }
  }

  /// Makes the player.
  ///
  /// - Parameters:
  ///   - configured: the configuration.
  ///   - content: index of the video, or of the queue of videos.
  ///   - wantsPeers: whether peers' own quantities are wanted.
  /// - Throws: `SpecError` when a policy names a rendition that the video lacks.
  init(
    _ configured: ConfiguredPlayer, content: Int, of experiment: Experiment, wantsPeers: Bool
  ) throws(SpecError) {
    player =
      switch configured.sessions {
      case .video(let policy):
        .video(try policy.makePlayer(experiment.videos[content].video), policy, experiment.videos[content].video)
      case .queue(let queue): .queue(queue)
      case .mm22(let mm22): .mm22(mm22)
      }
    self.content = content
    self.wantsPeers = wantsPeers
  }

  /// How sessions are played whose policy is outside of the engine; `nil` where it is not.
  var lockStep: LockStep? {
    guard case .video(let player, let policy, _) = player, let external = policy.external else { return nil }
    return LockStep(player: player, policy: policy, external: external)
  }

  /// Plays a group of sessions whose policy is outside of the engine; `nil` where it was cancelled.
  ///
  /// - Throws: as ``LockStep/play(_:_:observer:isCancelled:)`` and ``Experiment/network(_:)``.
  func play(
    _ traces: Range<Int>, _ number: Int, of experiment: Experiment, _ lockStep: LockStep,
    isCancelled: @escaping () -> Bool
  ) throws -> [SessionResult]? {
    let networks = try traces.map(experiment.network)
    let starts = networks.map { ($0.trace.name, $0.start) }
    guard wantsPeers else {
      return try lockStep.play(number, starts, observer: NoLog(), isCancelled: isCancelled).map {
        zip(traces, $0).map { SessionResult(trace: $0, content: content, metrics: $1.metrics) }
      }
    }
    return try lockStep.play(number, starts, observer: AnsweredLog(), isCancelled: isCancelled).map {
      zip(zip(traces, networks), $0).map { result($0.0, over: $0.1.trace, $1.metrics, $1.observer.log) }
    }
  }

  /// Plays the session over a trace; `nil` where it needs what the one over the trace before left behind.
  func play(_ trace: Int, of experiment: Experiment, _ local: inout Local) -> SessionResult? {
    switch player {
    case .video(let player, _, _) where player.inheritsState: return nil
    case .video(let player, let policy, _) where !wantsPeers:
      let metrics = player.play(local.start, viewer: policy.viewer, scratch: &local.scratch)
      return SessionResult(trace: trace, content: content, metrics: metrics)
    case .video(let player, let policy, _):
      var log = EventLog()
      let metrics = player.play(local.start, viewer: policy.viewer, scratch: &local.scratch, log: &log)
      return result(trace, over: local.trace, metrics, log)
    case .queue(let queue):
      let player = queue.player(for: experiment.traces[trace].sha256, viewer: content, among: &local.viewers)
      var log = NoLog()
      return SessionResult(
        trace: trace, content: content, metrics: player.play(local.start, scratch: &local.scratch, observer: &log))
    case .mm22(let mm22):
      let outcome = mm22.play(trace, over: local.start.link)
      return SessionResult(
        trace: trace, content: content, metrics: outcome.metrics, steps: wantsPeers ? outcome.steps : [])
    }
  }

  /// What can only be had in the order of the traces: sessions that take over from the one before, and the scores of
  /// the model mm22, whose simulator carries an array from one trace to the next.
  ///
  /// - Parameters:
  ///   - results: those that were played, by trace.
  ///   - isCancelled: whether nothing more is to be played.
  /// - Returns: the sessions that this adds or completes, each with its trace.
  /// - Throws: as ``Experiment/network(_:)``.
  func inSequence(
    after results: [SessionResult?], of experiment: Experiment, isCancelled: Bool
  ) throws(TraceError) -> [SessionResult] {
    switch player {
    case .video(let player, let policy, _) where player.inheritsState && !isCancelled:
      var played: [SessionResult] = []
      var own: BandwidthTrace?
      try player.playInSequence(
        experiment.traces.count, viewer: policy.viewer,
        start: { index throws(TraceError) in
          let network = try experiment.network(index)
          own = network.trace
          return network.start
        },
        body: { played.append(result($0, over: own, $1, $2)) })
      return played
    case .mm22(let mm22) where wantsPeers:
      let accounts = mm22.accounts(of: results.map { $0?.steps }, over: experiment.traces)
      return results.compactMap { result in
        result.map {
          SessionResult(trace: $0.trace, content: content, metrics: $0.metrics, peer: accounts[$0.trace])
        }
      }
    case .video, .queue, .mm22: return []
    }
  }

  private func result(
    _ trace: Int, over network: BandwidthTrace?, _ metrics: SessionMetrics, _ log: EventLog
  ) -> SessionResult {
    guard case .video(_, let policy, let video) = player, wantsPeers, let network else {
      return SessionResult(trace: trace, content: content, metrics: metrics)
    }
    return SessionResult(
      trace: trace, content: content, metrics: metrics,
      peer: policy.account?(metrics, log, network, video))
  }
}
