import ABRMedia
import ABRNetwork
import ABRPlayback

@testable import ABRPolicies

/// Puts a rule on the bench: a ladder of given bitrates in kbit/s, and downloads and contexts without a session around
/// them.
struct RuleBench<R: Rule> {
  var rule: R
  let setup: RuleSetup
  let segmentDuration: Double

  init(_ rule: R, kbps: [Int], segmentDuration: Double = 4, segments: Int = 1000) throws {
    let video = try benchVideo(kbps: kbps, segmentDuration: segmentDuration, segments: segments)
    setup = RuleSetup(video: video, eligible: EligibleSet(all: video.ladder))
    self.segmentDuration = segmentDuration
    self.rule = rule
    self.rule.prepare(for: setup)
  }

  /// Tells the rule of a download at a throughput.
  mutating func download(
    kbps: Double, seconds: Double = 1, latency: Double = 0, rendition: Int = 0, level: Double = 4,
    segment: Int = 0, isFirst: Bool = false
  ) {
    rule.downloaded(
      Download(
        segment: segment, rendition: rendition, segmentDuration: segmentDuration, bytes: kbps * 125 * seconds,
        transferTime: seconds, latency: latency, isFirst: isFirst),
      level: level)
  }

  /// Asks the rule.
  mutating func decide(
    level: Double, maximumLevel: Double = 30, segment: Int = 500, last: Int = 0, isPlaying: Bool = true,
    rate: Double = 1
  ) -> Decision {
    rule.decide(
      RequestContext(
        segment: segment, segmentsLeft: setup.segmentCount - segment, segmentDuration: segmentDuration, level: level,
        maximumLevel: maximumLevel, lastRendition: last, isPlaying: isPlaying, rate: rate))
  }

  /// Asks the rule about a running download of a rendition, of exactly its bitrate.
  mutating func shouldAbandon(
    rendition: Int, received: Double, elapsed: Double, latency: Double = 0, level: Double
  ) -> Int? {
    let size = setup.bandwidths[rendition] * segmentDuration / 8
    return rule.shouldAbandon(
      DownloadProgress(
        segment: 1, rendition: rendition, segmentDuration: segmentDuration, size: size, received: received * size,
        elapsed: elapsed, latency: latency, level: level))
  }
}

/// A video whose segments have exactly the bitrates of its ladder.
func benchVideo(kbps: [Int], segmentDuration: Double, segments: Int) throws -> Video {
  // Renditions of one bitrate must differ in something.
  let renditions = kbps.enumerated().map {
    Rendition(bandwidth: $1 * 1000, width: 16 * ($0 + 1), height: 9 * ($0 + 1))
  }
  let sizes = kbps.map { Int(Double($0) * 125 * segmentDuration) }
  return try Video(
    name: "bench", ladder: Ladder(renditions), segmentDuration: segmentDuration,
    sizes: Array(repeating: sizes, count: segments))
}
