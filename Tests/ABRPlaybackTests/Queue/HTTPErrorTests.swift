import ABRTestSupport
import Testing

@testable import ABRPlayback

/// What players do after HTTP errors.
///
/// At 4 Mbit/s a segment of 2 s takes 0.5 s. From 10.5 s on one is requested every 2 s, with 30 s in the buffer: at
/// 98.5 s, 100.5 s, and so on.
@Suite struct HTTPErrorTests {
  static let dash = RetrySettings(timeout: 20, count: 3, counting: .always, errorCount: 3)
  static let shaka = RetrySettings(
    timeout: 5, count: 1, counting: .always, errorCount: 1, countsErrorsPerRendition: true, backoff: .double)

  /// Plays 300 s over a link on which requests fail from 100 s on, for so long.
  private static func play(
    refusedFor seconds: Double, _ retry: RetrySettings, bitrates: [Int] = [1_000_000]
  ) throws -> (result: ConstantQueue.Result, refused: [Double], given: [Double]) {
    var queue = ConstantQueue(lengths: [150], bitrates: bitrates)
    queue.retry = retry
    queue.faults = FaultSettings(refusals: [.init(from: 100, for: seconds)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    return (
      result, result.times { if case .refused = $0 { true } else { false } }, result.times { $0 == .networkError }
    )
  }

  @Test(
    "a request is made again after the player's own intervals, and succeeds with the first one that is answered",
    arguments: [
      (.hlsJS, 6, [100.5, 101.5, 103.5]), (.hlsJS, 30, [100.5, 101.5, 103.5, 107.5, 115.5, 123.5]),
      (dash, 3, [100.5, 101.5, 102.5]), (shaka, 1.2, [100.5]),
      (.media3, 20, [100.5, 100.5, 101.5, 103.5, 106.5, 110.5, 115.5]),
      // Without a number of its own it is tried again every second, as long as no time-out ends that.
      (RetrySettings(), 4, [100.5, 101.5, 102.5, 103.5]),
    ] as [(RetrySettings, Double, [Double])])
  func succeeds(retry: RetrySettings, seconds: Double, refused: [Double]) throws {
    let session = try Self.play(refusedFor: seconds, retry)
    #expect(session.refused == refused && session.given.isEmpty)
    #expect(session.result.metrics.outcome == .completed && session.result.metrics.refusedCount == refused.count)
    #expect(session.result.metrics.ledger[.played] == 150 * ConstantQueue.segmentBytes)
  }

  @Test(
    "after the last error the player fetches nothing more, plays what it has, and fails",
    arguments: [
      (.hlsJS, [1_000_000], 131.5, 7, 1), (dash, [1_000_000], 103.5, 4, 0), (shaka, [1_000_000], 101.5, 2, 0),
      // Two renditions have two attempts each.
      (shaka, [1_000_000, 2_000_000], 103.5, 4, 0),
    ] as [(RetrySettings, [Int], Double, Int, Double)])
  func fails(retry: RetrySettings, bitrates: [Int], error: Double, errors: Int, stalled: Double) throws {
    let session = try Self.play(refusedFor: 500, retry, bitrates: bitrates)
    #expect(session.given == [error] && session.refused.count == errors && session.refused.last == error)
    #expect(session.result.metrics.outcome == .failed && session.result.metrics.errorTime == error)
    #expect(abs(session.result.metrics.stalledTime - stalled) < 1e-6)
    #expect(session.result.metrics.ledger.downloaded == session.result.metrics.bytesReceived)
  }

  @Test("Media3 fails at an error at which playback needs the media, and other players at their last")
  func untilNeeded() throws {
    // Errors at 100.5, 100.5, 101.5, 103.5, 106.5 and 110.5 s, then every 4.5 s; what is buffered lasts until 130.5 s.
    var retry = RetrySettings.media3
    retry.longestDelay = 4.5
    #expect(try Self.play(refusedFor: 500, retry).given == [133])
    // As it comes it has one in the instant in which the buffer is empty: playback needs the media then.
    #expect(try Self.play(refusedFor: 500, .media3).given == [130.5])
    retry.longestDelay = 5
    retry.counting = .always
    #expect(try Self.play(refusedFor: 500, retry).given == [103.5])
  }

  @Test("each segment that comes begins anew")
  func attempts() {
    var faults = FaultState(FaultSettings(), retry: RetrySettings(errorCount: 1))
    func refuse() -> Double? { faults.refuse(renditions: 1, isShowing: true) }
    #expect(refuse() == 1 && refuse() == nil)
    faults.endLoss()
    #expect(refuse() == 1 && refuse() == nil)
  }

  @Test("a player that is made anew has all of its attempts")
  func rebuild() throws {
    // Errors at 20.5, 21.5, 23.5 and 27.5 s; the new player begins at 28 s and has seven.
    var queue = ConstantQueue(lengths: [150])
    queue.retry = .hlsJS
    queue.faults = FaultSettings(refusals: [.init(from: 20, for: 200)])
    queue.script = Script([.init(.time(28), .rebuild)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    let refused = result.times { if case .refused = $0 { true } else { false } }
    #expect(refused == [20.5, 21.5, 23.5, 27.5, 28, 29, 31, 35, 43, 51, 59])
    #expect(result.times { $0 == .networkError } == [59])
  }

  private static func refusals(_ result: ConstantQueue.Result) -> [Double] {
    result.times { if case .refused = $0 { true } else { false } }
  }

  @Test("the next item is requested at once, whatever the last one waits for")
  func nextItem() throws {
    // Errors at 20.5, 21.5, 23.5, 27.5 and 35.5 s: the first item would be tried again at 43.5 s.
    var queue = ConstantQueue(lengths: [150, 150])
    queue.retry = .hlsJS
    queue.faults = FaultSettings(refusals: [.init(from: 20, for: 16)])
    queue.script = Script([.init(.time(37), .next)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    let requests = result.times { if case .requested = $0 { true } else { false } }
    #expect(Self.refusals(result).last == 35.5 && requests.first { $0 > 35.5 } == 37)
  }

  @Test("a segment after a seek has all of its attempts, at once")
  func seek() throws {
    var queue = ConstantQueue(lengths: [150])
    queue.retry = Self.dash
    queue.faults = FaultSettings(refusals: [.init(from: 20, for: 5)])
    queue.script = Script([.init(.time(22.75), .seek(to: 200))])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(Self.refusals(result) == [20.5, 21.5, 22.5, 22.75, 23.75, 24.75])
    #expect(result.times { $0 == .networkError }.isEmpty)
  }

  @Test("an initialisation segment beside a segment is requested again with it")
  func initialisation() throws {
    var queue = ConstantQueue(lengths: [10])
    queue.stream = StreamSettings(rendition: [.init(.initialisationSegment, bytes: 1000)])
    queue.pace = PaceSettings(initialisation: .beside)
    queue.network = NetworkSettings(fixedLatency: 0.05)
    queue.faults = FaultSettings(refusals: [.init(from: 0, for: 0.5)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    let initialisations = result.events.count {
      if case .resourceRequested(_, .initialisationSegment, _, _) = $0.kind { true } else { false }
    }
    #expect(initialisations == 2 && result.metrics.ledger[.overhead] == 1000)
    #expect(result.metrics.outcome == .completed)
  }

  @Test("a manifest has no rendition, whose attempts it would have")
  func manifest() throws {
    var queue = ConstantQueue(lengths: [10], bitrates: [1_000_000, 2_000_000])
    queue.stream = StreamSettings(start: [.init(.manifest, bytes: 1000)])
    queue.retry = Self.shaka
    queue.faults = FaultSettings(refusals: [.init(from: 0, for: 60)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(Self.refusals(result) == [0, 1] && result.metrics.outcome == .failed)
  }

  @Test("attempts without end are not all in one instant", arguments: [0, 1], RetryBackoff.allCases)
  func ends(count: Int, backoff: RetryBackoff) throws {
    var retry = RetrySettings(
      timeout: 8, counting: .untilNeeded, errorCount: count, countsErrorsPerRendition: true, backoff: backoff)
    retry.longestDelay = 7
    let session = try Self.play(refusedFor: 20, retry, bitrates: [1_000_000, 2_000_000])
    #expect(session.refused.count < 100 && session.result.metrics.outcome == .completed)
  }

  @Test("settings out of range are refused")
  func ranges() {
    #expect(throws: SettingsError.self) { try RetrySettings(errorCount: 101).validate() }
    #expect(throws: SettingsError.self) { try RetrySettings(longestDelay: 0).validate() }
  }
}
