import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// Chooses what is on a list, and notes what it was told.
final class ListScheduler: DownloadScheduler {
  private var actions: ArraySlice<ScheduledAction>
  private(set) var contexts: [ScheduleContext] = []

  init(_ actions: [ScheduledAction]) { self.actions = actions[...] }

  func next(_ context: ScheduleContext) -> ScheduledAction? {
    contexts.append(context)
    return actions.popFirst()
  }
}

/// Chooses anything, most often what follows, and has enough after a while.
final class ErraticScheduler: DownloadScheduler {
  private var random: TestRandom
  /// Sources may change: what the shortest video has, all have.
  private let segmentCount: Int
  private var fetched: [Int]
  private var left = 300

  init(_ player: SessionPlayer, seed: UInt64) {
    random = TestRandom(seed: seed)
    segmentCount = player.players.map { min($0.video.segmentCount, $0.settings.segmentLimit) }.min() ?? 0
    fetched = player.queue.items.map { _ in 0 }
  }

  func next(_ context: ScheduleContext) -> ScheduledAction? {
    left -= 1
    if left < 0 || random.chance(0.02) { return nil }
    if random.chance(0.2) { return .wait(seconds: random.number(0.01...5)) }
    let item = random.chance(0.6) ? min(context.visit, fetched.count - 1) : random.integer(below: fetched.count)
    let segment = random.chance(0.9) ? min(fetched[item], segmentCount - 1) : random.integer(below: segmentCount)
    fetched[item] = segment + 1
    return .fetch(item: item, segment: segment, rendition: 0)
  }
}

@Suite struct DownloadSchedulerTests {
  private static func play(
    _ actions: [ScheduledAction], lengths: [Int] = [2, 2], script: Script = Script(),
    network: NetworkSettings = NetworkSettings(), over link: Link? = nil
  ) throws -> (result: ConstantQueue.Result, contexts: [ScheduleContext]) {
    let scheduler = ListScheduler(actions)
    var queue = ConstantQueue(lengths: lengths)
    queue.script = script
    queue.network = network
    let result = try queue.play(over: try link ?? ConstantQueue.fastLink, scheduler: scheduler)
    return (result, scheduler.contexts)
  }

  private static func fetch(_ item: Int, _ segment: Int) -> ScheduledAction {
    .fetch(item: item, segment: segment, rendition: 0)
  }

  @Test("the session downloads what is chosen, of any item, one after the other, and waits where it should")
  func order() throws {
    let (result, contexts) = try Self.play(
      [Self.fetch(0, 0), Self.fetch(1, 0), .wait(seconds: 1), Self.fetch(0, 1), Self.fetch(1, 1)])
    #expect(contexts.map(\.time).prefix(6) == [0, 0.5, 1, 2, 2.5, 3])
    #expect(contexts.map(\.position).prefix(6) == [0, 0, 0.5, 1.5, 2, 2.5])
    let metrics = result.metrics
    #expect(metrics.session.outcome == .completed && metrics.session.wallTime == 8.5)
    #expect(metrics.session.startupTime == 0.5 && metrics.session.stalledTime == 0)
    #expect(metrics.session.ledger[.played] == 4 * ConstantQueue.segmentBytes)
    #expect(result.readiness == [.hit])
  }

  @Test("segments may come in any order: each is appended as soon as nothing is missing before it")
  func anyOrder() throws {
    let metrics = try Self.play([Self.fetch(0, 1), Self.fetch(0, 0)], lengths: [2]).result.metrics
    #expect(metrics.session.outcome == .completed && metrics.session.startupTime == 1)
    #expect(metrics.session.playedMedia == 4 && metrics.session.wallTime == 5)
  }

  @Test("a download goes on when its item is left, and its bytes are waste")
  func swipe() throws {
    let (result, contexts) = try Self.play(
      [Self.fetch(0, 0), Self.fetch(0, 1), Self.fetch(1, 0)], lengths: [2, 1],
      script: Script([Script.Step(.watched(0.25), .next)]))
    #expect(contexts.map(\.time).prefix(3) == [0, 0.5, 1] && contexts.map(\.visit).prefix(3) == [0, 0, 1])
    #expect(contexts[2].began == 0.75 && contexts[2].playingTime == 0.25)
    let session = result.metrics.session
    #expect(result.metrics.bytesReceived == 3 * ConstantQueue.segmentBytes)
    #expect(session.ledger[.played] == ConstantQueue.segmentBytes * 9 / 8)
    #expect(session.ledger[.unplayed] == ConstantQueue.segmentBytes * 15 / 8 && session.outcome == .completed)
  }

  @Test("with nothing chosen the session goes on with what it has, and ends where it has nothing")
  func nothing() throws {
    let metrics = try Self.play([Self.fetch(0, 0)]).result.metrics
    #expect(metrics.session.outcome == .networkExhausted && metrics.session.playedMedia == 2)
    #expect(metrics.session.wallTime == 2.5 && metrics.session.stallCount == 1)
  }

  @Test("a trace that advances during transfers stands still otherwise, and the end is noticed on the tick")
  func trace() throws {
    // 0.125 s of latency and 0.5 s at 4 Mbit/s are 2.5 ticks, 2 s at 1 Mbit/s are 8.5.
    let network = NetworkSettings(
      fixedLatency: 0.125, setupRoundTrips: 0, traceAdvances: .duringTransfers(tick: 0.25))
    let contexts = try Self.play(
      [Self.fetch(0, 0), .wait(seconds: 10), Self.fetch(0, 1), Self.fetch(0, 2)], lengths: [3], network: network,
      over: try ConstantQueue.link(4_000_000, 1_000_000, changingAt: 1)
    ).contexts
    #expect(contexts.map(\.time).prefix(5) == [0, 0.75, 10.75, 11.5, 13.75])
  }
}
