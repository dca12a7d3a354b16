import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

@Suite("Clips and the rate of playback")
struct ClipRateTests {
  @Test("ads and bumpers play at their own rate, content at the viewer's", arguments: [0.5, 1, 2])
  func clips(rate: Double) throws {
    let player = AnyPlayer(
      VideoPlayer(
        video: try constantVideo(bitrates: [1_000_000], duration: 2, count: 10), rule: ConstantRule(rendition: 0),
        target: HiddenTarget(ConstantTarget(seconds: 30)), settings: PlayerSettings(rate: rate)))
    let items = [QueueItem("bumper"), QueueItem("ad"), QueueItem("content")]
    let visits = [
      Visit(item: 0, role: .bumper), Visit(item: 2, until: 12, keepsBuffer: true),
      Visit(item: 1, role: .ad(skippableAfter: .infinity)), Visit(item: 2),
    ]
    let session = try SessionPlayer(players: [player], queue: ItemQueue(items: items, visits: visits))
    let metrics = session.play(over: Link(instantaneousWithLatency: 0))
    #expect(metrics.playedMedia == 60)
    #expect(metrics.playingTime == 20 + 20 + 20 / rate)
    #expect(metrics.wallTime == metrics.playingTime)
  }
}
