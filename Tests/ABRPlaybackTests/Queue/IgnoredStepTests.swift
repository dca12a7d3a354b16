import ABRNetwork
import Testing

@testable import ABRPlayback

/// What a script says and the session cannot do is in its log.
@Suite struct IgnoredStepTests {
  private static func ignored(_ steps: [Script.Step], lengths: [Int] = [5, 5]) throws -> [SessionEvent.Ignored] {
    let queue = ConstantQueue(lengths: lengths, script: Script(steps))
    return try queue.play(over: ConstantQueue.fastLink).events.compactMap {
      if case .ignored(let reason) = $0.kind { reason } else { nil }
    }
  }

  @Test("a move back from the first item has no effect and says so")
  func previousOfFirst() throws {
    #expect(try Self.ignored([.init(.watched(1), .previous)]) == [.noPreviousItem])
    #expect(try Self.ignored([.init(.watched(1), .next), .init(.watched(1), .previous)]).isEmpty)
  }

  @Test("a skip of content has no effect and says so")
  func skipOfContent() throws {
    #expect(try Self.ignored([.init(.time(3), .skip)]) == [.nothingToSkip])
  }

  @Test("a seek out of the item goes to its end and says where it was meant to go")
  func seekBeyond() throws {
    #expect(try Self.ignored([.init(.watched(1), .seek(to: 99))]) == [.beyondItem(position: 99)])
    #expect(try Self.ignored([.init(.watched(1), .seekBy(-5))]) == [.beyondItem(position: -4)])
    #expect(try Self.ignored([.init(.watched(1), .seek(to: 8))]).isEmpty)
  }

  @Test("steps that the session does not live to see are counted")
  func neverReached() throws {
    #expect(
      try Self.ignored([.init(.watched(1), .leave), .init(.time(50), .pause), .init(.time(60), .play)])
        == [.neverReached(steps: 2)])
  }

  @Test("a viewer who has paused for good has left, before the first frame or after it")
  func pausedForGood() throws {
    let paused = ConstantQueue(lengths: [5], script: Script([.init(.watched(4), .pause)]))
    #expect(try paused.play(over: ConstantQueue.fastLink).metrics.outcome == .left)
    let never = ConstantQueue(lengths: [5], script: Script(autoplays: false))
    #expect(try never.play(over: ConstantQueue.fastLink).metrics.outcome == .leftBeforeStart)
  }
}
