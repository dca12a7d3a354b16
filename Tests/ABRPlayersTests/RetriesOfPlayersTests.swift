import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPlayers

/// How long players wait for a silent network, and how often they try again.
@Suite("Retries of players")
struct RetriesOfPlayersTests {
  @Test("another time-out keeps how the player counts it")
  func timeouts() throws {
    for (name, settings) in [("apsara", RetrySettings.apsaraVideo), ("cicada", .cicadaPlayer)] {
      var expected = settings
      expected.timeout = 10
      let player = try Player(parsing: "\(name)(networkTimeout=10000)")
      #expect(player.settings.retry == expected && player.parts[.timeout] == "\(name)(10s)")
    }
  }

  @Test(
    "a player's own code has these time-outs",
    arguments: [
      // hls.js 1.7.1, config.ts, fragLoadPolicy: maxTimeToFirstByteMs, and maxNumRetry of timeoutRetry; errorRetry.
      (
        "hls.js",
        RetrySettings(
          firstByteTimeout: 10, count: 4, counting: .always, fetchesRest: false, errorCount: 6, backoff: .double,
          longestDelay: 8)
      ),
      // dash.js 5.1.1, Settings.js: fragmentRequestTimeout, retryAttempts and retryIntervals of MEDIA_SEGMENT_TYPE.
      (
        "dash.js",
        RetrySettings(timeout: 20, count: 3, delay: 1, counting: .always, fetchesRest: false, errorCount: 3)
      ),
      // Shaka Player 5.2.7, backoff.js: stallTimeout, connectionTimeout, maxAttempts less the first, baseDelay and
      // backoffFactor.
      (
        "shaka",
        RetrySettings(
          timeout: 5, firstByteTimeout: 10, count: 1, delay: 1, counting: .always, fetchesRest: false, errorCount: 1,
          countsErrorsPerRendition: true, backoff: .double)
      ),
      // http-streaming 3.17.4, playlist-controller.js: none in the lowest rendition; others are the rule's.
      ("vhs", RetrySettings()),
    ])
  func ownTimeouts(name: String, retry: RetrySettings) throws {
    #expect(try Player(parsing: name).settings.retry == retry)
  }

  /// Errors of own code, on 2026-11-28, where every answer from 30 s on is 503 for 2.5, 4.5, 8, 20, 35 and 60 s, and
  /// from which of them on it fails: one rendition of 2 Mbit/s in segments of 4 s, over 4 Mbit/s with 50 ms.
  static let ownCode = [
    // hls.js 1.6.15 and 1.7.1, dash.js 5.0.3 and 5.1.1, Shaka Player 4.16.46, 5.0.28 and 5.2.7.
    (player: "hls.js", errors: [2, 3, 4, 5, 7, 7], fails: 35.0),
    (player: "dash.js", errors: [0, 2, 4, 4, 4, 4], fails: 8),
    (player: "shaka", errors: [0, 2, 2, 2, 2, 2], fails: 4.5),
  ]

  @Test("models try as often as own code, and fail where it does", arguments: ownCode)
  func asOwnCode(name: String, errors: [Int], fails: Double) throws {
    let ladder = try Ladder([Rendition(bandwidth: 2_000_000)])
    let video = try Video(
      name: "one", ladder: ladder, segmentDuration: 4, sizes: Array(repeating: [1_000_000], count: 60))
    let player = try Player(parsing: name).prepared(for: video)
    let trace = try BandwidthTrace(name: "link", rows: [.init(duration: 1200, bandwidth: 4_000_000)])
    for (seconds, count) in zip([2.5, 4.5, 8, 20, 35, 60], errors) {
      let session = try SessionPlayer(
        players: [player], queue: ItemQueue(items: [QueueItem("one", player: 0)], visits: [Visit(item: 0)]),
        faults: FaultSettings(refusals: [.init(from: 30, for: seconds)]))
      let metrics = session.play(over: Link(trace, defaultLatency: 0.05, payloadFraction: 1448.0 / 1500))
      #expect(metrics.refusedCount == count, "\(seconds) s")
      #expect(metrics.outcome == (seconds < fails ? .completed : .failed), "\(seconds) s")
    }
  }
}
