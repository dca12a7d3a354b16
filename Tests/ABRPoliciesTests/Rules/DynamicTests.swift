import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct DynamicTests {
  private let ladder = [1000, 2000, 4000]

  @Test("BOLA takes over above 10 s when it wants as much, and hands back below when it wants less")
  func sabre() throws {
    var bench = try RuleBench(Dynamic(horizon: .basic), kbps: ladder, segmentDuration: 3)
    bench.download(kbps: 2500)
    // Throughput sustains 2000; basic BOLA wants that above 14.837 s and no more than is sustained.
    #expect(bench.decide(level: 9, maximumLevel: 25).rendition == 1)
    #expect(bench.decide(level: 14, maximumLevel: 25).rendition == 1)
    #expect(bench.decide(level: 16, maximumLevel: 25).rendition == 1)
    // BOLA is in charge: between 10 and 14.8 s it wants the lowest.
    #expect(bench.decide(level: 12, maximumLevel: 25).rendition == 0)
    #expect(bench.decide(level: 10, maximumLevel: 25).rendition == 0)
    #expect(bench.decide(level: 9.9, maximumLevel: 25).rendition == 1)
    #expect(bench.decide(level: 12, maximumLevel: 25).rendition == 1)
  }

  @Test(
    "the dash.js form changes over by level alone: Sabre's thresholds are 10 and 5 s, those of dash.js 18 and 9 s",
    arguments: [
      (
        thresholds: DynamicDash.Thresholds.sabre, high: 10.001, atHigh: 10.0, low: 4.999, atLow: 5.0, takesAtHigh: false
      ),
      (.dashJS, 18, 18, 8.999, 9, true),
    ]
      as [(
        thresholds: DynamicDash.Thresholds, high: Double, atHigh: Double, low: Double, atLow: Double, takesAtHigh: Bool
      )])
  func dash(
    thresholds: DynamicDash.Thresholds, high: Double, atHigh: Double, low: Double, atLow: Double, takesAtHigh: Bool
  ) throws {
    // 2111 kbit/s: the throughput rule trusts 1900 and takes the lowest, BOLA-E starts with what is sustained, 2000.
    var bench = try RuleBench(DynamicDash(thresholds: thresholds), kbps: ladder)
    bench.download(kbps: 2111)
    #expect(bench.decide(level: atHigh, maximumLevel: 30).rendition == (takesAtHigh ? 1 : 0))
    #expect(bench.decide(level: high, maximumLevel: 30).rendition == 1)
    bench.rule.waited(30)
    #expect(bench.decide(level: atLow, maximumLevel: 30).rendition == 1)
    #expect(bench.decide(level: low, maximumLevel: 30).rendition == 0)
  }

  // Sabre: identical raw totals in 126 of 126 live sessions with a buffer of 10 s.
  @Test("with a buffer of no more than 10 s and a segment, DYNAMIC is the throughput rule", arguments: 0..<10)
  func smallBuffer(seed: Int) throws {
    let video = try benchVideo(kbps: [230, 477, 991, 2056, 5027], segmentDuration: 3, segments: 150)
    let trace = try randomTrace(seed: seed)
    let settings = SabreModel.settings(maximumLevel: 13)
    #expect(
      play(Dynamic(), video, trace, settings) == play(Throughput(abandons: true), video, trace, settings),
      "seed \(seed)")
  }

  @Test("with one rendition every rule is the same", arguments: 0..<5)
  func singleRendition(seed: Int) throws {
    let video = try benchVideo(kbps: [800], segmentDuration: 4, segments: 60)
    let trace = try randomTrace(seed: seed)
    for settings in [PlayerSettings(), SabreModel.settings()] {
      let reference = play(Throughput(abandons: true), video, trace, settings)
      #expect(reference.outcome == .completed)
      #expect(play(BOLA(.utility, abandons: true), video, trace, settings) == reference)
      #expect(play(BOLAE(), video, trace, settings) == reference)
      #expect(play(Dynamic(.utility), video, trace, settings) == reference)
      #expect(play(DynamicDash(), video, trace, settings) == reference)
    }
  }

  @Test("rules answer within the eligible set through any change of limits", arguments: 0..<12)
  func limits(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "limit-changes")
    let video = try benchVideo(kbps: [230, 477, 991, 991, 2056, 5027], segmentDuration: 3, segments: 120)
    let trace = try randomTrace(seed: seed)
    let actions = (0..<20).map { _ in
      let mask = 1 + random.integer(below: 63)
      return TimedAction(
        at: random.uniform(in: 0..<300), .eligible(EligibleSet((0..<6).filter { mask & (1 << $0) != 0 })))
    }
    let viewer = Viewer(actions: actions)
    // The engine stops the program at an answer outside the set.
    for settings in [PlayerSettings(), SabreModel.settings()] {
      for oscillation in BOLA.Oscillation.allCases {
        #expect(play(Throughput(abandons: true), video, trace, settings, viewer).outcome == .completed)
        #expect(play(BOLA(oscillation, abandons: true), video, trace, settings, viewer).outcome == .completed)
        #expect(play(BOLAE(oscillation), video, trace, settings, viewer).outcome == .completed)
        #expect(play(Dynamic(oscillation), video, trace, settings, viewer).outcome == .completed)
        #expect(play(DynamicDash(oscillation), video, trace, settings, viewer).outcome == .completed)
      }
    }
  }

  private func randomTrace(seed: Int) throws -> BandwidthTrace {
    var random = SeededRandom(seed: seed, path: "bursty")
    return try BandwidthTrace(
      name: "random \(seed)",
      rows: (0..<100).map { _ in
        BandwidthTrace.Row(
          duration: random.uniform(in: 0.2..<5),
          bandwidth: random.integer(below: 5) == 0 ? 0 : random.uniform(in: 1e5..<8e6),
          latency: random.uniform(in: 0..<0.3))
      })
  }

  private func play<R: Rule>(
    _ rule: R, _ video: Video, _ trace: BandwidthTrace, _ settings: PlayerSettings, _ viewer: Viewer = Viewer()
  ) -> SessionMetrics {
    var settings = settings
    settings.buffer.maximum = min(settings.buffer.maximum, 30)
    let player = VideoPlayer(video: video, rule: rule, target: FullBuffer(), settings: settings)
    var scratch = SessionScratch()
    var log = NoLog()
    return player.play(over: Link(trace), viewer: viewer, scratch: &scratch, observer: &log)
  }
}
