import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// The low rendition until it is told a level of 20 s, then the high one; abandons below 8 s.
private struct LevelRule: Rule {
  var countsReplacedMedia: Bool
  var watchesProgress: Bool { true }
  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision {
    Decision(context.lastRendition == 1 || context.level > 19.9 ? 1 : 0)
  }
  mutating func downloaded(_ download: Download, level: Double) {}
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    progress.rendition == 1 && progress.level < 8 ? 0 : nil
  }
}

/// Buffered media that an up-switch replaces.
@Suite struct SwitchReplaceTests {
  /// Over 4 Mbit/s segments of 2 s take 0.5 s at 1 Mbit/s and 1 s at 2 Mbit/s.
  private func play(
    countsReplacedMedia: Bool, link rows: [BandwidthTrace.Row] = [.init(duration: 1, bandwidth: 4e6)]
  ) throws -> (metrics: SessionMetrics, events: [SessionEvent]) {
    let video = try constantVideo(bitrates: [1_000_000, 2_000_000], duration: 2, count: 60)
    let trace = try BandwidthTrace(name: "link", rows: rows)
    let settings = PlayerSettings(
      network: NetworkSettings(setupRoundTrips: 0), switchMode: .replace(margin: 1.6))
    let player = VideoPlayer(
      video: video, rule: LevelRule(countsReplacedMedia: countsReplacedMedia), target: ConstantTarget(seconds: 30),
      settings: settings)
    var (scratch, log) = (SessionScratch(), EventLog())
    return (player.play(over: Link(trace), scratch: &scratch, observer: &log), log.events)
  }

  @Test("what is being replaced counts as buffered for the rule until it has come again")
  func counts() throws {
    let (metrics, events) = try play(countsReplacedMedia: true)
    let replacements = events.filter { if case .replaced = $0.kind { true } else { false } }
    let replaced = try #require(replacements.first)
    // Level 0.5 s after the play request: 2 s, and 1.5 s more with each further segment: 20 s with the thirteenth, at
    // 6.5 s. Segments from 6 + 1.6 s on are replaced, one a second: 4 to 12, the first at 7.5 s.
    #expect(replaced.time == 7.5 && replaced.kind == .replaced(fromSegment: 4, count: 1, bytes: 250_000))
    // What is there of the new ones: 2 s at 6.5 s, and 1 s more a second. The rule is told all that is there, which
    // falls by 1 s a second until both are 11 s: never less than 10 s.
    #expect(metrics.abandonedCount == 0 && metrics.stallCount == 0)
    #expect(metrics.ledger[.replaced] == 9 * 250_000 && metrics.ledger.wasted == 9 * 250_000)
    #expect(replacements.count == 9)
  }

  @Test("a rule that watches what has been replaced gives the replacement up, and what is there is kept")
  func watchesWhatIsLeft() throws {
    let (metrics, events) = try play(countsReplacedMedia: false)
    #expect(metrics.abandonedCount > 0 && metrics.ledger[.replaced] == 0 && metrics.stallCount == 0)
    // The rendition for which it was abandoned replaces nothing: no segment is fetched again in it.
    var fetched: Set<Int> = []
    for case .downloaded(let segment, _, _, _, _) in events.map(\.kind) { #expect(fetched.insert(segment).inserted) }
  }

  @Test("where a replacement comes too late the old segment is played, and nothing stalls")
  func tooLate() throws {
    // From 7 s on the link carries 0.5 Mbit/s: segment 4 starts at 8.5 s of the session and would be there at 10.5 s.
    let (metrics, events) = try play(
      countsReplacedMedia: true, link: [.init(duration: 7, bandwidth: 4e6), .init(duration: 1000, bandwidth: 5e5)])
    let cut = try #require(events.first { if case .cut = $0.kind { true } else { false } })
    // Half a second at 4 Mbit/s, then 1.5 s at 0.5 Mbit/s, are 343,750 bytes.
    #expect(cut.time == 8.5 && cut.kind == .cut(segment: 4, rendition: 1, received: 343_750))
    #expect(events.first { $0.kind == .stalled }.map { $0.time > 20 } ?? true)
    #expect(metrics.ledger[.aborted] >= 343_750)
  }
}
