import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

/// Facts from dash.js 5.1.1: its unit tests, its sources, and its own code in a browser.
@Suite struct DashRulesTests {
  private static func bench(
    _ kbps: [Int] = [1000, 2000, 4000], duration: Double = 4, _ change: (inout DashRules.Options) -> Void = { _ in }
  ) throws -> RuleBench<DashRules> {
    var options = DashRules.Options()
    options.lag = 0
    change(&options)
    return try RuleBench(DashRules(options), kbps: kbps, segmentDuration: duration)
  }

  /// A download whose measured rate is the given one: the browser adds 300 bytes.
  private static func measure(
    _ bench: inout RuleBench<DashRules>, kbps: Double, seconds: Double = 1, rendition: Int = 0, level: Double = 8
  ) {
    bench.download(kbps: kbps - 2.4 / seconds, seconds: seconds, rendition: rendition, level: level, segment: 8)
  }

  private static func decide(
    _ bench: inout RuleBench<DashRules>, level: Double, at time: Double, segment: Int = 9
  ) -> Int {
    bench.rule.decide(
      RequestContext(
        segment: segment, segmentsLeft: 9, segmentDuration: bench.segmentDuration, level: level, maximumLevel: 18,
        lastRendition: 0, time: time)
    ).rendition
  }

  private static func cause(_ bench: RuleBench<DashRules>, segment: Int) -> DecisionReason.Cause? {
    let context = RequestContext(
      segment: segment, segmentsLeft: 9, segmentDuration: bench.segmentDuration, level: 0.2, maximumLevel: 18,
      lastRendition: 0)
    return bench.rule.reason(for: Decision(1), context).cause
  }

  @Test("the first rendition is what 1 Mbit/s carries, or initialBitrate", arguments: [(1e6, 0), (2e6, 1), (9e6, 2)])
  func first(estimate: Double, choice: Int) throws {
    var bench = try Self.bench { $0.estimate = estimate }
    #expect(bench.decide(level: 0).rendition == choice)
  }

  @Test("two downloads, 4 Mbit/s over 2 s and 2 Mbit/s over 4 s, weigh 3 and 6: 0.9 of 2286 kbit/s is trusted")
  func estimate() throws {
    var bench = try Self.bench([1000, 2057, 2058])
    Self.measure(&bench, kbps: 4000, seconds: 2)
    Self.measure(&bench, kbps: 2000, seconds: 4)
    // 2057.4 kbit/s.
    #expect(bench.decide(level: 8).rendition == 1)
  }

  @Test("from the third segment on a segment may have 0.7 of what comes while the buffer plays")
  func insufficientBuffer() throws {
    var bench = try Self.bench([1000, 2100, 2101])
    Self.measure(&bench, kbps: 3000)
    #expect(bench.decide(level: 4).rendition == 2)
    Self.measure(&bench, kbps: 3000, rendition: 2)
    // 0.7 · 3000 kbit/s · 4 s / 4 s.
    #expect(bench.decide(level: 4).rendition == 1)
    #expect(bench.decide(level: 0.3, segment: 9).rendition == 0)
    var without = try Self.bench([1000, 2100, 2101]) { $0.bufferSafety = nil }
    for _ in 0..<2 { Self.measure(&without, kbps: 3000) }
    #expect(without.decide(level: 4).rendition == 2)
  }

  @Test("after a seek the insufficient-buffer rule ignores two segments again, but not after a stall")
  func seek() throws {
    var bench = try Self.bench()
    for _ in 0..<3 { Self.measure(&bench, kbps: 3000, rendition: 1) }
    #expect(Self.decide(&bench, level: 8, at: 9) == 1)
    for segment in [8, 9] {
      var stalled = bench
      #expect(Self.decide(&stalled, level: 0, at: 9, segment: segment) == 0)
    }
    for segment in [50, 51] {
      #expect(Self.decide(&bench, level: 0.2, at: 10, segment: segment) == 1, "\(segment)")
      #expect(Self.cause(bench, segment: segment) == .emptyBuffer)
      bench.download(kbps: 3000, rendition: 1, level: 0.2, segment: segment)
    }
    #expect(Self.decide(&bench, level: 0, at: 12, segment: 52) == 0)
  }

