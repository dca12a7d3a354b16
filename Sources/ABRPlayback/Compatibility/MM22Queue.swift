import ABRMedia

/// The videos that a viewer swipes through in one session of the MM'22 simulator, in order.
public struct MM22Queue: Sendable, Hashable {
  /// Name for results.
  public let name: String
  /// The videos, at least one: chunks of one second at three renditions.
  public let videos: [Video]
  /// One retention curve for each video; empty where no policy asks for them.
  public let retention: [RetentionCurve]

  /// Checks the videos.
  ///
  /// - Parameters:
  ///   - name: name for results.
  ///   - videos: the videos in order.
  ///   - retention: one curve for each video with a share for each of its seconds, or none at all.
  /// - Throws: `VideoError/invalid(field:found:allowed:)` naming the first video whose renditions or segments are not
  ///   those of the simulator.
  public init(name: String, videos: [Video], retention: [RetentionCurve] = []) throws(VideoError) {
    guard !videos.isEmpty else { throw .invalid(field: "videos", found: "none", allowed: "at least one") }
    for video in videos {
      guard video.ladder.count == MM22Model.renditionCount else {
        throw .invalid(
          field: "\(video.name) renditions", found: "\(video.ladder.count)",
          allowed: "\(MM22Model.renditionCount) under the model mm22")
      }
      for segment in 0..<video.segmentCount where video.segmentDuration(segment) * 1000 != MM22Model.chunkDuration {
        throw .invalid(
          field: "\(video.name) segment \(segment)", found: "\(video.segmentDuration(segment)) s",
          allowed: "1 s under the model mm22")
      }
    }
    precondition(
      retention.isEmpty
        || retention.count == videos.count && zip(retention, videos).allSatisfy { $0.shares.count >= $1.segmentCount },
      "a retention curve has a share for each second of its video")
    self.name = name
    self.videos = videos
    self.retention = retention
  }
}
