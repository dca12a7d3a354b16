import ABRMedia

/// One video of a session and what was fetched and played of it, as a policy of the MM'22 simulator sees it.
public struct MM22Item: Sendable {
  /// The video.
  public let video: Video
  /// Share of viewers by second watched, where the policy asks for it.
  public let retention: RetentionCurve?
  /// Rendition of each chunk requested so far.
  public private(set) var renditions: [Int] = []
  /// Bytes of those chunks.
  public private(set) var requestedBytes = 0
  /// Milliseconds played.
  public internal(set) var position = 0.0
  /// Milliseconds after which the viewer leaves the video: what no policy may see.
  let watchTime: Double

  init(video: Video, retention: RetentionCurve?, watchTime: Int) {
    self.video = video
    self.retention = retention
    self.watchTime = Double(watchTime)
  }

  /// Chunks requested; when a policy decides, all of a video that may be fetched have arrived.
  public var chunkCount: Int { renditions.count }

  /// Chunks that are not fetched yet.
  public var remainingCount: Int { video.segmentCount - chunkCount }

  /// Milliseconds of media ahead of the playhead.
  public var buffer: Double { Double(chunkCount) * MM22Model.chunkDuration - position }

  /// Bytes of a chunk that is not fetched yet, `ahead` places behind the next one.
  public func size(ahead: Int, rendition: Int) -> Int {
    video.size(segment: chunkCount + ahead, rendition: rendition)
  }

  /// Bytes of chunks requested of which the viewer watches nothing.
  var unwatchedBytes: Int {
    let watched = Int((watchTime / MM22Model.chunkDuration).rounded(.up))
    return renditions.indices.dropFirst(watched).reduce(0) { $0 + video.size(segment: $1, rendition: renditions[$1]) }
  }

  /// Requests the next chunk.
  mutating func request(_ rendition: Int) {
    requestedBytes += size(ahead: 0, rendition: rendition)
    renditions.append(rendition)
  }
}
