import ABRNetwork
import ABRPlayback
import ABRPolicies

extension ExperimentResult {
  /// Timelines of each combination's worst and median session, by combination: those sessions are played again with
  /// their events. Only sessions of the lab's own model have any.
  ///
  /// - Complexity: O(sessions × log sessions), and two sessions a combination.
  package func timelines() -> [[SessionTimeline]] {
    guard experiment.model == .lab else { return cells.map { _ in [] } }
    return cells.map { cell in
      Self.chosen(from: cell).compactMap { role, session in timeline(of: session, role: role, cell: cell.cell) }
    }
  }

  /// The worst session and the one in the middle, by stalled time, then startup, then place in the run.
  static func chosen(from cell: CellResult) -> [(role: SessionTimeline.Role, session: CellResult.Session)] {
    func startup(_ session: CellResult.Session) -> Double {
      session.queue?.startupTotal ?? session.metrics.startupTime
    }
    let order = cell.sessions.indices.sorted { left, right in
      let (first, second) = (cell.sessions[left], cell.sessions[right])
      let stalls = (first.metrics.stalledTime, second.metrics.stalledTime)
      if stalls.0 != stalls.1 { return stalls.0 < stalls.1 }
      let startups = (startup(first), startup(second))
      return startups.0 != startups.1 ? startups.0 < startups.1 : left > right
    }
    guard let worst = order.last else { return [] }
    let median = order[(order.count - 1) / 2]
    return [(.worst, cell.sessions[worst])] + (median == worst ? [] : [(.median, cell.sessions[median])])
  }

  private func timeline(
    of session: CellResult.Session, role: SessionTimeline.Role, cell: Int
  ) -> SessionTimeline? {
    let source = experiment.traces[session.trace]
    let link = Link(source.trace, end: experiment.traceEnd, defaultLatency: experiment.defaultLatency)
    let offset = experiment.offset(of: source)
    let empty = SessionTimeline(role: role, trace: session.trace, programme: session.video, wall: 0)
    let combination = experiment.cells[cell]
    var recorder: TimelineRecorder
    if let queue = combination.queue {
      let player = queue.player(for: source.sha256)
      recorder = TimelineRecorder(empty, videos: queue.items.map(\.video), isQueue: true)
      _ = player.play(over: link, from: offset, observer: &recorder)
    } else {
      let video = experiment.videos[session.video].video
      // The run has shown that the policy fits the video.
      guard let player = try? combination.makePlayer(video), !player.inheritsState else { return nil }
      var scratch = SessionScratch()
      var log = EventLog()
      _ = player.play(.init(link: link, offset: offset), viewer: combination.viewer, scratch: &scratch, log: &log)
      recorder = TimelineRecorder(empty, videos: [video], isQueue: false)
      for event in log.events { recorder.record(event) }
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
