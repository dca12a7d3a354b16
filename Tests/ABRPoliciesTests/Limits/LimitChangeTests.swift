import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct LimitChangeTests {
  /// A session on a link, fast by default, whose peak falls to 1 Mbit/s after 61 s of play.
  private func session(
    _ mode: SwitchMode, at time: Double = 61, bandwidth: Double = 100e6
  ) throws -> (metrics: SessionMetrics, log: EventLog) {
    let video = try constantVideo(bitrates: [1_000_000, 4_000_000], duration: 2, count: 100)
    let policy = try PolicySpec(parsing: "rate").policy()
    let player = try policy.makePlayer(
      video: video, buffer: BufferSpec(parsing: "static(30s)+watermark(start=0,resume=0)").configuration,
      settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0), switchMode: mode))
    let capped = Limits(peakBitrate: 1_000_000).eligible(in: video.ladder)
    let link = Link(try BandwidthTrace(name: "fast", rows: [.init(duration: 1000, bandwidth: bandwidth)]))
    var scratch = SessionScratch()
    var log = EventLog()
    let metrics = player.play(
      AnyPlayer.Start(link: link), viewer: Viewer(actions: [TimedAction(at: time, .eligible(capped))]),
      scratch: &scratch, log: &log)
    return (metrics, log)
  }

  @Test("appending shows the new rendition when what was buffered has been played")
  func append() throws {
    let (metrics, log) = try session(.append)
    let change = try #require(log.events.first { if case .eligible = $0.kind { true } else { false } })
    #expect(metrics.visibleSwitchCount == 1)
    // What is buffered ends on a segment's border; the segment in flight at the change, if any, still is of the old
    // rendition.
    #expect(metrics.visibleSwitchLatencySum >= change.level)
    #expect(metrics.visibleSwitchLatencySum <= change.level + 2)
    #expect(change.level > 28)
    #expect(metrics.ledger[.replaced] == 0)
  }

  @Test("flushing shows it soon and costs what was buffered")
  func flush() throws {
    let (metrics, log) = try session(.flush)
    let change = try #require(log.events.first { if case .eligible = $0.kind { true } else { false } })
    #expect(metrics.visibleSwitchCount == 1)
    #expect(metrics.visibleSwitchLatencySum < 3)
    // The buffered seconds at 4 Mbit/s, but for the segment whose border has not been reached.
    let buffered = change.level * 500_000
    #expect(abs(Double(metrics.ledger[.replaced]) - buffered) <= 2 * 500_000)
    #expect(metrics.visibleSwitchLatencySum < change.level / 5)
  }

  @Test(
    "flushing does not wait for room or for a download: the next segment is requested at the change",
    arguments: [61, 61.5, 62, 62.5])
  func flushAtOnce(at time: Double) throws {
    // A segment of 4 Mbit/s takes 1 s of every 2 s at 8 Mbit/s; one of 1 Mbit/s takes 2 Mbit / 8 Mbit/s = 0.25 s.
    let (metrics, log) = try session(.flush, at: time, bandwidth: 8e6)
    #expect(abs(metrics.visibleSwitchLatencySum - 0.25) < 1e-9)
    #expect(metrics.visibleSwitchCount == 1)
    let change = try #require(log.events.first { if case .eligible = $0.kind { true } else { false } })
    let request = try #require(
      log.events.first { if case .requested(_, 0, _) = $0.kind { $0.time >= time } else { false } })
    #expect(request.time == change.time)
  }

  @Test(
    "of two limits in a row each has its own latency, and one that no request has answered has none",
    arguments: [(71, 2, 62), (61.5, 1, 30.5)] as [(Double, Int, Double)])
  func twoInARow(second: Double, count: Int, sum: Double) throws {
    // What is asked for is there at once: 30 s at 0 s, and then a segment every 2 s. At 62 s the one from 92 s on is
    // requested: it answers the limit of 61 s, 31 s before it is seen. At 72 s that from 102 s on answers the one of
    // 71 s. Of limits at 61 and 61.5 s the request at 62 s answers the later one.
    let video = try constantVideo(bitrates: [1_000_000, 2_000_000, 4_000_000], duration: 2, count: 100)
    let player = try PolicySpec(parsing: "rate").policy().makePlayer(
      video: video, buffer: BufferSpec(parsing: "static(30s)+watermark(start=0,resume=0)").configuration)
    func limit(_ bitrate: Int, at time: Double) -> TimedAction {
      TimedAction(at: time, .eligible(Limits(peakBitrate: bitrate).eligible(in: video.ladder)))
    }
    var scratch = SessionScratch()
    let metrics = player.play(
      AnyPlayer.Start(link: Link(instantaneousWithLatency: 0)),
      viewer: Viewer(actions: [limit(2_000_000, at: 61), limit(1_000_000, at: second)]), scratch: &scratch)
    #expect(metrics.visibleSwitchCount == count && abs(metrics.visibleSwitchLatencySum - sum) < 1e-6)
  }

  @Test("a change that leaves the rendition eligible makes no switch")
  func harmless() throws {
    let video = try constantVideo(bitrates: [1_000_000, 4_000_000], duration: 2, count: 50)
    let player = try PolicySpec(parsing: "fixed:0").policy().makePlayer(video: video, buffer: .standard)
    let capped = Limits(peakBitrate: 1_000_000).eligible(in: video.ladder)
    var scratch = SessionScratch()
    let metrics = player.play(
      AnyPlayer.Start(link: Link(instantaneousWithLatency: 0)),
      viewer: Viewer(actions: [TimedAction(at: 20, .eligible(capped))]), scratch: &scratch)
    #expect(metrics.visibleSwitchCount == 0)
    #expect(metrics.switchCount == 0)
  }
}

/// `count` segments of `duration` seconds at renditions of the given bitrates, every segment exactly its bitrate.
func constantVideo(bitrates: [Int], duration: Double, count: Int) throws -> Video {
  try Video(
    name: "constant", ladder: Ladder(bitrates.map { Rendition(bandwidth: $0) }), segmentDuration: duration,
    sizes: Array(repeating: bitrates.map { Int(Double($0) * duration / 8) }, count: count))
}
