/// One session from the play request to its end, as pictures show it: what the network carried, what was chosen, how full the
/// buffer was, when the viewer waited, and which bytes were for nothing.
public struct SessionTimeline: Sendable, Hashable {
  /// Which session of a combination it is.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// The one with the longest stalled time; among equals the one with the longest startup.
    case worst
    /// The one in the middle of the same order.
    case median
  }

  /// Why a viewer waited.
  public enum WaitCause: String, Sendable, Hashable, CaseIterable {
    /// For the first frame of an item.
    case startup
    /// For media in the middle of playback.
    case stall
    /// For media at the place to which the viewer had moved.
    case seek
  }

  /// A stretch of time in which the viewer waited.
  public struct Wait: Sendable, Hashable {
    /// Why.
    public var cause: WaitCause
    /// Seconds since the play request.
    public var from: Double
    /// Seconds since the play request.
    public var to: Double
  }

  /// The transfer of a segment.
  public struct Transfer: Sendable, Hashable {
    /// Seconds since the play request at which it was requested.
    public var from: Double
    /// Seconds since the play request at which it arrived or was given up.
    public var to: Double
    /// Index of the item; 0 where the session is one video.
    public var item: Int
    /// Index of the segment.
    public var segment: Int
    /// Declared bandwidth of its rendition in bits per second.
    public var bitrate: Int
    /// Bytes that arrived.
    public var bytes: Int
  }

  /// An item that came up.
  public struct Arrival: Sendable, Hashable {
    /// Seconds since the play request.
    public var time: Double
    /// Index of the item.
    public var item: Int
  }

  /// Which session of its combination it is.
  public var role: Role
  /// Index of the trace in the run.
  public var trace: Int
  /// Index of the video or queue in the run.
  public var programme: Int
  /// Seconds from the play request to the end.
  public var wall: Double
  /// What the link could carry in bits per second; a value holds until the next one.
  public var capacity = TimelineSeries()
  /// Declared bandwidth of what was last requested, in bits per second; a value holds until the next one.
  public var bitrate = TimelineSeries()
  /// Media seconds ahead of the playhead, linear between points.
  public var level = TimelineSeries()
  /// Media seconds up to which the buffer is filled; a value holds until the next one.
  public var target = TimelineSeries()
  /// When the viewer waited, in order.
  public var waits: [Wait] = []
  /// Transfers of which nothing was ever shown, in order of their ends.
  public var wasted: [Transfer] = []
  /// Transfers for items that were not on the screen, in order of their ends.
  public var preloads: [Transfer] = []
  /// Items that came up, in order; empty where the session is one video.
  public var arrivals: [Arrival] = []
}
