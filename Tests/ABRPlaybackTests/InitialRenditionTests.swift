import ABRNetwork
import Testing

@testable import ABRPlayback

@Suite struct InitialRenditionTests {
  @Test("the first rendition is the player's, or the rule's where the player leaves it to it")
  func chosenByRule() throws {
    for (initial, expected) in [(InitialRendition.lowest, 0), (.chosenByRule, 2), (.index(1), 1)] {
      let player = VideoPlayer(
        video: try constantVideo(bitrates: [500_000, 1_000_000, 2_000_000], duration: 2, count: 3),
        rule: ConstantRule(rendition: 2), target: ConstantTarget(seconds: 30),
        settings: PlayerSettings(initialRendition: initial))
      var (scratch, log) = (SessionScratch(), EventLog())
      _ = player.play(over: Link(instantaneousWithLatency: 0.05), scratch: &scratch, observer: &log)
      let first = log.events.compactMap { if case .requested(0, let rendition, _) = $0.kind { rendition } else { nil } }
      #expect(first == [expected])
    }
  }
}
