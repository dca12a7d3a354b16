import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// Media that is playable while it arrives, worked out by hand. Segments are 6 s at 1 Mbit/s, that is 750,000 bytes; a
/// round trip takes 50 ms and a new connection three of them, so that the first byte comes after 0.15 s, later ones
/// after 0.05 s.
@Suite struct ArrivingMediaTests {
  private func play(
    _ playable: PlayableMedia, _ buffer: BufferSettings, rows: [(seconds: Double, megabits: Double)] = [(1, 1)],
    segments: Int = 10, target: Double = 60, viewer: Viewer = Viewer(), rule: some Rule = ConstantRule(rendition: 0)
  ) throws -> SessionMetrics {
    let trace = try BandwidthTrace(
      name: "t", rows: rows.map { .init(duration: $0.seconds, bandwidth: $0.megabits * 1e6) })
    let player = VideoPlayer(
      video: try constantVideo(bitrates: [1_000_000], duration: 6, count: segments), rule: rule,
      target: ConstantTarget(seconds: target),
      settings: PlayerSettings(
        buffer: buffer, network: NetworkSettings(fixedLatency: 0.05, setupRoundTrips: 2), playable: playable))
    var (scratch, log) = (SessionScratch(), NoLog())
    return player.play(over: Link(trace), viewer: viewer, scratch: &scratch, observer: &log)
  }

  private func startup(_ playable: PlayableMedia, start: Double, rule: StartRule = .above) throws -> Double {
    try play(playable, BufferSettings(start: start, resume: max(start, 3), startRule: rule)).startupTime
  }

  // At the bitrate of the link a second of media takes a second. The second segment is requested at 6.15 s, its first
  // byte comes at 6.2 s and its last at 12.2 s.
  @Test(
    "whole segments start at the first segment whatever the level below it, at the second for a level above it",
    arguments: [(0.1, 6.15), (0.5, 6.15), (2, 6.15), (5.9, 6.15), (6, 12.2), (6.5, 12.2)])
  func wholeSegments(start: Double, expected: Double) throws {
    #expect(abs(try startup(.wholeSegment, start: start) - expected) < 1e-9)
  }

  @Test("a level that is reached is enough where the player's text says so")
  func reached() throws {
    #expect(abs(try startup(.wholeSegment, start: 6, rule: .reached) - 6.15) < 1e-9)
    #expect(abs(try startup(.wholeSegment, start: 6.5, rule: .reached) - 12.2) < 1e-9)
  }

  @Test(
    "media that is playable while it arrives starts at the level itself",
    arguments: [(0.1, 0.25), (0.5, 0.65), (2, 2.15), (5.9, 6.05), (6, 6.15), (6.5, 6.7), (0, 0.19)])
  func arriving(start: Double, expected: Double) throws {
    // A level of 0 waits for a frame of 0.04 s.
    for rule in [StartRule.above, .reached] {
      #expect(abs(try startup(.arriving(fragment: nil), start: start, rule: rule) - expected) < 1e-9)
    }
  }

  @Test(
    "of fragments only whole ones are playable",
    arguments: [(2.0, 0.5, 2.15), (2, 2, 2.15), (2, 2.1, 4.15), (4, 0.5, 4.15), (4, 5, 6.15), (4, 6.5, 10.2)])
  func fragments(fragment: Double, start: Double, expected: Double) throws {
    #expect(abs(try startup(.arriving(fragment: fragment), start: start) - expected) < 1e-9)
  }

  @Test("a trace of several rows is crossed row by row")
  func rows() throws {
    // 0.85 s of media by 1 s, nothing until 4 s, then two seconds of media in a second: the missing 0.65 s take
    // 0.325 s.
    let metrics = try play(
      .arriving(fragment: nil), BufferSettings(start: 1.5, resume: 3), rows: [(1, 1), (3, 0), (100, 2)])
    #expect(abs(metrics.startupTime - 4.325) < 1e-9)
  }

  @Test("playback stalls where it meets the end of what has arrived, and resumes inside a segment")
  func stalls() throws {
    // At 0.5 Mbit/s a second brings half a second of media: level 2 at 0.15 + 4 = 4.15 s. It falls by 0.5 a second and
    // is empty 4 s later, at 8.15 s; back at 2 at 12.15 s with the last byte of the first segment. At 12.2 s, the first
    // byte of the second, it is 1.95, empty 3.9 s later, at 16.1 s; at 2 at 20.1 s, empty at 24.1 s. The last byte
    // comes at 12.2 + 12 = 24.2 s, and the last 0.05 s of media are shown: 4 + 4 + 0.1 s of stalls.
    let metrics = try play(
      .arriving(fragment: nil), BufferSettings(start: 2, resume: 2), rows: [(1, 0.5)], segments: 2)
    #expect(abs(metrics.startupTime - 4.15) < 1e-9)
    #expect(metrics.stallCount == 3)
    #expect(abs(metrics.stalledTime - 8.1) < 1e-9)
    #expect(abs(metrics.wallTime - 24.25) < 1e-9)
    #expect(metrics.ledger[.played] == 1_500_000 && metrics.ledger.downloaded == 1_500_000)
  }

