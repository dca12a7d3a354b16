import ABRNetwork
import Testing

@testable import ABRPlayback

/// How requests that fail come to an end.
@Suite struct FaultEndTests {
  @Test("a counted retry is an attempt, though the next one at the interval would come later")
  func retryBeforeInterval() throws {
    // Requests fail from 20 s to 36 s. The window of 15 s ends before the interval of 30 s does.
    var queue = ConstantQueue(lengths: [60])
    queue.faults = FaultSettings(refusals: [.init(from: 20, for: 14)])
    queue.retry = .cicadaPlayer
    queue.retry.interval = 30
    let result = try queue.play(over: ConstantQueue.fastLink)
    let refused = result.times { if case .refused = $0 { true } else { false } }
    let retried = result.times { if case .retried = $0 { true } else { false } }
    #expect(refused.count == 1 && retried == [refused[0] + 15])
    #expect(result.metrics.outcome == .completed && result.metrics.stallCount == 0)
  }

  @Test("a session that has been given up ends as its buffer does and stalls only where the app resumes it")
  func noStallAtTheEnd() throws {
    var queue = ConstantQueue(lengths: [100])
    queue.faults = FaultSettings(stretches: [.init(from: 20, for: 1000)])
    queue.retry = .cicadaPlayer
    queue.retry.timeout = 5
    let over = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(over.outcome == .failed && over.stallCount == 0 && over.stalledTime == 0)
    queue.retry.resume = .after(2)
    queue.retry.resumeLimit = 1
    let resumed = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(resumed.outcome == .failed && resumed.stallCount == 1 && resumed.stalledTime > 2)
  }

  @Test("a gated side flow goes on where the gate stopped it and fetches no byte twice")
  func sideFlowStops() throws {
    // The gate opens at 15 s of buffer and closes in the outage, while the side flow is on its way.
    var queue = ConstantQueue(lengths: [100])
    queue.preload = PreloadSettings(trigger: .gate(.init(open: 15, close: 10)), nextCount: 1, amount: .seconds([1]))
    queue.sideFlows = [SideFlow(at: 12, bytes: 8_000_000, isGated: true)]
    let link = try ConstantQueue.link(4_000_000, 100_000, 4_000_000, changingAt: 16, 46)
    let result = try queue.play(over: link)
    #expect(result.gateChanges.contains { !$0.isOpen })
    #expect(result.metrics.ledger[.overhead] == 8_000_000)
  }

  @Test(
    "a download that the app pauses continues by range when it resumes",
    arguments: [
      // 2 MB beside ten segments of 250 kB, half of 500 kB a second each: it has 500 kB after 2 s.
      (0, 10, [0, 10], [2_000_000, 1_500_000], 2_000_000),
      // Playback ends at 21 s: half a megabyte comes in the second before.
      (0, 20, [0, 20], [2_000_000, 1_500_000], 1_000_000),
      // Due in the pause.
      (4, 10, [10], [2_000_000], 2_000_000),
    ] as [(Double, Double, [Double], [Int], Int)])
  func downloadPauses(start: Double, resume: Double, times: [Double], bytes: [Int], overhead: Int) throws {
    var queue = ConstantQueue(lengths: [10])
    queue.sideFlows = [SideFlow(at: start, bytes: 2_000_000, isDownload: true)]
    queue.script = Script([
      .init(.time(2), .downloads(isPaused: true)), .init(.time(resume), .downloads(isPaused: false)),
    ])
    let result = try queue.play(over: ConstantQueue.fastLink)
    let sides = result.events.compactMap { event -> (time: Double, bytes: Int)? in
      if case .sideFlow(let bytes) = event.kind { (event.time, bytes) } else { nil }
    }
    #expect(sides.map(\.time) == times && sides.map(\.bytes) == bytes)
    #expect(result.metrics.ledger[.overhead] == overhead)
    #expect(result.metrics.ledger.downloaded == result.metrics.bytesReceived)
  }
}
