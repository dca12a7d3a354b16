import ABRMedia

/// What a rule is told before a session, and again when the eligible renditions change.
public struct RuleSetup: Sendable {
  /// Bandwidth of each eligible rendition that the rule chooses by, in bits per second, ascending: as declared, or the
  /// average (`Ladder.ratings`).
  public let bandwidths: [Double]
  /// Ladder index of each eligible rendition.
  public let ladderIndices: [Int]
  /// The video, for rules that look at sizes of coming segments.
  public let video: Video
  /// Duration in seconds of a typical segment: the longest one of the video.
  public let segmentDuration: Double
  /// Segments that the session plays, counted from the start of the video; the video may have more.
  public let segmentCount: Int
  /// Bits per second of audio that is fetched apart and counted in the sizes of segments; 0 for none.
  public let audioBitrate: Double

  /// Describes the eligible renditions of a video.
  public init(video: Video, eligible: EligibleSet, segmentLimit: Int = .max, audioBitrate: Double = 0) {
    self.audioBitrate = audioBitrate
    let indices = eligible.indices
    ladderIndices = indices
    let ratings = video.ladder.ratings
    bandwidths = indices.map { ratings[$0] }
    self.video = video
    segmentDuration = video.longestSegmentDuration
    segmentCount = min(video.segmentCount, segmentLimit)
  }

  /// Number of eligible renditions, at least one.
  @inlinable public var count: Int { bandwidths.count }

  /// Size in bytes of a segment at an eligible rendition.
  @inlinable public func size(segment: Int, rendition: Int) -> Int {
    video.size(segment: segment, rendition: ladderIndices[rendition])
  }
}
