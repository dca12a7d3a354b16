import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

@Suite struct MM22SessionTests {
  /// A chunk of 95,000 bytes takes 100 ms of this link and 80 ms of latency.
  private static let chunkBytes = 95_000

  private static func play(_ actions: [MM22Action], watchTimes: [Int] = [300, 1000]) throws -> MM22Outcome {
    try MM22Fixture.queue(chunks: [3, 2], bytes: chunkBytes).play(
      watchTimes: watchTimes, over: try MM22Fixture.link(bandwidth: 8e6), policy: ScriptedMM22Policy(actions))
  }

  /// The first video is left 120 ms into the fetch of its third chunk.
  private static let swipe: [MM22Action] = [
    .fetch(item: 0, rendition: 1), .fetch(item: 0, rendition: 2), .fetch(item: 1, rendition: 0),
    .fetch(item: 1, rendition: 1), .sleep(milliseconds: 500.9), .sleep(milliseconds: 500),
  ]

  @Test("the simulator counts a chunk in flight at a swipe twice, the metrics count it once")
  func doubleCount() throws {
    let outcome = try Self.play(Self.swipe)
    let wasted = outcome.steps.map(\.wastedBytes)
    // Two chunks lie behind the 300 ms watched, and the second of them is in flight.
    #expect(wasted == [0, 0, 3 * Self.chunkBytes, 0, 0, 0, Self.chunkBytes])
    #expect(outcome.metrics.ledger.wasted == 3 * Self.chunkBytes)
    #expect(outcome.metrics.ledger[.unplayed] == 3 * Self.chunkBytes)
    #expect(outcome.metrics.ledger[.played] == 2 * Self.chunkBytes)
  }

  @Test("a chunk in flight at the end of the session is counted twice as well, and never arrives")
  func doubleCountAtTheEnd() throws {
    let actions = Self.swipe.prefix(3) + [.sleep(milliseconds: 900), .fetch(item: 1, rendition: 0)]
    let outcome = try Self.play(Array(actions))
    let last = try #require(outcome.steps.last)
    #expect(last.wastedBytes == 2 * Self.chunkBytes && last.playing == 2 && last.endsVideo)
    #expect(outcome.metrics.ledger.wasted == 3 * Self.chunkBytes)
    #expect(outcome.metrics.outcome == .left)
  }

  @Test("delays, stalls and the end of videos follow from the link and the watch times")
  func steps() throws {
    let outcome = try Self.play(Self.swipe)
    #expect(outcome.steps.map(\.delay) == [180, 180, 180, 180, 180, 500, 500])
    #expect(outcome.steps.map(\.rebuffering) == [180, 0, 60, 180, 0, 0, 0])
    #expect(outcome.steps.map(\.playing) == [0, 0, 1, 1, 1, 1, 2])
    #expect(outcome.steps.map(\.endsVideo) == [false, false, true, false, true, true, true])
    #expect(outcome.steps.map(\.item) == [0, 0, 0, 1, 1, 1, 1])
    #expect(outcome.steps[5].sleep == 500.9 && outcome.steps[5].rendition == 0 && outcome.steps[5].bytes == 0)
  }

  @Test(
    "startup is the first wait, later waits are one stall until something is shown, and they add up to the time passed")
  func times() throws {
    let metrics = try Self.play(Self.swipe).metrics
    #expect(metrics.startupTime == 0.18 && metrics.stalledTime == 0.24 && metrics.stallCount == 1)
    #expect(metrics.playedMedia == 1.3 && abs(metrics.wallTime - 1.72) < 1e-12)
    #expect(metrics.segmentsDownloaded == 5 && abs(metrics.unplayedMedia - 3.7) < 1e-12)
    #expect(metrics.shownBits == 0.3 * 750_000 + 750_000 && metrics.switchCount == 0)
  }

  @Test("a video that is left at once wastes what was fetched of it ahead; who sees nothing has left before the start")
  func leftAtOnce() throws {
    let outcome = try Self.play(
      [.fetch(item: 1, rendition: 0), .sleep(milliseconds: 1)], watchTimes: [1, 0])
    // Left during the second fetch, and the video behind it with the same breath.
    #expect(outcome.steps.count == 2 && outcome.steps[1].playing == 2)
    #expect(outcome.metrics.ledger[.preloaded] == Self.chunkBytes && outcome.metrics.ledger.wasted == Self.chunkBytes)
    let unseen = try Self.play([], watchTimes: [0, 0]).metrics
    #expect(unseen.outcome == .leftBeforeStart && unseen.ledger.wasted == Self.chunkBytes && unseen.wallTime == 0)
    let whole = try Self.play(Self.swipe, watchTimes: [300, 1000]).metrics
    #expect(whole.outcome == .left)
  }

