import ABRNetwork
import ABRPlayback
import Testing

/// Which neighbours are fetched, how much of each, in which rendition, and what becomes of it.
@Suite struct PreloadWindowTests {
  /// A gate that opens as soon as an item of 3 segments is buffered to its end.
  private static func settings(
    previous: Int = 0, next: Int = 1, amounts: [Double] = [1], parallel: Int = 1, memory: Int = 100_000_000
  ) -> PreloadSettings {
    PreloadSettings(
      trigger: .gate(.init()), previousCount: previous, nextCount: next, amount: .seconds(amounts),
      maxParallel: parallel, memoryCap: memory)
  }

  @Test("neighbours are fetched one after another, the nearest first, forward before backward")
  func order() throws {
    var queue = ConstantQueue(
      lengths: [3, 3, 3, 3, 3], preload: Self.settings(previous: 2, next: 2, amounts: [1, 1]))
    queue.script = Script([.init(.time(0), .index(2)), .init(.watched(5), .leave)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    // The current item is complete at 1.5 s; each neighbour takes 0.5 s.
    #expect(
      result.preloadRequests == [
        PreloadRequest(1.5, item: 3), PreloadRequest(2, item: 1), PreloadRequest(2.5, item: 4),
        PreloadRequest(3, item: 0),
      ])
  }

  @Test("parallel preloads share the link and arrive together")
  func parallel() throws {
    let queue = ConstantQueue(
      lengths: [3, 3, 3, 3], preload: Self.settings(next: 3, amounts: [1, 1, 1], parallel: 3),
      script: Script([.init(.watched(5), .leave)]))
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.preloadRequests == [1, 2, 3].map { PreloadRequest(1.5, item: $0) })
    #expect(result.preloadArrivals == [3, 3, 3])
  }

  @Test("amounts are rounded up to whole segments, and an amount of nothing fetches nothing")
  func amounts() throws {
    let queue = ConstantQueue(
      lengths: [3, 3, 3, 3], preload: Self.settings(next: 3, amounts: [1, 2.5, 0]),
      script: Script([.init(.watched(5), .leave)]))
    #expect(try queue.play(over: ConstantQueue.fastLink).preloadRequests.map(\.item) == [1, 2, 2])
  }

  @Test("what leaves the window is thrown away, and a running preload of it is cut off")
  func leavingWindow() throws {
    var queue = ConstantQueue(
      lengths: [3, 3, 3, 3, 3, 3], preload: Self.settings(next: 2, amounts: [1, 1]))
    // Item 1 is there at 2 s; of item 2 a half has come at 2.25 s, when items 1 and 2 leave the window.
    queue.script = Script([.init(.time(2.25), .index(4)), .init(.time(2.3), .leave)])
    let ledger = try queue.play(over: ConstantQueue.fastLink).metrics.ledger
    #expect(ledger[.preloaded] == 250_000)
    // And 0.05 s of item 4.
    #expect(ledger[.aborted] == 125_000 + 25_000)
  }

  @Test("a preload that runs when its item comes up goes on as the item's own request")
  func promoted() throws {
    var queue = ConstantQueue(lengths: [3, 3], preload: Self.settings())
    queue.script = Script([.init(.time(1.75), .next)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.readiness == [.partial])
    // Half of the segment was there: the other half takes 0.25 s.
    #expect(result.metrics.visits[1].startupTime == 0.25)
    #expect(result.metrics.ledger[.aborted] == 0)
  }

  @Test("what was fetched ahead of an item that came up, and was not shown, is as any other media that is left")
  func left() throws {
    let queue = ConstantQueue(
      lengths: [3, 3], preload: Self.settings(amounts: [4]),
      script: Script([.init(.time(3), .next), .init(.time(4), .leave)]))
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    // Two segments were there at 2.5 s; 1 s of the first was shown.
    #expect(metrics.ledger[.preloaded] == 0 && metrics.ledger[.unplayed] > ConstantQueue.segmentBytes)
  }

  @Test("preloads that the memory would not hold wait, and the log says so once")
  func memory() throws {
    // 8 MB a segment: two fit under 20 MB.
    var queue = ConstantQueue(
      lengths: [3, 3, 3, 3], bitrates: [32_000_000],
      preload: Self.settings(next: 3, amounts: [1, 1, 1], memory: 20_000_000))
    queue.script = Script([.init(.watched(5), .leave)])
    let result = try queue.play(over: ConstantQueue.link(400_000_000))
    #expect(result.preloadRequests.map(\.item) == [1, 2])
    #expect(
      result.events.map(\.kind).filter { if case .preloadWaits = $0 { true } else { false } }
        == [.preloadWaits(item: 3, segment: 0, bytes: 8_000_000, held: 16_000_000)])
  }

