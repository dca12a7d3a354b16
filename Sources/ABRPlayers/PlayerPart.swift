/// A part of a player that has a spec of its own.
///
/// The raw value is the key of the setting that changes it: `--playable` on the command line, `playable` in a file and
/// in results.
public enum PlayerPart: String, Sendable, Hashable, CaseIterable {
  /// Rule and limits.
  case policy
  /// Forward target, start and resume levels, byte budget.
  case buffer
  /// A ceiling over ``buffer``.
  case maxBuffer = "max-buffer"
  /// Media behind the playhead that stays in memory.
  case backBuffer = "back-buffer"
  /// Which media of a segment can be played.
  case playable
  /// Rendition of the first segment.
  case initial
  /// What a switch does to buffered media.
  case switchMode = "switch-mode"
  /// Time-outs and retries.
  case timeout
  /// What the player itself takes time for.
  case pace
  /// Playback rate.
  case rate
  /// How neighbours are fetched ahead.
  case preload
  /// Bytes kept on the device.
  case cache
  /// How requests share connections.
  case connections
  /// Round trips that set a connection up.
  case setupRoundTrips = "setup-round-trips"
  /// Whether every request has a connection of its own.
  case connectionPerRequest = "connection-per-request"
  /// Whether new connections start slowly.
  case slowStart = "slow-start"
  /// Playlists, init segments and audio apart.
  case stream
  /// One more answer before the first segment.
  case startupOverhead = "startup-overhead"

  /// Whether players bring it with them. The playback rate is the viewer's, and one more answer before the first
  /// segment is the service's.
  package var isBroughtByPlayers: Bool { self != .rate && self != .startupOverhead }
}