  @Test(
    "BOLA's thresholds are 6 and 10 s in dash.js 5, and V = 5.77 s higher in dash.js 4",
    arguments: [(1.0, [6.0, 10.0]), (0.0, [11.770780163555852, 15.770780163555852])])
  func thresholds(offset: Double, levels: [Double]) throws {
    let setup = try Self.bench().setup
    for (index, level) in levels.enumerated() {
      for (shift, expected) in [(-0.001, index), (0.001, index + 1)] {
        var bola = DashBOLA()
        bola.prepare(for: setup, stable: 18, utilityOffset: offset)
        var delay = 0.0
        // Start-up, in which the lowest rendition needs no placeholder, and the first segment after it.
        #expect(bola.choose(level: 8, last: 0, sustained: 0, delay: &delay) == 0)
        let segment = Download(
          segment: 0, rendition: 2, segmentDuration: 4, bytes: 1, transferTime: 1, latency: 0)
        bola.follow(segment, levelBefore: 4)
        #expect(bola.choose(level: 8, last: 0, sustained: 0, delay: &delay) == 0)
        #expect(bola.choose(level: level + shift, last: 2, sustained: 2, delay: &delay) == expected)
      }
    }
  }

  @Test("BOLA waits where the level is above what its choice needs, but not at the top")
  func delay() throws {
    var bola = DashBOLA()
    bola.prepare(for: try Self.bench().setup, stable: 18, utilityOffset: 1)
    let segment = Download(segment: 0, rendition: 0, segmentDuration: 4, bytes: 1, transferTime: 1, latency: 0)
    var delay = 0.0
    _ = bola.choose(level: 8, last: 0, sustained: 0, delay: &delay)
    bola.follow(segment, levelBefore: 4)
    _ = bola.choose(level: 8, last: 0, sustained: 0, delay: &delay)
    // The level allows the top, the network the lowest: V · (1 + g) = 15.77 s are enough for that.
    #expect(bola.choose(level: 20, last: 0, sustained: 0, delay: &delay) == 0)
    #expect(abs(delay - (20 - 15.770780163555852)) < 1e-9)
    delay = 0
    #expect(bola.choose(level: 40, last: 2, sustained: 2, delay: &delay) == 2 && delay == 0)
  }

  @Test("media that is fetched again counts as buffered for BOLA once more", arguments: [(false, 0), (true, 1)])
  func replacedMedia(replaces: Bool, choice: Int) throws {
    var bola = DashBOLA()
    bola.prepare(for: try Self.bench().setup, stable: 18, utilityOffset: 1)
    var segment = Download(segment: 0, rendition: 2, segmentDuration: 4, bytes: 1, transferTime: 1, latency: 0)
    var delay = 0.0
    _ = bola.choose(level: 8, last: 0, sustained: 0, delay: &delay)
    bola.follow(segment, levelBefore: 4)
    _ = bola.choose(level: 8, last: 0, sustained: 0, delay: &delay)
    segment.replacesMedia = replaces
    bola.follow(segment, levelBefore: 8)
    // The second rendition needs 6 s.
    #expect(bola.choose(level: 3, last: 2, sustained: 2, delay: &delay) == choice)
  }

  @Test("BOLA is asked from 18 s on, and the throughput rule below 9 s")
  func dynamic() throws {
    var bench = try Self.bench { ($0.bufferSafety, $0.watchesHistory) = (nil, false) }
    Self.measure(&bench, kbps: 1000, rendition: 2, level: 17.9)
    #expect(bench.decide(level: 17.9).rendition == 0)
    Self.measure(&bench, kbps: 1000, rendition: 2, level: 20)
    _ = bench.decide(level: 20)
    Self.measure(&bench, kbps: 1000, rendition: 2, level: 22)
    _ = bench.decide(level: 20)
    Self.measure(&bench, kbps: 1000, rendition: 2, level: 20)
    #expect(bench.decide(level: 10.5).rendition == 2)
    // A segment that is fetched again adds nothing to the level.
    bench.rule.downloaded(
      Download(
        segment: 0, rendition: 2, segmentDuration: 4, bytes: 500_000, transferTime: 4, latency: 0, replacesMedia: true),
      level: 10.5)
    #expect(bench.decide(level: 10.5).rendition == 2)
    #expect(bench.decide(level: 8.9).rendition == 0)
  }

