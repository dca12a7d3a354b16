import ABRNetwork
import Testing

@testable import ABRPlayback

/// With numbers worked out by hand: segments of 2 s at 1 Mbit/s, 250 kB, over 4 Mbit/s without latency, 0.5 s each.
@Suite struct LastThroughputTests {
  @Test("an item starts with what was measured over the item before, the first one with the guess")
  func measured() throws {
    for (guess, first) in [(0.0, 0), (2_500_000, 1)] {
      var queue = ConstantQueue(lengths: [5, 5])
      queue.bitrates = [1_000_000, 2_000_000, 3_000_000, 8_000_000]
      queue.initial = .lastThroughput(guess: guess)
      let events = try queue.play(over: ConstantQueue.fastLink).events
      let renditions = events.compactMap { event -> Int? in
        if case .requested(0, let rendition, _) = event.kind { rendition } else { nil }
      }
      // 3 Mbit/s is the highest under the 4 Mbit/s of the link.
      #expect(renditions == [first, 2])
    }
  }
}
