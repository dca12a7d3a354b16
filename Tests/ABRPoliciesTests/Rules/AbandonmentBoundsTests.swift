import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRTestSupport
import Testing

@testable import ABRPolicies

/// A rule that keeps its bounds to itself, so that it is asked at every question.
private struct Unbounded<R: Rule>: Rule {
  var rule: R

  var watchesProgress: Bool { rule.watchesProgress }
  var choosesFirstRendition: Bool { rule.choosesFirstRendition }
  func adjust(_ network: inout NetworkSettings) { rule.adjust(&network) }
  mutating func prepare(for setup: RuleSetup) { rule.prepare(for: setup) }
  mutating func decide(_ context: RequestContext) -> Decision { rule.decide(context) }
  mutating func downloaded(_ download: Download, level: Double) { rule.downloaded(download, level: level) }
  mutating func waited(_ seconds: Double) { rule.waited(seconds) }
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? { rule.shouldAbandon(progress) }
}

@Suite struct AbandonmentBoundsTests {
  @Test(
    "every rule that watches downloads plays the same sessions whether it states bounds or is asked at every question",
    arguments: 0..<Seeds.rounds(of: 60))
  func sameSessions(seed: Int) throws {
    var abandoned = 0
    abandoned += try compare(Throughput(abandons: true), seed: seed)
    abandoned += try compare(BOLA(.minimised, abandons: true), seed: seed)
    abandoned += try compare(BOLA(.utility, horizon: .finite, gammaP: 3, abandons: true), seed: seed)
    abandoned += try compare(BOLAE(), seed: seed)
    abandoned += try compare(BOLAE(.utility, utilityOffset: 1), seed: seed)
    abandoned += try compare(BOLAE(insufficientBuffer: false), seed: seed)
    abandoned += try compare(Dynamic(), seed: seed)
    abandoned += try compare(DynamicDash(), seed: seed)
    abandoned += try compare(HLSController(), seed: seed)
    abandoned += try compare(DashRules(), seed: seed)
    abandoned += try compare(ShakaManager(), seed: seed)
    abandoned += try compare(VHSSelector(), seed: seed)
    #expect(abandoned > 0, "seed \(seed): nothing was abandoned")
  }

  /// Plays the same sessions with and without bounds, and says how many downloads were abandoned.
  private func compare<R: Rule>(_ rule: R, seed: Int) throws -> Int {
    var random = SeededRandom(seed: seed, path: "bounds")
    var abandoned = 0
    for _ in 0..<4 {
      let rows = (0..<120).map { _ in
        BandwidthTrace.Row(
          duration: random.uniform(in: 0.1..<8),
          bandwidth: random.integer(below: 12) == 0 ? 0 : random.uniform(in: 1e5..<9e6))
      }
      let link = Link(
        try BandwidthTrace(name: "random \(seed)", rows: rows), defaultLatency: random.uniform(in: 0.01..<0.4))
      let duration = [1.0, 2, 4, 6, 10][random.integer(below: 5)]
      let kbps = [300, 300, 750, 1200, 1850, 2850, 4300].suffix(2 + random.integer(below: 6))
      let sizes = (0..<80).map { _ in
        kbps.map { Int(Double($0) * 125 * duration * random.uniform(in: 0.5..<1.6)) }
      }
      let ladder = try Ladder(
        kbps.enumerated().map { Rendition(bandwidth: $1 * 1000, width: 16 * ($0 + 1), height: 9 * ($0 + 1)) })
      let video = try Video(name: "random", ladder: ladder, segmentDuration: duration, sizes: sizes)
      let settings = PlayerSettings(
        network: NetworkSettings(
          payloadFraction: [1, 0.95][random.integer(below: 2)], responseHeader: [0, 325][random.integer(below: 2)],
          abandonment: [.forgotten, .remembered(hold: 10)][random.integer(below: 2)]),
        rate: [1, 1.5][random.integer(below: 2)])
      let target = try StaticTarget(seconds: random.uniform(in: 8..<60))
      func play<S: Rule>(_ rule: S) -> SessionMetrics {
        let player = VideoPlayer(video: video, rule: rule, target: target, settings: settings)
        var (scratch, log) = (SessionScratch(), NoLog())
        return player.play(over: link, scratch: &scratch, observer: &log)
      }
      let asked = play(Unbounded(rule: rule))
      #expect(play(rule) == asked, "seed \(seed), \(R.self)")
      abandoned += asked.abandonedCount
    }
    return abandoned
  }
}
