import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@Suite struct StaticTargetTests {
  @Test(
    "leaving at T wastes what the static target holds",
    arguments: [(3.0, 31.0), (8, 30), (20, 30), (40, 30), (60, 30), (100, 30)])
  func staticThirty(leaveAt: Double, expected: Double) throws {
    let video = try constantVideo(bitrates: [4_000_000], duration: 2, count: 300)
    let settings = PlayerSettings(
      buffer: BufferSettings(start: 0, resume: 0), network: NetworkSettings(setupRoundTrips: 0))
    let player = VideoPlayer(
      video: video, rule: ConstantRule(rendition: 0), target: ConstantTarget(seconds: 30), settings: settings)
    var scratch = SessionScratch()
    var log = EventLog()
    let metrics = player.play(
      over: Link(instantaneousWithLatency: 0), viewer: Viewer(leavesAt: leaveAt), scratch: &scratch, observer: &log)
    #expect(metrics.unplayedMedia == expected)
    #expect(metrics.ledger[.unplayed] == Int(expected * 500_000))
    #expect(metrics.ledger[.played] == Int(leaveAt * 500_000))
    #expect(metrics.outcome == .left)
  }

  @Test(
    "a declared budget is the media that its bytes hold at the bandwidth of the rendition wanted next, or its floor",
    arguments: [
      (1_000_000, 80.0, 0), (4_000_000, 30.0, 0), (4_000_000, 20.0, 0), (100_000, 100, 0), (1_000_000, 80, 1),
    ])
  func declaredBudget(bitrate: Int, limit: Double, isLogged: Int) throws {
    // Segments have a quarter of what is declared, so that bytes that are held say nothing.
    let video = try constantVideo(bitrates: [bitrate], duration: 2, count: 300)
    let lean = try Video(
      name: "lean", ladder: video.ladder, segmentDuration: 2,
      sizes: Array(repeating: [bitrate / 16], count: 300))
    let settings = PlayerSettings(
      buffer: BufferSettings(
        start: 0, resume: 0, byteBudget: 10_000_000, budgetBasis: .declared, byteBudgetFloor: limit == 30 ? 30 : 0),
      network: NetworkSettings(setupRoundTrips: 0))
    let player = VideoPlayer(
      video: lean, rule: ConstantRule(rendition: 0), target: ConstantTarget(seconds: 100), settings: settings)
    var (scratch, log, silent) = (SessionScratch(), EventLog(), NoLog())
    let viewer = Viewer(leavesAt: 55)
    let link = Link(instantaneousWithLatency: 0.05)
    let metrics =
      isLogged == 1
      ? player.play(over: link, viewer: viewer, scratch: &scratch, observer: &log)
      : player.play(over: link, viewer: viewer, scratch: &scratch, observer: &silent)
    // As far as whole segments go: a request is made when less than the limit is held.
    #expect(metrics.unplayedMedia > limit - 0.1 && metrics.unplayedMedia < limit + 2)
  }

  @Test(
    "a target that no segment fits under holds one segment at a time, and nothing stalls", arguments: [3.0, 5, 6])
  func targetUnderASegment(target: Double) throws {
    let player = VideoPlayer(
      video: try constantVideo(bitrates: [1_000_000], duration: 6, count: 40), rule: ConstantRule(rendition: 0),
      target: ConstantTarget(seconds: target),
      settings: PlayerSettings(
        buffer: BufferSettings(start: 0, resume: 0, ceiling: .wholeSegment, fullPollInterval: 0.5),
        network: NetworkSettings(fixedLatency: 0.05, setupRoundTrips: 0)))
    let link = Link(try BandwidthTrace(name: "8 Mbit/s", rows: [.init(duration: 1, bandwidth: 8_000_000)]))
    var (scratch, log, nothing) = (SessionScratch(), EventLog(), NoLog())
    let metrics = player.play(over: link, scratch: &scratch, observer: &log)
    // A segment of 750 kB takes 0.05 + 0.75 s; there are at least 0.5 s left of the one before when it is requested.
    #expect(metrics.outcome == .completed && metrics.stallCount == 0)
    #expect(abs(metrics.startupTime - 0.8) < 1e-9 && metrics.segmentsDownloaded == 40)
    #expect(player.play(over: link, scratch: &scratch, observer: &nothing) == metrics)
  }

  @Test("a player that looks late for room stalls until it looks, and goes on", arguments: [1.0, 2.5, 7])
  func looksLate(poll: Double) throws {
    let player = VideoPlayer(
      video: try constantVideo(bitrates: [1_000_000], duration: 4, count: 20), rule: ConstantRule(rendition: 0),
      target: ConstantTarget(seconds: 0.5),
      settings: PlayerSettings(
        buffer: BufferSettings(start: 0, resume: 0, fullPollInterval: poll),
        network: NetworkSettings(fixedLatency: 0.05, setupRoundTrips: 0)))
    let link = Link(try BandwidthTrace(name: "8 Mbit/s", rows: [.init(duration: 1, bandwidth: 8_000_000)]))
    var (scratch, log, nothing) = (SessionScratch(), EventLog(), NoLog())
    let metrics = player.play(over: link, scratch: &scratch, observer: &log)
    #expect(metrics.outcome == .completed && metrics.segmentsDownloaded == 20)
    // It is full at once, has room 3.5 s later, looks then or at the next look, and fetches 500 kB in 0.55 s.
    let wait = (3.5 / poll).rounded(.up) * poll + 0.55
    #expect(abs(metrics.stalledTime - 19 * max(0, wait - 4)) < 1e-6, "\(metrics.stalledTime)")
    #expect(player.play(over: link, scratch: &scratch, observer: &nothing) == metrics)
  }
}
