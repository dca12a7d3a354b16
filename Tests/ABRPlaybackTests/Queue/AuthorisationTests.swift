import ABRNetwork
import Testing

@testable import ABRPlayback

/// Media in the cache that may be shown only after the source was asked.
@Suite struct AuthorisationTests {
  /// An item of 10 s, another one, and the first again.
  private static func queue(_ authorisation: Int) -> ConstantQueue {
    var queue = ConstantQueue(lengths: [5, 5])
    queue.cache = CacheSettings(capacity: 100_000_000, authorisationBytes: authorisation)
    queue.script = Script([.init(.watched(10), .next), .init(.watched(10), .previous), .init(.watched(10), .leave)])
    return queue
  }

  @Test("a replay costs one small answer, and waits for it")
  func replay() throws {
    let free = try Self.queue(0).play(over: ConstantQueue.fastLink).metrics
    let asked = try Self.queue(50_000).play(over: ConstantQueue.fastLink).metrics
    #expect(free.visits.map(\.item) == [0, 1, 0] && asked.visits.map(\.item) == [0, 1, 0])
    #expect(free.visits.map(\.startupTime) == [0.5, 0.5, 0])
    // Only what was on the screen before is asked about: 50 kB at 4 Mbit/s.
    #expect(asked.visits.prefix(2).map(\.startupTime) == [0.5, 0.5])
    #expect(abs(asked.visits[2].startupTime - 0.1) < 1e-9)
    #expect(asked.bytesReceived == free.bytesReceived + 50_000)
    #expect(asked.ledger[.overhead] == 50_000 && asked.ledger[.played] == free.ledger[.played])
  }

  @Test("without the network a replay plays from the cache, or fails for want of the answer")
  func offline() throws {
    for (authorisation, outcome, played) in [(0, SessionOutcome.left, 30.0), (50_000, .failed, 20.0)] {
      var queue = Self.queue(authorisation)
      // The other item is there as a whole by 13.5 s.
      queue.faults = FaultSettings(stretches: [.init(from: 15, for: 1000)])
      queue.retry = .apsaraVideo
      let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
      #expect(metrics.outcome == outcome && abs(metrics.playedMedia - played) < 1e-9)
    }
  }

  @Test("an item that was only fetched ahead, or comes back after a break, is not asked about")
  func others() throws {
    var queue = Self.queue(50_000)
    queue.preload = PreloadSettings(trigger: .always, nextCount: 1, amount: .seconds([100]))
    queue.script = Script([.init(.watched(10), .next), .init(.watched(10), .leave)])
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.ledger[.overhead] == 0 && metrics.visits[1].startupTime == 0)
    #expect(throws: SettingsError.self) { try Self.queue(-1).play(over: ConstantQueue.fastLink) }
  }
}
