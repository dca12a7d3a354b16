import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

/// Facts from Shaka Player 5.2.7: its unit tests of the manager, and its own code in a browser.
@Suite struct ShakaManagerTests {
  private static func bench(
    _ kbps: [Int] = [400, 500, 600, 1000, 2000], duration: Double = 4,
    _ change: (inout ShakaManager.Options) -> Void = { _ in }
  ) throws -> RuleBench<ShakaManager> {
    var options = ShakaManager.Options()
    options.lag = 0
    change(&options)
    return try RuleBench(ShakaManager(options), kbps: kbps, segmentDuration: duration)
  }

  @Test(
    "the first choice follows the default estimate, of which a variant takes 0.95",
    arguments: [(3e6, 4), (1e6, 2), (1.06e6, 3), (5e5, 0), (1e5, 0)])
  func first(estimate: Double, choice: Int) throws {
    var bench = try Self.bench { $0.estimate = estimate }
    #expect(bench.decide(level: 0).rendition == choice)
  }

  @Test("after enough samples the estimate decides at once", arguments: [(530.0, 1), (525, 0), (636, 2), (2120, 4)])
  func estimate(kbps: Double, choice: Int) throws {
    var bench = try Self.bench()
    _ = bench.decide(level: 0)
    for _ in 0..<3 { bench.download(kbps: kbps) }
    #expect(bench.decide(level: 8).rendition == choice)
  }

  @Test("a sample below 16 kB or 5 ms does not count, and 128 kB make an estimate")
  func enough() throws {
    var bench = try Self.bench()
    _ = bench.decide(level: 0)
    bench.download(kbps: 127, seconds: 1)
    bench.download(kbps: 1e6, seconds: 0.004)
    #expect(bench.decide(level: 8).rendition == 2)
    bench.download(kbps: 1016, seconds: 1)
    #expect(bench.decide(level: 8).rendition == 2)
    bench.download(kbps: 2200, seconds: 1)
    #expect(bench.decide(level: 8).rendition > 2)
  }

  @Test("a share for the next variant that is higher than the one for this leaves no choice but the lowest in between")
  func gap() throws {
    var bench = try Self.bench {
      ($0.downgradeTarget, $0.upgradeTarget, $0.estimate) = (0.5, 1, 1.5e6)
    }
    #expect(bench.decide(level: 0).rendition == 0)
  }

  /// Asks the rule at a time of the session.
  private static func decide(_ bench: inout RuleBench<ShakaManager>, at time: Double, rate: Double = 1) -> Int {
    bench.rule.decide(
      RequestContext(
        segment: 1, segmentsLeft: 9, segmentDuration: 4, level: 8, maximumLevel: 14, lastRendition: 0, rate: rate,
        time: time)
    ).rendition
  }

  @Test("it chooses at most once in 8 s", arguments: [(6.0, 1), (7.9, 1), (8.0, 4), (10, 4)])
  func interval(time: Double, choice: Int) throws {
    var bench = try Self.bench()
    _ = Self.decide(&bench, at: 0)
    bench.download(kbps: 540, seconds: 2)
    #expect(Self.decide(&bench, at: 2) == 1)
    // Chosen at 2 s.
    _ = Self.decide(&bench, at: 2 + time - 1)
    bench.download(kbps: 20_000, seconds: 1)
    #expect(Self.decide(&bench, at: 2 + time) == choice)
  }

  @Test("a rate multiplies what a variant needs")
  func rate() throws {
    var bench = try Self.bench { $0.estimate = 1.06e6 }
    #expect(Self.decide(&bench, at: 0, rate: 2) == 1)
  }

  @Test("a choice in the middle of a download replaces it, once there are 100 ms and 16 kB more")
  func restart() throws {
    var bench = try Self.bench { $0.estimate = 4.3e5 }
    #expect(bench.decide(level: 0).rendition == 0)
    // 4 Mbit/s: 128 kB are there after 0.256 s.
    let answers = (1...20).map { chunk in
      let elapsed = Double(chunk) * 0.02
      return bench.shouldAbandon(rendition: 0, received: elapsed * 4e6 / 8 / 200_000, elapsed: elapsed, level: 0)
    }
    let first = try #require(answers.firstIndex { $0 != nil })
    #expect(first == 17 && answers[first] == 4)
    #expect(bench.decide(level: 0).rendition == 4)
  }

  @Test("a choice by the last sample throws away the segment that it was of")
  func lastSample() throws {
    // 160 kB come in 0.08 s: all at once, before there are 100 ms.
    let video = try benchVideo(kbps: [320, 4000], segmentDuration: 4, segments: 4)
    let link = Link(
      try BandwidthTrace(name: "16 Mbit/s", rows: [.init(duration: 100, bandwidth: 16e6)]), defaultLatency: 0.01)
    let player = VideoPlayer(
      video: video, rule: ShakaManager(), target: try StaticTarget(seconds: 10),
      settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0), initialRendition: .chosenByRule))
    var (scratch, log) = (SessionScratch(), NoLog())
    let metrics = player.play(over: link, scratch: &scratch, observer: &log)
    #expect(metrics.abandonedCount == 1 && metrics.ledger[.aborted] == 160_000)
  }

  @Test(
    "audio apart is a request of its own: with it each measures what is left of the link",
    arguments: [(false, 2.0e6), (true, 1.0e6)])
  func audioApart(isApart: Bool, estimate: Double) throws {
    // 2 Mbit/s in chunks of 20 ms, for 0.6 s: with as much audio as pictures each gets half of it.
    var bench = try Self.bench([1000, 3000]) { $0.estimate = 1e6 }
    _ = bench.decide(level: 0, segment: 1)
    var progress = DownloadProgress(
      segment: 1, rendition: 0, segmentDuration: 4, size: 500_000, audioSize: isApart ? 250_000 : 0, received: 0,
      elapsed: 0, latency: 0, level: 0)
    for chunk in 1...30 {
      progress.elapsed = Double(chunk) * 0.02
      progress.received = progress.elapsed * 2e6 / 8
      _ = bench.rule.shouldAbandon(progress)
    }
    let context = RequestContext(
      segment: 1, segmentsLeft: 9, segmentDuration: 4, level: 8, maximumLevel: 14, lastRendition: 0)
    let measured = try #require(bench.rule.reason(for: Decision(0), context).estimate)
    #expect(abs(measured / estimate - 1) < 0.01)
  }

  @Test("it abandons the first segment, too")
  func firstSegment() throws {
    let video = try benchVideo(kbps: [400, 4000], segmentDuration: 4, segments: 4)
    let link = Link(
      try BandwidthTrace(name: "8 Mbit/s", rows: [.init(duration: 100, bandwidth: 8e6)]), defaultLatency: 0.05)
    func play(_ initial: InitialRendition) throws -> SessionMetrics {
      let player = VideoPlayer(
        video: video, rule: ShakaManager(), target: try StaticTarget(seconds: 10),
        settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0), initialRendition: initial))
      var (scratch, log) = (SessionScratch(), NoLog())
      return player.play(over: link, scratch: &scratch, observer: &log)
    }
    // 128 kB of 200 kB are there after 0.178 s, and a sample is taken at 0.23 s: 180 kB.
    let chosen = try play(.chosenByRule)
    #expect(chosen.abandonedCount == 1)
    #expect(chosen.ledger[.aborted] == 180_000)
    // A first rendition that the rule has not chosen is kept.
    #expect(try play(.lowest).abandonedCount == 0)
  }
}
