import ABRInput
import ABRMedia

/// Writes an MPD (ISO/IEC 23009-1) for a video: one period, one adaptation set of pictures, and one of sound where it
/// is fetched apart.
struct DASHWriter {
  private let video: Video
  private let audioBitrate: Double?
  private let frameRate: Double

  /// Writes for a video.
  init(_ video: Video, audioBitrate: Double?, frameRate: Double) {
    self.video = video
    self.audioBitrate = audioBitrate
    self.frameRate = frameRate
  }

  /// The MPD. Bandwidths are those of the pictures: a ladder's have the sound in them.
  var text: String {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\" "
        + "mediaPresentationDuration=\"\(period(video.duration))\" "
        + "minBufferTime=\"\(period(video.longestSegmentDuration))\" profiles=\"urn:mpeg:dash:profile:isoff-live:2011\">",
      "<Period id=\"0\" start=\"PT0S\">",
      "<AdaptationSet id=\"0\" contentType=\"video\" mimeType=\"video/mp4\" segmentAlignment=\"true\" "
        + "startWithSAP=\"1\" frameRate=\"\(Int(frameRate.rounded()))\">",
      segments(folder: "v$RepresentationID$"),
    ]
    for rendition in video.ladder.listedOrder {
      let values = video.ladder[rendition]
      let size = values.width.flatMap { width in values.height.map { " width=\"\(width)\" height=\"\($0)\"" } } ?? ""
      lines.append(
        "<Representation id=\"\(rendition)\" codecs=\"\(values.videoCodec)\" "
          + "bandwidth=\"\(bandwidth(of: rendition))\"\(size)/>")
    }
    lines.append("</AdaptationSet>")
    if let audioBitrate {
      lines += [
        "<AdaptationSet id=\"1\" contentType=\"audio\" mimeType=\"audio/mp4\" lang=\"en\" segmentAlignment=\"true\" "
          + "startWithSAP=\"1\">",
        segments(folder: "audio"),
        "<Representation id=\"audio\" codecs=\"mp4a.40.2\" bandwidth=\"\(Int(audioBitrate.rounded()))\" "
          + "audioSamplingRate=\"44100\"><AudioChannelConfiguration "
          + "schemeIdUri=\"urn:mpeg:dash:23003:3:audio_channel_configuration:2011\" value=\"2\"/></Representation>",
        "</AdaptationSet>",
      ]
    }
    return lines.joined(separator: "\n") + "\n</Period>\n</MPD>\n"
  }

  /// Bits per second of a rendition's pictures.
  func bandwidth(of rendition: Int) -> Int {
    let declared = video.ladder[rendition].bandwidth
    return video.stream?.packaging == .dash ? declared : max(1, declared - Int((audioBitrate ?? 0).rounded()))
  }

  /// Segments of one duration by number, others by a timeline.
  private func segments(folder: String) -> String {
    let units = (0...video.segmentCount).map { FragmentedMP4.units(video.starts[$0]) }
    let durations = zip(units.dropFirst(), units).map { $0 - $1 }
    let timescale = Int(FragmentedMP4.timescale)
    let addresses =
      "timescale=\"\(timescale)\" initialization=\"\(folder)/init.mp4\" media=\"\(folder)/$Number$.m4s\" "
      + "startNumber=\"0\""
    if durations.dropLast().allSatisfy({ $0 == durations[0] }), durations.last.map({ $0 <= durations[0] }) ?? false {
      return "<SegmentTemplate \(addresses) duration=\"\(durations[0])\"/>"
    }
    let timeline = durations.map { "<S d=\"\($0)\"/>" }.joined()
    return "<SegmentTemplate \(addresses)><SegmentTimeline>\(timeline)</SegmentTimeline></SegmentTemplate>"
  }

  private func period(_ seconds: Double) -> String { "PT\(DecimalPrinter.significant(seconds, digits: 12))S" }
}
