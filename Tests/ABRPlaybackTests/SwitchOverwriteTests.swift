import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// The low rendition for two segments, or for the second alone, then the high one.
private struct UpRule: Rule {
  var startsHigh = false

  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision {
    if startsHigh { return Decision(context.segment == 1 && context.lastRendition == 1 ? 0 : 1) }
    return Decision(context.lastRendition == 1 || context.segment > 1 ? 1 : 0)
  }
  mutating func downloaded(_ download: Download, level: Double) {}
}

/// Media that an up-switch fetches again from the playhead on.
@Suite struct SwitchOverwriteTests {
  /// Segments of 4 s, 0.5 MB and 1 MB, over 4 Mbit/s: 1 s and 2 s each.
  private func play(
    _ mode: SwitchMode, rows: [BandwidthTrace.Row] = [.init(duration: 1, bandwidth: 4e6)], rule: UpRule = UpRule()
  ) throws -> (metrics: SessionMetrics, events: [SessionEvent]) {
    let video = try constantVideo(bitrates: [1_000_000, 2_000_000], duration: 4, count: 10)
    let settings = PlayerSettings(
      network: NetworkSettings(setupRoundTrips: 0), switchMode: mode, initialRendition: .index(rule.startsHigh ? 1 : 0))
    let player = VideoPlayer(video: video, rule: rule, target: ConstantTarget(seconds: 30), settings: settings)
    var (scratch, log) = (SessionScratch(), EventLog())
    let link = Link(try BandwidthTrace(name: "link", rows: rows))
    return (player.play(over: link, scratch: &scratch, observer: &log), log.events)
  }

  private func fetched(_ events: [SessionEvent]) -> [Int] {
    events.compactMap { if case .downloaded(let segment, _, _, _, _) = $0.kind { segment } else { nil } }
  }

  @Test("the segment on the screen is fetched again, and what follows it; the new one is shown from the playhead on")
  func fromThePlayhead() throws {
    let (metrics, events) = try play(.overwrite(segments: 0))
    // At 2 s segments 0 and 1 are there, and 1 s has been shown: the third answer replaces both.
    #expect(fetched(events) == [0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    // Segment 0 comes again at 4 s with the playhead at 3 s, segment 1 at 6 s with the playhead at 5 s: of each copy,
    // old and new, the seconds that it was shown are played.
    #expect(metrics.ledger[.replaced] == 125_000 + 750_000 + 375_000 + 250_000)
    #expect(metrics.ledger.wasted == metrics.ledger[.replaced])
    #expect(metrics.stallCount == 0 && metrics.shownTimes == [4, 36])
    let levels = events.filter { if case .downloaded = $0.kind { true } else { false } }.map(\.level)
    #expect(Array(levels.prefix(4)) == [4, 7, 5, 3])
  }

  @Test("segments fetched from a distance on are not on the screen yet")
  func fromADistance() throws {
    let (metrics, events) = try play(.overwrite(segments: 1.5))
    // The level of 7 s covers 1.5 segments: the one at 7 s is fetched again, and none is shown in part.
    #expect(fetched(events) == [0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(metrics.ledger[.replaced] == 500_000 && metrics.shownTimes == [4, 36])
  }

  @Test("nothing is fetched again where the segment at the playhead is as good")
  func asGood() throws {
    let (metrics, events) = try play(.overwrite(segments: 0), rule: UpRule(startsHigh: true))
    #expect(fetched(events) == Array(0..<10) && metrics.ledger[.replaced] == 0)
    #expect(metrics.shownTimes == [4, 36])
  }

  @Test("a segment that arrives too late is never shown, and no request is stopped for it")
  func tooLate() throws {
    // 0.25 Mbit/s from 2 s on: segment 0 would come again after 32 s, when all that is there has been shown.
    let (metrics, events) = try play(
      .overwrite(segments: 0), rows: [.init(duration: 2, bandwidth: 4e6), .init(duration: 1_000, bandwidth: 250_000)])
    #expect(fetched(events).prefix(4) == [0, 1, 0, 1])
    #expect(metrics.ledger[.aborted] == 0 && metrics.stallCount > 0)
    // Neither is shown: both are waste, and of those that were there nothing is.
    #expect(metrics.ledger.wasted == 2_000_000 && metrics.shownTimes == [8, 32])
  }
}
