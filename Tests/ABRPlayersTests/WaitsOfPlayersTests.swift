import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPlayers

@Suite("Waits of players")
struct WaitsOfPlayersTests {
  @Test("each full buffer has a wait that ends, but the last one", arguments: KnownPlayer.all.map(\.name))
  func fullBuffers(name: String) throws {
    let bandwidths = [500_000, 1_000_000, 2_000_000]
    let video = try Video(
      name: "three", ladder: try Ladder(bandwidths.map { Rendition(bandwidth: $0) }), segmentDuration: 4,
      sizes: Array(repeating: bandwidths.map { $0 / 2 }, count: 150))
    let trace = try BandwidthTrace(name: "link", rows: [.init(duration: 2000, bandwidth: 20_000_000)])
    var (scratch, log) = (SessionScratch(), EventLog())
    _ = try Player(parsing: name).prepared(for: video).play(
      AnyPlayer.Start(link: Link(trace, defaultLatency: 0.05)), scratch: &scratch, log: &log)
    let full = log.events.count { $0.kind == .bufferFull }
    let waits = log.events.count { if case .waited(_, .bufferFull) = $0.kind { true } else { false } }
    #expect((0...1).contains(full - waits) && full > 2, "\(full) times full, \(waits) waits")
  }
}
