/// Memory that sessions played one after the other on one thread share, so that a session allocates nothing.
public struct SessionScratch: Sendable {
  /// A part of a segment that was shown before its buffer was flushed and the segment fetched again.
  @usableFromInline
  struct ShownPart: Sendable {
    @usableFromInline var segment: Int
    @usableFromInline var rendition: Int
    @usableFromInline var from: Double
    @usableFromInline var to: Double

    @inlinable
    init(segment: Int, rendition: Int, from: Double, to: Double) {
      self.segment = segment
      self.rendition = rendition
      self.from = from
      self.to = to
    }
  }

  /// Ladder index in which each segment was last fetched.
  @usableFromInline var renditions: [UInt8] = []
  /// Parts shown of copies that were flushed, in order of media time.
  @usableFromInline var shownParts: [ShownPart] = []

  /// Whether sessions keep a trail, which costs a little time.
  public var keepsTrail = false
  /// That of the last session.
  public internal(set) var trail = TargetTrail()
  /// What was asked of the ceiling since the last evaluation of the forward target.
  @usableFromInline var ceilingUse = CeilingUse()
  /// Whether the session waits for room, so that the ceiling matters only once the level is down to it.
  @usableFromInline var isWaitingForRoom = false

  /// Empty scratch; it grows with the first session.
  @inlinable public init() {}

  @inlinable
  mutating func clear(segments: Int) {
    if renditions.count < segments {
      renditions.append(contentsOf: repeatElement(0, count: segments - renditions.count))
    }
    shownParts.removeAll(keepingCapacity: true)
    if keepsTrail { beginTrail() }
  }

  @usableFromInline
  mutating func beginTrail() {
    trail.clear()
    trail.begin()
    ceilingUse = CeilingUse()
    isWaitingForRoom = false
  }

  /// The target is evaluated again.
  ///
  /// - Parameters:
  ///   - ceiling: what it has been.
  ///   - level: ``BufferSettings/refill`` included.
  @usableFromInline
  mutating func tickTrail(position: Double, ceiling: Double, level: Double) {
    closeTrail(ceiling: ceiling, level: level)
    trail.tick(position: position, watched: position)
  }

  /// What a decision that was made after an evaluation of the target makes of the ceiling.
  @usableFromInline
  mutating func noteDecision(
    after stretch: Int, _ ceiling: Double, within ceilings: ClosedRange<Double>, less surplus: Double
  ) {
    if stretch == trail.lastStretch {
      ceilingUse.need(ceiling, within: ceilings, less: surplus)
    } else {
      trail.need(after: stretch, ceiling, within: ceilings, less: surplus)
    }
  }

  /// Index of the last evaluation of the target.
  @usableFromInline
  var lastStretch: Int { trail.lastStretch }

  /// The session is over, or the target is evaluated again.
  @usableFromInline
  mutating func closeTrail(ceiling: Double, level: Double) {
    if isWaitingForRoom { ceilingUse.need(ceiling, within: -.infinity...level) }
    trail.close(ceilingUse)
    ceilingUse = CeilingUse()
  }
}
