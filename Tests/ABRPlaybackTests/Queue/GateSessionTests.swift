import ABRNetwork
import ABRPlayback
import Testing

/// The rows of the gate's table in sessions whose times are worked out by hand.
///
/// At 4 Mbit/s the *k*-th segment arrives at 0.5·k s, playback starts with the first, and then the level is 2k − 0.5(k
/// − 1) = 1.5k + 0.5 s: 15.5 s with the tenth, at 5 s.
@Suite struct GateSessionTests {
  private static func settings(
    open: Double = 15, close: Double = 3, onRebuffer: Bool = true, onSwipe: Bool = true, previous: Int = 0,
    next: Int = 1,
    onClose: PreloadSettings.Closing = .pause, share: PreloadSettings.Share = .fair
  ) -> PreloadSettings {
    PreloadSettings(
      trigger: .gate(.init(open: open, close: close, closesOnRebuffer: onRebuffer, closesOnSwipe: onSwipe)),
      previousCount: previous, nextCount: next, amount: .seconds([1]), onClose: onClose, share: share)
  }

  @Test("closed → open: the level reaches the open level")
  func opens() throws {
    let queue = ConstantQueue(lengths: [50, 5], preload: Self.settings(), script: Script([.init(.time(9), .leave)]))
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.gateChanges == [GateChange(5, true, .level, level: 15.5)])
    #expect(result.preloadRequests == [PreloadRequest(5, item: 1)])
    // Both flows get half of the link: 250 kB at 250 kB/s.
    #expect(result.preloadArrivals == [6])
    #expect(result.metrics.gateOpenTime == 4)
  }

  @Test("closed → open: media that is playable while it arrives reaches the open level between two segments")
  func opensWhileMediaArrives() throws {
    var queue = ConstantQueue(lengths: [50, 5], preload: Self.settings(), script: Script([.init(.time(9), .leave)]))
    queue.playable = .arriving(fragment: nil)
    // 0.5 s of media are there at 0.125 s; then 4 s come in a second and one is played: 15 s after 14.5/3 s more.
    let result = try queue.play(over: ConstantQueue.fastLink)
    let change = try #require(result.gateChanges.first)
    #expect(result.gateChanges.count == 1 && change.isOpen && abs(change.time - (0.125 + 14.5 / 3)) < 1e-9)
    #expect(abs(change.level - 15) < 1e-9)
    let preload = try #require(result.preloadRequests.first)
    #expect(preload.time == change.time)
  }

  @Test("with strict sharing an open gate gives preloads what the current item leaves idle")
  func strict() throws {
    var queue = ConstantQueue(
      lengths: [50, 5], preload: Self.settings(share: .strict), script: Script([.init(.time(12), .leave)]))
    // The target of 28 s is exceeded by the 19th segment, at 9.5 s with 29 s; from then on the link is idle for 1 s.
    queue.target = ConstantTarget(seconds: 28)
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.preloadRequests == [PreloadRequest(5, item: 1)])
    #expect(result.preloadArrivals == [10])
  }

  @Test("closed → open: an item shorter than the open level is buffered to its end, and stays open to its end")
  func complete() throws {
    let queue = ConstantQueue(lengths: [3, 3], preload: Self.settings())
    let result = try queue.play(over: ConstantQueue.fastLink)
    // Three segments are there at 1.5 s, 1 s of 6 s has been shown. The level passes the close level at 3.5 s without
    // effect. The second item begins at 6.5 s with one segment and has all three at 7.5 s.
    #expect(
      result.gateChanges == [
        GateChange(1.5, true, .complete, level: 5), GateChange(6.5, false, .newItem, level: 2),
        GateChange(7.5, true, .complete, level: 5),
      ])
    #expect(result.preloadRequests == [PreloadRequest(1.5, item: 1)] && result.preloadArrivals == [2])
    #expect(result.readiness == [.hit] && result.metrics.visits.map(\.startupTime) == [0.5, 0])
  }

  /// The link is gone from 5.5 s to 30 s. Of the preload that began at 5 s 125 kB have come, as of the main segment.
  /// The buffer ends at 20 s of media, which the playhead reaches at 20.5 s; the level is 3 s at 17.5 s. From 30 s on
  /// the current item's segments arrive at 30.25 s, 30.75 s (4 s: playback resumes) and every 0.5 s: the level is 16 s
  /// at 34.75 s.
  private static func outage(_ preload: PreloadSettings) throws -> ConstantQueue.Result {
    try ConstantQueue(lengths: [50, 5], preload: preload, script: Script([.init(.time(36), .leave)]))
      .play(over: ConstantQueue.link(4_000_000, 0, 4_000_000, changingAt: 5.5, 30))
  }

  @Test("open → closed: the level is down to the close level, and a paused preload goes on by range")
  func closes() throws {
    let result = try Self.outage(Self.settings(onClose: .pause))
    #expect(
      result.gateChanges == [
        GateChange(5, true, .level, level: 15.5), GateChange(17.5, false, .level, level: 3),
        GateChange(34.75, true, .level, level: 16),
      ])
    #expect(
      result.events.contains {
        $0.time == 17.5 && $0.kind == .preloadStopped(item: 1, segment: 0, received: 125_000, isKept: true)
      })
    #expect(result.preloadRequests == [PreloadRequest(5, item: 1), PreloadRequest(34.75, item: 1, bytes: 125_000)])
    #expect(result.preloadArrivals == [35.25])
    #expect(result.metrics.ledger[.preloaded] == 250_000)
  }

  @Test("a cancelled preload loses what had come and is fetched again as a whole")
  func cancels() throws {
    let result = try Self.outage(Self.settings(onClose: .cancel))
    #expect(
      result.events.contains {
        $0.time == 17.5 && $0.kind == .preloadStopped(item: 1, segment: 0, received: 125_000, isKept: false)
      })
    #expect(result.preloadRequests == [PreloadRequest(5, item: 1), PreloadRequest(34.75, item: 1)])
    // Of the two flows from 34.75 s on, each at 250 kB/s, the main one is complete at 35.75 s as well; the next one is
    // cut off.
    #expect(result.preloadArrivals == [35.75])
    #expect(result.metrics.ledger[.aborted] == 125_000 + 125_000)
    #expect(result.metrics.ledger[.preloaded] == 250_000)
  }

  @Test("a preload that may finish its segment does so behind the closed gate")
  func finishes() throws {
    let result = try Self.outage(Self.settings(onClose: .finish))
    #expect(!result.events.contains { if case .preloadStopped = $0.kind { true } else { false } })
    // Both halves are still missing at 30 s, and each flow gets 250 kB/s.
    #expect(result.preloadArrivals == [30.5])
    #expect(result.preloadRequests == [PreloadRequest(5, item: 1)])
  }

  @Test("open → closed: a stall", arguments: [true, false])
  func stall(closesOnRebuffer: Bool) throws {
    // With a close level of 0 the stall and the level come at the same time; the stall is noticed first.
    let result = try Self.outage(Self.settings(close: 0, onRebuffer: closesOnRebuffer))
    let cause: PreloadGate.Cause = closesOnRebuffer ? .stall : .level
    #expect(result.gateChanges[1] == GateChange(20.5, false, cause, level: 0))
    #expect(result.times { $0 == .stalled } == [20.5])
  }

  @Test(
    "open → closed: another item comes up, or a seek leaves the buffer",
    arguments: [Script.Action.next, .previous, .index(2), .index(1), .seek(to: 60)])
  func newItem(action: Script.Action) throws {
    var queue = ConstantQueue(lengths: [50, 50, 50], preload: Self.settings())
    queue.script = Script([.init(.time(0), .next), .init(.time(8), action), .init(.time(9), .leave)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.gateChanges.count == 2)
    #expect(result.gateChanges.last.map { $0.time == 8 && !$0.isOpen && $0.cause == .newItem } == true)
  }

  @Test("a seek inside the buffer leaves the gate open")
  func seekInside() throws {
    var queue = ConstantQueue(lengths: [50, 5], preload: Self.settings())
    queue.script = Script([.init(.time(8), .seek(to: 10)), .init(.time(9), .leave)])
    #expect(try queue.play(over: ConstantQueue.fastLink).gateChanges.map(\.isOpen) == [true])
  }

  @Test("a gate that a swipe does not close lets the item after the next one in at once", arguments: [true, false])
  func swipe(closes: Bool) throws {
    var queue = ConstantQueue(lengths: [50, 50, 50], preload: Self.settings(close: 1, onSwipe: closes))
    queue.script = Script([.init(.time(8), .next), .init(.time(9), .leave)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    // The new item has 2 s, above the close level and far under the open level.
    #expect(result.gateChanges.map(\.isOpen) == (closes ? [true, false] : [true]))
    #expect(result.preloadRequests.map(\.item) == (closes ? [1] : [1, 2]))
    if !closes { #expect(result.preloadRequests[1].time == 8) }
  }

  @Test("switched off, preloads request at any time and share the link from the start")
  func off() throws {
    var queue = ConstantQueue(lengths: [50, 5], preload: Self.settings())
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.startupTime == 0.5)
    queue.preload.trigger = .always
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.preloadRequests.first == PreloadRequest(0, item: 1) && result.gateChanges.isEmpty)
    #expect(result.metrics.startupTime == 1)
  }
}
