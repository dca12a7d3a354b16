import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct ThroughputTests {
  @Test(
    "the choice is the highest rendition that arrives, latency included, in its own duration at 0.9 of the throughput",
    arguments: [
      // 4 s segments: 1000 kbit/s without latency need 1111.1 kbit/s, with 1 s of latency 1481.5.
      (kbps: 1111.0, latency: 0.0, expected: 0), (1112, 0, 1), (1481, 1, 0), (1482, 1, 1), (100, 0, 0), (99_999, 0, 3),
      // A latency longer than a segment leaves nothing for its bytes.
      (99_999, 4, 0), (99_999, 5, 0),
    ] as [(kbps: Double, latency: Double, expected: Int)])
  func choice(kbps: Double, latency: Double, expected: Int) throws {
    var bench = try RuleBench(Throughput(insufficientBuffer: false), kbps: [500, 1000, 2000, 4000])
    bench.download(kbps: kbps, latency: latency)
    #expect(bench.decide(level: 20) == Decision(expected))
  }

  @Test("before anything is measured the rendition stays")
  func unmeasured() throws {
    var bench = try RuleBench(Throughput(), kbps: [500, 1000, 2000])
    #expect(bench.decide(level: 4, last: 1) == Decision(1))
  }

  @Test("a low buffer lowers the choice, with a margin that falls from 0.9 by tenths to 0.5")
  func insufficientBuffer() throws {
    var bench = try RuleBench(Throughput(), kbps: [500, 1000, 2000, 4000])
    bench.download(kbps: 10_000)
    // 2000 kbit/s × 4 s are 8000 kbit: at 10 Mbit/s they need 0.8 s / margin of buffer.
    for margin in [0.9, 0.81, 0.729, 0.6561, 0.59049, 0.531441, 0.5, 0.5] {
      var copy = bench
      #expect(copy.decide(level: 0.8 / margin + 0.001).rendition == 2, "margin \(margin)")
      #expect(bench.decide(level: 0.8 / margin - 0.001).rendition == 1, "margin \(margin)")
    }
    // An empty buffer less latency is negative: the lowest.
    bench.download(kbps: 10_000, latency: 1)
    #expect(bench.decide(level: 0).rendition == 0)
  }

  @Test("without the insufficient-buffer rule the level does not matter")
  func bufferIgnored() throws {
    var bench = try RuleBench(Throughput(insufficientBuffer: false), kbps: [500, 1000, 2000, 4000])
    bench.download(kbps: 10_000)
    #expect(bench.decide(level: 0).rendition == 3)
  }

  @Test(
    "a download is given up that would take more than 1.8 segments, from half a second on, for one smaller than its rest",
    arguments: [
      // 4000 kbit/s × 4 s, 7.2 s allowed: a twentieth in half a second is 10 s in all.
      (received: 0.05, elapsed: 0.5, expected: Optional(1)), (0.049, 0.49, nil),
      // Ends after 7.1 s and after 7.3 s.
      (0.1, 0.71, nil), (0.1, 0.73, 1),
      // What is left is smaller than half of it.
      (0.76, 7.7, nil), (0.74, 7.5, 1),
    ] as [(received: Double, elapsed: Double, expected: Int?)])
  func abandonment(received: Double, elapsed: Double, expected: Int?) throws {
    var bench = try RuleBench(Throughput(abandons: true), kbps: [500, 1000, 2000, 4000])
    bench.download(kbps: 10_000)
    #expect(bench.rule.watchesProgress)
    #expect(bench.shouldAbandon(rendition: 3, received: received, elapsed: elapsed, level: 10) == expected)
  }

  @Test("history survives a change of limits, and the answer is among what is left")
  func limits() throws {
    var bench = try RuleBench(Throughput(), kbps: [500, 1000, 2000, 4000])
    bench.download(kbps: 10_000)
    #expect(bench.decide(level: 30).rendition == 3)
    let video = bench.setup.video
    bench.rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet([1])))
    #expect(bench.decide(level: 30).rendition == 0)
    bench.rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet([0, 1, 2])))
    #expect(bench.decide(level: 30).rendition == 2)
  }
}
