import ABRNetwork
import ABRTestSupport
import Testing

@testable import ABRPlayback

/// A session without a log fetches along `PlainLane` wherever nothing else can happen; with a log every event is gone through.
@Suite struct PlainStretchTests {
  @Test(
    "of 8,000 random sessions without faults each comes out the same to the last bit with and without a log",
    arguments: Seeds.blocks(of: 8_000))
  func sameMetrics(seeds: Range<UInt64>) throws {
    var plain = 0
    for seed in seeds {
      let random = try RandomQueueCase(seed: seed, isPlain: true)
      var session = QueueSession(player: random.player, link: random.link, offset: random.offset, observer: NoLog())
      // What the lane fetches is written over this.
      for index in session.plainRenditions.indices { session.plainRenditions[index] = .max }
      let metrics = session.run()
      if session.plainRenditions.contains(where: { $0 != .max }) { plain += 1 }
      #expect(metrics == random.play().metrics, "seed \(seed)")
    }
    #expect(!Seeds.areAll || plain > seeds.count / 4, "only \(plain) of the random sessions went along the lane")
  }

  @Test("a wait for room that the end of a visit cuts short does not end the first one of the next visit")
  func waitOfAnEarlierVisit() throws {
    // The k-th segment arrives at 0.5·k s with 1.5·k + 0.5 s in the buffer: the target of 10 s is passed by the 7th. From 5 s on each
    // arrives at a whole second with 11.5 s and 1.5 s to wait, so that the first visit ends, at 11.5 s, within a wait.
    let queue = ConstantQueue(
      lengths: [30, 30], target: ConstantTarget(seconds: 10), script: Script([.init(.time(16.5), .leave)]),
      visits: [Visit(item: 0, until: 11), Visit(item: 1)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    let requests = result.times { if case .requested = $0 { true } else { false } }
    #expect(requests.filter { $0 >= 11.5 } == [11.5, 12, 12.5, 13, 13.5, 14, 14.5, 16])
  }
}