  @Test(
    "start modes decide with which rendition an item starts and what counts as a hit",
    arguments: [
      // What is preloaded, and the rendition of the first segment shown: the initial one is 0, the one on the screen 1.
      (PreloadSettings.Start.initial, PreloadSettings.Rendition.initial, 0, PreloadHit.hit),
      (.initial, .index(2), 0, .miss), (.preloaded, .index(2), 2, .hit), (.preloaded, .bandwidth(600_000), 0, .hit),
      (.preloaded, .bandwidth(900_000), 1, .hit), (.preloaded, .current, 1, .hit),
      (.previousPreloaded, .index(2), 1, .hit), (.previous, .index(2), 1, .miss), (.previous, .index(1), 1, .hit),
    ])
  func startModes(
    start: PreloadSettings.Start, rendition: PreloadSettings.Rendition, shown: Int, hit: PreloadHit
  ) throws {
    var queue = ConstantQueue(lengths: [3, 1], bitrates: [500_000, 1_000_000, 2_000_000], rendition: 1)
    queue.preload = Self.settings()
    queue.preload.rendition = rendition
    queue.preload.start = start
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.readiness == [hit])
    let wanted = Int([500_000.0, 1_000_000, 2_000_000][shown] * 2)
    // The first item shows 2 s at 0.5 Mbit/s and 4 s at 1 Mbit/s, the second one 2 s.
    #expect(result.metrics.shownBits == Double(1_000_000 + 4_000_000 + wanted))
    #expect((result.metrics.ledger[.preloaded] > 0) == (hit == .miss))
  }

  @Test("a rule that chooses the first rendition has that one preloaded", arguments: PreloadSettings.Start.allCases)
  func firstRendition(start: PreloadSettings.Start) throws {
    var queue = ConstantQueue(lengths: [3, 3], bitrates: [500_000, 1_000_000], rendition: 1, choosesFirst: true)
    queue.preload = Self.settings()
    queue.preload.start = start
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.shownBits == 12_000_000 && metrics.switchCount == 0)
    #expect(metrics.ledger.wasted == 0 && metrics.count(of: .hit) == 1)
  }

  @Test("a trigger other than a gate is told once a visit, when it is reached")
  func triggers() throws {
    // An item of 10 s is complete at 2.5 s; its playhead is at 7.5 s at 8 s.
    for (trigger, time) in [(PreloadSettings.Trigger.currentComplete, 2.5), (.progress(0.75), 8)] {
      var queue = ConstantQueue(lengths: [5, 5, 5], preload: Self.settings())
      queue.preload.trigger = trigger
      let result = try queue.play(over: ConstantQueue.fastLink)
      let allowed = result.times { $0 == .preloadsAllowed }
      #expect(
        allowed.count == 3 && allowed.first == time && result.preloadRequests.first == PreloadRequest(time, item: 1))
    }
    for trigger in [PreloadSettings.Trigger.always, .never, .gate(.init())] {
      var queue = ConstantQueue(lengths: [5, 5], preload: Self.settings())
      queue.preload.trigger = trigger
      #expect(try queue.play(over: ConstantQueue.fastLink).times { $0 == .preloadsAllowed }.isEmpty)
    }
  }

  @Test("preloads may request from the instant on in which the position is reached, not from the event before")
  func progressOpensAtItsPosition() throws {
    // The last segment of 20 s is there at 5 s; its playhead is at 15 s at 15.5 s, and nothing happens in between.
    var queue = ConstantQueue(lengths: [10, 5], preload: Self.settings(), script: Script([.init(.time(17.5), .leave)]))
    queue.preload.trigger = .progress(0.75)
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.gateOpenTime == 2)
  }

  @Test("a refused preload is tried again after the retry interval, not at every event")
  func refusal() throws {
    var queue = ConstantQueue(lengths: [50, 5], preload: Self.settings())
    queue.preload.trigger = .gate(.init(open: 8))
    queue.faults = FaultSettings(refusals: [.init(from: 4, for: 3)])
    queue.script = Script([.init(.time(12), .leave)])
    let trace = try BandwidthTrace(name: "4M", rows: [.init(duration: 100, bandwidth: 4_000_000)])
    let result = try queue.play(over: Link(trace, defaultLatency: 0.125))
    let refusals = result.times { if case .refused(item: 1, _) = $0 { true } else { false } }
    #expect(!refusals.isEmpty && zip(refusals.dropFirst(), refusals).allSatisfy { $0 - $1 >= 1 })
    #expect(result.preloadArrivals.count == 1)
  }
}
