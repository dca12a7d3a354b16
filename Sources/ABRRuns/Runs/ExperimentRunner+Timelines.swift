import ABRNetwork
import ABRParallel
import ABRPlayback
import ABRPolicies

extension ExperimentRunner {
  /// Runs the experiment and takes the sessions of each configuration together.
  ///
  /// - Parameters:
  ///   - withTimelines: whether the worst, the median and the best session of each configuration are recorded over
  ///     time.
  ///   - cancellation: set it to stop between two sessions.
  ///   - progress: counts finished sessions, and those that are recorded.
  ///   - everyTick: called now and then on the calling thread while work goes on.
  /// - Throws: as ``run(cancellation:progress:everyTick:)``.
  package func result(
    withTimelines: Bool = false, cancellation: CancellationFlag = CancellationFlag(),
    progress: ProgressCounter = ProgressCounter(), everyTick: ((ProgressCounter) -> Void)? = nil
  ) throws -> ExperimentResult {
    let sessions = try run(cancellation: cancellation, progress: progress, everyTick: everyTick)
    var result = ExperimentResult(experiment, sessions: sessions, jobs: jobs)
    if withTimelines {
      try recordTimelines(in: &result, cancellation: cancellation, progress: progress, everyTick: everyTick)
    }
    return result
  }

  /// Records the worst, the median and the best session of each configuration over time, which plays them once more
  /// with their events: which ones they are is known when all were played. Only sessions of the lab's own model have
  /// timelines.
  ///
  /// - Throws: `TraceError` where the rows of a trace must be read again and cannot be.
  /// - Complexity: O(sessions × log sessions), and three sessions a configuration.
  package func recordTimelines(
    in result: inout ExperimentResult, cancellation: CancellationFlag = CancellationFlag(),
    progress: ProgressCounter = ProgressCounter(), everyTick: ((ProgressCounter) -> Void)? = nil
  ) throws(TraceError) {
    guard experiment.model == .lab else { return }
    let experiment = experiment
    let chosen = result.configurations.enumerated().flatMap { place, result in
      result.chosen().map { (place: place, player: result.player, role: $0.role, session: $0.session) }
    }
    let timelines = try Workers(jobs: jobs).map(
      groups: chosen.count, of: 1, cancellation: cancellation, progress: progress, everyTick: everyTick,
      prepare: { place throws(TraceError) in try experiment.network(chosen[place].session.trace) },
      body: { place, _, network -> SessionTimeline?? in
        let own = chosen[place]
        return .some(experiment.timeline(of: own.session, role: own.role, by: own.player, over: network))
      })
    for (own, timeline) in zip(chosen, timelines) {
      guard let timeline else {
        result.isPartial = true
        continue
      }
      if let timeline { result.configurations[own.place].timelines.append(timeline) }
    }
  }
}

extension ConfigurationResult {
  /// The worst session, the one in the middle and the best, by stalled time, then startup, then place in the run.
  func chosen() -> [(role: SessionTimeline.Role, session: SessionResult)] {
    let order = sessions.indices.sorted { left, right in
      let (first, second) = (sessions[left], sessions[right])
      let stalls = (first.metrics.stalledTime, second.metrics.stalledTime)
      if stalls.0 != stalls.1 { return stalls.0 < stalls.1 }
      let startups = (first.metrics.startupTotal, second.metrics.startupTotal)
      return startups.0 != startups.1 ? startups.0 < startups.1 : left > right
    }
    guard let worst = order.last else { return [] }
    let median = order[(order.count - 1) / 2]
    let all: [(role: SessionTimeline.Role, index: Int)] = [(.worst, worst), (.median, median), (.best, order[0])]
    return all.prefix(min(3, order.count)).map { ($0.role, sessions[$0.index]) }
  }
}

extension Experiment {
  /// Number of sessions that are recorded over time where timelines are wanted.
  package var timelineCount: Int {
    model == .lab ? players.count * min(3, traces.count * contentCount) : 0
  }

  /// The events of a session of one video; `nil` where who decides outside of the engine fails.
  private func log(
    of player: AnyPlayer, _ policy: ConfiguredPolicy, over trace: String, _ start: AnyPlayer.Start
  ) -> EventLog? {
    if let external = policy.external {
      let lockStep = LockStep(player: player, policy: policy, external: external)
      return try? lockStep.play(0, [(trace, start)], observer: AnsweredLog(), isCancelled: { false })?[0].observer.log
    }
    var (scratch, log) = (SessionScratch(), EventLog())
    _ = player.play(start, viewer: policy.viewer, scratch: &scratch, log: &log)
    return log
  }

  /// The timeline of a session; `nil` where it took over from the one before and cannot be played by itself.
  fileprivate func timeline(
    of session: SessionResult, role: SessionTimeline.Role, by configured: ConfiguredPlayer,
    over network: (trace: BandwidthTrace, start: AnyPlayer.Start)
  ) -> SessionTimeline? {
    let (trace, start) = network
    let empty = SessionTimeline(role: role, trace: session.trace, content: session.content, wall: 0)
    var recorder: TimelineRecorder
    switch configured.sessions {
    case .queue(let queue):
      recorder = TimelineRecorder(empty, videos: queue.items.map(\.video), hasSeveralItems: true)
      _ = queue.player(for: traces[session.trace].sha256, viewer: session.content).play(
        over: start.link, from: start.offset, observer: &recorder)
    case .video(let policy):
      let video = videos[session.content].video
      // The run has shown that the policy fits the video.
      guard let player = try? policy.makePlayer(video), !player.inheritsState else { return nil }
      recorder = TimelineRecorder(empty, videos: [video], hasSeveralItems: false)
      guard let log = log(of: player, policy, over: trace.name, start) else { return nil }
      for event in log.events { recorder.record(event) }
    case .mm22: return nil
    }
    var timeline = recorder.finished()
    timeline.capacity = trace.capacity(
      from: start.offset, seconds: timeline.wall, end: traceEnd, factors: recorder.factors
    ).rounded(perUnit: 1)
    return timeline
  }
}
