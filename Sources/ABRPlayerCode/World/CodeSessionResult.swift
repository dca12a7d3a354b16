import ABRInput
import ABRPlayback

/// Why a session of a player's own code did not play to its end.
package enum CodeSessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The player says that it cannot go on; its words.
  case player(String)
  /// The code threw as the lab called it, or one call of it never ended.
  case code(JavaScriptError)
  /// Nothing was asked for and nothing was shown for so many seconds of the session; the last exception before that
  /// nothing caught.
  case idle(seconds: Double, exception: PlayerLogLine? = nil)
  /// The player ran so many tasks at one instant of the session.
  case endlessTasks(Int)
  /// The session took more than so many seconds and was not over.
  case tooLong(seconds: Double)
  /// The network carries nothing any more.
  case networkEnded

  package var description: String {
    switch self {
    case .player(let message): "the player failed: \(message)"
    case .code(let error): "the player's code failed: \(error)"
    case .idle(let seconds, let exception):
      "the player neither played nor requested anything for \(Int(seconds)) s"
        + (exception.map {
          "; nothing caught an exception at \(DecimalPrinter.fixed($0.time, digits: 3)) s: \($0.text)"
        } ?? "")
    case .endlessTasks(let count): "the player ran \(count) tasks without letting time pass"
    case .tooLong(let seconds): "the session was not over after \(Int(seconds)) s"
    case .networkEnded: "the network carries nothing any more"
    }
  }
}

/// A request of a player, as it went.
package struct CodeRequest: Sendable, Hashable {
  /// The path below the server's root.
  package var path: String
  /// Index of the segment; `nil` for anything else.
  package var segment: Int?
  /// Index of the rendition in the ladder; `nil` for audio and what is no media.
  package var rendition: Int?
  /// Seconds since the play request at which it was made.
  package var requestTime: Double
  /// When its first byte came; `nil` where none did.
  package var firstByte: Double?
  /// When its last byte came; `nil` where it did not.
  package var lastByte: Double?
  /// When the player gave it up; `nil` where it did not.
  package var abortTime: Double?
  /// Bytes of the whole answer.
  package var bytes: Int
  /// Bytes that came.
  package var received = 0
}

/// A line that a player wrote to the console, or an event of its own.
package struct PlayerLogLine: Sendable, Hashable {
  /// Seconds since the play request.
  package var time: Double
  /// The function of the console, such as `warn`, or `event`.
  package var source: String
  /// What it said.
  package var text: String
}

/// What a session of a player's own code cost and brought.
package struct CodeSessionResult: Sendable, Hashable {
  /// The metrics of any session.
  package var metrics: SessionMetrics
  /// Every request, in the order in which they were made.
  package var requests: [CodeRequest]
  /// For each segment the rendition that was shown, the last one of several; `nil` where none was.
  package var shownRenditions: [Int?]
  /// When the viewer waited, in order.
  package var waits: [Wait]
  /// Why it did not play to its end; `nil` where it did.
  package var failure: CodeSessionFailure?
  /// What happened, in order.
  package var events: [SessionEvent]
  /// What code threw and nothing caught, the first of it; browsers go on after that.
  package var problems: [JavaScriptException]
  /// What the player said: the first warnings and errors, or everything where that was asked for.
  package var log: [PlayerLogLine]

  /// Playback that waited for media.
  package struct Wait: Sendable, Hashable {
    /// Why; a stall that is too short for one counts as the wait after a seek.
    package var cause: SessionEvent.WaitCause
    /// Seconds since the play request.
    package var start: Double
    /// Seconds since the play request.
    package var end: Double
    /// Seconds.
    package var duration: Double { end - start }
  }

  /// The waits that are stalls, in order.
  package var stalls: [Wait] { waits.filter { $0.cause == .stall } }
}
