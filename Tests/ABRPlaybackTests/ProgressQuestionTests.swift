import ABRInput
import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// Notes every question about a running download and gives up the download it is told to.
private struct NotingRule: Rule {
  var asked: [DownloadProgress] = []
  var watchesProgress: Bool { true }
  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision { Decision(0) }
  mutating func downloaded(_ download: Download, level: Double) {}
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    asked.append(progress)
    return nil
  }
}

@Suite struct ProgressQuestionTests {
  // Sabre: the first question 50 ms after the request or 12 kbit after the first byte, the next ones as far apart,
  // whichever takes longer. The oracle walks the trace from question to question; the engine steps through a row at
  // once.
  @Test("questions come at the cadence of the settings, wherever rows end", arguments: 0..<40)
  func cadence(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "questions")
    let rows = (0..<30).map { _ in
      BandwidthTrace.Row(
        duration: random.uniform(in: 0.02..<2),
        bandwidth: random.integer(below: 6) == 0 ? 0 : random.uniform(in: 2e4..<4e6), latency: 0.08)
    }
    let trace = try BandwidthTrace(name: "random \(seed)", rows: rows)
    let video = try constantVideo(bitrates: [400_000], duration: 3, count: 12)
    let payload = seed % 2 == 0 ? 1.0 : 0.95
    let network = NetworkSettings(
      setupRoundTrips: 0, payloadFraction: payload, progressInterval: 0.05, progressBytes: 1500)
    let player = VideoPlayer(
      video: video, rule: NotingRule(), target: ConstantTarget(seconds: 10), settings: PlayerSettings(network: network))
    var rule = player.preparedRule
    var scratch = SessionScratch()
    var log = EventLog()
    let link = Link(trace)
    _ = player.play(over: link, rule: &rule, scratch: &scratch, observer: &log)

    var expected: [(elapsed: Double, received: Double)] = []
    for event in log.events {
      guard case .downloaded(let segment, _, _, let latency, let transferTime) = event.kind, segment > 0 else {
        continue
      }
      let start = event.time - transferTime
      var time = start
      var received = 0.0
      var seconds = 0.05 - latency
      while true {
        var cursor = Link.Cursor()
        let byBytes = link.arrival(of: 1500 / payload, from: time, cursor: &cursor)
        let next = max(byBytes, time + seconds)
        guard next < event.time - 1e-9 else { break }
        cursor = Link.Cursor()
        received += link.carried(from: time, to: next, cursor: &cursor)
        time = next
        seconds = 0.05
        expected.append((latency + time - start, received * payload))
      }
    }
    #expect(rule.asked.count > 50)
    #expect(rule.asked.count == expected.count, "seed \(seed)")
    for (found, expected) in zip(rule.asked, expected) {
      #expect(abs(found.elapsed - expected.elapsed) < 1e-9, "seed \(seed)")
      #expect(abs(found.received - expected.received) < 1e-3, "seed \(seed)")
    }
  }
}
