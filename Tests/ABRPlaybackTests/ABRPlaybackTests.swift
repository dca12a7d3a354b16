import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// Always the same rendition.
struct ConstantRule: Rule {
  var rendition: Int
  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision { Decision(rendition) }
  mutating func downloaded(_ download: Download, level: Double) {}
}

/// A target that never changes.
struct ConstantTarget: ForwardTarget {
  var seconds: Double
  var interval: Double { .infinity }
  var maximum: Double { seconds }
  mutating func begin() -> Double { seconds }
  mutating func tick(position: Double, watched: Double) -> Double { seconds }
}

/// `count` segments of `duration` seconds at renditions of the given bitrates, every segment exactly its bitrate.
func constantVideo(bitrates: [Int], duration: Double, count: Int) throws -> Video {
  try Video(
    name: "constant", ladder: Ladder(bitrates.map { Rendition(bandwidth: $0) }), segmentDuration: duration,
    sizes: Array(repeating: bitrates.map { Int(Double($0) * duration / 8) }, count: count))
}

@Suite struct StaticTargetTests {
  @Test(
    "leaving at T wastes what the static target holds",
    arguments: [(3.0, 31.0), (8, 30), (20, 30), (40, 30), (60, 30), (100, 30)])
  func staticThirty(leaveAt: Double, expected: Double) throws {
    let video = try constantVideo(bitrates: [4_000_000], duration: 2, count: 300)
    let settings = PlayerSettings(
      buffer: BufferSettings(start: 0, resume: 0), network: NetworkSettings(setupRoundTrips: 0))
    let player = Player(
      video: video, rule: ConstantRule(rendition: 0), target: ConstantTarget(seconds: 30), settings: settings)
    var scratch = SessionScratch()
    var log = EventLog()
    let metrics = player.play(
      over: Link(instantaneousWithLatency: 0), viewer: Viewer(leavesAt: leaveAt), scratch: &scratch, observer: &log)
    #expect(metrics.unplayedMedia == expected)
    #expect(metrics.ledger[.unplayed] == Int(expected * 500_000))
    #expect(metrics.ledger[.played] == Int(leaveAt * 500_000))
    #expect(metrics.outcome == .left)
  }
}
