import ABRMedia
import ABRNetwork

/// A ``Player`` whose rule and optimizer are hidden, for places where a user picks them by name.
///
/// Make one where the concrete types are known, so that the session loop behind it is compiled for them: a call then costs one
/// indirect jump a session, and nothing a segment.
public struct AnyPlayer: Sendable {
  /// A place to start a session: a link and seconds into its trace.
  public struct Start: Sendable {
    /// The network.
    public var link: Link
    /// Seconds into the trace.
    public var offset: Double

    /// Creates a start.
    public init(link: Link, offset: Double = 0) {
      self.link = link
      self.offset = offset
    }
  }

  /// What is played.
  public let video: Video
  /// Options of the player.
  public let settings: PlayerSettings
  /// Whether sessions must be played in order, see ``Rule/inheritsState``.
  public let inheritsState: Bool
  /// Makes what a session of several items asks about an item of this video.
  @usableFromInline let makeDriver: @Sendable () -> ItemDriver
  @usableFromInline let silent: @Sendable (Start, Viewer, inout SessionScratch) -> SessionMetrics
  @usableFromInline let logged: @Sendable (Start, Viewer, inout SessionScratch, inout EventLog) -> SessionMetrics
  @usableFromInline let sequence: @Sendable ([Start], Viewer, (Int, SessionMetrics, EventLog) -> Void) -> Void

  /// Hides the types of a player.
  @inlinable
  public init<R: Rule, T: ForwardTarget>(_ player: Player<R, T>) {
    video = player.video
    settings = player.settings
    makeDriver = {
      ItemDriver.make(of: player) { rule, lane, source, ladderIndices, link, renditions in
        lane.run(&rule, source: source, ladderIndices: ladderIndices, link: link, renditions: &renditions)
      }
    }
    inheritsState = player.preparedRule.inheritsState
    silent = { start, viewer, scratch in
      var log = NoLog()
      return player.play(over: start.link, from: start.offset, viewer: viewer, scratch: &scratch, observer: &log)
    }
    logged = { start, viewer, scratch, log in
      player.play(over: start.link, from: start.offset, viewer: viewer, scratch: &scratch, observer: &log)
    }
    sequence = { starts, viewer, body in
      var scratch = SessionScratch()
      var previous: R?
      for (index, start) in starts.enumerated() {
        var rule = player.preparedRule
        if let previous { rule.inherit(from: previous) }
        var log = EventLog()
        let metrics = player.play(
          over: start.link, from: start.offset, viewer: viewer, rule: &rule, scratch: &scratch, observer: &log)
        previous = rule
        body(index, metrics, log)
      }
    }
  }

  /// Plays one session.
  public func play(_ start: Start, viewer: Viewer = Viewer(), scratch: inout SessionScratch) -> SessionMetrics {
    silent(start, viewer, &scratch)
  }

  /// Plays one session and keeps its events.
  public func play(
    _ start: Start, viewer: Viewer = Viewer(), scratch: inout SessionScratch, log: inout EventLog
  ) -> SessionMetrics {
    logged(start, viewer, &scratch, &log)
  }

  /// Plays sessions one after the other, each rule taking over from the one before (``Rule/inherit(from:)``).
  ///
  /// - Parameter body: receives index, metrics and events of each session, in order.
  public func playInSequence(
    _ starts: [Start], viewer: Viewer = Viewer(), body: (Int, SessionMetrics, EventLog) -> Void
  ) {
    sequence(starts, viewer, body)
  }
}