  @Test("of a segment that is left while it arrives, what was shown is played and the rest aborted")
  func left() throws {
    // Playback starts at 0.65 s; by 4.65 s 4 s of the 6 s were shown, 500,000 bytes; 4.5 s of the link have come.
    let metrics = try play(
      .arriving(fragment: nil), BufferSettings(start: 0.5, resume: 3), viewer: Viewer(leavesAt: 4.65))
    #expect(metrics.ledger[.played] == 500_000)
    #expect(metrics.ledger[.aborted] == 62_500)
    #expect(metrics.ledger.downloaded == 562_500)
    #expect(abs(metrics.playedMedia - 4) < 1e-9)
    #expect(abs(metrics.shownBits - 4e6) < 1)
  }

  @Test(
    "a download is abandoned as long as nothing of it was shown, and not afterwards",
    arguments: [(0.3, false), (1.0, true)])
  func abandonment(start: Double, isAbandoned: Bool) throws {
    // The first segment is never abandoned. The second is requested at 6.15 s and given up about half a second
    // later: with a start at 0.45 s its first frame is on the screen at 6.45 s, with one at 1.15 s only at 7.15 s.
    let metrics = try play(
      .arriving(fragment: nil), BufferSettings(start: start, resume: 3), segments: 2, rule: ImpatientRule())
    #expect(metrics.abandonedCount == (isAbandoned ? 1 : 0))
    #expect(metrics.ledger.downloaded == metrics.ledger[.played] + metrics.ledger[.aborted])
  }

  // MARK: Likely to keep up

  @Test("AVPlayer's rule waits until the rest of the item comes as fast as it is played")
  func keepUp() throws {
    func startup(_ megabits: Double, _ playable: PlayableMedia, horizon: Double, target: Double) throws -> Double {
      try play(
        playable, BufferSettings(startRule: .likelyToKeepUp(horizon: horizon)), rows: [(1, megabits)], target: target
      ).startupTime
    }
    // 2 Mbit/s: the first segment comes at 3.15 s; the missing 54 s take 27 s.
    #expect(abs(try startup(2, .wholeSegment, horizon: .infinity, target: 60) - 3.15) < 1e-9)
    // 0.45 Mbit/s: 20/9 s for a second of media. After k segments (60 − 6k)·20/9 ≤ 60, so k ≥ 5.5: the sixth comes at
    // 0.15 + 6·40/3 + 5·0.05 = 80.4 s.
    #expect(abs(try startup(0.45, .wholeSegment, horizon: .infinity, target: 60) - 80.4) < 1e-9)
    // Of 20 s: with two segments the third, which takes 40/3 s, would be needed after 12; with three the fourth after
    // 18. The third comes at 0.15 + 3·40/3 + 2·0.05 s.
    #expect(abs(try startup(0.45, .wholeSegment, horizon: 20, target: 60) - 40.25) < 1e-9)
    // Half of the media's rate: the last segment comes 60 s after the fifth, and would be needed after 54.
    #expect(abs(try startup(0.5, .wholeSegment, horizon: .infinity, target: 60) - (0.4 + 72)) < 1e-9)
    // A buffer of 20 s is full with the fourth segment, at 0.15 + 4·40/3 + 3·0.05 s.
    #expect(abs(try startup(0.45, .wholeSegment, horizon: .infinity, target: 20) - (0.3 + 160 / 3)) < 1e-9)
    // While it arrives the player looks after each half second of media: at 0.15 + 0.25 s.
    #expect(abs(try startup(2, .arriving(fragment: nil), horizon: .infinity, target: 60) - 0.4) < 1e-9)
  }

  @Test("a viewer who leaves between two looks of AVPlayer has not seen a frame", arguments: [0.3, 0.39, 0.41])
  func leavesBetweenLooks(leavesAt: Double) throws {
    // The first look is at half a second of media, at 0.4 s.
    let metrics = try play(
      .arriving(fragment: nil), BufferSettings(startRule: .likelyToKeepUp(horizon: .infinity)), rows: [(1, 2)],
      viewer: Viewer(leavesAt: leavesAt))
    #expect(metrics.outcome == (leavesAt < 0.4 ? .leftBeforeStart : .left))
  }

  @Test("on fast links, too, the header of an answer ends and its body begins", .timeLimit(.minutes(20)))
  func headers() throws {
    // At 1 Gbit/s the least difference of two times late in a session is worth a part of a byte.
    for seed in 0..<200 as Range<UInt64> {
      var random = TestRandom(seed: seed)
      let rows = (0..<300).map { _ in
        BandwidthTrace.Row(duration: random.number(0.1...2), bandwidth: random.number(1e6...2e9))
      }
      let player = VideoPlayer(
        video: try constantVideo(bitrates: [4_000_000], duration: 6, count: 60), rule: ConstantRule(rendition: 0),
        target: ConstantTarget(seconds: 30),
        settings: PlayerSettings(
          network: NetworkSettings(fixedLatency: 0.0537, responseHeader: 325), playable: .arriving(fragment: nil)))
      var (scratch, nothing) = (SessionScratch(), NoLog())
      let metrics = player.play(
        over: Link(try BandwidthTrace(name: "fast", rows: rows)), scratch: &scratch, observer: &nothing)
      #expect(metrics.outcome == .completed, "seed \(seed)")
    }
  }
}

/// Gives one download up, half a second after its request.
private struct ImpatientRule: Rule {
  private var hasAbandoned = false
  var watchesProgress: Bool { true }
  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision { Decision(0) }
  mutating func downloaded(_ download: Download, level: Double) {}
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    if hasAbandoned || progress.elapsed < 0.5 { return nil }
    hasAbandoned = true
    return 0
  }
}
