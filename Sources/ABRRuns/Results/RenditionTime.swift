import ABRInput
import ABRMedia

/// How long a rendition was on the screen, over all sessions of a configuration that play its video.
package struct RenditionTime: Sendable, Hashable {
  /// Name of the video, or of the queue of videos that have the same ladder.
  package let video: String
  /// Ladder index, 0 the lowest.
  package let rendition: Int
  /// Declared bandwidth in bits per second.
  package let bandwidth: Int
  /// Width and height of the picture in pixels, such as `1280x720`; empty where the ladder does not say.
  package let resolution: String
  /// Media seconds shown.
  package let shown: Double

  /// The times of every rendition, video by video; none where videos of a queue have different ladders.
  ///
  /// - Parameters:
  ///   - sessions: those of the configuration.
  ///   - experiment: what was run.
  /// - Complexity: O(sessions × renditions).
  static func times(of sessions: [SessionResult], _ experiment: Experiment) -> [RenditionTime] {
    let videos = experiment.videos.map(\.video)
    guard let first = videos.first, !sessions.isEmpty,
      experiment.queue == nil || videos.allSatisfy({ $0.ladder == first.ladder })
    else { return [] }
    var times = videos.map { [Double](repeating: 0, count: $0.ladder.count) }
    for session in sessions {
      let video = experiment.queue == nil ? session.content / experiment.viewerCount : 0
      for (rendition, seconds) in session.metrics.shownTimes.enumerated() where rendition < times[video].count {
        times[video][rendition] += seconds
      }
    }
    return videos.prefix(experiment.queue == nil ? .max : 1).enumerated().flatMap { index, video in
      video.ladder.renditions.enumerated().map { place, rendition in
        RenditionTime(
          video: experiment.queue ?? video.name, rendition: place, bandwidth: rendition.bandwidth,
          resolution: rendition.width.flatMap { width in rendition.height.map { "\(width)x\($0)" } } ?? "",
          shown: times[index][place])
      }
    }
  }

  /// The object in documents.
  var json: JSONValue {
    [
      "video": .string(video), "rendition": .integer(rendition), "bandwidth_bps": .integer(bandwidth),
      "resolution": .string(resolution), "shown_s": .number(shown),
    ]
  }
}

extension RenditionTime {
  /// Reads the object.
  init(_ reader: inout JSONReader) throws(InputFault) {
    var (video, rendition, bandwidth, resolution, shown) = ("", 0, 1, "", 0.0)
    try reader.members(["video", "rendition", "bandwidth_bps", "resolution", "shown_s"]) {
      key, reader throws(InputFault) in
      switch key {
      case "video": video = try reader.string()
      case "rendition": rendition = try reader.integer(in: 0...63)
      case "bandwidth_bps": bandwidth = try reader.integer(in: 1...(1 << 53))
      case "resolution": resolution = try reader.string()
      default: shown = try reader.number(in: 0...RunRecord.Inputs.longest)
      }
    }
    self.init(video: video, rendition: rendition, bandwidth: bandwidth, resolution: resolution, shown: shown)
  }
}
