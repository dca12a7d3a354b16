import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// What a stream needs beside its segments: playlists and initialisation segments one by one, audio apart.
@Suite struct StreamTests {
  /// 8 Mbit/s, so a kilobyte takes a millisecond; round trips of 0.1 s, no set-up.
  private static func play(
    _ stream: StreamSettings, rule: some Rule = ConstantRule(rendition: 0, fromTheFirst: true),
    bitrates: [Int] = [1_000_000], pace: PaceSettings = PaceSettings()
  ) throws -> (metrics: SessionMetrics, silent: SessionMetrics, events: [SessionEvent]) {
    let player = VideoPlayer(
      // Segments of 2 s: 250 kB at 1 Mbit/s.
      video: try constantVideo(bitrates: bitrates, duration: 2, count: 6), rule: rule,
      target: ConstantTarget(seconds: 100),
      settings: PlayerSettings(
        network: NetworkSettings(fixedLatency: 0.1, setupRoundTrips: 0), stream: stream, pace: pace))
    let link = Link(try BandwidthTrace(name: "8 Mbit/s", rows: [.init(duration: 1, bandwidth: 8_000_000)]))
    var (scratch, log, nothing) = (SessionScratch(), EventLog(), NoLog())
    let metrics = player.play(over: link, scratch: &scratch, observer: &log)
    return (metrics, player.play(over: link, scratch: &scratch, observer: &nothing), log.events)
  }

  private static func resources(_ events: [SessionEvent]) -> [String] {
    events.compactMap { event in
      guard case .resourceRequested(_, let kind, let rendition, let bytes) = event.kind else { return nil }
      let time = Int((event.time * 1000).rounded())
      return "\(time) ms \(kind.rawValue) \(rendition.map { "\($0)" } ?? "-") \(bytes)"
    }
  }

  @Test("subtitles are requested once, beside their segment, and playback does not wait for them")
  func subtitles() throws {
    var stream = StreamSettings(start: [.init(.subtitlePlaylist, bytes: 1000)])
    stream.subtitleBytes = 10_000
    let result = try Self.play(stream)
    // The playlist: 0.1 + 0.001 s. Then both answers begin at 0.201 s; 20 kB are shared until the subtitles are there,
    // at 0.221 s, and the 260 kB of both take 0.26 s.
    #expect(abs(result.metrics.startupTime - (0.101 + 0.1 + 0.26)) < 1e-9)
    #expect(result.metrics.ledger[.overhead] == 1000 + 6 * 10_000 && result.metrics.stallCount == 0)
    let requested = Self.resources(result.events)
    #expect(requested.prefix(2) == ["0 ms subtitle_playlist - 1000", "101 ms subtitle_segment - 10000"])
    #expect(requested.count == 7 && result.silent == result.metrics)
  }

