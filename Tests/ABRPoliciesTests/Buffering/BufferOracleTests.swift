import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

/// The closed forms of an infinitely fast link: a viewer leaves a video of 600 s, and whole segments are lost that the
/// buffer held.
@Suite struct BufferOracleTests {
  private static let times: [Double] = [3, 8, 20, 40, 60, 100]

  private static func cases() -> [(buffer: String, leaveAt: Double, duration: Double, unplayed: Double)] {
    let table: [(String, [(Double, Double)])] = [
      ("growth(min=30s,max=90s)", [(31, 33), (30, 34), (30, 34), (40, 44), (60, 60), (90, 92)]),
      ("growth(min=10s,max=30s)", [(11, 15), (10, 10), (20, 22), (30, 32), (30, 30), (30, 32)]),
      ("static(30s)", [(31, 33), (30, 34), (30, 34), (30, 32), (30, 30), (30, 32)]),
      ("bytes(50MB)", [(101, 105), (100, 100), (100, 100), (100, 104), (100, 102), (100, 104)]),
    ]
    return table.flatMap { buffer, row in
      zip(times, row).flatMap { time, seconds in
        [(buffer, time, 2, seconds.0), (buffer, time, 6, seconds.1)]
      }
    }
  }

  @Test("a viewer who leaves loses exactly what the buffer held", arguments: cases())
  func oracle(_ test: (buffer: String, leaveAt: Double, duration: Double, unplayed: Double)) throws {
    let video = try constantVideo(bitrates: [4_000_000], duration: test.duration, count: Int(600 / test.duration))
    let buffer = try BufferSpec(parsing: test.buffer + "+watermark(start=0,resume=0)").configuration
    let player = try PolicySpec(parsing: "fixed:0").policy().makePlayer(
      video: video, buffer: buffer, settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0)))
    var scratch = SessionScratch()
    let metrics = player.play(
      AnyPlayer.Start(link: Link(instantaneousWithLatency: 0)), viewer: Viewer(leavesAt: test.leaveAt),
      scratch: &scratch)
    #expect(metrics.unplayedMedia == test.unplayed)
    #expect(metrics.ledger[.unplayed] == Int(test.unplayed * 500_000))
    #expect(metrics.ledger[.played] == Int(test.leaveAt * 500_000))
    #expect(metrics.ledger.downloaded == Int((test.unplayed + test.leaveAt) * 500_000))
    #expect(metrics.stallCount == 0)
  }

  @Test("the position basis is the same for one item from its start")
  func position() throws {
    let video = try constantVideo(bitrates: [4_000_000], duration: 2, count: 300)
    for buffer in ["growth(basis=watched)", "growth(basis=position)", "brightcove"] {
      let player = try PolicySpec(parsing: "fixed:0").policy().makePlayer(
        video: video, buffer: BufferSpec(parsing: buffer).configuration,
        settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0)))
      var scratch = SessionScratch()
      let metrics = player.play(
        AnyPlayer.Start(link: Link(instantaneousWithLatency: 0)), viewer: Viewer(leavesAt: 60), scratch: &scratch)
      #expect(metrics.unplayedMedia == 60)
    }
  }
}
