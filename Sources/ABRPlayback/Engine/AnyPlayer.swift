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
  public let video: Video
  /// Options of the player.
  public let settings: PlayerSettings
  /// Whether sessions must be played in order, see ``Rule/inheritsState``.
  public let inheritsState: Bool
  /// Makes what a session asks about an item of this video.
  let makeDriver: @Sendable () -> ItemDriver

  /// Hides the types of a player.
  @inlinable
  public init<R: Rule, T: ForwardTarget>(_ player: VideoPlayer<R, T>) {
    self.init(player) {
      TypedDriver(of: player, rule: player.preparedRule) {
        path, rule, target, source, ladderIndices, link, renditions in
        path.run(&rule, &target, source: source, ladderIndices: ladderIndices, link: link, renditions: &renditions)
      }
    }
  }

  @usableFromInline
  init<R: Rule, T: ForwardTarget>(_ player: VideoPlayer<R, T>, makeDriver: @escaping @Sendable () -> ItemDriver) {
    video = player.video
    settings = player.settings
    inheritsState = player.preparedRule.inheritsState
    self.makeDriver = makeDriver
  }

  /// Plays one session.
  public func play(_ start: Start, viewer: Viewer = Viewer(), scratch: inout SessionScratch) -> SessionMetrics {
    var log = NoLog()
    return makeDriver().playSingle(start, viewer: viewer, scratch: &scratch, observer: &log)
  }

  /// Plays one session and keeps its events.
  public func play(
    _ start: Start, viewer: Viewer = Viewer(), scratch: inout SessionScratch, log: inout EventLog
  ) -> SessionMetrics {
    makeDriver().playSingle(start, viewer: viewer, scratch: &scratch, observer: &log)
  }

  /// Plays sessions one after the other, each rule taking over from the one before (``Rule/inherit(from:)``).
  ///
  /// - Parameters:
  ///   - count: how many sessions there are.
  ///   - viewer: who watches each of them.
  ///   - start: where the session of an index starts; asked when it is its turn.
  ///   - body: receives index, metrics and events of each session, in order.
  /// - Throws: what `start` throws, and plays no more.
  public func playInSequence<Failure: Error>(
    _ count: Int, viewer: Viewer = Viewer(), start: (Int) throws(Failure) -> Start,
    body: (Int, SessionMetrics, EventLog) -> Void
  ) throws(Failure) {
    var scratch = SessionScratch()
    var previous: ItemDriver?
    for index in 0..<count {
      let start = try start(index)
      let driver = makeDriver()
      if let previous { driver.inherit(from: previous) }
      var log = EventLog()
      let metrics = driver.playSingle(start, viewer: viewer, scratch: &scratch, observer: &log)
      previous = driver
      body(index, metrics, log)
    }
  }
}