  @Test("start-up is a chain: each playlist and initialisation segment costs a round trip and its bytes")
  func chain() throws {
    let stream = StreamSettings(
      start: [.init(.multivariantPlaylist, bytes: 1000)],
      rendition: [.init(.mediaPlaylist, bytes: 2000), .init(.initialisationSegment, bytes: 1000)])
    let plain = try Self.play(StreamSettings())
    let result = try Self.play(stream)
    // 0.100 + 0.001, 0.100 + 0.002, 0.100 + 0.001 before the first segment, which takes 0.100 + 0.250.
    #expect(
      Self.resources(result.events) == [
        "0 ms multivariant_playlist - 1000", "101 ms media_playlist 0 2000", "203 ms initialisation_segment 0 1000",
      ])
    #expect(abs(plain.metrics.startupTime - 0.35) < 1e-9 && abs(result.metrics.startupTime - 0.654) < 1e-9)
    #expect(result.metrics.ledger[.overhead] == 4000 && plain.metrics.ledger[.overhead] == 0)
    #expect(result.silent == result.metrics && plain.silent == plain.metrics)
  }

  @Test(
    "a full buffer below the start level begins after the time of the first frame, however it is looked at",
    arguments: [0, 0.5])
  func fullBeforeFrame(poll: Double) throws {
    let player = VideoPlayer(
      video: try constantVideo(bitrates: [1_000_000], duration: 2, count: 6),
      rule: ConstantRule(rendition: 0, fromTheFirst: true), target: ConstantTarget(seconds: 3),
      settings: PlayerSettings(
        buffer: BufferSettings(start: 9, resume: 9, fullPollInterval: poll),
        network: NetworkSettings(fixedLatency: 0.1, setupRoundTrips: 0), pace: PaceSettings(frame: 0.04)))
    let link = Link(try BandwidthTrace(name: "8 Mbit/s", rows: [.init(duration: 1, bandwidth: 8_000_000)]))
    var (scratch, nothing) = (SessionScratch(), NoLog())
    // Two segments of 0.35 s each fill the buffer.
    #expect(abs(player.play(over: link, scratch: &scratch, observer: &nothing).startupTime - 0.74) < 1e-9)
  }

  @Test("a player takes its time between an answer and the next request, and to the first frame")
  func pace() throws {
    let stream = StreamSettings(
      start: [.init(.multivariantPlaylist, bytes: 1000)],
      rendition: [.init(.mediaPlaylist, bytes: 2000), .init(.initialisationSegment, bytes: 1000)])
    var pace = PaceSettings(playlist: 0.02, segment: 0.01, switching: 0.005, frame: 0.04)
    let result = try Self.play(stream, pace: pace)
    #expect(
      Self.resources(result.events) == [
        "0 ms multivariant_playlist - 1000", "121 ms media_playlist 0 2000", "243 ms initialisation_segment 0 1000",
      ])
    // 0.344 and 0.01 for the header; 0.1 + 0.25 a segment, and 0.01 to the next one, 0.005 more after the first.
    func near(_ times: [Double], _ expected: [Double]) -> Bool {
      times.count == expected.count && zip(times, expected).allSatisfy { abs($0 - $1) < 1e-9 }
    }
    #expect(near(Self.segmentTimes(result.events), [0.354, 0.719, 1.079, 1.439, 1.799, 2.159]))
    #expect(abs(result.metrics.startupTime - (0.704 + 0.04)) < 1e-9)
    pace.initialisation = .beside
    let beside = try Self.play(stream, pace: pace)
    #expect(Self.resources(beside.events).last == "243 ms initialisation_segment 0 1000")
    // Both share the link: the segment is there 1 ms later than by itself.
    #expect(near(Array(Self.segmentTimes(beside.events).prefix(2)), [0.243, 0.243 + 0.1 + 0.251 + 0.015]))
    #expect(beside.metrics.ledger[.overhead] == 4000)
    #expect(result.silent == result.metrics && beside.silent == beside.metrics)
  }

  private static func segmentTimes(_ events: [SessionEvent]) -> [Double] {
    events.compactMap { if case .requested = $0.kind { $0.time } else { nil } }
  }

  @Test("a rendition needs its own before its first segment, and only then")
  func switches() throws {
    let stream = StreamSettings(rendition: [.init(.initialisationSegment, bytes: 1000)])
    // 0, 1, 0, 1, 0, 1: two renditions, each fetched three times.
    let result = try Self.play(stream, rule: AlternatingRule(), bitrates: [1_000_000, 2_000_000])
    let requested = Self.resources(result.events).map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
    #expect(requested == ["0 1000", "1 1000"])
    #expect(result.metrics.ledger[.overhead] == 2000)
    #expect(result.silent == result.metrics)
  }

  @Test("audio apart is fetched with the video: both are there when one transfer of their bytes would be")
  func audio() throws {
    // 128 kbit/s over 2 s are 32 kB: 0.032 s more for each segment, and 192 kB more in all.
    let result = try Self.play(StreamSettings(audioBitrate: 128_000))
    #expect(abs(result.metrics.startupTime - 0.382) < 1e-9)
    #expect(result.metrics.ledger[.played] == 6 * (250_000 + 32_000))
    #expect(result.silent == result.metrics)
  }

  /// Abandons the first segment when so many of its bytes have come.
  private struct AbandonOnce: Rule {
    let bytes: Double
    var hasAbandoned = false
    var watchesProgress: Bool { !hasAbandoned }
    var choosesFirstRendition: Bool { true }
    func prepare(for setup: RuleSetup) {}
    mutating func decide(_ context: RequestContext) -> Decision { Decision(hasAbandoned ? 0 : 1) }
    func downloaded(_ download: Download, level: Double) {}
    mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
      guard !hasAbandoned, progress.received >= bytes else { return nil }
      hasAbandoned = true
      return 0
    }
  }

  @Test(
    "audio apart finds the same share of the link as the pictures, and what has come of it stays when they are abandoned",
    arguments: [(20_000, 10_000), (64_000, 32_000), (300_000, 32_000)])
  func audioStays(received: Int, audio: Int) throws {
    let result = try Self.play(
      StreamSettings(audioBitrate: 128_000), rule: AbandonOnce(bytes: Double(received)),
      bitrates: [1_000_000, 2_000_000])
    let kept = result.events.compactMap { event -> Int? in
      if case .audioKept(0, let bytes) = event.kind { bytes } else { nil }
    }
    let requested = result.events.compactMap { event -> Int? in
      if case .requested(0, 0, let bytes) = event.kind { bytes } else { nil }
    }
    let aborted = try #require(
      result.events.compactMap { event -> Int? in
        if case .abandoned(0, 1, let bytes, _, _, _) = event.kind { Int(bytes) } else { nil }
      }.first)
    // Questions come after as many bytes as fit between two.
    let stays = min(32_000, aborted / 2)
    #expect(aborted >= received && kept == [stays] && stays >= audio)
    #expect(requested == [250_000 + 32_000 - stays])
    #expect(result.metrics.ledger[.aborted] == aborted - stays)
    #expect(result.metrics.ledger[.played] == 6 * (250_000 + 32_000))
    #expect(result.silent == result.metrics)
  }

  @Test("audio apart has its own playlist and initialisation segment, requested once and beside the first rendition's")
  func audioResources() throws {
    let stream = StreamSettings(
      rendition: [
        .init(.mediaPlaylist, bytes: 2000), .init(.key, bytes: 16), .init(.initialisationSegment, bytes: 1000),
      ],
      audio: [.init(.audioPlaylist, bytes: 3000), .init(.audioInitialisationSegment, bytes: 500)],
      audioBitrate: 128_000)
    let result = try Self.play(stream, rule: AlternatingRule(), bitrates: [1_000_000, 2_000_000])
    let requested = Self.resources(result.events)
    // 0.1 s and 5 kB at a megabyte a second.
    #expect(requested.prefix(3) == ["0 ms media_playlist 0 2000", "0 ms audio_playlist - 3000", "105 ms key 0 16"])
    #expect(requested.count { $0.contains("audio") } == 2 && requested.count == 8)
    #expect(result.metrics.ledger[.overhead] == 2 * 3016 + 3500)
    #expect(result.silent == result.metrics)
  }

  @Test("what a viewer leaves behind is overhead, also where only a part has come")
  func leaving() throws {
    let stream = StreamSettings(start: [.init(.manifest, bytes: 1_000_000)])
    let player = VideoPlayer(
      video: try constantVideo(bitrates: [1_000_000], duration: 2, count: 6),
      rule: ConstantRule(rendition: 0, fromTheFirst: true), target: ConstantTarget(seconds: 100),
      settings: PlayerSettings(network: NetworkSettings(fixedLatency: 0.1, setupRoundTrips: 0), stream: stream))
    let link = Link(try BandwidthTrace(name: "8 Mbit/s", rows: [.init(duration: 1, bandwidth: 8_000_000)]))
    var (scratch, nothing) = (SessionScratch(), NoLog())
    let metrics = player.play(
      over: link, viewer: Viewer(leavesAt: 0.6), scratch: &scratch, observer: &nothing)
    // Half a second at a megabyte a second.
    #expect(metrics.ledger[.overhead] == 500_000 && metrics.ledger.downloaded == 500_000)
  }
}

/// Asks for the renditions 0 and 1 in turn.
private struct AlternatingRule: Rule {
  var choosesFirstRendition: Bool { true }
  mutating func prepare(for setup: RuleSetup) {}
  mutating func downloaded(_ download: Download, level: Double) {}
  mutating func decide(_ context: RequestContext) -> Decision { Decision(context.segment % 2) }
}
