import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// Sessions of one video, side by side, whose renditions are chosen from outside, one choice for each at a time.
///
/// They belong to one thread at a time.
package final class SessionBatch {
  /// What a step returns of a session, in this order.
  package static let columns = [
    "time_s", "level_s", "stalled_s", "segment", "rendition", "bytes", "download_s", "is_over",
  ]

  /// What is played.
  package let video: Video
  /// Segments of it that are played.
  package let segmentCount: Int
  /// The networks.
  package let traces: [TraceSource]
  /// Ladder indices of the renditions that may be chosen.
  package let eligible: [Int]
  /// How many sessions there are.
  package var count: Int { sessions.count }

  /// What an agent sees of them.
  package let matrix: PensieveState

  private let sessions: ContiguousArray<SteppedSession<NoLog>>
  private let links: [Link]
  /// Sessions that have not been stepped since they began.
  private var isFresh: [Bool]

  /// Begins so many sessions, all at the beginning of the first trace.
  ///
  /// - Parameters:
  ///   - experiment: one video, and one configuration with the rule `RuleEntry.external`.
  ///   - count: how many sessions, at least one.
  /// - Throws: ``Refusal`` for anything but single videos; `TraceError` where the rows of a trace must be read again
  ///   and
  ///   cannot be.
  package init(_ experiment: Experiment, count: Int) throws {
    guard experiment.videos.count == 1, experiment.players.count == 1, !experiment.hasSeveralItems,
      !experiment.drawsViewers, let player = experiment.players[0].players.first
    else { throw Refusal() }
    video = experiment.videos[0].video
    traces = experiment.traces
    // Sessions begin over any of them at any time: all of them stay in memory.
    links = try experiment.traces.indices.map { try experiment.network($0).start.link }
    let first = AnyPlayer.Start(link: links[0])
    sessions = ContiguousArray(
      (0..<count).map { _ in SteppedSession(player, start: first, observer: NoLog()) })
    eligible = sessions[0].eligible
    segmentCount = sessions[0].segmentCount
    matrix = PensieveState(video, eligible: eligible, segmentCount: segmentCount)
    isFresh = Array(repeating: true, count: count)
  }

  /// Begins a session anew.
  ///
  /// - Parameters:
  ///   - session: its index.
  ///   - trace: index of the trace.
  ///   - offset: seconds into it.
  /// - Returns: whether there is such a session and trace, and the offset is finite and not negative; otherwise nothing
  ///   has changed.
  package func restart(_ session: Int, over trace: Int, from offset: Double) -> Bool {
    guard sessions.indices.contains(session), links.indices.contains(trace), offset >= 0, offset.isFinite else {
      return false
    }
    sessions[session].restart(AnyPlayer.Start(link: links[trace], offset: offset), observer: NoLog())
    isFresh[session] = true
    return true
  }

  /// Chooses a rendition for each session, and plays all of them to their next question or their end.
  ///
  /// - Parameters:
  ///   - choices: an index of ``eligible`` for each session. A negative one leaves the session where it is, and so does
  ///     any for one that is over or has just begun.
  ///   - state: receives a row of ``columns`` for each session.
  ///   - seen: has a ``PensieveState`` for each session.
  /// - Returns: the first session whose choice is no rendition, which leaves all as they were; `nil` for none.
  package func step(
    _ choices: Span<Int32>, into state: inout MutableSpan<Double>, _ seen: inout MutableSpan<Float>
  ) -> Int? {
    for index in choices.indices where choices[index] >= Int32(sessions[index].eligible.count) { return index }
    for index in sessions.indices {
      let session = sessions[index]
      let isMoved = choices[index] >= 0 && !isFresh[index] && !session.state.isOver
      if isMoved { session.answer(Int(choices[index])) }
      let (question, download, now) = (session.question, session.download, session.state)
      let first = index * Self.columns.count
      state[first] = now.time
      state[first + 1] = question?.level ?? 0
      state[first + 2] = now.stalledTime
      let segment = question?.segment ?? segmentCount
      state[first + 3] = Double(segment)
      state[first + 4] = Double(download?.rendition ?? -1)
      state[first + 5] = download?.bytes ?? 0
      state[first + 6] = download?.totalTime ?? 0
      state[first + 7] = now.isOver ? 1 : 0
      let place = index * PensieveState.rows * matrix.width
      if isFresh[index] {
        matrix.begin(&seen, at: place, level: state[first + 1], segment: segment)
        isFresh[index] = false
      } else if isMoved {
        matrix.append(download, to: &seen, at: place, level: state[first + 1], segment: segment)
      }
    }
    return nil
  }

  /// The names of ``metrics(of:)``.
  package static var metricNames: [String] { MetricDefinition.metrics(severalItems: false).map(\.name) }

  /// The metrics of a session up to now, in the order of ``metricNames``; NaN where it has none.
  package func metrics(of session: Int) -> [Double] {
    let metrics = sessions[session].metrics
    return MetricDefinition.metrics(severalItems: false).map { $0.value(metrics) ?? .nan }
  }

  /// Sessions that cannot be played step by step.
  package struct Refusal: Error, CustomStringConvertible {
    package var description: String {
      "only sessions of one video, with one buffer and one viewer, can be played step by step"
    }
  }
}