  @Test("one drop among eight decisions keeps the rendition that was left out of reach")
  func history() throws {
    var history = DashSwitchHistory()
    for _ in 0..<7 { history.append(0, isDrop: false) }
    #expect(history.highestLeft == nil)
    history.append(2, isDrop: true)
    #expect(history.highestLeft?.rendition == 2 && history.highestLeft?.wasDropped == true)
    for _ in 0..<8 { history.append(2, isDrop: false) }
    #expect(history.highestLeft == nil)
    // Left for a lower one, and kept later: it was dropped.
    for isDrop in [true, false] { history.append(3, isDrop: isDrop) }
    for _ in 0..<6 { history.append(0, isDrop: false) }
    #expect(history.highestLeft?.rendition == 3 && history.highestLeft?.wasDropped == true)

    var bench = try Self.bench { $0.bufferSafety = nil }
    Self.measure(&bench, kbps: 9000, rendition: 2)
    for kbps in [9000.0, 9000, 9000, 9000, 9000, 9000, 2500] {
      Self.measure(&bench, kbps: kbps, seconds: 60, rendition: 2)
      _ = bench.decide(level: 8)
    }
    Self.measure(&bench, kbps: 9000, seconds: 600, rendition: 1)
    // Seven decisions: the rule is not asked yet. The eighth is the first that counts against the top.
    #expect(bench.decide(level: 8).rendition == 2)
    Self.measure(&bench, kbps: 9000, seconds: 600, rendition: 1)
    #expect(bench.decide(level: 8).rendition == 1)
    // An abandoned download forgets it.
    #expect(bench.shouldAbandon(rendition: 2, received: 0.1, elapsed: 0.8, level: 8) == 1)
    Self.measure(&bench, kbps: 9000, seconds: 600, rendition: 1)
    #expect(Self.decide(&bench, level: 8, at: 99) == 2)
  }

  @Test("a download is abandoned once, half a second after the first report, and nothing goes up for 10 s")
  func abandonment() throws {
    var bench = try Self.bench()
    Self.measure(&bench, kbps: 9000, rendition: 2)
    _ = Self.decide(&bench, level: 8, at: 100)
    // A tenth after 0.8 s: it would take 8 s, and 1.8 · 4 s are allowed; the lowest is a quarter of its size.
    #expect(bench.shouldAbandon(rendition: 2, received: 0.1, elapsed: 0.55, level: 8) == nil)
    #expect(bench.shouldAbandon(rendition: 2, received: 0.1, elapsed: 0.8, level: 18.1) == nil)
    #expect(bench.shouldAbandon(rendition: 2, received: 0.12, elapsed: 0.8, level: 8) == nil)
    #expect(bench.shouldAbandon(rendition: 0, received: 0.1, elapsed: 0.8, level: 8) == nil)
    #expect(bench.shouldAbandon(rendition: 2, received: 0.1, elapsed: 0.8, level: 8) == 1)
    bench.rule.downloaded(
      Download(
        segment: 1, rendition: 2, segmentDuration: 4, bytes: 200_000, transferTime: 0.8, latency: 0, isAborted: true,
        abortedFor: 1), level: 7)
    #expect(Self.decide(&bench, level: 7, at: 100.8) == 1)
    #expect(bench.shouldAbandon(rendition: 1, received: 0.1, elapsed: 0.9, level: 7) == nil)
    Self.measure(&bench, kbps: 90_000, seconds: 60, rendition: 1)
    #expect(Self.decide(&bench, level: 8, at: 110.7) == 1)
    #expect(Self.decide(&bench, level: 8, at: 110.9) == 2)
  }

  @Test("a segment that is fetched again in its rendition counts as it was first measured")
  func fetchedAgain() throws {
    func rule(again rendition: Int) throws -> Int {
      var bench = try Self.bench { $0.bufferSafety = nil }
      Self.measure(&bench, kbps: 9000, rendition: 1)
      bench.rule.downloaded(
        Download(
          segment: 8, rendition: rendition, segmentDuration: 4, bytes: 1_000_000, transferTime: 8, latency: 0,
          replacesMedia: true), level: 8)
      return bench.decide(level: 8).rendition
    }
    #expect(try rule(again: 1) == 2)
    #expect(try rule(again: 2) == 0)
  }
}
