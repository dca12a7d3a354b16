/// What playback waits for before it starts, and before it continues after a stall.
///
/// Whatever the rule, playback begins when the item is buffered to its end or the buffer is full.
public enum StartRule: Sendable, Hashable {
  /// The level exceeds ``BufferSettings/start`` or ``BufferSettings/resume``.
  case above
  /// The level is ``BufferSettings/start`` or ``BufferSettings/resume``, or exceeds it: ApsaraVideo's text says that
  /// playback begins when the buffer reaches so much.
  case reached
  /// AVPlayer with `automaticallyWaitsToMinimizeStalling`: playback begins when it will likely not stall again.
  ///
  /// Apple does not say how that is found. The model: fetching what is missing of the next `horizon` media seconds, or
  /// of the rest of the item where that is shorter, at the rate measured since playback waits, takes no longer than
  /// playing them; of segments that are playable as a whole, each comes before the playhead does. Where nothing has
  /// been fetched since, it is likely.
  case likelyToKeepUp(horizon: Double)

  /// Media seconds after which a player that plays what arrives looks again whether it is likely to keep up.
  static let lookInterval = 0.5
}
