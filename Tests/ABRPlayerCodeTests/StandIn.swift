import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRTestSupport

@testable import ABRPlayerCode

/// ``StandInPlayer`` with what it plays.
enum StandIn {
  /// What starts the player.
  static let adapter = PlayerAdapter(name: "stand-in.js", text: StandInPlayer.adapter)

  /// What a player may take in tests.
  static let limits = JavaScriptMachine.Limits(callTime: 1, memory: 256 << 20)

  /// The player with faults, ready to play.
  static func player(
    _ script: String, configuration: String? = nil, sessionsPerPage: Int = 1,
    limits: JavaScriptMachine.Limits = limits
  ) throws -> CodePlayer {
    let build = try PlayerBuild(
      script, named: "stand-in.js",
      configuration: configuration.map { CodeConfiguration(name: "configuration.js", text: $0) }, adapters: [adapter],
      limits: limits)
    return CodePlayer(
      build, network: NetworkSettings(fixedLatency: 0.05),
      sessionsPerPage: sessionsPerPage, limits: limits)
  }

  /// A video of a minute in three renditions.
  static func video(audioBitrate: Int? = nil) throws -> Video {
    let ladder = try Ladder([500_000, 1_500_000, 4_000_000].map { Rendition(bandwidth: $0) })
    return try Video(
      name: "minute", ladder: ladder, segmentDuration: 4,
      sizes: (0..<15).map { segment in ladder.renditions.map { $0.bandwidth / 2 - 1000 * (segment % 7) } },
      stream: audioBitrate.map { StreamResources(packaging: .hls, manifest: 0, audioBitrate: $0) })
  }

  /// A link of so many Mbit/s, changing every ten seconds.
  static func start(_ rates: Double...) throws -> AnyPlayer.Start {
    let rows = rates.map { BandwidthTrace.Row(duration: 10, bandwidth: $0 * 1e6) }
    return AnyPlayer.Start(link: Link(try BandwidthTrace(name: "link", rows: rows), defaultLatency: 0.05))
  }
}
