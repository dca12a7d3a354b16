import ABRPlayback

/// One session from the play request to its end, as pictures show it: what the network carried, what was chosen, how
/// full the buffer was, when the viewer waited, and which bytes were for nothing.
package struct SessionTimeline: Sendable, Hashable {
  /// Which session of a configuration it is.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    /// The one with the longest stalled time; among equals the one with the longest startup.
    case worst
    /// The one in the middle of the same order.
    case median
    /// The first of the same order: nothing stalls less, and of those nothing starts sooner.
    case best
  }

  /// A stretch of time in which the viewer waited.
  package struct Wait: Sendable, Hashable {
    /// Why.
    package var cause: SessionEvent.WaitCause
    /// Seconds since the play request.
    package var from: Double
    /// Seconds since the play request.
    package var to: Double
  }

  /// The transfer of a segment.
  package struct Transfer: Sendable, Hashable {
    /// Seconds since the play request at which it was requested.
    package var from: Double
    /// Seconds since the play request at which it arrived or was given up.
    package var to: Double
    /// Index of the item; 0 where the session is one video.
    package var item: Int
    /// Index of the segment.
    package var segment: Int
    /// Declared bandwidth of its rendition in bits per second.
    package var bitrate: Int
    /// Bytes that arrived.
    package var bytes: Int
  }

  /// An item that came up.
  package struct Arrival: Sendable, Hashable {
    /// Seconds since the play request.
    package var time: Double
    /// Index of the item.
    package var item: Int
  }

  /// Which session of its configuration it is.
  package var role: Role
  /// Index of the trace in the run.
  package var trace: Int
  /// Index of the video or queue in the run.
  package var content: Int
  /// Seconds from the play request to the end.
  package var wall: Double
  /// What the link could carry in bits per second; a value holds until the next one.
  package var capacity = TimelineSeries()
  /// Declared bandwidth of what was last requested, in bits per second; a value holds until the next one.
  package var bitrate = TimelineSeries()
  /// Media seconds ahead of the playhead, linear between points.
  package var level = TimelineSeries()
  /// Media seconds up to which the buffer is filled; a value holds until the next one.
  package var target = TimelineSeries()
  /// When the viewer waited, in order.
  package var waits: [Wait] = []
  /// Transfers of which nothing was ever shown, in order of their ends.
  package var wasted: [Transfer] = []
  /// Transfers for items that were not on the screen, in order of their ends.
  package var preloads: [Transfer] = []
  /// Items that came up, in order; empty where the session is one video.
  package var arrivals: [Arrival] = []
}
