import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite("Reasons of decisions")
struct DecisionReasonTests {
  private static let specs = RuleRegistry.standard.entries.map { $0.name == "fixed" ? "fixed:2" : $0.name }

  private static func link() throws -> Link {
    let rows = [(20.0, 4e6), (15, 7e5), (10, 2.5e6), (25, 1.2e6)].map {
      BandwidthTrace.Row(duration: $0.0, bandwidth: $0.1, latency: 0.05)
    }
    return Link(try BandwidthTrace(name: "steps", rows: rows))
  }

  @Test("every rule says what decided, and asking changes nothing", arguments: specs)
  func everyRule(spec: String) throws {
    let video = try constantVideo(bitrates: [300, 750, 1200, 2850, 6000].map { $0 * 1000 }, duration: 4, count: 80)
    for limits in ["", "+peak:1200k"] where limits.isEmpty || !spec.hasPrefix("fixed") {
      let player = try PolicySpec(parsing: spec + limits).policy().makePlayer(video: video, buffer: .standard)
      let (start, viewer) = (AnyPlayer.Start(link: try Self.link()), Viewer())
      var scratch = SessionScratch()
      var (reasons, plain) = (ReasonLog(), EventLog())
      let metrics = player.play(start, viewer: viewer, scratch: &scratch, log: &reasons)
      #expect(player.play(start, viewer: viewer, scratch: &scratch, log: &plain) == metrics)
      #expect(player.play(start, viewer: viewer, scratch: &scratch) == metrics)
      var decided: [Int: Int] = [:]
      for event in reasons.events {
        switch event.kind {
        case .decided(let segment, let rendition, let highest, let reason):
          decided[segment] = rendition
          #expect(reason.cause != nil && rendition <= highest)
          #expect(limits.isEmpty ? highest == 4 : highest == 2)
          if reason.cause == .estimate, let estimate = reason.estimate, let share = reason.share, rendition > 0 {
            #expect(Double(video.ladder[rendition].bandwidth) <= estimate * share * (1 + 1e-9))
          }
        case .requested(let segment, let rendition, _): #expect(decided[segment] == rendition)
        default: break
        }
      }
      #expect(decided.count == 80)
      let others = reasons.events.filter { if case .decided = $0.kind { false } else { true } }
      #expect(others == plain.events)
    }
  }

  @Test("what a reason says of the estimate is true of the ladder", arguments: specs, [1, 2, 3])
  func claims(spec: String, seed: UInt64) throws {
    let bitrates = [145, 365, 730, 1100, 2000, 3000, 4500, 6000, 8000].map { $0 * 1000 }
    let ladder = try Ladder(bitrates.map { Rendition(bandwidth: $0, averageBandwidth: $0 * 7 / 10) })
    var random = SeededRandom(key: seed)
    let video = try Video(
      name: "v", ladder: ladder, segmentDuration: 6,
      sizes: (0..<100).map { _ in
        let size = random.uniform(in: 0.5..<1.2)
        return bitrates.map { Int(Double($0) * size * 0.525) }
      })
    let rows = (0..<200).map { _ in
      BandwidthTrace.Row(duration: 4, bandwidth: 1e6 * random.uniform(in: 0.2..<9), latency: 0.05)
    }
    let link = Link(try BandwidthTrace(name: "random", rows: rows))
    let player = try PolicySpec(parsing: spec).policy().makePlayer(video: video, buffer: .standard)
    // The second half at another rate.
    let viewer = Viewer(actions: [
      TimedAction(at: 150, .eligible(EligibleSet(0...3))), TimedAction(at: 200, .eligible(EligibleSet(all: ladder))),
      TimedAction(at: 300, .rate([0.5, 1.5, 2][Int(seed) - 1])),
    ])
    var (scratch, log) = (SessionScratch(), ReasonLog())
    _ = player.play(AnyPlayer.Start(link: link), viewer: viewer, scratch: &scratch, log: &log)
    var last = 0
    for event in log.events {
      guard case .decided(_, let rendition, let highest, let reason) = event.kind, let estimate = reason.estimate else {
        continue
      }
      defer { last = rendition }
      let most = estimate * (reason.share ?? 1) * (1 - (reason.latency ?? 0) / 6) * (1 + 1e-9)
      let least = most * (1 - 1e-8)
      let (own, higher) = (ladder[rendition], ladder.renditions[..<(highest + 1)].dropFirst(rendition + 1))
      func average(_ rendition: Rendition) -> Double { Double(rendition.averageBandwidth ?? rendition.bandwidth) }
      switch reason.cause {
      case .estimate:
        #expect(rendition == 0 || Double(own.bandwidth) <= most, "\(event)")
        #expect(higher.allSatisfy { Double($0.bandwidth) > least }, "\(event)")
      case .average:
        #expect(average(own) <= most && higher.allSatisfy { average($0) > least }, "\(event)")
      case .upSwitch: #expect(higher.allSatisfy { Double($0.bandwidth) > least }, "\(event)")
      case .interval: #expect(rendition == last, "\(event)")
      case .lowLevel where spec == "dash-abr": #expect(rendition == 0 || Double(own.bandwidth) <= most, "\(event)")
      case .lowLevel where spec == "hls-abr":
        #expect(higher.contains { average($0) <= most }, "\(event)")
      default: break
      }
    }
  }

  @Test("Media3 stays where the level is too low to go up, or high enough not to go down")
  func media3() throws {
    var bench = try RuleBench(Media3Selection(), kbps: [500, 1000, 2000])
    bench.download(kbps: 4000, seconds: 3, rendition: 1)
    func cause(level: Double, last: Int) -> DecisionReason.Cause? {
      let context = RequestContext(
        segment: 500, segmentsLeft: 500, segmentDuration: 4, level: level, maximumLevel: 50, lastRendition: last)
      let reason = bench.rule.reason(for: bench.decide(level: level, last: last), context)
      #expect(reason.share == 0.7 && reason.estimate == 4e6)
      return reason.cause
    }
    #expect(cause(level: 5, last: 0) == .lowForUpSwitch)
    #expect(cause(level: 15, last: 0) == .estimate)
    bench.download(kbps: 100, seconds: 300, rendition: 1)
  }

  @Test("an insufficient buffer, and nothing measured, are said")
  func throughput() throws {
    var bench = try RuleBench(Throughput(), kbps: [500, 1000, 2000])
    let context = RequestContext(
      segment: 500, segmentsLeft: 500, segmentDuration: 4, level: 0.5, maximumLevel: 30, lastRendition: 0)
    #expect(bench.rule.reason(for: Decision(0), context).cause == .nothingMeasured)
    bench.download(kbps: 4000)
    let decision = bench.decide(level: 0.5)
    #expect(decision.rendition == 0 || bench.rule.reason(for: decision, context).cause != nil)
    #expect(
      bench.rule.reason(for: Decision(0), context) == DecisionReason(.lowLevel, estimate: 4e6, share: 0.9, latency: 0))
    #expect(
      bench.rule.reason(for: Decision(2), context) == DecisionReason(.estimate, estimate: 4e6, share: 0.9, latency: 0))
  }
}
