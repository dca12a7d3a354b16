import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// A rendition for each segment.
private struct ScheduleRule: Rule {
  var rendition: @Sendable (Int) -> Int
  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision { Decision(rendition(context.segment)) }
  mutating func downloaded(_ download: Download, level: Double) {}
}

/// What a player knows of its buffer, when it resumes, and what it asks for again.
@Suite struct PlayerRoomTests {
  /// Segments of 4 s, 0.5 MB and 1 MB; the first is requested in rendition 1.
  private func play(
    mbps: Double = 4, target: Double = 30, rows: [BandwidthTrace.Row]? = nil,
    rendition: @escaping @Sendable (Int) -> Int = { _ in 0 }, viewer: Viewer = Viewer(),
    _ change: (inout PlayerSettings) -> Void
  ) throws -> (metrics: SessionMetrics, events: [SessionEvent]) {
    let video = try constantVideo(bitrates: [1_000_000, 2_000_000], duration: 4, count: 10)
    var settings = PlayerSettings(network: NetworkSettings(setupRoundTrips: 0))
    change(&settings)
    let player = VideoPlayer(
      video: video, rule: ScheduleRule(rendition: rendition), target: ConstantTarget(seconds: target),
      settings: settings)
    var (scratch, log) = (SessionScratch(), EventLog())
    let link = Link(try BandwidthTrace(name: "link", rows: rows ?? [.init(duration: 1, bandwidth: mbps * 1e6)]))
    return (player.play(over: link, viewer: viewer, scratch: &scratch, observer: &log), log.events)
  }

  private func requestTime(of segment: Int, _ events: [SessionEvent]) throws -> Double {
    try #require(events.first { if case .requested(segment, _, _) = $0.kind { true } else { false } }).time
  }

  @Test(
    "a player that learns of its level now and then requests when it knows that it is below the target",
    arguments: [(0.0, 5.0), (0.3, 5.2), (0.25, 5.25)])
  func levelInterval(interval: Double, time: Double) throws {
    // Segments come at 1, 2 and 3 s; played from 1 s on, the level of 10 s is 8 s at 5 s, and lower only then.
    let (_, events) = try play(target: 8) { $0.buffer.levelInterval = interval }
    #expect(abs(try requestTime(of: 3, events) - time) < 1e-9)
  }

  @Test("a player that looks again for another reason knows no more of its level than before")
  func levelIntervalAndRate() throws {
    let faster = Viewer(actions: [TimedAction(at: 5.1, .rate(1.5))])
    let (_, events) = try play(target: 8, viewer: faster) { $0.buffer.levelInterval = 0.3 }
    #expect(abs(try requestTime(of: 3, events) - 5.2) < 1e-9)
  }

  @Test("a segment waits for the room that its own rendition has")
  func ownTarget() throws {
    // Four segments at the top, 0.2 s each, are 15.4 s at 0.8 s, under 20 s. The low one has room under 6 s.
    let (_, events) = try play(mbps: 40, target: 6, rendition: { $0 < 4 ? 1 : 0 }) {
      $0.buffer.topTarget = 20
      $0.initialRendition = .index(1)
    }
    #expect(abs(try requestTime(of: 3, events) - 0.6) < 1e-9)
    #expect(abs(try requestTime(of: 4, events) - 10.2) < 1e-9)
  }

  @Test("initialisation segments are fetched again at every switch where none is kept", arguments: [false, true])
  func initialisationAgain(isAgain: Bool) throws {
    let (metrics, _) = try play(rendition: { $0 % 2 }) {
      $0.stream.rendition = [.init(.initialisationSegment, bytes: 1_000)]
      $0.pace.initialisation = isAgain ? .again : .first
    }
    #expect(metrics.ledger[.overhead] == (isAgain ? 10_000 : 2_000))
  }

  @Test("playback resumes some time after enough media has come")
  func resume() throws {
    // Nothing comes from 1.5 s to 9.5 s: the first segment ends at 5 s, the second comes at 10 s.
    let rows: [BandwidthTrace.Row] = [
      .init(duration: 1.5, bandwidth: 4e6), .init(duration: 8, bandwidth: 0), .init(duration: 100, bandwidth: 4e6),
    ]
    let (metrics, events) = try play(rows: rows) {
      $0.buffer.resume = 0.5
      $0.pace.resume = 0.25
    }
    let resumed = try #require(events.first { if case .resumed = $0.kind { true } else { false } })
    #expect(abs(resumed.time - 10.25) < 1e-9 && abs(metrics.stalledTime - 5.25) < 1e-9)
  }
}
