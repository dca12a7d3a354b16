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
  /// Whether a clip of an ad break, a bumper, or the return of content after them.
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

  /// A visit of which nothing has been played.
  package init(visit: Int, item: Int, began: Double) {
    self.visit = visit
    self.item = item
    self.began = began
  }
}
