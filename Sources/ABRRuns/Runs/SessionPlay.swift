import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// One configuration with one of the contents of a run.
struct SessionPlay: Sendable {
  let session: PreparedSession
  let content: Int
  let wantsPeers: Bool
  /// Number of its ``GrowthSeries`` with this content; `nil` where it has none.
  private var series: Int?
  /// What the content is: index of its player, the video where a session is one, and the number of the viewer.
  private let place: (player: Int, video: VideoSource?, viewer: Int)

  /// What is used again from one session to the next over the same trace.
  struct Local {
    let trace: BandwidthTrace
    let start: AnyPlayer.Start
    var scratch: SessionScratch
    var viewers = DrawnViewers()
    /// The last session that was played of a series, see ``GrowthSeries``.
    fileprivate var last: (series: Int, result: SessionResult)?

    init(_ network: (trace: BandwidthTrace, start: AnyPlayer.Start), scratch: SessionScratch) {
      (trace, start) = network
      self.scratch = scratch
    }
  }

  /// Places a configuration in a run.
  ///
  /// - Parameter wantsPeers: whether peers' own quantities are wanted.
  init(_ session: PreparedSession, content: Int, of experiment: Experiment, wantsPeers: Bool) {
    self.session = session
    self.content = content
    self.wantsPeers = wantsPeers
    place = experiment.place(ofContent: content)
  }

  /// The sessions that are played by themselves, those of a series one after the other from the largest target down.
  ///
  /// - Returns: their indices.
  static func inSeries(_ plays: inout [SessionPlay]) -> [Int] {
    var firsts: [Int: [GrowthSeries: Int]] = [:]
    var places: [(index: Int, first: Int, maximum: Double)] = []
    for (index, play) in plays.enumerated() where play.session.external == nil {
      var place = (index: index, first: index, maximum: 0.0)
      if let growth = play.session.growth, !play.wantsPeers {
        place.first = firsts[play.content, default: [:]][growth.series, default: index]
        firsts[play.content, default: [:]][growth.series] = place.first
        place.maximum = growth.maximum
        plays[index].series = place.first
      }
      places.append(place)
    }
    return places.sorted { ($0.first, -$0.maximum, $0.index) < ($1.first, -$1.maximum, $1.index) }.map(\.index)
  }

  private var inheritsState: Bool { session.mm22 == nil && session.players[place.player].inheritsState }

  /// Whether some of it can only be had in the order of the traces.
  var needsSequence: Bool { session.mm22 == nil ? inheritsState : wantsPeers }

  /// Plays a group of sessions whose policy is outside of the engine; `nil` where it was cancelled.
  ///
  /// - Throws: as ``LockStep/play(_:_:observer:isCancelled:)`` and ``Experiment/network(_:)``.
  func play(
    _ traces: Range<Int>, _ number: Int, of experiment: Experiment, by external: any ExternalPolicy,
    isCancelled: @escaping () -> Bool
  ) throws -> [SessionResult]? {
    let networks = try traces.map(experiment.network)
    let lockStep = LockStep(external: external)
    let sessions = zip(traces, networks).map { trace, network in
      (
        trace: network.trace.name,
        player: session.player(place.player, for: experiment.traces[trace].sha256, viewer: place.viewer),
        start: network.start
      )
    }
    guard wantsPeers else {
      return try lockStep.play(number, sessions, observer: NoLog(), isCancelled: isCancelled).map {
        zip(traces, $0).map { SessionResult(trace: $0, content: content, metrics: $1.metrics) }
      }
    }
    let log = ExternalObserver(EventLog())
    return try lockStep.play(number, sessions, observer: log, isCancelled: isCancelled).map {
      zip(zip(traces, networks), $0).map { result($0.0, over: $0.1.trace, $1.metrics, $1.observer.observer) }
    }
  }

  /// Plays the session over a trace; `nil` where it needs what the one over the trace before left behind.
  func play(_ trace: Int, of experiment: Experiment, _ local: inout Local) -> SessionResult? {
    if let mm22 = session.mm22 {
      let outcome = mm22.play(trace, over: local.start.link)
      return SessionResult(
        trace: trace, content: content, metrics: outcome.metrics, steps: wantsPeers ? outcome.steps : [])
    }
    if inheritsState { return nil }
    if let growth = session.growth, let last = local.last, last.series == series,
      growth.series.isSame(last.result.metrics, limitedTo: growth.maximum)
    {
      return last.result
    }
    let player = session.player(
      place.player, for: experiment.traces[trace].sha256, viewer: place.viewer, among: &local.viewers)
    if let code = session.code { return result(trace, of: code, player, over: local.start) }
    guard wantsPeers, session.account != nil else {
      var log = NoLog()
      let result = SessionResult(
        trace: trace, content: content, metrics: player.play(local.start, scratch: &local.scratch, observer: &log))
      if let series { local.last = (series, result) }
      return result
    }
    var log = EventLog()
    let metrics = player.play(local.start, scratch: &local.scratch, observer: &log)
    return result(trace, over: local.trace, metrics, log)
  }

  /// What can only be had in the order of the traces (``needsSequence``): sessions that take over from the one before,
  /// and the scores of the model mm22, whose simulator carries an array from one trace to the next.
  ///
  /// - Parameters:
  ///   - results: those that were played, by trace.
  ///   - isCancelled: whether nothing more is to be played.
  /// - Returns: the sessions that this adds or completes, each with its trace.
  /// - Throws: as ``Experiment/network(_:)``.
  func inSequence(
    after results: [SessionResult?], of experiment: Experiment, isCancelled: Bool
  ) throws(TraceError) -> [SessionResult] {
    if let mm22 = session.mm22 {
      let accounts = mm22.accounts(of: results.map { $0?.steps }, over: experiment.traces)
      return results.compactMap { result in
        result.map {
          SessionResult(trace: $0.trace, content: content, metrics: $0.metrics, peer: accounts[$0.trace])
        }
      }
    }
    guard !isCancelled else { return [] }
    var played: [SessionResult] = []
    var own: BandwidthTrace?
    try session.players[place.player].playInSequence(
      experiment.traces.count,
      start: { index throws(TraceError) in
        let network = try experiment.network(index)
        own = network.trace
        return network.start
      },
      body: { played.append(result($0, over: own, $1, $2)) })
    return played
  }

  /// Plays a session of a player's own code.
  private func result(
    _ trace: Int, of code: CodeSessions, _ player: SessionPlayer, over start: AnyPlayer.Start
  ) -> SessionResult {
    do {
      let played = try code.play(player, over: start, seed: session.seed)
      return SessionResult(
        trace: trace, content: content, metrics: played.metrics, failure: played.failure.map { "\($0)" },
        renditions: played.shownRenditions)
    } catch {
      var metrics = SessionMetrics()
      metrics.outcome = .failed
      return SessionResult(trace: trace, content: content, metrics: metrics, failure: "\(error)")
    }
  }

  private func result(
    _ trace: Int, over network: BandwidthTrace?, _ metrics: SessionMetrics, _ log: EventLog
  ) -> SessionResult {
    let peer: PeerAccount?
    if wantsPeers, let account = session.account, let network, let video = place.video?.video {
      peer = account(metrics, log, network, video)
    } else {
      peer = nil
    }
    return SessionResult(trace: trace, content: content, metrics: metrics, peer: peer)
  }
}
