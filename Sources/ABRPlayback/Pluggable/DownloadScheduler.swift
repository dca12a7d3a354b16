/// What a session downloads next, of all its items, in place of rules and preloading.
///
/// The session asks when it begins, and from then on whenever nothing is on its way and no wait lasts. A download goes
/// on when another item comes on the screen; only a seek out of the buffer, another source and faults stop it. What
/// is fetched of an item is held until it is left. Playlists, initialisation data and live edges are not looked at.
public protocol DownloadScheduler: AnyObject {
  /// Chooses what comes next; `nil` for nothing, until something happens to the session.
  func next(_ context: ScheduleContext) -> ScheduledAction?
}

/// What a scheduler does next.
public enum ScheduledAction: Sendable, Hashable {
  /// Download a segment that is not there yet of an item, by its index in the queue, at a rendition of its ladder.
  case fetch(item: Int, segment: Int, rendition: Int)
  /// Request nothing for so many seconds, more than 0.
  case wait(seconds: Double)
}

/// What a scheduler is told of the session. What was fetched it knows itself.
public struct ScheduleContext: Sendable, Hashable {
  /// Seconds since the session began.
  public var time: Double
  /// Place in the queue of the visit on the screen.
  public var visit: Int
  /// When it came up.
  public var began: Double
  /// Playhead in media seconds.
  public var position: Double
  /// Seconds in which media of any item was shown.
  public var playingTime: Double
}
