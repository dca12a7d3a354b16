import Testing

@testable import ABRPlayback

/// Seeks over ad breaks, before an item is ready and on a bumper.
///
/// A segment of 2 s has 250 kB and takes 0.5 s at 4 Mbit/s. The film has 100 s, ads have 10 s.
@Suite struct BreakSeekTests {
  /// The film with breaks at 20 s and at 40 s.
  private static func queue(_ steps: [Script.Step], keeps: Bool = true) -> ConstantQueue {
    let ad = Visit(item: 1, role: .ad(skippableAfter: .infinity))
    var queue = ConstantQueue(lengths: [50, 5], script: Script(steps))
    queue.visits = [
      Visit(item: 0, until: 20, keepsBuffer: keeps), ad,
      Visit(item: 0, from: keeps ? nil : 20, until: 40, keepsBuffer: keeps), ad, Visit(item: 0, from: keeps ? nil : 40),
    ]
    return queue
  }

  private static func visits(_ events: [SessionEvent]) -> [[Double]] {
    events.compactMap { event in
      guard case .visit(let place, _) = event.kind else { return nil }
      return [Double(place), event.position, (event.time * 1e9).rounded() / 1e9]
    }
  }

  @Test("a seek over a break shows the ad and then the target", arguments: [true, false])
  func target(keeps: Bool) throws {
    // Playback begins at 0.5 s and is at 10 s when the clock is at 10.5 s. The ad waits 0.5 s for its first segment and
    // plays 10 s: it is over at 21 s. The film goes on at 70 s, 0.5 s later, and has 30 s left: 51.5 s.
    let queue = Self.queue([.init(.position(10), .seek(to: 70))], keeps: keeps)
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(Self.visits(result.events) == [[0, 0, 0], [3, 0, 10.5], [4, 70, 21]])
    #expect(result.metrics.wallTime == 51.5 && result.metrics.stallCount == 0)
    #expect(result.metrics.seekTime == (keeps ? 0.5 : 0))
    // Whose buffer is kept, waits as after a seek; whose is not, starts anew.
    #expect(result.metrics.visits.map(\.startupTime) == [0.5, 0.5, keeps ? 0 : 0.5])
  }

  @Test("several breaks: the last one, all of them or none")
  func several() throws {
    var queue = Self.queue([.init(.position(10), .seek(to: 70))])
    for (rule, places) in [(ItemQueue.BreaksOnSeek.last, [0.0, 3, 4]), (.all, [0, 1, 3, 4]), (.none, [0, 4])] {
      queue.breaksOnSeek = rule
      let result = try queue.play(over: ConstantQueue.fastLink)
      #expect(Self.visits(result.events).map { $0[0] } == places, "\(rule)")
      #expect(Self.visits(result.events).last?[1] == 70)
      // 10 s and 30 s of the film, 10 s for each ad.
      #expect(result.metrics.playedMedia == 40 + 10 * Double(places.count - 2), "\(rule)")
    }
  }

  @Test("a target behind the break that lies in the buffer needs no new request")
  func inBuffer() throws {
    // At 18 s the buffer reaches to 48 s at least (target 30 s).
    let queue = Self.queue([.init(.position(18), .seek(to: 44))])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(Self.visits(result.events).map { $0[0] } == [0, 3, 4])
    #expect(result.metrics.seekTime == 0 && result.metrics.stallCount == 0)
    // All segments of the film once, and the ad's.
    #expect(result.metrics.ledger.downloaded == 55 * ConstantQueue.segmentBytes)
  }

  @Test("a seek before the item is ready is remembered")
  func beforeReady() throws {
    // At 0.25 s nothing has come. The item is ready at 0.5 s with its first segment; then the segment at 60 s is
    // requested and comes at 1 s. 40 s are left. The first segment and nothing else was of no use.
    let queue = ConstantQueue(lengths: [50], script: Script([.init(.time(0.25), .seek(to: 60))]))
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.times { if case .seeked(60, false) = $0 { true } else { false } } == [0.5])
    #expect(result.metrics.startupTime == 1 && result.metrics.wallTime == 41)
    #expect(result.metrics.ledger[.unplayed] == ConstantQueue.segmentBytes)
    #expect(result.metrics.ledger[.aborted] == 0)
  }

  @Test("a seek before a paused item is ready is done when it is, without playing")
  func beforeReadyPaused() throws {
    var script = Script([.init(.time(0.25), .seek(to: 60)), .init(.time(20), .play)])
    script.autoplays = false
    let result = try ConstantQueue(lengths: [50], script: script).play(over: ConstantQueue.fastLink)
    #expect(result.times { if case .seeked(60, false) = $0 { true } else { false } } == [0.5])
    #expect(result.metrics.startupTime == 0 && result.metrics.wallTime == 60)
  }

  @Test("a seek before ready over a break shows the break first")
  func beforeReadyOverBreak() throws {
    // Ready at 0.5 s; the ad starts at 1 s and is over at 11 s; the film starts at 11.5 s and has 30 s.
    let queue = Self.queue([.init(.time(0.25), .seek(to: 70))])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(Self.visits(result.events) == [[0, 0, 0], [3, 0, 0.5], [4, 70, 11]])
    #expect(result.metrics.wallTime == 41.5)
  }

  @Test("a bumper cannot be seeked in")
  func bumper() throws {
    var queue = ConstantQueue(lengths: [50, 5], script: Script([.init(.time(3), .seekBy(5))]))
    queue.visits = [Visit(item: 1, role: .bumper), Visit(item: 0)]
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.times { $0 == .ignored(.bumper) } == [3])
    #expect(result.metrics.wallTime == 111)
  }

  @Test("next after the end of an item that is not followed by itself starts the next one")
  func nextAfterTheEnd() throws {
    // The first item of 10 s is over at 10.5 s and stays on the screen; at 30 s the second one begins, 0.5 s later it
    // plays, and at 40.5 s it is over.
    var queue = ConstantQueue(lengths: [5, 5], script: Script([.init(.time(30), .next), .init(.time(60), .leave)]))
    queue.script.advances = false
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.visits.map(\.began) == [0, 30] && metrics.visits.map(\.startupTime) == [0.5, 0.5])
    #expect(metrics.playedMedia == 20 && metrics.wallTime == 60)
    #expect(metrics.pausedTime == 19.5 + 19.5)
  }
}
