/// Which media of a segment can be played: a property of the player.
///
/// Players that append whole segments (dash.js, Shaka and hls.js as they come) show nothing of a segment before its
/// last byte; players that append what comes (AVPlayer with fragmented MP4 or transport streams, ApsaraVideo and
/// CicadaPlayer, Media3, hls.js in progressive mode) play what has arrived.
public enum PlayableMedia: Sendable, Hashable {
  /// A segment is playable when it is there as a whole.
  case wholeSegment
  /// What has arrived of the next segment is playable. Its bytes map to its media time evenly; with a `fragment`, media
  /// seconds, only what is there in whole fragments counts.
  ///
  /// A download of which something was on the screen is not abandoned, and one that is stopped continues with the same
  /// rendition: a segment is never shown from two renditions because of the network.
  case arriving(fragment: Double?)

  /// The shortest stretch of media that can be shown, in seconds: a frame at 25 frames per second. A player that plays
  /// what arrives waits for one whatever its levels.
  public static let frame = 0.04

  /// Checks the length of a fragment.
  ///
  /// - Throws: ``SettingsError``.
  public func validate() throws(SettingsError) {
    guard case .arriving(let fragment?) = self else { return }
    guard fragment >= Self.frame, fragment.isFinite else {
      throw SettingsError(
        setting: "playable", found: "fragments of \(fragment) s", allowed: "\(Self.frame) s or more, finite")
    }
  }
}
