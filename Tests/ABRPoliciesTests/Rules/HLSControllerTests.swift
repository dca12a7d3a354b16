import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

/// Facts from hls.js 1.7.1: its unit tests of the ABR controller and worked examples of its rules.
@Suite struct HLSControllerTests {
  private static let ladder = [105, 246, 461, 836, 2149, 6222]

  private static func bench(
    _ kbps: [Int] = ladder, duration: Double = 1, _ change: (inout HLSController.Options) -> Void = { _ in }
  ) throws -> RuleBench<HLSController> {
    var options = HLSController.Options()
    options.parsing = 0
    change(&options)
    return try RuleBench(HLSController(options), kbps: kbps, segmentDuration: duration)
  }

  @Test(
    "the first level is the highest that the estimate carries",
    arguments: [(500_000.0, 2), (999_999_999, 5), (1, 0), (2_149_000, 4), (2_148_999, 3)])
  func first(estimate: Double, level: Int) throws {
    var bench = try Self.bench { $0.estimate = estimate }
    #expect(bench.decide(level: 0).rendition == level)
  }

  @Test(
    "without an estimate it is 500 kbit/s, or the level listed first up to 5 Mbit/s",
    arguments: [(["105", "246", "461", "836"], 2), (["836", "246", "461"], 2), (["6222", "2149", "105"], 1)])
  func listedFirst(listed: [String], level: Int) throws {
    let bandwidths = listed.compactMap(Int.init).map { $0 * 1000 }
    let ladder = try Ladder(bandwidths.map { Rendition(bandwidth: $0) })
    let video = try Video(
      name: "v", ladder: ladder, segmentDuration: 4, sizes: Array(repeating: bandwidths.sorted(), count: 9))
    var rule = HLSController()
    rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet(all: ladder)))
    let context = RequestContext(
      segment: 0, segmentsLeft: 9, segmentDuration: 4, level: 0, maximumLevel: 30, lastRendition: 0)
    #expect(rule.decide(context).rendition == level)
  }

  @Test(
    "a test of the lowest level is thrown away, and the first segment chosen by what it has measured",
    arguments: [(10e6, 2), (1.5e6, 1), (0.3e6, 0)], ["on", "off"])
  func test(link: (bandwidth: Double, level: Int), abandon: String) throws {
    let video = try benchVideo(kbps: [500, 1000, 2000], segmentDuration: 4, segments: 9)
    let trace = try BandwidthTrace(name: "t", rows: [.init(duration: 60, bandwidth: link.bandwidth, latency: 0.05)])
    let player = try PolicySpec(parsing: "hls-abr(test=on,abandon=\(abandon))").policy()
      .makePlayer(video: video, buffer: .standard, settings: PlayerSettings(initialRendition: .chosenByRule))
    var (scratch, log) = (SessionScratch(), ReasonLog())
    let metrics = player.play(AnyPlayer.Start(link: Link(trace)), scratch: &scratch, log: &log)
    #expect(metrics.ledger[.aborted] == 250_000)
    let first = log.events.compactMap { event -> (Int, DecisionReason.Cause?)? in
      guard case .decided(0, let rendition, _, let reason) = event.kind else { return nil }
      return (rendition, reason.cause)
    }
    #expect(first.map(\.0) == [0, link.level] && first.map(\.1) == [.test, .estimate])
  }

  @Test("there is one test, of an item of which nothing is there, and limits meanwhile leave it one")
  func oneTest() throws {
    var preloaded = try Self.bench { $0.tests = true }
    #expect(preloaded.decide(level: 1, segment: 1).rendition != 0)
    preloaded.download(kbps: 9000)
    #expect(preloaded.decide(level: 0, segment: 2).rendition != 0)
    var bench = try Self.bench { $0.tests = true }
    #expect(bench.decide(level: 0).rendition == 0)
    let lowest = RuleSetup(video: bench.setup.video, eligible: EligibleSet([0]))
    bench.rule.prepare(for: lowest)
    #expect(bench.shouldAbandon(rendition: 0, received: 0.5, elapsed: 0.1, level: 0) == nil)
    #expect(bench.shouldAbandon(rendition: 0, received: 1, elapsed: 0.2, level: 0) == 0)
    bench.rule.prepare(for: bench.setup)
    #expect(bench.decide(level: 0).rendition != 0)
  }

  @Test("where nothing comes in time the first level is the one listed first")
  func nothingFits() throws {
    var bench = try Self.bench { $0.starvation = 0 }
    #expect(bench.decide(level: 0).rendition == 0)
  }

  @Test("a level above the last one needs its bandwidth of 0.7 of the estimate")
  func up() throws {
    for (kbps, level) in [(461 / 0.7 + 0.001, 2), (461 / 0.7 - 0.001, 1)] {
      var bench = try Self.bench()
      bench.download(kbps: kbps, latency: 0)
      #expect(bench.decide(level: 8).rendition == level)
    }
  }

  @Test(
    "the highest level that 0.95 or 0.7 of the estimate carries and that comes before the buffer is empty",
    arguments: [(1, 12.0, 4000.0, 1), (1, 12, 4700, 2), (2, 12, 3450, 2), (1, 3, 4700, 1), (2, 12, 3420, 1)])
  func examples(base: Int, seconds: Double, kbps: Double, level: Int) throws {
    var bench = try Self.bench([480, 1350, 3250], duration: 6)
    bench.download(kbps: kbps, latency: 0.1, rendition: base)
    #expect(bench.decide(level: seconds).rendition == level)
  }

  @Test("with an empty buffer a stall of up to 4 s is put up with, and then the lowest level is taken")
  func starving() throws {
    // 0.1 s and 6 s of 480 kbit/s at 950 kbit/s are 3.1 s; of 900 kbit/s they are more than 4 s.
    var bench = try Self.bench([480, 900, 3250], duration: 6)
    bench.download(kbps: 1000, latency: 0.1, rendition: 1)
    #expect(bench.decide(level: 0).rendition == 0)
    var patient = try Self.bench([480, 900, 3250], duration: 6) { $0.starvation = 10 }
    patient.download(kbps: 1000, latency: 0.1, rendition: 1)
    #expect(patient.decide(level: 0).rendition == 1)
  }

  @Test("audio that is fetched apart is no part of a sample")
  func audioApart() throws {
    let video = try benchVideo(kbps: [480, 1350], segmentDuration: 4, segments: 9)
    var rule = HLSController()
    rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet(all: video.ladder)))
    // 128 kbit/s less: 0.7 of 1.932 Mbit/s carries 1.35 Mbit/s, and 0.7 of 1.872 Mbit/s does not.
    for (kilobits, levels) in [(2_060.0, (1, 1)), (2_000, (1, 0))] {
      func download(audioBytes: Double) -> Download {
        Download(
          segment: 0, rendition: 0, segmentDuration: 1, bytes: kilobits * 125, audioBytes: audioBytes,
          transferTime: 0.996, latency: 0)
      }
      let context = RequestContext(
        segment: 1, segmentsLeft: 8, segmentDuration: 4, level: 30, maximumLevel: 60, lastRendition: 0)
      var (first, second) = (rule, rule)
      first.downloaded(download(audioBytes: 0), level: 4)
      second.downloaded(download(audioBytes: 16_000), level: 4)
      #expect((first.decide(context).rendition, second.decide(context).rendition) == levels)
    }
  }

  // MARK: Downloads that are too slow

  /// Asks every 50 ms about a segment of 4 s at level 3 (4 Mbit/s) that comes at a rate: when it is abandoned, and for
  /// which level.
  private static func abandon(
    kbps: Double, level: Double, rendition: Int = 3
  ) throws -> (elapsed: Double, level: Int, next: Int)? {
    var bench = try bench([500, 1000, 2000, 4000], duration: 4)
    bench.download(kbps: 8000, seconds: 4, latency: 0.05, rendition: rendition)
    _ = bench.decide(level: level)
    for question in 1...100 {
      let elapsed = Double(question) * 0.05
      let received = min(1, kbps * max(0, elapsed - 0.05) / Double([500, 1000, 2000, 4000][rendition]) / 4)
      guard received < 1 else { return nil }
      let left = max(0, level - elapsed)
      let answer = bench.shouldAbandon(
        rendition: rendition, received: received, elapsed: elapsed, latency: 0.05, level: left)
      if let answer { return (elapsed, answer, bench.decide(level: left).rendition) }
    }
    return nil
  }

  @Test(
    "nothing is abandoned before half of the segment's duration, at the lowest two levels or where it comes in time")
  func bears() throws {
    #expect(try Self.abandon(kbps: 4000, level: 8) == nil)
    #expect(try Self.abandon(kbps: 100, level: 8, rendition: 1) == nil)
    #expect(try Self.abandon(kbps: 100, level: 8, rendition: 0) == nil)
    let late = try #require(try Self.abandon(kbps: 1200, level: 8))
    #expect(abs(late.elapsed - 2.1) < 1e-9)
  }

  @Test("nothing is abandoned before the first segment is there")
  func beforeMedia() throws {
    for isThere in [false, true] {
      var bench = try Self.bench([500, 1000, 2000, 4000], duration: 4)
      if isThere { bench.download(kbps: 1200, latency: 0.05, rendition: 3) }
      let answers = (1...100).map { question in
        bench.shouldAbandon(
          rendition: 3, received: Double(question) * 0.005, elapsed: Double(question) * 0.05, latency: 0.05, level: 0)
      }
      #expect(answers.contains { $0 != nil } == isThere)
    }
  }

  @Test("what would take twice as long as a lower level is abandoned for the lowest, something nearer for that level")
  func lower() throws {
    // 16 Mbit at 1.2 Mbit/s: 11 s are left, and a segment of level 1 takes 3.6 s.
    let far = try #require(try Self.abandon(kbps: 1200, level: 8))
    #expect(far.level == 0 && far.next == 0)
    // At 2.1 Mbit/s 5.6 s are left, and a segment of level 2 takes 3.9 s.
    let near = try #require(try Self.abandon(kbps: 2100, level: 7))
    #expect(near.level == 2 && near.next == 2)
  }

  @Test("a look sees what was reported 50 ms earlier at most")
  func reports() throws {
    // All of what is missing comes within the last 50 ms before a look.
    var bench = try Self.bench([500, 1000, 2000, 4000], duration: 4)
    bench.download(kbps: 8000, seconds: 4, latency: 0.05, rendition: 3)
    _ = bench.decide(level: 6)
    #expect(bench.shouldAbandon(rendition: 3, received: 0.15, elapsed: 2.05, latency: 0.05, level: 4) == nil)
    #expect(bench.shouldAbandon(rendition: 3, received: 0.9, elapsed: 2.1, latency: 0.05, level: 4) != nil)
  }
}

