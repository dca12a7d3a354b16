/// What a rule sees when it decides about a request.
public struct RequestContext: Sendable {
  /// Index of the segment to be requested, from 0.
  public var segment: Int
  /// Segments that follow before the video ends, this one included.
  public var segmentsLeft: Int
  /// Duration of this segment in seconds.
  public var segmentDuration: Double
  /// Media seconds in the buffer ahead of the playhead.
  public var level: Double
  /// Largest level in seconds that the buffer settings in force allow, a segment just fetched included.
  public var maximumLevel: Double
  /// Whether the buffer is so full that nothing would be fetched right now, measured against the target in force.
  public var isFull: Bool
  /// Eligible rendition of the segment downloaded before; the nearest lower eligible one where limits have removed it.
  public var lastRendition: Int
  /// Whether media is playing (not in start-up, not stalled).
  public var isPlaying: Bool
  /// Playback rate; the buffer drains this many media seconds a second.
  public var rate: Double
  /// Seconds since the session began.
  public var time: Double

  /// Creates a context; the engine does, and tests of rules.
  @inlinable
  public init(
    segment: Int, segmentsLeft: Int, segmentDuration: Double, level: Double, maximumLevel: Double, isFull: Bool = false,
    lastRendition: Int, isPlaying: Bool = true, rate: Double = 1, time: Double = 0
  ) {
    self.segment = segment
    self.segmentsLeft = segmentsLeft
    self.segmentDuration = segmentDuration
    self.level = level
    self.maximumLevel = maximumLevel
    self.isFull = isFull
    self.lastRendition = lastRendition
    self.isPlaying = isPlaying
    self.rate = rate
    self.time = time
  }
}

/// The answer of a rule: which rendition, and how long to wait before the request.
public struct Decision: Sendable, Hashable {
  /// Eligible rendition to request.
  public var rendition: Int
  /// Seconds to wait before the request, at least 0.
  public var delay: Double

  /// Creates a decision.
  @inlinable
  public init(_ rendition: Int, after delay: Double = 0) {
    self.rendition = rendition
    self.delay = delay
  }
}
