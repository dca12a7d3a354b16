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

  /// Empty scratch; it grows with the first session.
  @inlinable public init() {}

  @inlinable
  mutating func clear(segments: Int) {
    if renditions.count < segments {
      renditions.append(contentsOf: repeatElement(0, count: segments - renditions.count))
    }
    shownParts.removeAll(keepingCapacity: true)
  }
}
