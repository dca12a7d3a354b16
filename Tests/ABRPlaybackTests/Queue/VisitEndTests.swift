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
}
