import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@Suite struct StaticTargetTests {
  @Test(
    "leaving at T wastes what the static target holds",
    arguments: [(3.0, 31.0), (8, 30), (20, 30), (40, 30), (60, 30), (100, 30)])
  func staticThirty(leaveAt: Double, expected: Double) throws {
    let video = try constantVideo(bitrates: [4_000_000], duration: 2, count: 300)
    let settings = PlayerSettings(
      buffer: BufferSettings(start: 0, resume: 0), network: NetworkSettings(setupRoundTrips: 0))
    let player = VideoPlayer(
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
