import ABRMedia
import ABRNetwork
import ABRTestSupport
import Testing

@testable import ABRPlayback

/// Properties of every session, over random ones of every kind. A failure prints the seed that brings it back.
@Suite struct InvariantTests {
  @Test(
    "of 12,000 random sessions each keeps its books to the byte, its time and its levels, with or without a log",
    arguments: Seeds.blocks(of: 12_000))
  func everySession(seeds: Range<UInt64>) throws {
    var used = SessionScratch()
    for seed in seeds {
      let random = try RandomCase(seed: seed)
      let (metrics, events) = random.play()
      checkLedger(random, metrics, events)
      checkTime(random, metrics, events)
      checkLevels(random, events)
      // Neither the log nor memory that other sessions have used changes a number.
      #expect(random.playSilently(scratch: &used) == metrics, "seed \(seed)")
    }
  }

  /// Every byte received is in exactly one account, as a replay of the log finds it.
  private func checkLedger(_ random: RandomCase, _ metrics: SessionMetrics, _ events: [SessionEvent]) {
    let ledger = metrics.ledger
    let replay = LogReplay(events, video: random.played, overwrites: random.overwrites)
    let accounts = ByteAccount.allCases.map { ledger[$0] }
    #expect(accounts.allSatisfy { $0 >= 0 }, "seed \(random.seed): \(accounts)")
    #expect(ledger.downloaded == ledger[.played] + ledger.wasted + ledger[.overhead], "seed \(random.seed)")
    #expect(ledger.downloaded == replay.received + ledger[.overhead], "seed \(random.seed)")
    #expect(ledger[.aborted] == replay.aborted, "seed \(random.seed)")
    // Each copy's share is rounded to whole bytes once when it is flushed and once when the books close.
    let rounding = 2.0 * Double(replay.copies) + 1e-6 * replay.played
    #expect(abs(Double(ledger[.played]) - replay.played) <= rounding, "seed \(random.seed)")
    #expect(abs(metrics.shownBits - replay.shownBits) <= 1e-6 * (1 + replay.shownBits), "seed \(random.seed)")
    let shown = metrics.shownTimes
    let bits = zip(shown, random.video.ladder.renditions).reduce(0) { $0 + $1.0 * Double($1.1.bandwidth) }
    #expect(abs(bits - metrics.shownBits) <= 1e-9 * (1 + bits), "seed \(random.seed)")
    #expect(abs(shown.reduce(0, +) - metrics.playedMedia) <= 1e-9 * (1 + metrics.playedMedia), "seed \(random.seed)")
    if let quality = metrics.quality.first {
      #expect(abs(quality.integral - metrics.shownBits / 1e6) <= 1e-9 * (1 + quality.integral), "seed \(random.seed)")
      #expect(abs(quality.seconds - metrics.playedMedia) <= 1e-9 * (1 + quality.seconds), "seed \(random.seed)")
      #expect(abs(quality.segmentSum - metrics.linearQuality) <= 1e-9 * (1 + quality.segmentSum), "seed \(random.seed)")
      let changes = quality.rise + quality.fall
      #expect(abs(changes - metrics.switchMagnitude / 1e6) <= 1e-9 * (1 + changes), "seed \(random.seed)")
    } else {
      #expect(metrics.playedMedia == 0, "seed \(random.seed)")
    }
    // Playlists come once, and again where they were given up or the app has set the player up again.
    let times = events.count { event in
      switch event.kind {
      case .timedOut(segment: -1, _, isKept: false), .resumeBegan: true
      default: false
      }
    }
    let stream = random.settings.stream
    func bytes(_ resources: [StreamSettings.Resource]) -> Int { resources.reduce(0) { $0 + $1.bytes } }
    let requests = events.count { if case .requested = $0.kind { true } else { false } }
    let renditions = random.settings.pace.initialisation == .again ? 1 + requests : random.video.ladder.count
    let most = bytes(stream.start + stream.audio) + renditions * bytes(stream.rendition)
    #expect(ledger[.overhead] <= most * (1 + times), "seed \(random.seed)")
  }

  /// Wall time is start-up, playing and stalled time; media shown is playing time at its rate.
  private func checkTime(_ random: RandomCase, _ metrics: SessionMetrics, _ events: [SessionEvent]) {
    let sum = metrics.startupTime + metrics.playingTime + metrics.stalledTime
    #expect(abs(sum - metrics.wallTime) <= 1e-9 * (1 + metrics.wallTime), "seed \(random.seed)")
    let changesRate = events.contains { if case .rate = $0.kind { true } else { false } }
    if !changesRate {
      let media = metrics.playingTime * random.settings.rate
      #expect(abs(metrics.playedMedia - media) <= 1e-9 * (1 + metrics.playedMedia), "seed \(random.seed)")
    }
    let end = random.video.starts[min(random.video.segmentCount, random.settings.segmentLimit)]
    #expect(metrics.playedMedia <= end, "seed \(random.seed)")
    if metrics.outcome == .completed { #expect(metrics.playedMedia == end, "seed \(random.seed)") }
  }

  /// Levels are never negative, time never goes back, nothing is requested above the largest target, the session ends.
  private func checkLevels(_ random: RandomCase, _ events: [SessionEvent]) {
    var before = events[0]
    for event in events {
      #expect(event.level >= 0, "seed \(random.seed)")
      #expect(event.time >= before.time && event.position >= before.position, "seed \(random.seed)")
      // A retry asks for what was asked for, though some of it that is playable has come since.
      let isRetry = before.kind == .retried
      before = event
      if case .requested = event.kind, !isRetry {
        // So what is held afterwards exceeds the target by less than one segment. Ticks may have lowered the target in
        // force since, so the bound is the largest one.
        let target = max(random.target.maximum, random.settings.buffer.topTarget ?? 0)
        let largest = min(target, random.settings.buffer.maximum)
        #expect(event.level <= largest + 1e-9, "seed \(random.seed): \(event)")
      }
    }
    if case .ended = before.kind {} else { Issue.record("seed \(random.seed): the last event is \(before)") }
  }
}
