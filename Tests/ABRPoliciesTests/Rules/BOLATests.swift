import ABRInput
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct BOLATests {
  private let ladder = [1000, 2000, 4000]

  @Test(
    "a full buffer never lowers the rendition",
    arguments: [BOLA.Oscillation.minimised, .utility], [BOLA.Horizon.basic, .finite])
  func monotone(oscillation: BOLA.Oscillation, horizon: BOLA.Horizon) throws {
    var bench = try RuleBench(BOLA(oscillation, horizon: horizon), kbps: [300, 750, 1200, 1850, 2850, 4300])
    bench.download(kbps: 100_000)
    var before = 0
    for step in 0...250 {
      let choice = bench.decide(level: Double(step) / 10, maximumLevel: 25).rendition
      #expect(choice >= before, "at \(step) tenths of a second")
      before = choice
    }
    #expect(before == 5)
  }

  // The paper's example, 25 s of buffer and segments of 3 s.
  @Test(
    "the basic rule changes rendition at the levels of the paper's example",
    arguments: [(14.836, 0), (14.838, 1), (17.223, 1), (17.225, 2)])
  func paper(level: Double, expected: Int) throws {
    var bench = try RuleBench(BOLA(horizon: .basic), kbps: ladder, segmentDuration: 3)
    bench.download(kbps: 100_000)
    #expect(bench.decide(level: level, maximumLevel: 25).rendition == expected)
  }

  @Test("the finite rule is made for half of what was fetched or is left, at least three segments")
  func finite() throws {
    // 3 segments of 3 s: V = 6 / (ln 4 + 5), thresholds 4.046 and 4.697 s.
    for segment in [1, 5, 995, 999] {
      var bench = try RuleBench(BOLA(), kbps: ladder, segmentDuration: 3)
      bench.download(kbps: 100_000)
      #expect(bench.decide(level: 4.0, maximumLevel: 25, segment: segment).rendition == 0)
      #expect(bench.decide(level: 4.1, maximumLevel: 25, segment: segment).rendition == 1)
      #expect(bench.decide(level: 4.7, maximumLevel: 25, segment: segment).rendition == 2)
    }
    // In the middle it is the basic rule.
    var bench = try RuleBench(BOLA(), kbps: ladder, segmentDuration: 3)
    bench.download(kbps: 100_000)
    #expect(bench.decide(level: 14.8, maximumLevel: 25, segment: 500).rendition == 0)
    #expect(bench.decide(level: 14.9, maximumLevel: 25, segment: 500).rendition == 1)
  }

  @Test("beyond what the network sustains, O takes that and waits for the buffer, U goes one above")
  func oscillation() throws {
    // 1500 kbit/s sustain rendition 0; at 20 s the buffer asks for 2. Rendition 0 is content with V γp = 17.224 s.
    var minimised = try RuleBench(BOLA(.minimised, horizon: .basic), kbps: ladder, segmentDuration: 3)
    minimised.download(kbps: 1500)
    let decision = minimised.decide(level: 20, maximumLevel: 25)
    #expect(decision.rendition == 0)
    #expect(abs(decision.delay - (20 - 17.2242)) < 1e-3)
    // At twice the rate the buffer drains twice as fast; while nothing plays it does not drain.
    #expect(abs(minimised.decide(level: 20, maximumLevel: 25, rate: 2).delay - decision.delay / 2) < 1e-12)
    #expect(minimised.decide(level: 20, maximumLevel: 25, isPlaying: false) == Decision(0))

    var utility = try RuleBench(BOLA(.utility, horizon: .basic), kbps: ladder, segmentDuration: 3)
    utility.download(kbps: 1500)
    #expect(utility.decide(level: 20, maximumLevel: 25) == Decision(1))
    // Now at 1 and above what is sustained: it stays.
    #expect(utility.decide(level: 20, maximumLevel: 25) == Decision(1))
  }

  @Test("without a measurement there is no way up, and the first rendition is where it starts")
  func unmeasured() throws {
    var bench = try RuleBench(BOLA(horizon: .basic), kbps: ladder, segmentDuration: 3)
    #expect(bench.decide(level: 24, maximumLevel: 25) == Decision(0))
    bench.download(kbps: 100, rendition: 2, isFirst: true)
    #expect(bench.decide(level: 24, maximumLevel: 25) == Decision(2))
  }

  @Test("an endless maximum is no more than the video")
  func endless() throws {
    var bench = try RuleBench(BOLA(horizon: .basic), kbps: ladder, segmentDuration: 3, segments: 10)
    bench.download(kbps: 100_000)
    #expect(bench.decide(level: 27, maximumLevel: .infinity, segment: 9).rendition == 2)
  }

  @Test("only the finite rule watches downloads, and only when asked to")
  func watches() {
    #expect(BOLA(abandons: true).watchesProgress)
    #expect(!BOLA().watchesProgress)
    #expect(!BOLA(horizon: .basic, abandons: true).watchesProgress)
  }

  @Test("a drained buffer gives a download up, and the rule goes on from there")
  func abandonment() throws {
    var bench = try RuleBench(BOLA(.utility, abandons: true), kbps: ladder, segmentDuration: 3)
    bench.download(kbps: 100_000)
    #expect(bench.decide(level: 20, maximumLevel: 25).rendition == 2)
    #expect(bench.shouldAbandon(rendition: 2, received: 0.1, elapsed: 1, level: 20) == nil)
    #expect(bench.shouldAbandon(rendition: 2, received: 0, elapsed: 1, level: 1) == nil)
    #expect(bench.shouldAbandon(rendition: 2, received: 0.9, elapsed: 1, level: 1) == nil)
    #expect(bench.shouldAbandon(rendition: 2, received: 0.1, elapsed: 1, level: 1) == 0)
  }

  @Test("a remembered rendition follows its ladder index when limits change")
  func limits() throws {
    var bench = try RuleBench(BOLA(.minimised, horizon: .basic), kbps: ladder, segmentDuration: 3)
    bench.download(kbps: 100_000)
    #expect(bench.decide(level: 24, maximumLevel: 25).rendition == 2)
    let video = bench.setup.video
    bench.rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet([1, 2])))
    // Now slow, with a buffer for the top: where it is, it stays.
    for _ in 0..<50 { bench.download(kbps: 100) }
    #expect(bench.decide(level: 24, maximumLevel: 25) == Decision(1))
    bench.rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet([0])))
    #expect(bench.decide(level: 24, maximumLevel: 25) == Decision(0))
  }
}
