import ABRPlayback
import ABRPolicies
import Testing

@testable import ABRSessions

@Suite("Feed viewers as scripts")
struct FeedViewerTests {
  private static func feed(_ count: Int) -> ItemQueue { ItemQueue(playlist: (0..<count).map { QueueItem("\($0)") }) }

  private static func watched(_ script: Script) -> [Double] {
    script.steps.compactMap { if case .watched(let seconds) = $0.moment { seconds } else { nil } }
  }

  private let viewer = FeedViewer(watch: .lognormal(median: 8, sigma: 1.1), patience: 8)

  @Test("every item is watched for a while, then the next one comes, and the viewer leaves after the last")
  func plain() throws {
    let script = viewer.script(for: Self.feed(5), seed: 1, trace: "a")
    #expect(script.steps.map(\.action) == [.next, .next, .next, .next, .leave])
    #expect(Self.watched(script).count == 5)
    #expect(script.patience == 8)
    #expect(script.advances && script.autoplays)
    try script.validate(for: Self.feed(5), playerCount: 1)
  }

  @Test("equal seeds, traces and streams give equal viewers, and others give others")
  func streams() {
    let queue = Self.feed(30)
    let script = viewer.script(for: queue, seed: 1, trace: "a")
    #expect(script == viewer.script(for: queue, seed: 1, trace: "a", stream: 0))
    for other in [
      viewer.script(for: queue, seed: 2, trace: "a"), viewer.script(for: queue, seed: 1, trace: "b"),
      viewer.script(for: queue, seed: 1, trace: "a", stream: 1),
    ] {
      #expect(zip(Self.watched(script), Self.watched(other)).allSatisfy { $0 != $1 })
    }
  }

  @Test("what is drawn for an item depends on no other item and on no habit")
  func common() {
    let short = Self.watched(viewer.script(for: Self.feed(5), seed: 7, trace: "a"))
    let long = Self.watched(viewer.script(for: Self.feed(9), seed: 7, trace: "a"))
    #expect(short == Array(long.prefix(5)))
    var habits = viewer
    habits.back = 0.5
    habits.skip = 0.5
    let visits = [3, 1, 0, 2, 4].map { Visit(item: $0) }
    let shuffled = ItemQueue(items: Self.feed(5).items, visits: visits)
    for item in 0..<5 {
      let plain = viewer.draw(seed: 7, trace: "a", stream: 0, item: item, occurrence: 0)
      #expect(plain.watched == habits.draw(seed: 7, trace: "a", stream: 0, item: item, occurrence: 0).watched)
      #expect(plain.watched == short[item])
    }
    #expect(Self.watched(viewer.script(for: shuffled, seed: 7, trace: "a")) == [3, 1, 0, 2, 4].map { short[$0] })
  }

  @Test("a second turn of an item is another draw")
  func replay() {
    let queue = ItemQueue(items: Self.feed(1).items, visits: [Visit(item: 0), Visit(item: 0, from: 0)])
    let times = Self.watched(viewer.script(for: queue, seed: 1, trace: "a"))
    #expect(times.count == 2 && times[0] != times[1])
  }

  @Test(
    "viewers go back as often as they are said to, for once, and never before the first item", arguments: [1, 2, 3])
  func back(seed: Int) {
    var viewer = viewer
    viewer.back = 0.15
    let script = viewer.script(for: Self.feed(10_000), seed: seed, trace: "a")
    #expect(script.steps[0].action == .next)
    let backs = script.steps.indices.filter { script.steps[$0].action == .previous }
    // Five standard deviations of a binomial count: √(10000 · 0.15 · 0.85) = 35.7.
    let surplus = abs(backs.count - 1500)
    #expect(surplus < 180, "seed \(seed): \(backs.count)")
    for index in backs {
      #expect(script.steps[index + 1].action == .next)
      #expect(script.steps[index + 2].action != .previous)
    }
    viewer.back = 1
    let always = viewer.script(for: Self.feed(3), seed: seed, trace: "a").steps.map(\.action)
    #expect(always == [.next, .previous, .next, .next, .previous, .next, .leave])
  }