  @Test("neither latency nor sleep advances the trace")
  func clock() throws {
    // 100 ms at 8 Mbit/s, then nothing for ten seconds.
    let trace = try BandwidthTrace(
      name: "burst",
      rows: [
        .init(duration: 0.2, bandwidth: 8e6), .init(duration: 10, bandwidth: 0), .init(duration: 1, bandwidth: 8e6),
      ])
    let outcome = try MM22Fixture.queue(chunks: [3], bytes: Self.chunkBytes).play(
      watchTimes: [3000], over: Link(trace),
      policy: ScriptedMM22Policy([
        .sleep(milliseconds: 700), .fetch(item: 0, rendition: 0), .fetch(item: 0, rendition: 0),
        .sleep(milliseconds: 5000),
      ]))
    #expect(outcome.steps.map(\.delay) == [180, 700, 180, 10_180, 5000])
    #expect(outcome.metrics.outcome == .completed)
  }

  @Test("random sessions keep their books to the byte and their time, and the double count is the only difference")
  func invariants() throws {
    for seed in 0..<2000 {
      var random = TestRandom(seed: UInt64(seed))
      let chunks = (0..<(1 + random.integer(below: 8))).map { _ in 1 + random.integer(below: 12) }
      let ladder = try Ladder(MM22Model.bandwidths.map { Rendition(bandwidth: $0) })
      let videos = try chunks.map { count in
        let sizes = (0..<count).map { _ in (1...3).map { $0 * (1 + random.integer(below: 120_000)) } }
        return try Video(name: "v", ladder: ladder, segmentDuration: 1, sizes: sizes)
      }
      let watchTimes = chunks.map { random.integer(below: $0 * 1000 + 1) }
      let rows = (0..<5).map { _ in
        BandwidthTrace.Row(
          duration: random.number(0.1...3), bandwidth: random.chance(0.2) ? 0 : random.number(1e5...5e6))
      }
      let trace = try BandwidthTrace(name: "random", rows: rows + [.init(duration: 1, bandwidth: 1e6)])
      let outcome = try MM22Queue(name: "random", videos: videos).play(
        watchTimes: watchTimes, over: Link(trace),
        policy: ErraticMM22Policy(random: random))
      check(outcome, watchTimes: watchTimes, seed: seed)
    }
  }

  private func check(_ outcome: MM22Outcome, watchTimes: [Int], seed: Int) {
    let metrics = outcome.metrics
    let received = outcome.steps.reduce(0) { $0 + $1.bytes }
    #expect(metrics.ledger.downloaded == received, "seed \(seed)")
    // Waste once more, from the actions: the n-th request of a video is its n-th chunk.
    var requests = Array(repeating: 0, count: watchTimes.count)
    var unwatched = 0
    var late = 0
    for step in outcome.steps where !step.isSleep {
      if requests[step.item] * 1000 >= watchTimes[step.item] { unwatched += step.bytes }
      if step.playing > step.item { late += step.bytes }
      requests[step.item] += 1
    }
    #expect(metrics.ledger.wasted == unwatched, "seed \(seed)")
    #expect(outcome.steps.reduce(0) { $0 + $1.wastedBytes } == unwatched + late, "seed \(seed)")
    #expect(abs(metrics.playedMedia - Double(watchTimes.reduce(0, +)) / 1000) < 1e-9, "seed \(seed)")
    let parts = metrics.startupTime + metrics.stalledTime + metrics.playingTime
    #expect(abs(metrics.wallTime - parts) < 1e-9, "seed \(seed)")
    // The last action may go on after the last video is left.
    let passed = outcome.steps.reduce(0) { $0 + $1.delay } / 1000
    let last = (outcome.steps.last?.delay ?? 0) / 1000
    #expect(metrics.wallTime <= passed + 1e-9 && metrics.wallTime >= passed - last - 1e-9, "seed \(seed)")
    let waited = outcome.steps.reduce(0) { $0 + $1.rebuffering } / 1000
    #expect(abs(metrics.startupTime + metrics.stalledTime - waited) < 1e-9, "seed \(seed)")
    #expect(outcome.steps.last?.playing == watchTimes.count, "seed \(seed)")
  }

  @Test("videos of other renditions or other segments are refused by name")
  func refused() throws {
    let two = try Video(
      name: "two", ladder: Ladder([Rendition(bandwidth: 1000), Rendition(bandwidth: 2000)]), segmentDuration: 1,
      sizes: [[1, 2]])
    #expect(throws: VideoError.invalid(field: "two renditions", found: "2", allowed: "3 under the model mm22")) {
      try MM22Queue(name: "q", videos: [two])
    }
    let ladder = try Ladder([1000, 2000, 3000].map { Rendition(bandwidth: $0) })
    let long = try Video(name: "long", ladder: ladder, segmentDuration: 2, sizes: [[1, 2, 3]])
    #expect(
      throws: VideoError.invalid(field: "long segment 0", found: "2.0 s", allowed: "1 s under the model mm22")
    ) { try MM22Queue(name: "q", videos: [long]) }
    #expect(throws: VideoError.self) { try MM22Queue(name: "q", videos: []) }
  }
}
