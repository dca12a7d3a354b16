import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// Sessions that are not allowed to play.
@Suite struct PlaybackRefusalTests {
  @Test(
    "a session that is refused at its first step loads nothing, on a link without latency neither",
    arguments: PlaybackRefusal.allCases)
  func atStart(refusal: PlaybackRefusal) throws {
    let queue = ConstantQueue(
      lengths: [5, 5], script: Script([.init(.time(0), .refuse(refusal)), .init(.time(9), .next)]))
    for link in [try ConstantQueue.fastLink, Link(instantaneousWithLatency: 0)] {
      let result = try queue.play(over: link)
      #expect(result.metrics.outcome == .failed && result.metrics.wallTime == 0)
      #expect(result.metrics.bytesReceived == 0 && result.metrics.visits.count == 1)
      #expect(!result.events.contains { if case .requested = $0.kind { true } else { false } })
      #expect(result.times { $0 == .playbackRefused(refusal) } == [0])
      // The step that was not lived to see is told.
      #expect(result.times { $0 == .ignored(.neverReached(steps: 1)) } == [0])
    }
  }

  @Test("a session that is refused later ends there, and its buffer is wasted")
  func later() throws {
    let queue = ConstantQueue(lengths: [30], script: Script([.init(.time(5), .refuse(.streamLimit))]))
    let result = try queue.play(over: ConstantQueue.fastLink)
    // A segment takes 0.5 s: nine and the tenth to its last byte have come at 5 s, and 4.5 s of 20 s were shown.
    #expect(result.metrics.outcome == .failed && result.metrics.wallTime == 5)
    #expect(result.metrics.playedMedia == 4.5)
    #expect(result.metrics.bytesReceived == 10 * ConstantQueue.segmentBytes)
    #expect(result.metrics.ledger[.unplayed] == 10 * ConstantQueue.segmentBytes - 562_500)
    #expect(result.times { $0 == .playbackRefused(.streamLimit) } == [5])
  }

  @Test("a refusal that waits for a moment of an item is void when the item ends before")
  func void() throws {
    let script = Script([.init(.watched(100), .refuse(.streamLimit))])
    let metrics = try ConstantQueue(lengths: [5, 5], script: script).play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.outcome == .completed && metrics.visits.count == 2)
  }
}
