/// How much of an item was buffered when it came up.
public enum PreloadHit: String, Sendable, Hashable, CaseIterable {
  /// The first segment was there as a whole.
  case hit
  /// A part of the first segment was there, or on its way.
  case partial
  /// Nothing that could be used was there.
  case miss
}

/// What one visit to an item cost and brought.
public struct VisitMetrics: Sendable, Hashable {
  /// Place in the queue.
  public var visit: Int
  /// Index of the item.
  public var item: Int
  /// Whether a clip of an ad break or a bumper.
  public var isClip = false
  /// Seconds since the session began at which the item came up.
  public var began: Double
  /// From coming up to the first frame, pauses apart; to the end of the visit when no frame was shown.
  public var startupTime = 0.0
  /// Whether a frame was shown.
  public var started = false
  /// How much of it was buffered.
  public var hit = PreloadHit.miss
  /// Media seconds shown.
  public var playedMedia = 0.0
  /// Stalled seconds.
  public var stalledTime = 0.0
}

/// What a session of several items cost and brought, beside what every session has.
public struct QueueMetrics: Sendable, Hashable {
  /// Metrics that every session has. `startupTime` is that of the first visit.
  public var session = SessionMetrics()
  /// One entry a visit that took place, in order.
  public var visits: [VisitMetrics] = []
  /// Seconds of startup of all visits.
  public var startupTotal = 0.0
  /// Seconds of waiting after seeks.
  public var seekTime = 0.0
  /// Seeks that left the buffer.
  public var seekCount = 0
  /// Seconds during which the viewer had paused, or had not pressed play.
  public var pausedTime = 0.0
  /// Seconds during which the gate was open.
  public var gateOpenTime = 0.0
  /// Retries that the player counted.
  public var retryCount = 0
  /// Seconds since the session began at which the player gave the network up; infinite when it did not.
  public var errorTime = Double.infinity
  /// How often the app resumed a session that failed to play to its end.
  public var resumeCount = 0
  /// Requests that were answered with an error.
  public var refusedCount = 0
  /// Licences that came.
  public var licenceCount = 0
  /// Media seconds dropped to keep up with a live edge.
  public var droppedMedia = 0.0
  /// Seconds played at the catch-up rate.
  public var catchUpTime = 0.0
  /// ∫ delay behind the live edge over playing seconds, in s².
  public var delayIntegral = 0.0
  /// Playing seconds of live items.
  public var livePlayingTime = 0.0
  /// Bytes that came over the link, counted where flows end and apart from the ledger, which says where they went.
  public var bytesReceived = 0
  /// Segments preloaded as a whole.
  public var segmentsPreloaded = 0
  /// Bytes of whole segments fetched for the item on the screen, and the seconds from their first byte to their last
  /// one: what a callback of the current download speed reports (ApsaraVideo).
  public var measuredBytes = 0
  /// See ``measuredBytes``.
  public var measuredTime = 0.0

  /// Metrics of a session that has not begun.
  public init() {}

  /// Delay behind the live edge averaged over playing time; 0 where nothing live was shown.
  public var meanDelay: Double { livePlayingTime > 0 ? delayIntegral / livePlayingTime : 0 }

  /// Stalled, seek and startup waits over all waits and playing time: the ratio of BufferEmpty and LikelyToKeepUp
  /// events.
  public var waitRatio: Double {
    let waits = session.stalledTime + seekTime + startupTotal
    let denominator = waits + session.playingTime
    return denominator > 0 ? waits / denominator : 0
  }

  /// Visits to content after the first one: those that could have been preloaded.
  public var followingVisits: Int { visits.dropFirst().reduce(0) { $0 + ($1.isClip ? 0 : 1) } }

  /// Visits among ``followingVisits`` with the given readiness.
  public func count(of hit: PreloadHit) -> Int {
    visits.dropFirst().reduce(0) { $0 + (!$1.isClip && $1.hit == hit ? 1 : 0) }
  }
}
