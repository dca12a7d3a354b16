import ABRNetwork
import Testing

@testable import ABRPlayback

/// With numbers worked out by hand: segments of 2 s at 1 Mbit/s, 250 kB, over 4 Mbit/s without latency, 0.5 s each.
@Suite struct SourceTests {
  @Test("a source that refuses is followed by the next one after a round trip, until none is left")
  func refused() throws {
    var queue = ConstantQueue(lengths: [5, 5])
    queue.network.fixedLatency = 0.1
    queue.network.setupRoundTrips = 0
    queue.visits = [Visit(item: 0)]
    queue.adjust = { item, _ in item.sources = [.init(player: 0, isRefused: true), .init(player: 1)] }
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(abs(metrics.startupTime - (2 * 0.1 + 0.5)) < 1e-9 && metrics.refusedCount == 1)
    #expect(metrics.outcome == .completed)
    queue.adjust = { item, _ in
      item.sources = [.init(player: 0, isRefused: true), .init(player: 1, isRefused: true)]
    }
    let none = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(none.outcome == .failed && none.refusedCount == 2 && abs(none.wallTime - 0.2) < 1e-9)
  }

  @Test(
    "over http a connection costs one round trip less, and is another one than that over https",
    arguments: [NetworkSettings.Connections.h1, .h2])
  func schemes(connections: NetworkSettings.Connections) throws {
    func startup(_ sources: [QueueItem.Source]) throws -> Double {
      var queue = ConstantQueue(lengths: [5, 5])
      queue.network = NetworkSettings(fixedLatency: 0.1, connections: connections, dnsLookupTime: 0.05)
      queue.visits = [Visit(item: 0)]
      queue.adjust = { item, _ in item.sources = sources }
      return try queue.play(over: ConstantQueue.fastLink).metrics.startupTime
    }
    // The name, TCP, TLS, the request, and 0.5 s of bytes; without TLS; and refused after 0.35 s, with TCP and a
    // request of its own. The name is known by then.
    #expect(abs(try startup([.init(player: 0)]) - 0.85) < 1e-9)
    #expect(abs(try startup([.init(player: 0, isSecure: false)]) - 0.75) < 1e-9)
    let refused = try startup([.init(player: 0, isRefused: true), .init(player: 1, isSecure: false)])
    #expect(abs(refused - (0.35 + 0.2 + 0.5)) < 1e-9)
  }

  /// Ten segments under an address of 5 s.
  private static func expiring(_ adjust: @escaping (inout QueueItem) -> Void) throws -> ConstantQueue.Result {
    var queue = ConstantQueue(lengths: [10])
    queue.target = ConstantTarget(seconds: 4)
    queue.adjust = { item, _ in
      item.addressLifetime = 5
      adjust(&item)
    }
    return try queue.play(over: ConstantQueue.fastLink)
  }

  @Test("an address that has expired is renewed when a request under it was refused")
  func expiry() throws {
    let result = try Self.expiring { $0.renewal = 1 }
    // Playback begins at 0.5 s. Segments are asked for at 0, 0.5, 2.5 and 4.5 s, when the level is under 4 s, and the
    // next one at 6.5 s is refused; it comes at 7.5 s, and the address holds until 12.5 s.
    #expect(result.times { if case .refused = $0 { true } else { false } }.first == 6.5)
    #expect(result.metrics.stallCount == 0 && result.metrics.outcome == .completed)
    #expect(result.metrics.refusedCount == 2)
  }

  @Test("without a new address the buffer plays to its end, and playback fails there")
  func renewalFails() throws {
    let metrics = try Self.expiring { $0.renewalFails = true }.metrics
    // As above the request at 6.5 s is refused; five segments have come (at 0.5, 1, 1.5, 3 and 5 s), of 10 s, which
    // play from 0.5 to 10.5 s.
    #expect(metrics.outcome == .failed && metrics.playedMedia == 10 && metrics.wallTime == 10.5)
    #expect(metrics.refusedCount == 1 && metrics.stallCount == 0)
  }

  @Test("a neighbour whose address is lost is not asked for again, and who has paused for good has left")
  func lostNeighbour() throws {
    var queue = ConstantQueue(lengths: [5, 5])
    queue.preload = PreloadSettings(trigger: .always, previousCount: 0, nextCount: 1, amount: .seconds([10]))
    queue.adjust = { item, index in
      guard index == 1 else { return }
      item.addressLifetime = 0.1
      item.renewalFails = true
    }
    queue.script = Script([.init(.time(2), .pause)])
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.outcome == .left && metrics.refusedCount <= 1)
  }

  @Test(
    "an item comes again from the cache, and from the network where the cache was cleared", arguments: [false, true])
  func clearedCache(isCleared: Bool) throws {
    var queue = ConstantQueue(lengths: [5, 1])
    // Just enough for both.
    queue.cache = CacheSettings(capacity: 6 * ConstantQueue.segmentBytes)
    // Item 0 comes whole, in 2.5 s, and is left at 4 s. Item 1, of one segment, is left 0.5 s after it has begun.
    let back: [Script.Step] = [.init(.time(4), .next), .init(.watched(0.5), .previous)]
    queue.script = Script(isCleared ? back + [.init(.itemTime(0), .clearCache)] : back)
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    // Five segments and one; item 0 stays in memory as it came back from the cache, and item 1, which follows once
    // more, is in the cache or is not.
    #expect(metrics.bytesReceived == (isCleared ? 7 : 6) * ConstantQueue.segmentBytes)
    queue.script = Script([back[0], .init(.itemTime(0), .clearCache), back[1]])
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.bytesReceived == 11 * ConstantQueue.segmentBytes)
  }

  @Test("an error beside playback costs its bytes, and playback only where it is fatal")
  func beside() throws {
    var queue = ConstantQueue(lengths: [5])
    queue.sideFlows = [SideFlow(at: 1, bytes: 1000, answer: .error)]
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.refusedCount == 1 && metrics.ledger[.overhead] == 1000)
    #expect(metrics.outcome == .completed && metrics.stallCount == 0)
    queue.sideFlows[0].answer = .fatalError
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.outcome == .failed)
    // What is refused beside playback leaves its requests alone.
    queue.sideFlows = [SideFlow(at: 0.2, bytes: 1000)]
    queue.faults = FaultSettings(refusals: [.init(from: 0.1, for: 0.2)])
    let refused = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(refused.refusedCount == 1 && refused.startupTime == 0.5)
  }
}
