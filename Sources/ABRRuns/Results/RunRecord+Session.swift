import ABRPlayback

extension RunRecord {
  /// One session: where it was played and how it ended. Its metrics are columns of the ``ConfigurationRecord``.
  package struct Session: Sendable, Hashable {
    /// Index of the trace.
    package var trace: Int
    /// Index of the video or queue in ``RunRecord/contents``.
    package var content: Int
    /// How it ended.
    package var outcome: SessionOutcome
    /// The items that came up, in order; empty where the session is one video.
    package var visits: [Visit]
    /// A peer's own quantities, which documents have and reading them leaves out.
    package var peer: PeerAccount?

    /// Describes a session.
    package init(trace: Int, content: Int, outcome: SessionOutcome, visits: [Visit] = [], peer: PeerAccount? = nil) {
      self.trace = trace
      self.content = content
      self.outcome = outcome
      self.visits = visits
      self.peer = peer
    }
  }

  /// One visit to an item of a queue.
  package struct Visit: Sendable, Hashable {
    /// Index of the item.
    package var item: Int
    /// Place in the queue.
    package var visit: Int
    /// Whether it counts as an item: clips of a break, and content that comes back after them, do not.
    package var isCounted: Bool
    /// Seconds since the session began at which it came up.
    package var began: Double
    /// Whether a frame was shown.
    package var started: Bool
    /// Coming up to the first frame in seconds; `nil` when none was shown.
    package var startup: Double?
    /// How much lay ready; `nil` for what came up first and what is not counted.
    package var preload: PreloadHit?
    /// Media seconds shown.
    package var played: Double
    /// Stalled seconds.
    package var rebuffer: Double

    /// Describes a visit.
    package init(
      item: Int, visit: Int, isCounted: Bool, began: Double, started: Bool, startup: Double?, preload: PreloadHit?,
      played: Double, rebuffer: Double
    ) {
      self.item = item
      self.visit = visit
      self.isCounted = isCounted
      self.began = began
      self.started = started
      self.startup = startup
      self.preload = preload
      self.played = played
      self.rebuffer = rebuffer
    }
  }
}
