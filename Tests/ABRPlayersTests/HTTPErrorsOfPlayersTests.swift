import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPlayers

/// Players' models beside their own code, on 2026-11-28, over errors of a server: one rendition of 2 Mbit/s in segments
/// of 4 s over 4 Mbit/s with 50 ms, where every answer from 30 s on is 503 for so long.
@Suite("HTTP errors of players")
struct HTTPErrorsOfPlayersTests {
  /// Errors of own code for 2.5, 4.5, 8, 20, 35 and 60 s, and from which of them on it fails.
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
