import ABRNetwork
import Testing

@testable import ABRPlayback

/// With numbers worked out by hand: segments of 2 s at 1 Mbit/s, 250 kB, over 4 Mbit/s without latency, 0.5 s each.
@Suite struct LoaderTests {
  /// The loader is to fetch 4 s of the third item from 0 s on; at 10 s that item comes up.
  private static func queue(_ steps: [Script.Step], cache: Int) -> ConstantQueue {
    var queue = ConstantQueue(lengths: [10, 10, 10])
    queue.cache = CacheSettings(capacity: cache)
    queue.script = Script(
      [.init(.time(0), .loader(.add(seconds: 4), item: 2))] + steps + [
        .init(.time(10), .index(2)), .init(.time(15), .leave),
      ])
    return queue
  }

  @Test("a task fetches whole segments beside the item on the screen")
  func add() throws {
    let result = try Self.queue([], cache: 0).play(over: ConstantQueue.fastLink)
    // Half of the link each: 250 kB take 1 s, and so does the second segment.
    #expect(result.preloadArrivals == [1, 2])
    #expect(result.metrics.visits[1].startupTime == 0 && result.metrics.visits[1].hit == .hit)
  }

  @Test("a task waits for the gate, though there is no window")
  func gate() throws {
    var queue = Self.queue([], cache: 0)
    queue.preload = PreloadSettings(trigger: .gate(PreloadGate.Settings(open: 6, close: 2)))
    // Playback begins at 0.5 s with 2 s, and each half second brings 2 s of media: 6.5 s are buffered at 2 s. From then
    // on each has half of the link.
    #expect(try queue.play(over: ConstantQueue.fastLink).preloadArrivals == [3, 4])
  }

  @Test("a gate that holds nothing back is no part of a session")
  func idleGate() throws {
    var queue = ConstantQueue(lengths: [10, 10])
    let plain = try queue.play(over: ConstantQueue.fastLink)
    queue.preload = PreloadSettings(trigger: .gate(PreloadGate.Settings(open: 6, close: 2)))
    let gated = try queue.play(over: ConstantQueue.fastLink)
    #expect(gated.metrics == plain.metrics && gated.events == plain.events)
  }

  @Test("what a cancelled task has fetched is used with a cache and lost without one")
  func cancel() throws {
    let cancel = Script.Step(.time(0.5), .loader(.cancel, item: 2))
    // In 0.5 s half of the link brings 125 kB; the other half of the segment takes 0.25 s.
    let kept = try Self.queue([cancel], cache: 100_000_000).play(over: ConstantQueue.fastLink).metrics
    #expect(abs(kept.visits[1].startupTime - 0.25) < 1e-9 && kept.visits[1].hit == .partial)
    #expect(kept.ledger[.aborted] == 0)
    let lost = try Self.queue([cancel], cache: 0).play(over: ConstantQueue.fastLink).metrics
    #expect(abs(lost.visits[1].startupTime - 0.5) < 1e-9 && lost.visits[1].hit == .miss)
    #expect(lost.ledger[.aborted] == 125_000)
  }

  @Test("a task that is cancelled while it is paused comes to the same as one that is cancelled")
  func cancelWhilePaused() throws {
    let steps: [Script.Step] = [
      .init(.time(0.5), .loader(.pause, item: 2)), .init(.time(3), .loader(.cancel, item: 2)),
    ]
    let kept = try Self.queue(steps, cache: 100_000_000).play(over: ConstantQueue.fastLink).metrics
    #expect(abs(kept.visits[1].startupTime - 0.25) < 1e-9 && kept.ledger[.aborted] == 0)
    let lost = try Self.queue(steps, cache: 0).play(over: ConstantQueue.fastLink).metrics
    #expect(abs(lost.visits[1].startupTime - 0.5) < 1e-9 && lost.visits[1].hit == .miss)
    #expect(lost.ledger[.aborted] == 125_000)
  }

  @Test("a paused task goes on by range when it is resumed")
  func pause() throws {
    let pause = Script.Step(.time(0.5), .loader(.pause, item: 2))
    let resume = Script.Step(.time(8), .loader(.resume, item: 2))
    let result = try Self.queue([pause, resume], cache: 0).play(over: ConstantQueue.fastLink)
    let requests = result.preloadRequests
    #expect(requests == [.init(0, item: 2), .init(8, item: 2, bytes: 125_000), .init(8.25, item: 2)])
    #expect(result.metrics.visits[1].startupTime == 0)
  }

  @Test("nothing is fetched ahead while the app forbids it")
  func forbidden() throws {
    var queue = ConstantQueue(lengths: [10, 10])
    queue.preload = PreloadSettings(trigger: .always, nextCount: 1, amount: .seconds([4]))
    queue.script = Script([
      .init(.time(0), .preloading(isAllowed: false)), .init(.time(8), .preloading(isAllowed: true)),
      .init(.time(9.5), .leave),
    ])
    // The film of 20 s is there after 5 s, so that two segments take 0.5 s each.
    #expect(try queue.play(over: ConstantQueue.fastLink).preloadArrivals == [8.5, 9])
  }
}
