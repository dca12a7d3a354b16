/// Why a session was not allowed to play, or not to play on.
///
/// Nothing that a player does helps: the session is over, its outcome is ``SessionOutcome/failed``, and what the buffer
/// holds is lost.
public enum PlaybackRefusal: String, Sendable, Hashable, CaseIterable {
  /// The service allows no further stream at once (Brightcove stream concurrency, whose heartbeat may also stop a
  /// running one).
  case streamLimit = "stream_limit"
  /// The network is an expensive one, on which playback is not allowed (Brightcove `allowsCellularPlayback`, error
  /// WifiUnavailable).
  case expensiveNetwork = "expensive_network"
}
