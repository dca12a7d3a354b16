import ABRNetwork
import Testing

@testable import ABRPlayback

/// Devices that run out of memory.
@Suite struct LowMemoryTests {
  @Test("reading stops, the buffer plays on, and the transfer goes on by range")
  func reading() throws {
    var queue = ConstantQueue(lengths: [8])
    let usual = try queue.play(over: ConstantQueue.fastLink).metrics
    // At 1.75 s three segments of 0.5 s have come and half of the fourth; playback began at 0.5 s with 2 s.
    queue.script = Script([.init(.time(1.75), .lowMemory(seconds: 3))])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.metrics.ledger == usual.ledger && result.metrics.stallCount == 0)
    let requests = result.times { if case .requested = $0 { true } else { false } }
    #expect(requests == [0, 0.5, 1, 1.5, 4.75, 5, 5.5, 6, 6.5])
    // The buffer of 6 s ends at 6.5 s; with 5 s of nothing it stalls until it holds more than 3 s again.
    queue.script = Script([.init(.time(1.75), .lowMemory(seconds: 6))])
    let long = try queue.play(over: ConstantQueue.fastLink)
    #expect(long.metrics.stallCount == 1 && long.metrics.ledger == usual.ledger)
    // 7.75 s, half a segment for 2 s of media at 8 s, another one for 4 s at 8.5 s.
    #expect(long.metrics.stalledTime == 2)
  }

  @Test("what lies in the buffer is begun with, and gone on with, above 0.8 s")
  func levels() throws {
    var queue = ConstantQueue(lengths: [8], buffer: BufferSettings(start: 5, resume: 7))
    // Start is above three segments, at 1.5 s, without the shortage.
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.startupTime == 1.5)
    queue.script = Script([.init(.time(0.75), .lowMemory(seconds: 1))])
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.startupTime == 0.75)
    // Nothing to begin with: the levels are the usual ones when reading goes on.
    queue.script = Script([.init(.time(0.25), .lowMemory(seconds: 1))])
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.startupTime == 1.25 + 1.25)
  }

  @Test("neighbours wait, too")
  func preloads() throws {
    var queue = ConstantQueue(lengths: [2, 5])
    queue.preload = PreloadSettings(trigger: .currentComplete, nextCount: 1, amount: .seconds([4]))
    queue.script = Script([.init(.time(1.25), .lowMemory(seconds: 2))])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.preloadRequests.map(\.time) == [1, 3.25, 3.5])
    #expect(result.preloadRequests.map(\.bytes) == [250_000, 125_000, 250_000])
    queue.script = Script([.init(.time(1), .lowMemory(seconds: -1))])
    let wrong = queue
    #expect(throws: SettingsError.self) { try wrong.play(over: ConstantQueue.fastLink) }
  }

  @Test("a player that is made anew waits as well", arguments: [true, false])
  func rebuild(isRefresh: Bool) throws {
    var queue = ConstantQueue(lengths: [8])
    queue.script = Script([
      .init(.time(1), isRefresh ? .refresh(seconds: 10) : .lowMemory(seconds: 10)), .init(.time(2), .rebuild),
    ])
    let result = try queue.play(over: ConstantQueue.fastLink)
    let requests = result.times { if case .requested = $0 { true } else { false } }
    #expect(requests.filter { $0 > 2 }.first == 11)
    // Nothing has failed.
    #expect(result.metrics.resumeCount == 0 && result.times { $0 == .resumeBegan(attempt: 0) } == [2])
  }

  @Test("a player that is made anew in a pause plays when the pause is over")
  func rebuildInPause() throws {
    // Full at 6.5 s, in the pause.
    var queue = ConstantQueue(lengths: [20], target: ConstantTarget(seconds: 6))
    queue.script = Script([.init(.time(4), .pause), .init(.time(5), .rebuild), .init(.time(12), .play)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.times { $0 == .resumeEnded(isComplete: true) } == [12])
  }

  @Test("a wait for room ends in the log when requests are stopped")
  func waits() throws {
    // Full with 6 s at 2 s; 1.5 s have been shown.
    var queue = ConstantQueue(lengths: [20], target: ConstantTarget(seconds: 6))
    func waits() throws -> [[Double]] {
      try queue.play(over: ConstantQueue.fastLink).events.compactMap { event in
        if case .waited(let seconds, .bufferFull) = event.kind { [event.time, seconds] } else { nil }
      }
    }
    let usual = try #require(try waits().first { $0[0] > 5 })
    let middle = usual[0] - usual[1] / 2
    for action: Script.Action in [.lowMemory(seconds: 4), .refresh(seconds: 4), .suspend] {
      queue.script = Script([.init(.time(middle), action), .init(.time(middle + 4), .play)])
      let cut = try waits()
      #expect(cut.contains([middle, usual[1] / 2]), "\(action): \(cut)")
      #expect(cut.allSatisfy { $0[1] < 3 })
    }
  }
}
