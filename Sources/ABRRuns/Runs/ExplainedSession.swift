import ABRPlayback
import ABRPlayerCode

/// One session with what happened in it.
package struct ExplainedSession: Sendable {
  /// Its metrics.
  package let metrics: SessionMetrics
  /// What happened, in order.
  package let events: [SessionEvent]
  /// Why a player's own code did not play to its end; `nil` where it did, and of every other player.
  package let failure: String?
  /// What a player's own code said.
  package let log: [PlayerLogLine]
}

extension PreparedSession {
  /// Plays one session of the first video, or of the queue, and keeps what happened.
  ///
  /// - Parameters:
  ///   - start: the network, and where its trace begins.
  ///   - trace: name of the trace.
  ///   - sha256: digest of its file.
  ///   - isLogged: whether all that a player's own code says is kept, and not the first warnings alone.
  /// - Throws: what a policy outside of the engine throws; `PlayerCodeError`.
  package func explained(
    over start: AnyPlayer.Start, trace: String, sha256: String, isLogged: Bool = false
  ) throws -> ExplainedSession {
    if let code {
      let played = try code.play(player(for: sha256), over: start, seed: seed, isLogged: isLogged)
      return ExplainedSession(
        metrics: played.metrics, events: played.events, failure: played.failure.map { "\($0)" }, log: played.log)
    }
    var log = ReasonLog()
    let metrics = try play(over: start, trace: trace, sha256: sha256, observer: &log) ?? SessionMetrics()
    return ExplainedSession(metrics: metrics, events: log.events.withWaitsAtTheirBegin, failure: nil, log: [])
  }
}

extension [SessionEvent] {
  /// The events with each wait for room in the buffer where it begins, as those that a rule asks for: the engine knows
  /// how long one is when it is over.
  fileprivate var withWaitsAtTheirBegin: [SessionEvent] {
    var events = self
    var begin: Int?
    for index in indices {
      switch events[index].kind {
      case .bufferFull: begin = index
      case .waited(_, .bufferFull):
        guard let first = begin else { continue }
        let wait = events[index].kind
        events[index].kind = events[first].kind
        events[first].kind = wait
        begin = nil
      default: break
      }
    }
    return events.filter { $0.kind != .bufferFull }
  }
}
