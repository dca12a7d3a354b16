import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// Wants the highest rendition always, and gives up for a middle one whatever takes more than a second.
private struct StubbornRule: Rule {
  private var top = 0
  var watchesProgress: Bool { true }
  mutating func prepare(for setup: RuleSetup) { top = setup.count - 1 }
  mutating func decide(_ context: RequestContext) -> Decision { Decision(top) }
  mutating func downloaded(_ download: Download, level: Double) {}
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    progress.rendition == top && progress.elapsed > 1 ? 1 : nil
  }
}

/// Wants the highest rendition, and looks at downloads only when all of them has come: then the middle one.
private struct LateRule: Rule {
  private var top = 0
  var watchesProgress: Bool { true }
  func adjust(_ network: inout NetworkSettings) { network.watchDownloads(every: 0.05, asksAtArrival: true) }
  mutating func prepare(for setup: RuleSetup) { top = setup.count - 1 }
  mutating func decide(_ context: RequestContext) -> Decision { Decision(context.segment < 3 ? 1 : top) }
  mutating func downloaded(_ download: Download, level: Double) {
    if download.isAborted { top = download.abortedFor }
  }
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    progress.received == progress.size && progress.rendition == top && top > 1 ? 1 : nil
  }
}

/// What is requested after a download was abandoned.
@Suite struct AbandonmentTests {
  /// Over 1 Mbit/s a segment of 2 s takes 0.4 s at 200 kbit/s, 1 s at 500 kbit/s and 8 s at 4 Mbit/s.
  private func play(
    _ abandonment: NetworkSettings.Abandonment, pathQueue: Int = 0
  ) throws -> (SessionMetrics, [SessionEvent]) {
    let video = try constantVideo(bitrates: [200_000, 500_000, 4_000_000], duration: 2, count: 12)
    let trace = try BandwidthTrace(name: "1M", rows: [.init(duration: 1, bandwidth: 1e6, latency: 0.05)])
    let settings = PlayerSettings(
      network: NetworkSettings(setupRoundTrips: 0, pathQueue: pathQueue, abandonment: abandonment))
    let player = VideoPlayer(
      video: video, rule: StubbornRule(), target: ConstantTarget(seconds: 100), settings: settings)
    var (scratch, log) = (SessionScratch(), EventLog())
    let metrics = player.play(over: Link(trace), scratch: &scratch, observer: &log)
    return (metrics, log.events)
  }

  private func requests(_ events: [SessionEvent]) -> [(time: Double, segment: Int, rendition: Int)] {
    events.compactMap { event in
      guard case .requested(let segment, let rendition, _) = event.kind else { return nil }
      return (event.time, segment, rendition)
    }
  }

  @Test("a segment that is left when all of it has come is thrown away, on the fast path and beside it")
  func discarded() throws {
    let video = try constantVideo(bitrates: [200_000, 500_000, 4_000_000], duration: 2, count: 12)
    let trace = try BandwidthTrace(name: "8M", rows: [.init(duration: 1, bandwidth: 8e6, latency: 0.05)])
    let player = VideoPlayer(
      video: video, rule: LateRule(), target: ConstantTarget(seconds: 100),
      settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0)))
    var (scratch, log, none) = (SessionScratch(), EventLog(), NoLog())
    let metrics = player.play(over: Link(trace), scratch: &scratch, observer: &log)
    // 1 MB of segment 3, then 125 kB of it and of each other segment but the first.
    #expect(metrics.abandonedCount == 1 && metrics.ledger[.aborted] == 1_000_000)
    #expect(metrics.bytesReceived == 1_000_000 + 11 * 125_000 + 50_000)
    #expect(requests(log.events).filter { $0.segment == 3 }.map(\.rendition) == [2, 1])
    let times = log.events.compactMap { event -> Double? in
      if case .abandoned = event.kind { return event.time }
      return nil
    }
    let request = try #require(requests(log.events).first { $0.segment == 3 })
    #expect(times.count == 1 && abs(times[0] - request.time - 1.05) < 1e-9)
    #expect(player.play(over: Link(trace), scratch: &scratch, observer: &none).ledger == metrics.ledger)
  }

  @Test("the rendition it was abandoned for comes next, and none above it for ten seconds")
  func remembered() throws {
    let (metrics, events) = try play(.remembered(hold: 10))
    var until = -Double.infinity
    var isNext = false
    for event in events {
      switch event.kind {
      case .abandoned(_, _, _, _, _, let instead):
        #expect(instead == 1)
        until = event.time + 10
        isNext = true
      case .requested(_, let rendition, _):
        if isNext || event.time < until { #expect(rendition <= 1, "at \(event.time) s") }
        isNext = false
      default: break
      }
    }
    // Segment 0 is fetched at the lowest rendition and takes 0.05 + 0.4 s. Segment 1 is given up a second later; the
    // next ten, at 0.05 + 1 s each, are requested less than 10 s later; the last one after that.
    #expect(requests(events).map(\.rendition) == [0, 2] + Array(repeating: 1, count: 10) + [2, 1])
    #expect(metrics.abandonedCount == 2)
    #expect(metrics.mostAbandonedOfSegment == 1)
  }

  @Test("forgotten, it is asked for again and again, as in Sabre")
  func forgotten() throws {
    let (metrics, events) = try play(.forgotten)
    #expect(requests(events).dropFirst().allSatisfy { $0.rendition == 2 })
    #expect(metrics.mostAbandonedOfSegment == RequestState.abandonmentsInARow)
  }

  @Test("what was in the path of the two abandoned downloads is wasted beside what had come of them")
  func pathQueue() throws {
    // Twelve played segments come and two times what lies in the path; the second download is given up at the same
    // elapsed time as the first.
    let (metrics, _) = try play(.remembered(hold: 10))
    let (late, _) = try play(.remembered(hold: 10), pathQueue: 50_000)
    #expect(late.abandonedCount == 2)
    #expect(late.ledger[.aborted] == metrics.ledger[.aborted] + 100_000)
    #expect(late.ledger[.played] == metrics.ledger[.played])
  }

  @Test("nothing is abandoned where that is off")
  func off() throws {
    let (metrics, _) = try play(.off)
    #expect(metrics.abandonedCount == 0)
    #expect(metrics.ledger[.aborted] == 0)
  }
}
