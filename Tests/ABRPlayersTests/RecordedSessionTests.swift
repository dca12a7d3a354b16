import ABRMedia
import ABRNetwork
import ABRPlayback
import Foundation
import Testing

@testable import ABRPlayers

/// Players' models beside sessions that Chromium 156 played on 2026-11-25 with unmodified builds of the players: 18
/// segments of 4 s with audio apart, over a paced server with a round trip of 20 ms, HTTP/1.1 and headers of 200 bytes.
@Suite("Recorded sessions")
struct RecordedSessionTests {
  /// What was recorded: for each segment the rendition that was fetched last, and seconds to the first frame.
  struct Recording: CustomTestStringConvertible {
    let player: String
    let stream: String
    /// Seconds and bits per second.
    let link: [(Double, Double)]
    let renditions: String
    let startup: Double
    /// Segments in which the model may differ: where milliseconds decide in the player.
    var differing = 0
    var testDescription: String { "\(player), \(link)" }
  }

  private static let dash = "dash(manifest=3035B,init=830B,audio=67647bit/s)"
  private static let hls = "hls(multivariant=828B,playlist=659B,init=830B,audio=67647bit/s)"
  private static let step = [(24.0, 3e6), (24, 0.6e6), (27, 3e6)]

  private static let recordings = [
    Recording(player: "shaka", stream: dash, link: step, renditions: "333333331111111122", startup: 2.58),
    Recording(player: "shaka", stream: dash, link: [(75, 1e6)], renditions: "111111111111111111", startup: 2.78),
    Recording(player: "shaka", stream: dash, link: [(75, 20e6)], renditions: "444444444444444444", startup: 0.86),
    Recording(player: "dash.js", stream: dash, link: [(75, 20e6)], renditions: "444444444444444444", startup: 0.32),
    Recording(
      player: "dash.js", stream: dash, link: [(75, 1e6)], renditions: "221111122210111111", startup: 3.65, differing: 5),
    Recording(player: "hls.js", stream: hls, link: step, renditions: "133333333333311111", startup: 0.81),
  ]

  private static func video(ofDASH isDASH: Bool) throws -> Video {
    let sizes = [
      [63_485, 179_520, 384_443, 712_049, 1_273_649], [57_383, 178_012, 393_576, 729_578, 1_305_578],
    ]
    // The MPD declares the pictures alone, a playlist both.
    let bandwidths =
      isDASH
      ? [126_970, 366_110, 787_152, 1_459_156, 2_611_156] : [194_840, 433_980, 855_022, 1_527_026, 2_679_026]
    let averages = [183_044, 423_795, 853_784, 1_524_855, 2_675_255]
    let ladder = try Ladder(zip(bandwidths, averages).map { Rendition(bandwidth: $0, averageBandwidth: $1) })
    return try Video(
      name: "18 segments", ladder: ladder, segmentDuration: 4, sizes: [sizes[0]] + Array(repeating: sizes[1], count: 17)
    )
  }

  @Test("models fetch what the players fetched in a browser, and start within 0.1 s", arguments: recordings)
  func asRecorded(recording: Recording) throws {
    var player = try Player(parsing: recording.player).changing(.stream, to: recording.stream)
    player.changeNetwork { network in
      network.fixedLatency = 0.02
      network.connections = .h1
      network.setupRoundTrips = 1
      network.payloadFraction = 1448.0 / 1500
      network.responseHeader = 200
    }
    let rows = recording.link.map { BandwidthTrace.Row(duration: $0.0, bandwidth: $0.1) }
    let trace = try BandwidthTrace(name: "link", rows: rows)
    // The first row begins when the server gets the first request.
    let start = AnyPlayer.Start(link: Link(trace, defaultLatency: 0.02), offset: trace.duration - 0.03)
    var (scratch, log) = (SessionScratch(), EventLog())
    let metrics = try player.prepared(for: Self.video(ofDASH: recording.stream == Self.dash))
      .play(start, scratch: &scratch, log: &log)
    var renditions = Array(repeating: "-", count: 18)
    for event in log.events {
      if case .downloaded(let segment, let rendition, _, _, _) = event.kind { renditions[segment] = "\(rendition)" }
    }
    let fetched = renditions.joined()
    let differing = zip(fetched, recording.renditions).count { $0 != $1 }
    #expect(differing <= recording.differing, "\(fetched), recorded \(recording.renditions)")
    #expect(abs(metrics.startupTime - recording.startup) <= 0.1)
  }
}
