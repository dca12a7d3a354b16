import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// What falls on one instant, and what comes after the last item.
@Suite struct InstantTests {
  /// Ten segments of 1 s and 1,000,000 bytes over 1,000,000 bytes a second: each takes one second.
  private func player(_ script: Script, faults: FaultSettings = FaultSettings()) throws -> SessionPlayer {
    let player = VideoPlayer(
      video: try constantVideo(bitrates: [8_000_000], duration: 1, count: 10), rule: ConstantRule(rendition: 0),
      target: ConstantTarget(seconds: 30), settings: PlayerSettings(network: NetworkSettings(setupRoundTrips: 0)))
    return try SessionPlayer(
      players: [AnyPlayer(player)], queue: ItemQueue(playlist: [QueueItem("only")]), script: script, faults: faults)
  }

  private func link() throws -> Link {
    Link(try BandwidthTrace(name: "8 Mbit/s", rows: [.init(duration: 100, bandwidth: 8_000_000)]))
  }

  @Test("a segment whose last byte comes as an outage begins has arrived")
  func arrivesAtOutage() throws {
    let faults = FaultSettings(stretches: [.init(from: 5, for: 3)])
    let metrics = try player(Script(), faults: faults).play(over: try link())
    #expect(metrics.ledger[.aborted] == 0)
    #expect(metrics.bytesReceived == 10_000_000)
  }

  @Test(
    "who wanted to watch longer than there is has seen it all, whether to leave or to go on", arguments: [true, false])
  func unreachedStep(leaves: Bool) throws {
    let script = Script([.init(.watched(5000), leaves ? .leave : .next)])
    let metrics = try player(script).play(over: try link())
    #expect(metrics.outcome == .completed)
    #expect(metrics.playedMedia == 10)
  }
}
