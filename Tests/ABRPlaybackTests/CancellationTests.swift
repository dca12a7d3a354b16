import ABRMedia
import ABRNetwork
import Synchronization
import Testing

@testable import ABRPlayback

/// Watches every download and never gives one up.
private struct PatientRule: Rule {
  var watchesProgress: Bool { true }
  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision { Decision(0) }
  mutating func downloaded(_ download: Download, level: Double) {}
}

@Suite struct CancellationTests {
  @Test("a session with a segment of a terabyte stops when somebody wants it to")
  func hugeSegment() throws {
    let video = try Video(
      name: "huge", ladder: Ladder([Rendition(bandwidth: 1_000_000)]), segmentDuration: 4,
      sizes: [[500_000], [1_000_000_000_000], [500_000]])
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 1, bandwidth: 4e6), .init(duration: 1, bandwidth: 5e6)])
    let player = VideoPlayer(video: video, rule: PatientRule(), target: ConstantTarget(seconds: 30))
    let asked = Mutex(0)
    var scratch = SessionScratch(isCancelled: {
      asked.withLock {
        $0 += 1
        return $0 == 2
      }
    })
    var log = NoLog()
    let metrics = player.play(over: Link(trace), scratch: &scratch, observer: &log)
    // Some 40,000,000 questions would have been asked; at most 256 × 4,096 are between two looks.
    #expect(asked.withLock { $0 } == 2)
    #expect(metrics.outcome == .left)
    #expect(metrics.segmentsDownloaded == 1)
  }

  @Test("questions in several turns are the same questions", arguments: 0..<20)
  func severalTurns(seed: Int) throws {
    var network = NetworkSettings(setupRoundTrips: 0)
    network.progressInterval = 0.001
    network.progressBytes = Double(1 + seed)
    let video = try constantVideo(bitrates: [1_000_000], duration: 4, count: 4)
    let trace = try BandwidthTrace(
      name: "t",
      rows: [.init(duration: 3, bandwidth: 2e5 * Double(1 + seed % 5)), .init(duration: 1, bandwidth: 7e5)])
    let player = VideoPlayer(
      video: video, rule: CountingRule(), target: ConstantTarget(seconds: 30),
      settings: PlayerSettings(network: network))
    var rule = player.preparedRule
    var (scratch, log) = (SessionScratch(), EventLog())
    let metrics = player.play(over: Link(trace), rule: &rule, scratch: &scratch, observer: &log)
    var silentRule = player.preparedRule
    var nothing = NoLog()
    let silent = player.play(over: Link(trace), rule: &silentRule, scratch: &scratch, observer: &nothing)
    #expect(rule.count > ProgressPoll.questionsAtOnce)
    #expect(rule.isInOrder && silentRule.isInOrder)
    #expect(rule.count == silentRule.count)
    #expect(metrics == silent)
  }
}

/// Counts questions, each later than the one before.
private struct CountingRule: Rule {
  var count = 0
  var isInOrder = true
  private var last: (segment: Int, elapsed: Double) = (-1, 0)
  var watchesProgress: Bool { true }
  mutating func prepare(for setup: RuleSetup) {}
  mutating func decide(_ context: RequestContext) -> Decision { Decision(0) }
  mutating func downloaded(_ download: Download, level: Double) {}
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    count += 1
    if progress.segment == last.segment, progress.elapsed <= last.elapsed { isInOrder = false }
    last = (progress.segment, progress.elapsed)
    return nil
  }
}
