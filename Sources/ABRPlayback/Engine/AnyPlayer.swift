import ABRMedia
import ABRNetwork

/// A ``VideoPlayer`` whose rule and optimizer are hidden, for places where a user picks them by name.
///
/// Make one where the concrete types are known, so that `FastPath` is compiled for them: a call then costs a few
/// indirect jumps a session, and nothing a segment.
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
  public var video: Video { terms.video }
  /// Options of the player.
  public var settings: PlayerSettings { terms.settings }
  /// Whether sessions must be played in order, see ``Rule/inheritsState``.
  public var inheritsState: Bool { terms.inheritsState }
  /// What is the same in every session.
  let terms: ItemTerms
  /// Makes what a session asks about an item of this video.
  let makeDriver: @Sendable () -> ItemDriver

  /// Hides the types of a player.
  @inlinable
  public init<R: Rule, T: ForwardTarget>(_ player: VideoPlayer<R, T>) {
    let terms = player.terms
    let prototype = player.prototype(of: player.preparedRule)
    self.init(terms) { TypedDriver(terms, prototype) }
  }

  @usableFromInline
  init(_ terms: ItemTerms, makeDriver: @escaping @Sendable () -> ItemDriver) {
    self.terms = terms
    self.makeDriver = makeDriver
  }

  /// Plays one session.
  public func play(_ start: Start, viewer: Viewer = Viewer(), scratch: inout SessionScratch) -> SessionMetrics {
    var log = NoLog()
    return play(start, viewer: viewer, scratch: &scratch, log: &log)
  }

  /// Plays one session and hands its events to a log.
  @specialized(where O == NoLog)
  public func play<O: SessionObserver>(
    _ start: Start, viewer: Viewer = Viewer(), scratch: inout SessionScratch, log: inout O
  ) -> SessionMetrics {
    let drivers = scratch.takeDrivers(of: CollectionOfOne(self))
    defer { scratch.keep(drivers) }
    return Session.play(
      .singleVideo, script: viewer.script, drivers: drivers, start: start, memory: &scratch, observer: &log)
  }
}