@Suite struct HLSEstimatorTests {
  @Test("the smaller of two averages by seconds of download, as hls.js computes it")
  func averages() {
    var estimator = HLSEstimator(fast: 5, slow: 9, assumed: 1)
    #expect(estimator.throughput == 1 && !estimator.isReady && estimator.latency == 0.1)
    for (seconds, expected) in [(8.0, 1_000_000.0), (4, 1_439_580.319), (1, 2_208_342.324)] {
      estimator.add(bytes: 1_000_000, seconds: seconds)
      #expect(abs(estimator.throughput - expected) < 0.001)
    }
    estimator.reset(assuming: 7)
    #expect(estimator.throughput == 7 && !estimator.isReady)
  }

  @Test("a sample counts 50 ms, or as long as 100 MB/s take, at least; a late first byte weighs less")
  func borders() {
    var estimator = HLSEstimator(fast: 3, slow: 9, assumed: 1)
    estimator.add(bytes: 0, seconds: 1)
    #expect(!estimator.isReady)
    estimator.add(bytes: 100_000, seconds: 0.0001)
    #expect(abs(estimator.throughput - 8e8) < 1)
    estimator.add(latency: 0.001)
    #expect(estimator.latency == 0.005)
    // Weights √2·e^(−s²/2): 1.4142 and 0.8578 at 1 s.
    estimator.add(latency: 1)
    let (first, second) = (1.414_213_56 / 9, 0.857_763_885 / 9)
    func half(_ x: Double) -> Double { Decay.half(toThe: SIMD2(repeating: x))[0] }
    let expected =
      (0.005 * (1 - half(first)) * half(second) + 1 - half(second)) / (1 - half(first + second))
    #expect(abs(estimator.latency - expected) < 1e-6)
  }
}
