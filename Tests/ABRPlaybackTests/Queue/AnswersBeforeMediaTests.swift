import ABRNetwork
import Testing

@testable import ABRPlayback

/// With numbers worked out by hand: segments of 2 s at 1 Mbit/s, 250 kB, over 4 Mbit/s without latency, 0.5 s each.
@Suite struct AnswersBeforeMediaTests {
  @Test("answers before media come one after another, then the overhead, then media")
  func order() throws {
    var queue = ConstantQueue(lengths: [5])
    queue.network.fixedLatency = 0.1
    queue.network.setupRoundTrips = 0
    queue.adjust = { item, _ in
      item.requestsBefore = [100_000, 50_000]
      item.overheadBytes = 25_000
    }
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    // Four round trips, and 175 kB and a segment at 4 Mbit/s.
    #expect(abs(metrics.startupTime - (4 * 0.1 + 0.35 + 0.5)) < 1e-9)
    #expect(metrics.ledger[.overhead] == 175_000)
  }
}
