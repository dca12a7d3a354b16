import ABRNetwork
import Testing

@testable import ABRPlayback

/// With numbers worked out by hand: segments of 2 s at 1 Mbit/s, 250 kB, over 4 Mbit/s without latency, 0.5 s each.
@Suite struct LicenceTests {
  private static func queue(_ licences: LicenceSettings) -> ConstantQueue {
    var queue = ConstantQueue(lengths: [5, 5])
    queue.licences = licences
    queue.visits = [Visit(item: 0), Visit(item: 1), Visit(item: 0)]
    queue.adjust = { item, _ in item.keys = [7] }
    return queue
  }

  @Test("each visit waits for the licence of its key, unless it stays on the device")
  func visits() throws {
    // 50 kB at 4 Mbit/s take 0.1 s.
    let once = try Self.queue(LicenceSettings(bytes: 50_000)).play(over: ConstantQueue.fastLink).metrics
    #expect(once.visits.allSatisfy { abs($0.startupTime - 0.6) < 1e-9 } && once.licenceCount == 3)
    #expect(once.ledger[.overhead] == 150_000)
    let kept = try Self.queue(LicenceSettings(bytes: 50_000, isPersistent: true)).play(over: ConstantQueue.fastLink)
    #expect(kept.metrics.licenceCount == 1 && abs(kept.metrics.startupTotal - 1.6) < 1e-9)
    let held = LicenceSettings(bytes: 50_000, isPersistent: true, held: [7])
    #expect(try Self.queue(held).play(over: ConstantQueue.fastLink).metrics.startupTotal == 1.5)
    #expect(throws: SettingsError.self) {
      try Self.queue(LicenceSettings(held: [7])).play(over: ConstantQueue.fastLink)
    }
  }

  @Test("media from the cache waits for its licence, too, and an ad break keeps the one of its item")
  func cached() throws {
    var queue = Self.queue(LicenceSettings(bytes: 50_000))
    queue.cache = CacheSettings(capacity: 100_000_000)
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(abs(metrics.visits[2].startupTime - 0.1) < 1e-9)
    var broken = ConstantQueue(lengths: [5, 2])
    broken.licences = LicenceSettings(bytes: 50_000)
    broken.adjust = { item, index in item.keys = index == 0 ? [7] : [] }
    broken.visits = [
      Visit(item: 0, until: 4, keepsBuffer: true), Visit(item: 1, role: .ad(skippableAfter: .infinity)), Visit(item: 0),
    ]
    let result = try broken.play(over: ConstantQueue.fastLink).metrics
    #expect(result.licenceCount == 1 && result.outcome == .completed)
  }
}
