import ABRNetwork
import ABRParallel
import ABRPlayback
import ABRPolicies

/// Plays every session of an experiment on several threads.
///
/// Sessions are laid out trace by trace, and each result goes to the place of its session, so the outcome does not
/// depend on the number of jobs. A session that is known to be the same as another (`GrowthSeries`) is played once.
/// Only what a peer's policy or score takes over from one session to the next is worked out afterwards, in the order of
/// the traces.
package struct ExperimentRunner: Sendable {
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
  ///   - cancellation: set it to stop; sessions that are being played then have no result.
  ///   - progress: counts finished sessions.
  ///   - everyTick: called now and then on the calling thread while work goes on.
  /// - Returns: the sessions, trace by trace, in a trace video by video, in a video configuration by configuration;
  ///   `nil` where the run was cancelled before a session was played.
  /// - Throws: what an external policy throws; `TraceError` where the rows of a trace must be read again and cannot be.
  /// - Complexity: O(sessions × segments).
  package func run(
    cancellation: CancellationFlag = CancellationFlag(), progress: ProgressCounter = ProgressCounter(),
    everyTick: ((ProgressCounter) -> Void)? = nil
  ) throws -> [SessionResult?] {
    let experiment = experiment
    let wantsPeers = wantsPeers
    var prepared = (0..<experiment.contentCount).flatMap { content in
      experiment.players.map { SessionPlay($0, content: content, of: experiment, wantsPeers: wantsPeers) }
    }
    let own = SessionPlay.inSeries(&prepared)
    let plays = prepared
    var sessions = try Workers(jobs: jobs).map(
      groups: experiment.traces.count, of: own.count, cancellation: cancellation, progress: progress,
      everyTick: everyTick,
      prepare: { trace, last throws(TraceError) in
        SessionPlay.Local(
          try experiment.network(trace),
          scratch: last?.scratch ?? SessionScratch(isCancelled: { cancellation.isCancelled }))
      },
      body: { trace, place, local -> SessionResult? in
        let result = plays[own[place]].play(trace, of: experiment, &local)
        // A session that was cancelled has no result.
        return cancellation.isCancelled ? nil : result
      })
    if own != Array(plays.indices) {
      let played = sessions
      sessions = Array(repeating: nil, count: experiment.sessionCount)
      for (index, session) in played.enumerated() {
        let (trace, place) = index.quotientAndRemainder(dividingBy: own.count)
        sessions[trace * plays.count + own[place]] = session
      }
      try playExternal(
        plays, into: &sessions, cancellation: cancellation, progress: progress, everyTick: everyTick)
    }
    for (place, play) in plays.enumerated() where play.needsSequence {
      let played = experiment.traces.indices.map { sessions[$0 * plays.count + place] }
      for session in try play.inSequence(
        after: played, of: experiment, isCancelled: cancellation.isCancelled)
      {
        sessions[session.trace * plays.count + place] = session
      }
    }
    return sessions
  }
}

extension Experiment {
  /// What sessions play over: a trace with its rows, and where they begin in it.
  ///
  /// - Parameter index: that of the trace.
  /// - Throws: as `TraceSource.trace()`.
  /// - Complexity: O(rows of the trace), or O(size of its file) where that is read again.
  func network(_ index: Int) throws(TraceError) -> (trace: BandwidthTrace, start: AnyPlayer.Start) {
    let source = traces[index]
    let seed = seed(ofTrace: index)
    func made() throws(TraceError) -> (trace: BandwidthTrace, link: Link) {
      let trace = try source.trace()
      try sender.checkCost(of: trace)
      let link = Link(
        trace.used(by: sender, seed: seed ?? 1, sha256: source.sha256),
        end: traceEnd, defaultLatency: defaultLatency, payloadFraction: payloadFraction)
      return (trace, link)
    }
    let (trace, link) = if let links { try links.link(over: source.sha256, made) } else { try made() }
    let start = AnyPlayer.Start(
      link: link, offset: Self.offset(seed: seed, sha256: source.sha256, duration: source.duration))
    return (trace, start)
  }
}
