import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct BaselineRuleTests {
  private func setup(_ bandwidths: [Int]) throws -> RuleSetup {
    let video = try constantVideo(bitrates: bandwidths, duration: 4, count: 4)
    return RuleSetup(video: video, eligible: EligibleSet(all: video.ladder))
  }

  private func context(level: Double, last: Int = 0) -> RequestContext {
    RequestContext(segment: 1, segmentsLeft: 3, segmentDuration: 4, level: level, maximumLevel: 60, lastRendition: last)
  }

  private func download(megabits: Double, seconds: Double = 1, latency: Double = 0) -> Download {
    Download(
      segment: 0, rendition: 0, segmentDuration: 4, bytes: megabits * seconds * 1e6 / 8, transferTime: seconds,
      latency: latency)
  }

  @Test(
    "Pensieve's map truncates the share of the cushion",
    arguments: [
      (0.0, 0), (4.999, 0), (5, 0), (6.999, 0), (7, 1), (8.9, 1), (9, 2), (13, 4), (14.9, 4), (15, 5), (60, 5),
    ])
  func bufferBased(level: Double, expected: Int) throws {
    var rule = PensieveBufferBased()
    rule.prepare(for: try setup([300, 750, 1200, 1850, 2850, 4300]))
    #expect(rule.decide(context(level: level)).rendition == expected)
  }

  @Test("the rate rule takes the highest rendition that the harmonic mean of five samples carries")
  func harmonic() throws {
    var rule = RateBased()
    rule.prepare(for: try setup([1_000_000, 2_000_000, 2_000_001, 4_000_000]))
    #expect(rule.decide(context(level: 10)).rendition == 0, "no sample")
    // The first sample is forgotten; the harmonic mean of the other five is exactly 2 Mbit/s.
    for megabits in [100.0, 2, 4, 1, 4, 2] { rule.downloaded(download(megabits: megabits), level: 10) }
    #expect(rule.decide(context(level: 10)).rendition == 1)
    rule.downloaded(download(megabits: 2.1), level: 10)
    #expect(rule.decide(context(level: 10)).rendition == 2)
  }

  @Test("fewer than five samples are used as they are, and the share scales them")
  func share() throws {
    var rule = RateBased(share: 0.5)
    rule.prepare(for: try setup([1_000_000, 2_000_000, 4_000_000]))
    rule.downloaded(download(megabits: 4), level: 10)
    #expect(rule.decide(context(level: 10)).rendition == 1)
  }

  @Test("latency counts in a sample when the rule or the network settings say so")
  func latency() throws {
    let setup = try setup([1_000_000, 2_000_000, 4_000_000])
    var sample = download(megabits: 4, seconds: 1, latency: 1)
    func rendition(_ rule: RateBased, _ download: Download) -> Int {
      var rule = rule
      rule.prepare(for: setup)
      rule.downloaded(download, level: 10)
      return rule.decide(context(level: 10)).rendition
    }
    #expect(rendition(RateBased(), sample) == 2)
    #expect(rendition(RateBased(countsLatency: true), sample) == 1)
    sample.samplesLatency = true
    #expect(rendition(RateBased(), sample) == 1)
  }

  @Test("an instantaneous download and one of no bytes are no trouble")
  func extremes() throws {
    var rule = RateBased()
    rule.prepare(for: try setup([1_000_000, 2_000_000]))
    rule.downloaded(download(megabits: 0), level: 10)
    #expect(rule.decide(context(level: 10)).rendition == 0)
    rule.downloaded(
      Download(segment: 0, rendition: 0, segmentDuration: 4, bytes: 1000, transferTime: 0, latency: 0), level: 10)
    #expect(rule.decide(context(level: 10)).rendition == 1)
  }

  @Test("a fixed rendition that limits remove is replaced by the nearest lower one")
  func fixed() throws {
    let video = try constantVideo(bitrates: [1000, 2000, 3000, 4000], duration: 4, count: 4)
    var rule = Fixed(ladderIndex: 2)
    #expect(rule.choosesFirstRendition)
    for (eligible, expected) in [([0, 1, 2, 3], 2), ([0, 1], 1), ([3], 0), ([2, 3], 0)] {
      rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet(eligible)))
      #expect(rule.decide(context(level: 10)).rendition == expected)
    }
  }

  @Test("Pensieve's quality of experience of a worked session")
  func qualityOfExperience() {
    // 750, 1200, 1200 and 2850 kbit/s with half a second of rebuffering on a ladder that begins at 300 kbit/s.
    var metrics = SessionMetrics()
    metrics.linearQuality = 0.75 + 1.2 + 1.2 + 2.85
    metrics.switchMagnitude = 450_000 + 1_650_000
    (metrics.playedMedia, metrics.stalledTime) = (16, 0.5)
    // ln 2.5, ln 4, ln 4, ln 9.5.
    metrics.logQuality = 0.9162907318741551 + 1.3862943611198906 * 2 + 2.2512917986064953
    metrics.switchLogMagnitude = 0.4700036292457355 + 0.8649974374866046
    #expect(abs((QoEFormula.pensieveLinear.value(in: metrics) ?? 0) - 1.75) < 1e-12)
    #expect(abs((QoEFormula.pensieveLogarithmic.value(in: metrics) ?? 0) - 3.275170185988092) < 1e-12)
  }
}
