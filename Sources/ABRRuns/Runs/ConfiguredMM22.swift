import ABRInput
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// A policy of the MM'22 simulator with a queue of videos and viewers whose watch times are recorded for each trace.
package struct ConfiguredMM22: Sendable {
  /// The policy.
  package let policy: MM22Entry
  /// The videos of every session.
  package let queue: MM22Queue
  /// Milliseconds watched of each video, by index of the trace.
  package let watchTimes: [[Int]]

  /// Looks the watch times of a run up.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - queue: the videos of every session, with retention curves where the policy needs them.
  ///   - viewers: how long each video was watched.
  ///   - traces: the traces of the run, in its order.
  /// - Throws: `ViewerError` when the recording does not fit traces and videos.
  package init(
    policy: MM22Entry, queue: MM22Queue, viewers: RecordedViewers, traces: [TraceSource]
  ) throws(ViewerError) {
    self.policy = policy
    self.queue = queue
    var watchTimes: [[Int]] = []
    for trace in traces { watchTimes.append(try viewers.watchTimes(for: trace.name, videos: queue.videos)) }
    self.watchTimes = watchTimes
  }

  /// Plays the session over a trace of the run.
  func play(_ trace: Int, over link: Link) -> MM22Outcome { policy.play(queue, watchTimes[trace], link) }

  /// Scores the sessions in the order in which the simulator plays the traces of a folder, because it keeps an array
  /// from trace to trace.
  ///
  /// - Parameters:
  ///   - steps: the actions of a session by index of its trace; a session that was not played ends its folder.
  ///   - traces: the traces of the run.
  /// - Returns: the accounts by index of the trace.
  /// - Complexity: O(actions).
  func accounts(of steps: [[MM22Step]?], over traces: [TraceSource]) -> [Int: PeerAccount] {
    var accounts: [Int: PeerAccount] = [:]
    for order in Self.orders(of: traces) {
      var memory = MM22Score.Memory()
      for trace in order {
        guard let steps = steps[trace] else { break }
        let score = MM22Score(steps, videos: queue.videos, watchTimes: watchTimes[trace], memory: &memory)
        accounts[trace] = PeerAccount([
          "steps": .json(.array(steps.map(Self.row))), "score": .number(score.score), "qoe": .number(score.qoe),
          "bandwidth_usage_bytes": .json(.integer(score.bandwidthUsage)),
          "wasted_bytes": .json(.integer(score.wastedBytes)),
        ])
      }
    }
    return accounts
  }

  /// The runs that the simulator would make of the traces: one for each folder, in the order of the numbers in the
  /// traces' names.
  static func orders(of traces: [TraceSource]) -> [[Int]] {
    let folders = Dictionary(grouping: traces.indices) { index in
      traces[index].file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
    return folders.values.map { indices in
      let named = indices.map { (index: $0, name: NumericOrder(traces[$0].name)) }
      return named.sorted { ($0.name, $0.index) < ($1.name, $1.index) }.map(\.index)
    }
  }

  /// A step in the order of its columns.
  private static func row(_ step: MM22Step) -> JSONValue {
    .array([
      .integer(step.item), .integer(step.rendition), .number(step.sleep), .number(step.delay),
      .number(step.rebuffering),
      .integer(step.bytes), .bool(step.endsVideo), .integer(step.playing), .integer(step.wastedBytes),
    ])
  }
}