  /// A pre-roll, a break in the middle of the content, and an ad before the second item.
  private static func breaks(keepsBuffer: Bool) -> ItemQueue {
    ItemQueue(
      items: ["film", "ad", "clip"].map { QueueItem($0) },
      visits: [
        Visit(item: 1, role: .ad(skippableAfter: 5)),
        Visit(item: 0, until: 200, keepsBuffer: keepsBuffer),
        Visit(item: 1, role: .ad(skippableAfter: .infinity)),
        Visit(item: 1, role: .ad(skippableAfter: 6)),
        Visit(item: 0),
        Visit(item: 1, role: .ad(skippableAfter: 7)),
        Visit(item: 2),
      ])
  }

  @Test("ads are skipped when they come, and content is one turn across its breaks")
  func ads() {
    for keepsBuffer in [true, false] {
      let queue = Self.breaks(keepsBuffer: keepsBuffer)
      let late = FeedViewer(watch: .exponential(mean: 1e7), skip: 1).script(for: queue, seed: 1, trace: "a")
      let film = FeedViewer(watch: .exponential(mean: 1e7)).draw(seed: 1, trace: "a", stream: 0, item: 0, occurrence: 0)
      #expect(film.watched > 200)
      #expect(
        late.steps.prefix(4) == [
          Script.Step(.watched(5), .skip), Script.Step(.watched(6), .skip),
          Script.Step(.position(200 + (film.watched - 200)), .index(5)),
          Script.Step(.watched(7), .skip),
        ])
      let early = FeedViewer(watch: .lognormal(median: 10, sigma: 0), skip: 0).script(for: queue, seed: 1, trace: "a")
      #expect(early.steps == [Script.Step(.watched(10), .index(5)), Script.Step(.watched(10), .leave)])
    }
  }

  @Test("a turn that ends before the viewer has had enough takes no step")
  func boundedVisit() {
    let queue = ItemQueue(items: Self.feed(2).items, visits: [Visit(item: 0, until: 5), Visit(item: 1)])
    let script = FeedViewer(watch: .lognormal(median: 10, sigma: 0)).script(for: queue, seed: 1, trace: "a")
    #expect(script.steps == [Script.Step(.watched(10), .leave)])
  }

  @Test("an ad that is let run keeps its place before one that is skipped")
  func mixedBreaks() {
    let items = [QueueItem("clip"), QueueItem("ad")]
    let ads = (0..<3).map { Visit(item: 1, role: .ad(skippableAfter: Double($0))) }
    let queue = ItemQueue(items: items, visits: ads + [Visit(item: 0)])
    var seen: Set<[Double]> = []
    for stream in 0..<100 {
      let script = FeedViewer(watch: .exponential(mean: 5), skip: 0.5).script(
        for: queue, seed: 1, trace: "a", stream: stream)
      seen.insert(Self.watched(script).dropLast().map { $0 })
    }
    let never = WatchModel.longest
    #expect(
      seen == [
        [], [0], [never, 1], [0, 1], [never, never, 2], [0, never, 2], [never, 1, 2], [0, 1, 2],
      ])
  }

  @Test("skips are drawn for each ad with the given probability", arguments: [1, 2])
  func skipShare(seed: Int) {
    let items = [QueueItem("clip"), QueueItem("ad")]
    let visits = (0..<4000).flatMap { _ in [Visit(item: 1, role: .ad(skippableAfter: 5)), Visit(item: 0, from: 0)] }
    let queue = ItemQueue(items: items, visits: visits)
    let script = FeedViewer(watch: .exponential(mean: 5), skip: 0.3).script(for: queue, seed: seed, trace: "a")
    let skips = script.steps.count { $0.action == .skip }
    // Five standard deviations: √(4000 · 0.3 · 0.7) = 29.
    let surplus = abs(skips - 1200)
    #expect(surplus < 146, "seed \(seed): \(skips)")
  }
}
