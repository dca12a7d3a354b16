import ABRMedia
import ABRNetwork
import Foundation
import Testing

@testable import ABRPlayback

/// The last throughput.
private struct LastSample: SabreThroughputHistory {
  var throughput = 0.0
  mutating func prepare(segmentDuration: Double) {}
  mutating func add(bits: Double, seconds: Double, latency: Double) { throughput = bits / seconds }
}

/// Renditions from a list, one for each request.
private struct ScriptedRule: Rule {
  var script: [Int]
  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision { Decision(script[context.segment]) }
  mutating func downloaded(_ download: Download, level: Double) {}
}

@Suite struct SabreAccountTests {
  private func account(
    script: [Int], rows: [BandwidthTrace.Row], maximumLevel: Double = 25
  ) throws -> (account: SabreAccount, metrics: SessionMetrics) {
    // 2 s segments of 1 and 4 Mbit/s.
    let video = try constantVideo(bitrates: [1_000_000, 4_000_000], duration: 2, count: script.count)
    let trace = try BandwidthTrace(name: "by hand", rows: rows)
    let player = VideoPlayer(
      video: video, rule: ScriptedRule(script: script), target: ConstantTarget(seconds: .infinity),
      settings: SabreModel.settings(maximumLevel: maximumLevel))
    var scratch = SessionScratch()
    var log = EventLog()
    let metrics = player.play(over: Link(trace), scratch: &scratch, observer: &log)
    let account = SabreAccount(
      log: log, metrics: metrics, video: video, trace: trace, maximumLevel: maximumLevel, history: LastSample())
    return (account, metrics)
  }

  @Test("a session by hand: 2 Mbit/s for 3 s, then 8 Mbit/s, latency 0.5 s")
  func byHand() throws {
    // First: 0.5 s + 1 s, at 1.5. Second, rendition 1: 0.5 s, then 1 s at 2 and 0.75 s at 8 Mbit/s, at 3.75: the buffer
    // ran out at 3.5. Third, rendition 1: 0.5 s + 1 s, at 5.25; 3.75 + 2 = 5.75 ends the second. Fourth, rendition 0:
    // 0.75 s, at 6.
    let (account, metrics) = try account(
      script: [0, 1, 1, 0],
      rows: [
        .init(duration: 3, bandwidth: 2_000_000, latency: 0.5),
        .init(duration: 100, bandwidth: 8_000_000, latency: 0.5),
      ])
    func expect(_ found: Double?, _ expected: Double, _ name: String) {
      #expect(abs((found ?? .nan) - expected) < 1e-9, "\(name): \(found ?? .nan), expected \(expected)")
    }
    expect(account.startupTime, 1000, "startup_time")
    #expect(account.rebufferEventCount == 1)
    expect(account.rebufferTime, 250, "rebuffer_time")
    expect(account.playedUtility, 2 * log(4), "played_utility")
    expect(account.playedBitrate, 10_000, "played_bitrate")
    expect(account.totalBitrateChange, 6000, "total_bitrate_change")
    expect(account.totalLogBitrateChange, 2 * log(4), "total_log_bitrate_change")
    // Four segments of 2 s after 1.5 s of waiting and 0.25 s of stall.
    expect(account.totalPlayTime, 9750, "total_play_time")
    expect(metrics.wallTime, 9.75, "wallTime")
    expect(account.networkTotalTime, 6000, "network_total_time")
    // The row of 2 Mbit/s sustains 1.5 Mbit/s, but Sabre lets the network run to the end of the second download before
    // it shows the first segment: by then 6 Mbit/s are sustained, and the second segment is the first that is good
    // enough.
    expect(account.rampUpTime, 3750, "rampup_time")
    // Throughputs 2, 8 / 1.75, 8 and 8 Mbit/s against the one before: short by 2.571 and 3.429, then exact.
    #expect(account.overestimateCount == 0)
    #expect(account.goodestimateCount == 3)
    #expect(account.exactEstimateCount == 1)
    expect(account.goodestimateAverage, 2000, "goodestimate_average")
    expect(account.estimateAverage, -2000, "estimate_average")
    // (utility − 5 s × stall / segment) × segment / play time.
    let utility: Double = 2 * log(4) - 5 * 0.25 / 2
    expect(account.score, utility * 2 / 9.75, "score")
  }

  @Test("reaction time is counted once a rise lies longer back than the buffer is long")
  func reaction() throws {
    // At 3 s the network begins to sustain rendition 1; segments of it are fetched from the fifth on and shown from
    // 8.625 s.
    let rows = [
      BandwidthTrace.Row(duration: 3, bandwidth: 2_000_000, latency: 0),
      BandwidthTrace.Row(duration: 1000, bandwidth: 16_000_000, latency: 0),
    ]
    let rising: [Int] = (0..<24).map { $0 < 4 ? 0 : 1 }
    let follows = try account(script: rising, rows: rows, maximumLevel: 10)
    // The first segment plays from 1 s on, the fifth from 9 s: 6 s after the rise.
    #expect(abs(follows.account.totalReactionTime - 6000) < 1e-6)
    let never = try account(script: Array(repeating: 0, count: 24), rows: rows, maximumLevel: 10)
    #expect(abs(never.account.totalReactionTime - 10_000) < 1e-6)
    // A session that ends before that counts nothing.
    let short = try account(script: [0, 0, 0, 0, 0], rows: rows, maximumLevel: 10)
    #expect(short.account.totalReactionTime == 0)
  }

  @Test("a viewer who leaves ends the books")
  func leaving() throws {
    let video = try constantVideo(bitrates: [1_000_000], duration: 2, count: 100)
    let trace = try BandwidthTrace(name: "fast", rows: [.init(duration: 10, bandwidth: 8_000_000, latency: 0.1)])
    let player = VideoPlayer(
      video: video, rule: ConstantRule(rendition: 0), target: ConstantTarget(seconds: .infinity),
      settings: SabreModel.settings(maximumLevel: 10))
    for time in stride(from: 0.05, to: 30, by: 0.37) {
      var scratch = SessionScratch()
      var log = EventLog()
      let metrics = player.play(
        over: Link(trace), viewer: Viewer(leavesAt: time), scratch: &scratch, observer: &log)
      let account = SabreAccount(
        log: log, metrics: metrics, video: video, trace: trace, maximumLevel: 10, history: LastSample())
      #expect(abs(account.totalPlayTime - time * 1000) < 1e-6)
      #expect(account.networkTotalTime <= time * 1000 + 1e-6)
      // Segments count when they begin to play.
      let begun = (metrics.playedMedia / 2).rounded(.up)
      #expect(account.playedBitrate == 1000 * begun)
    }
  }

  @Test("quantities carry Sabre's names, in its order")
  func names() throws {
    let (account, _) = try self.account(script: [0], rows: [.init(duration: 1, bandwidth: 1_000_000, latency: 0)])
    #expect(
      account.raw.map(\.name) == [
        "rebuffer_event_count", "rebuffer_time", "played_utility", "played_bitrate", "total_play_time",
        "total_bitrate_change", "total_log_bitrate_change", "total_reaction_time", "rampup_time", "startup_time",
        "overestimate_count", "overestimate_average", "goodestimate_count", "goodestimate_average", "estimate_average",
        "network_total_time",
      ])
  }
}
