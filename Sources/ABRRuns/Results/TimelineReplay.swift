import ABRNetwork
import ABRPlayback
import ABRPolicies

extension ExperimentResult {
  /// Timelines of each configuration's worst and median session, by configuration: those sessions are played again with
  /// their events. Only sessions of the lab's own model have any.
  ///
  /// - Complexity: O(sessions × log sessions), and two sessions a configuration.
  package func timelines() -> [[SessionTimeline]] {
    guard experiment.model == .lab else { return configurations.map { _ in [] } }
    return configurations.map { result in
      Self.chosen(from: result).compactMap { role, session in timeline(of: session, role: role, by: result.player) }
    }
  }

  /// The worst session and the one in the middle, by stalled time, then startup, then place in the run.
  static func chosen(from result: ConfigurationResult) -> [(role: SessionTimeline.Role, session: SessionResult)] {
    func startup(_ session: SessionResult) -> Double {
      session.queue?.startupTotal ?? session.metrics.startupTime
    }
    let order = result.sessions.indices.sorted { left, right in
      let (first, second) = (result.sessions[left], result.sessions[right])
      let stalls = (first.metrics.stalledTime, second.metrics.stalledTime)
      if stalls.0 != stalls.1 { return stalls.0 < stalls.1 }
      let startups = (startup(first), startup(second))
      return startups.0 != startups.1 ? startups.0 < startups.1 : left > right
    }
    guard let worst = order.last else { return [] }
    let median = order[(order.count - 1) / 2]
    return [(.worst, result.sessions[worst])] + (median == worst ? [] : [(.median, result.sessions[median])])
  }

  private func timeline(
    of session: SessionResult, role: SessionTimeline.Role, by configured: ConfiguredPlayer
  ) -> SessionTimeline? {
    let source = experiment.traces[session.trace]
    let link = Link(source.trace, end: experiment.traceEnd, defaultLatency: experiment.defaultLatency)
    let offset = experiment.offset(of: source)
    let empty = SessionTimeline(role: role, trace: session.trace, content: session.content, wall: 0)
    var recorder: TimelineRecorder
    switch configured.sessions {
    case .queue(let queue):
      let player = queue.player(for: source.sha256)
      recorder = TimelineRecorder(empty, videos: queue.items.map(\.video), isQueue: true)
      _ = player.play(over: link, from: offset, observer: &recorder)
    case .video(let policy):
      let video = experiment.videos[session.content].video
      // The run has shown that the policy fits the video.
      guard let player = try? policy.makePlayer(video), !player.inheritsState else { return nil }
      var scratch = SessionScratch()
      var log = EventLog()
      _ = player.play(.init(link: link, offset: offset), viewer: policy.viewer, scratch: &scratch, log: &log)
      recorder = TimelineRecorder(empty, videos: [video], isQueue: false)
      for event in log.events { recorder.record(event) }
    case .mm22: return nil
    }
    var timeline = recorder.finished()
    timeline.capacity = source.trace.capacity(
      from: offset, seconds: timeline.wall, end: experiment.traceEnd, factors: recorder.factors
    ).rounded(perUnit: 1)
    return timeline
  }
}

extension BandwidthTrace {
  /// What the trace carries in a session, in bits per second on the session's clock.
  ///
  /// - Parameters:
  ///   - offset: seconds into the trace at which the session starts, less than its duration.
  ///   - length: seconds of the session.
  ///   - end: what happens when the trace is over.
  ///   - factors: shares of the capacity that are there from a time on; all of it before the first.
  /// - Returns: steps, at most ``TimelineSeries/limit``: beyond that, means over equal stretches. A trace that
  ///   is crossed very often is the mean of its laps.
  /// - Complexity: O(rows that the session crosses + factors).
  func capacity(
    from offset: Double, seconds length: Double, end: TraceEnd, factors: TimelineSeries
  ) -> TimelineSeries {
    var series = TimelineSeries()
    var change = 0
    var factor = 1.0
    func append(_ from: Double, _ to: Double, _ bandwidth: Double) {
      guard from < to else { return }
      var begin = max(0, from)
      while change < factors.count, factors.times[change] < to {
        let time = max(begin, factors.times[change])
        if time > begin { series.appendStep(begin, bandwidth * factor) }
        begin = time
        factor = factors.values[change]
        change += 1
      }
      series.appendStep(begin, bandwidth * factor)
    }
    // Many laps are seen as their mean: walking them row by row would take time without bound.
    guard end != .wrap || length / duration * Double(rows.count) <= 1e6 else {
      append(0, length, meanBandwidth)
      return series
    }
    var clock = -offset
    repeat {
      for row in rows where clock < length {
        let next = clock + row.duration
        if next > 0 { append(clock, min(next, length), row.bandwidth) }
        clock = next
      }
    } while end == .wrap && clock < length
    if clock < length {
      append(clock, length, end == .hold ? rows.last?.bandwidth ?? 0 : 0)
    }
    return series.averaged(until: length)
  }
}
