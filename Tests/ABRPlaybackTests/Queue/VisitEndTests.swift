import Testing

@testable import ABRPlayback

/// Visits that end, and what comes after them.
@Suite struct VisitEndTests {
  @Test("content with a kept buffer goes on with what it holds, whatever the level")
  func keptBuffer() throws {
    // Segments of 2 s take 2 s: the level is never above 2 s, and the resume level is 3 s. The film waits for 2 s and
    // plays 20 s, the ad waits for 2 s and plays 10 s, and the rest of the film, 20 s, has one segment in its buffer at
    // 34 s and gets the next at 36 s.
    let queue = ConstantQueue(
      lengths: [20, 5],
      visits: [
        Visit(item: 0, until: 20, keepsBuffer: true), Visit(item: 1, role: .ad(skippableAfter: .infinity)),
        Visit(item: 0),
      ])
    let metrics = try queue.play(over: ConstantQueue.link(1_000_000)).metrics
    #expect(metrics.stallCount == 0 && metrics.wallTime == 54)
  }

  @Test("who means to leave later in an item that ends has left, unless nothing else was to come")
  func leavingAfterTheEnd() throws {
    var queue = ConstantQueue(lengths: [5, 5, 5], script: Script([.init(.watched(12), .leave)]))
    let left = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(left.outcome == .left && left.visits.count == 1 && left.wallTime == 10.5)
    queue.lengths = [5]
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.outcome == .completed)
  }

  @Test("without autoplay each item waits for a play, and a break goes on with its item")
  func withoutAutoplay() throws {
    // Two films of 10 s, an ad of 4 s before each and one in the middle of the second. A segment takes 0.5 s.
    var queue = ConstantQueue(lengths: [5, 5, 2])
    let ad = Visit(item: 2, role: .ad(skippableAfter: .infinity))
    queue.visits = [ad, Visit(item: 0), ad, Visit(item: 1, until: 4, keepsBuffer: true), ad, Visit(item: 1)]
    queue.script = Script([.init(.time(5), .play), .init(.time(40), .play)], autoplays: false)
    let result = try queue.play(over: ConstantQueue.fastLink)
    // The ad is there at 5 s and over at 9 s, the film begins half a second later and is over at 19.5 s; all of it came
    // before the second ad, which waits from then to 40 s, 44 s its end.
    let visits = result.times { if case .visit = $0 { true } else { false } }
    #expect(visits == [0, 9, 19.5, 44, 48.5, 53])
    #expect(result.metrics.pausedTime == 5 + 20.5 && result.metrics.outcome == .completed)
    #expect(result.metrics.wallTime == 59)
  }

  @Test("without autoplay nothing after the first item is shown to a viewer who presses play once")
  func onePlay() throws {
    for isMoved in [false, true] {
      var queue = ConstantQueue(lengths: [5, 5])
      queue.script = Script(
        [.init(.time(4), .play)] + (isMoved ? [.init(.time(8), .next)] : []), advances: !isMoved, autoplays: false)
      let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
      #expect(metrics.visits.map(\.started) == [true, false] && metrics.outcome == .left)
      #expect(metrics.playingTime == (isMoved ? 4 : 10))
    }
  }

  @Test("content that returns after a break is no other visit, its buffer kept or not", arguments: [true, false])
  func returns(keeps: Bool) throws {
    let ad = Visit(item: 1, role: .ad(skippableAfter: .infinity))
    var queue = ConstantQueue(lengths: [20, 2])
    queue.visits = [Visit(item: 0, until: 20, keepsBuffer: keeps), ad, Visit(item: 0, from: keeps ? nil : 20)]
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.visits.map(\.isClip) == [false, true, true] && metrics.count(of: .miss) == 0)
    // From its beginning it is another visit.
    queue.visits[2].from = 0
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.visits.map(\.isClip)[2] == keeps)
  }
}
