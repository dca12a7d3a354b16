import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// Always the highest eligible rendition; notes what it is told, and that it is told only of eligible renditions.
private struct HighestRule: Rule {
  var count = 0
  var abandonsAt = Double.infinity
  var violations = 0
  var downloaded: [Int] = []
  var watchesProgress: Bool { abandonsAt < .infinity }

  mutating func prepare(for setup: RuleSetup) { count = setup.count }

  mutating func decide(_ context: RequestContext) -> Decision {
    if context.lastRendition >= count { violations += 1 }
    return Decision(count - 1)
  }

  mutating func downloaded(_ download: Download, level: Double) {
    if download.rendition >= count || download.abortedFor >= count { violations += 1 }
    downloaded.append(download.rendition)
  }

  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    guard progress.elapsed >= abandonsAt else { return nil }
    abandonsAt = .infinity
    return max(0, count - 2)
  }
}

@Suite struct EligibleNumberingTests {
  @Test("there is a set for each player on either network")
  func counts() {
    let (one, two) = ([EligibleSet([0])], [EligibleSet([0]), EligibleSet([1])])
    #expect(EligibleSets(normal: one, expensive: one).count(otherThan: 1) == nil)
    #expect(EligibleSets(normal: one, expensive: two).count(otherThan: 1) == 2)
    #expect(EligibleSets(normal: two, expensive: one).count(otherThan: 1) == 2)
  }

  @Test("a rule is told of eligible renditions only, also when limits change while a segment is on its way")
  func changeInFlight() throws {
    let video = try constantVideo(bitrates: [100_000, 200_000, 400_000], duration: 2, count: 20)
    // 2 s of 400 kbit/s take 1.6 s: the change at 5 s falls into a transfer.
    let trace = try BandwidthTrace(name: "500k", rows: [.init(duration: 10, bandwidth: 500_000)])
    let player = VideoPlayer(
      video: video, rule: HighestRule(), target: ConstantTarget(seconds: 30),
      settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0)))
    var rule = player.preparedRule
    var scratch = SessionScratch()
    var log = EventLog()
    let viewer = Viewer(actions: [TimedAction(at: 5, .eligible(EligibleSet([1])))])
    _ = player.play(over: Link(trace), viewer: viewer, rule: &rule, scratch: &scratch, observer: &log)
    #expect(rule.violations == 0)
    #expect(rule.downloaded.last == 0)
    #expect(rule.downloaded.contains(2))
  }

  @Test("a download abandoned while limits change names an eligible rendition")
  func abandonedInFlight() throws {
    let video = try constantVideo(bitrates: [100_000, 200_000, 400_000], duration: 2, count: 20)
    let trace = try BandwidthTrace(name: "500k", rows: [.init(duration: 10, bandwidth: 500_000)])
    let player = VideoPlayer(
      video: video, rule: HighestRule(abandonsAt: 1), target: ConstantTarget(seconds: 30),
      settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0)))
    var rule = player.preparedRule
    var scratch = SessionScratch()
    var log = EventLog()
    // The second download begins at 0.4 s and is abandoned a second later; limits change between, so that the rule,
    // which is asked then, knows of the lowest rendition only.
    let viewer = Viewer(actions: [TimedAction(at: 1, .eligible(EligibleSet([0])))])
    let metrics = player.play(over: Link(trace), viewer: viewer, rule: &rule, scratch: &scratch, observer: &log)
    #expect(metrics.abandonedCount == 1)
    #expect(rule.violations == 0)
    let abandoned = log.events.compactMap { event -> [Int]? in
      guard case .abandoned(_, let rendition, _, _, _, let instead) = event.kind else { return nil }
      return [rendition, instead]
    }
    #expect(abandoned == [[2, 0]])
  }
}
