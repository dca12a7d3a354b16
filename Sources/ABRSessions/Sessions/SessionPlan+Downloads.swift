import ABRMedia
import ABRPlayback

/// Items that are downloaded for watching later, beside playback.
extension SessionPlan {
  /// A download of all segments of an item in one rendition. Nothing of it is played in this session.
  package struct Download: Sendable, Hashable {
    /// Seconds since the session began.
    package var start: Double
    /// Index of the item.
    package var item: Int
    /// Bits per second that the rendition has at least; `nil` for the highest one.
    package var minimumBitrate: Int?
    /// Whether it may run only while the preload gate is open.
    package var isGated = false

    /// Bytes of the segments of a video in the rendition that is downloaded.
    /// - Complexity: O(*segments*).
    func bytes(of video: Video) -> Int {
      let rendition = Self.rendition(of: video, atLeast: minimumBitrate)
      return (0..<video.segmentCount).reduce(0) { $0 + video.size(segment: $1, rendition: rendition) }
    }

    /// Ladder index of the lowest bandwidth that is not under a bitrate, or the highest one (AVFoundation,
    /// `AVAssetDownloadTaskMinimumRequiredMediaBitrateKey`).
    static func rendition(of video: Video, atLeast bitrate: Int?) -> Int {
      let renditions = video.ladder.renditions
      return bitrate.flatMap { least in renditions.firstIndex { $0.bandwidth >= least } } ?? renditions.count - 1
    }
  }
}
