import ABRInput
import ABRMedia

/// Writes playlists (RFC 8216) for a video.
struct HLSWriter {
  private let video: Video
  private let audioBitrate: Double?

  /// Writes for a video, with a rendition of audio where it is fetched apart.
  init(_ video: Video, audioBitrate: Double?) {
    self.video = video
    self.audioBitrate = audioBitrate
  }

  /// The multivariant playlist; renditions in the order in which the video's source lists them.
  var multivariant: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7"]
    if audioBitrate != nil {
      lines.append(
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\",DEFAULT=YES,AUTOSELECT=YES,URI=\"audio/playlist.m3u8\"")
    }
    for rendition in video.ladder.listedOrder {
      let values = video.ladder[rendition]
      var attributes = ["BANDWIDTH=\(values.bandwidth)"]
      if let average = values.averageBandwidth { attributes.append("AVERAGE-BANDWIDTH=\(average)") }
      if let width = values.width, let height = values.height { attributes.append("RESOLUTION=\(width)x\(height)") }
      let audio = audioBitrate == nil ? "" : ",mp4a.40.2"
      attributes.append("CODECS=\"\(values.videoCodec)\(audio)\"")
      if audioBitrate != nil { attributes.append("AUDIO=\"a\"") }
      lines += ["#EXT-X-STREAM-INF:" + attributes.joined(separator: ","), "v\(rendition)/playlist.m3u8"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The media playlist of any track: it names its segments from its own folder.
  var playlist: String {
    let target = Int(video.longestSegmentDuration.rounded(.up))
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(target)", "#EXT-X-PLAYLIST-TYPE:VOD",
      "#EXT-X-MAP:URI=\"init.mp4\"",
    ]
    for segment in 0..<video.segmentCount {
      lines += ["#EXTINF:\(DecimalPrinter.significant(video.segmentDuration(segment), digits: 12)),", "\(segment).m4s"]
    }
    return lines.joined(separator: "\n") + "\n#EXT-X-ENDLIST\n"
  }
}

extension Ladder {
  /// Indices in the order of the source.
  var listedOrder: [Int] { renditions.indices.sorted { sourceOrder[$0] < sourceOrder[$1] } }
}

extension Rendition {
  /// The codec of the pictures, H.264 Constrained Baseline where none is declared.
  var videoCodec: String {
    let declared = codecs?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
    return declared.first { !["mp4a", "opus", "flac", "ac-3", "ec-3"].contains($0.prefix(4).lowercased()) }
      ?? "avc1.42C01E"
  }
}
