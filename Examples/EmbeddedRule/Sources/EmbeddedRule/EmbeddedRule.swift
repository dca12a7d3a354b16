import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// Plays a rule of one's own and BBA-0 over the same link.
@main
enum EmbeddedRule {
  static func main() throws {
    let video = try makeVideo()
    // Round trips take 50 ms, and the trace starts again when it has ended.
    let link = Link(try makeTrace(), defaultLatency: 0.05)
    print("rule           startup s  rebuffer ratio  bitrate Mbit/s  waste ratio")
    show("cautious-rate", try play(CautiousRate(), video: video, link: link))
    show("bba-0", try play(BBA0(), video: video, link: link))
  }

  /// Ten minutes in segments of 4 s, whose sizes rise and fall by a fifth around the bitrate.
  static func makeVideo() throws -> Video {
    let ladder = try Ladder([400_000, 1_000_000, 2_500_000, 5_000_000].map { Rendition(bandwidth: $0) })
    let sizes = (0..<150).map { segment in
      ladder.renditions.map { $0.bandwidth * 4 / 8 * (80 + segment * 7 % 41) / 100 }
    }
    return try Video(name: "example", ladder: ladder, segmentDuration: 4, sizes: sizes)
  }

  /// A link that is good, poor, gone and fair in turn.
  static func makeTrace() throws -> BandwidthTrace {
    try BandwidthTrace(
      name: "example",
      rows: [
        BandwidthTrace.Row(duration: 60, bandwidth: 6_000_000),
        BandwidthTrace.Row(duration: 45, bandwidth: 900_000),
        BandwidthTrace.Row(duration: 20, bandwidth: 0),
        BandwidthTrace.Row(duration: 55, bandwidth: 3_000_000),
      ])
  }

  /// Plays one session: 30 s are held ahead of the playhead, and the viewer leaves after five minutes of media.
  static func play(_ rule: some Rule, video: Video, link: Link) throws -> SessionMetrics {
    let settings = PlayerSettings(buffer: BufferSettings(start: 0.5, resume: 3))
    let player = VideoPlayer(video: video, rule: rule, target: try StaticTarget(seconds: 30), settings: settings)
    var scratch = SessionScratch()
    var log = NoLog()
    return player.play(
      over: link, viewer: Viewer(leavesAfterWatching: 300), scratch: &scratch, observer: &log)
  }

  static func show(_ name: String, _ metrics: SessionMetrics) {
    let columns = [metrics.startupTime, metrics.rebufferRatio, metrics.meanBitrate / 1e6, metrics.wasteRatio]
    let texts = zip(columns, [10, 16, 16, 13]).map { value, width in
      let text = rounded(value)
      return String(repeating: " ", count: width - text.count) + text
    }
    print(name + String(repeating: " ", count: 14 - name.count) + texts.joined())
  }

  /// Three decimals.
  static func rounded(_ value: Double) -> String {
    let thousandths = String(Int((value * 1000).rounded()))
    let padded = String(repeating: "0", count: max(0, 4 - thousandths.count)) + thousandths
    return "\(padded.dropLast(3)).\(padded.suffix(3))"
  }
}
