import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

/// Calls the rule as a player with segments of one second would, second by second.
private struct Driver {
  var rule = ApsaraTrend()
  var time = 0.0
  var level: Double
  var last: Int
  var isPlaying = true
  var target = 60.0
  /// Time of the request that last changed the rendition.
  var changedAt = 0.0
  let bandwidths: [Double] = [1e6, 2e6, 4e6, 8e6]

  init(level: Double, last: Int) throws {
    self.level = level
    self.last = last
    let video = try constantVideo(bitrates: bandwidths.map { Int($0) }, duration: 1, count: 10)
    rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet(all: video.ladder)))
  }

  /// Fetches one segment at a throughput; waits first when the buffer is full.
  mutating func step(throughput: Double) {
    if level >= target {
      let wait = level - target + 0.5
      rule.waited(wait)
      time += wait
      level -= wait
    }
    let decision = rule.decide(
      RequestContext(
        segment: 0, segmentsLeft: 100, segmentDuration: 1, level: level, maximumLevel: target + 1, lastRendition: last,
        isPlaying: isPlaying, time: time))
    if decision.rendition != last { changedAt = time }
    last = decision.rendition
    let bits = bandwidths[last]
    let seconds = bits / throughput
    time += seconds
    level = max(0, level - seconds) + 1
    rule.downloaded(
      Download(
        segment: 0, rendition: last, segmentDuration: 1, bytes: bits / 8, transferTime: seconds, latency: 0),
      level: level)
  }

  /// Seconds until the rendition changes, `nil` when it does not within a time.
  mutating func secondsUntilChange(throughput: Double, within limit: Double) -> Double? {
    let start = time
    let before = last
    while time - start < limit {
      step(throughput: throughput)
      if last != before { return time - start }
    }
    return nil
  }
}

@Suite struct ApsaraTrendTests {
  @Test("eight falling seconds under 15 s lead to the highest rendition that the speed carries")
  func down() throws {
    var driver = try Driver(level: 14, last: 3)
    // Half a second of media a second: the level falls all the time, and 4 Mbit/s carries rendition 2.
    let change = driver.secondsUntilChange(throughput: 4e6, within: 60)
    let seconds = try #require(change)
    #expect(driver.last == 2)
    #expect(seconds >= 8 && seconds <= 12)
    #expect(driver.level > 5)
  }

  @Test("speeds that carry nothing lead to the lowest rendition")
  func downToLowest() throws {
    var driver = try Driver(level: 14, last: 3)
    _ = driver.secondsUntilChange(throughput: 0.9e6, within: 200)
    #expect(driver.last == 0)
  }

  @Test("a falling buffer of 15 s or more is let be")
  func noDown() throws {
    var driver = try Driver(level: 29, last: 3)
    // Falling by half a second a second from 29 s: it takes 28 s to get under 15 s.
    let change = driver.secondsUntilChange(throughput: 4e6, within: 100)
    let seconds = try #require(change)
    #expect(seconds > 26)
  }

  @Test("eight rising seconds from 30 s on lead up, to what the mean speed carries")
  func up() throws {
    var driver = try Driver(level: 31, last: 0)
    let change = driver.secondsUntilChange(throughput: 5e6, within: 60)
    let seconds = try #require(change)
    #expect(driver.last == 2)
    #expect(seconds >= 8 && seconds <= 10)
  }

  @Test("a rising buffer under 30 s is let be until it is there or full")
  func noUpBelow() throws {
    var low = try Driver(level: 5, last: 0)
    let none = low.secondsUntilChange(throughput: 1.05e6, within: 60)
    #expect(none == nil)
    var full = try Driver(level: 9, last: 0)
    full.target = 10
    let change = full.secondsUntilChange(throughput: 20e6, within: 60)
    let seconds = try #require(change)
    #expect(seconds <= 11)
  }

  @Test("after a switch down the next one up waits for a minute")
  func pause() throws {
    var driver = try Driver(level: 14, last: 3)
    _ = driver.secondsUntilChange(throughput: 4e6, within: 60)
    #expect(driver.last == 2)
    let down = driver.changedAt
    _ = driver.secondsUntilChange(throughput: 50e6, within: 200)
    #expect(driver.last == 3)
    // The minute counts from the look, which comes up to one segment of 2 s before the request.
    #expect(driver.changedAt - down >= 58 && driver.changedAt - down <= 63)
  }

  @Test("a single rendition is always that one")
  func single() throws {
    let video = try constantVideo(bitrates: [1_000_000], duration: 2, count: 50)
    let player = try PolicySpec(parsing: "apsara-trend").policy().makePlayer(video: video, buffer: .standard)
    let link = Link(try BandwidthTrace(name: "slow", rows: [.init(duration: 10, bandwidth: 0.7e6)]))
    var scratch = SessionScratch()
    let metrics = player.play(AnyPlayer.Start(link: link), scratch: &scratch)
    #expect(metrics.outcome == .completed)
    #expect(metrics.switchCount == 0)
  }

  @Test("with a full buffer each rendition holds for eight looks before the next")
  func climb() throws {
    let video = try constantVideo(bitrates: [1_000_000, 2_000_000, 4_000_000], duration: 2, count: 60)
    let player = try PolicySpec(parsing: "apsara-trend").policy().makePlayer(video: video, buffer: .standard)
    var scratch = SessionScratch()
    var log = EventLog()
    _ = player.play(
      AnyPlayer.Start(link: Link(instantaneousWithLatency: 0.001)), scratch: &scratch, log: &log)
    func firstRequest(of wanted: Int) -> Double? {
      log.events.first { if case .requested(_, let rendition, _) = $0.kind { rendition == wanted } else { false } }?
        .time
    }
    let second = try #require(firstRequest(of: 1))
    let third = try #require(firstRequest(of: 2))
    // The eighth look comes 8 s after the first frame; a request follows within a segment, and the counting begins
    // anew.
    #expect(second >= 8 && second <= 10.1)
    #expect(third - second >= 8 && third - second <= 10.1)
  }
}
