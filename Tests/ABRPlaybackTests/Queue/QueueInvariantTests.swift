import ABRNetwork
import ABRTestSupport
import Testing

@testable import ABRPlayback

/// Properties of every session of several items, over random ones of every kind. A failure prints the seed that brings
/// it back.
@Suite struct QueueInvariantTests {
  @Test(
    "of 12,000 random sessions of several items each keeps its books to the byte, its time and its levels",
    arguments: Seeds.blocks(of: 12_000))
  func everySession(seeds: Range<UInt64>) throws {
    var (scratch, none) = (SessionScratch(), NoLog())
    for seed in seeds {
      let random = try RandomQueueCase(seed: seed)
      let (metrics, events) = random.play()
      checkBytes(random, metrics)
      checkTime(random, metrics)
      checkEvents(random, events, metrics)
      // In memory of other sessions, then in that of the same one.
      for _ in 0..<2 {
        let start = AnyPlayer.Start(link: random.link, offset: random.offset)
        #expect(random.player.play(start, scratch: &scratch, observer: &none) == metrics, "seed \(seed)")
      }
    }
  }

  /// Every byte that came over the link is in exactly one account, and no more came than the link carried.
  private func checkBytes(_ random: RandomQueueCase, _ metrics: SessionMetrics) {
    let ledger = metrics.ledger
    let accounts = ByteAccount.allCases.map { ledger[$0] }
    #expect(accounts.allSatisfy { $0 >= 0 }, "seed \(random.seed): \(accounts)")
    #expect(ledger.downloaded == metrics.bytesReceived, "seed \(random.seed): \(accounts)")
    #expect(ledger.downloaded == ledger[.played] + ledger.wasted + ledger[.overhead], "seed \(random.seed)")
    var cursor = random.link.cursor(atOffset: random.offset)
    let factor = max(1, random.player.faults.stretches.map(\.factor).max() ?? 1)
    // An instantaneous link carries everything in any time but none.
    let end = max(metrics.wallTime, .leastNonzeroMagnitude)
    let carried = random.link.carried(from: 0, to: end, cursor: &cursor) * factor
    #expect(Double(metrics.bytesReceived) <= carried * (1 + 1e-9) + 1, "seed \(random.seed)")
  }

  /// Wall time is startup, playing, stalled, paused and seeking time; visits have it all between them.
  private func checkTime(_ random: RandomQueueCase, _ metrics: SessionMetrics) {
    let session = metrics
    let sum =
      metrics.startupTotal + session.playingTime + session.stalledTime + metrics.pausedTime + metrics.seekTime
    #expect(abs(sum - session.wallTime) <= 1e-9 * (1 + session.wallTime), "seed \(random.seed): \(sum)")
    let visits = metrics.visits
    #expect(!visits.isEmpty, "seed \(random.seed)")
    func same(_ left: Double, _ right: Double) -> Bool { abs(left - right) <= 1e-9 * (1 + abs(right)) }
    #expect(same(visits.map(\.playedMedia).reduce(0, +), session.playedMedia), "seed \(random.seed)")
    #expect(same(visits.map(\.startupTime).reduce(0, +), metrics.startupTotal), "seed \(random.seed)")
    #expect(same(visits.map(\.stalledTime).reduce(0, +), session.stalledTime), "seed \(random.seed)")
    #expect(metrics.gateOpenTime <= session.wallTime * (1 + 1e-12), "seed \(random.seed)")
  }

  private func checkEvents(_ random: RandomQueueCase, _ events: [SessionEvent], _ metrics: SessionMetrics) {
    var before = events[0]
    for event in events {
      #expect(event.level >= 0, "seed \(random.seed): \(event)")
      #expect(event.time >= before.time, "seed \(random.seed): \(event)")
      before = event
    }
    // Waits that are listed are as long as those that are counted; one that something ends is not listed.
    let waited = events.reduce(0) { if case .resumed(let seconds) = $1.kind { $0 + seconds } else { $0 } }
    #expect(waited <= metrics.stalledTime + metrics.seekTime + 1e-6, "seed \(random.seed)")
    if case .ended = before.kind {} else { Issue.record("seed \(random.seed): the last event is \(before)") }
  }
}
