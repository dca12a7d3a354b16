import ABRMedia

/// One video of a session and what was fetched and played of it, as a policy of the MM'22 simulator sees it.
public struct MM22Item: Sendable {
  /// The video.
  public let video: Video
  /// Share of viewers by second watched, where the policy asks for it.
  public let retention: RetentionCurve?
  /// Rendition of each chunk requested so far, the one in flight included.
  public private(set) var renditions: [Int] = []
  /// Bytes of those chunks.
  public private(set) var requestedBytes = 0
  /// Chunks that arrived before the video was left.
  public private(set) var chunkCount = 0
  /// Milliseconds of media ahead of the playhead.
  public private(set) var buffer = 0.0
  /// Milliseconds played.
  public private(set) var position = 0.0
  /// Milliseconds after which the viewer leaves the video: what no policy may see.
  let watchTime: Double

  init(video: Video, retention: RetentionCurve?, watchTime: Int) {
    self.video = video
    self.retention = retention
    self.watchTime = Double(watchTime)
  }

  /// Chunks that are not fetched yet.
  public var remainingCount: Int { video.segmentCount - chunkCount }

  /// Bytes of a chunk that is not fetched yet, `ahead` places behind the next one.
  public func size(ahead: Int, rendition: Int) -> Int {
    video.size(segment: chunkCount + ahead, rendition: rendition)
  }

  /// Chunks of which the viewer watches something.
  var watchedCount: Int { Int((watchTime / MM22Model.chunkDuration).rounded(.up)) }

  /// Bytes of chunks requested of which the viewer watches nothing.
  var unwatchedBytes: Int {
    renditions.indices.dropFirst(watchedCount).reduce(0) { $0 + video.size(segment: $1, rendition: renditions[$1]) }
  }

  /// Requests the next chunk and gives its bytes.
  mutating func request(_ rendition: Int) -> Int {
    let bytes = size(ahead: 0, rendition: rendition)
    renditions.append(rendition)
    requestedBytes += bytes
    return bytes
  }

  /// The chunk in flight arrives.
  mutating func deliver() {
    chunkCount += 1
    buffer += MM22Model.chunkDuration
  }

  /// Plays for at most so many milliseconds and no longer than the viewer stays.
  ///
  /// - Returns: milliseconds shown, and whether the media ran out before the time or the viewer's patience did.
  mutating func play(for time: Double) -> (shown: Double, isStalled: Bool) {
    let wanted = min(time, watchTime - position)
    let shown = min(buffer, wanted)
    let isStalled = buffer < wanted
    buffer -= shown
    position += shown
    return (shown, isStalled)
  }

  /// Whether the viewer has left.
  var isLeft: Bool { position >= watchTime }
}
