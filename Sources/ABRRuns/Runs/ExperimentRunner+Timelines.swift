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
      prepare: { place, _ throws(TraceError) in try experiment.network(chosen[place].session.trace) },
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

  /// The timeline of a session; `nil` where it took over from the one before and cannot be played by itself, or who
  /// decides outside of the engine fails.
  fileprivate func timeline(
    of result: SessionResult, role: SessionTimeline.Role, by session: PreparedSession,
    over network: (trace: BandwidthTrace, start: AnyPlayer.Start)
  ) -> SessionTimeline? {
    let (trace, start) = network
    let (player, video, viewer) = place(ofContent: result.content)
    guard session.mm22 == nil, !session.players[player].inheritsState else { return nil }
    var recorder = TimelineRecorder(
      SessionTimeline(role: role, trace: result.trace, content: result.content, wall: 0),
      videos: video.map { [$0.video] } ?? session.players[player].videos, hasSeveralItems: session.hasSeveralItems,
      playsArriving: session.players[player].players.contains { $0.settings.playable != .wholeSegment })
    let metrics = try? session.play(
      player, over: start, trace: trace.name, sha256: traces[result.trace].sha256, viewer: viewer, observer: &recorder)
    guard metrics != nil else { return nil }
    var timeline = recorder.finished()
    timeline.capacity = trace.capacity(
      from: start.offset, seconds: timeline.wall, end: traceEnd, factors: recorder.factors
    ).rounded(perUnit: 1)
    return timeline
  }
}
