/// A live stream: where its edge is, where a viewer joins and how a player keeps up.
///
/// The defaults are those of the ApsaraVideo family (CicadaPlayer `MediaPlayerConfig`; `AVPConfig.maxDelayTime`).
public struct LiveSettings: Sendable, Hashable {
  /// Media seconds that exist when the session begins; the edge moves on by one second a second.
  public var edge: Double
  /// Segments before the edge at which a viewer joins.
  public var startIndex: Int
  /// Playback speeds up when the delay behind the edge exceeds this many seconds.
  public var maxDelay: Double
  /// Playback rate while catching up, on top of the viewer's.
  public var catchUpRate: Double
  /// Media is dropped when more than ``maxDelay`` and this many seconds are buffered.
  public var dropMargin: Double
  /// Whether segments are fetched while the viewer pauses (AVPlayer
  /// `canUseNetworkResourcesForLiveStreamingWhilePaused`).
  public var fetchesWhilePaused: Bool
  /// Whether playing after a pause continues at the delay from before it (AVPlayer
  /// `automaticallyPreservesTimeOffsetFromLive`).
  public var preservesDelay: Bool
  /// Bytes of the playlist that is fetched again while the stream runs, without which a player knows no new segment; 0
  /// for a player that knows each as soon as it exists.
  public var playlistBytes: Int

  /// Creates settings.
  public init(
    edge: Double, startIndex: Int = 3, maxDelay: Double = 5, catchUpRate: Double = 1.2, dropMargin: Double = 5,
    fetchesWhilePaused: Bool = false, preservesDelay: Bool = false, playlistBytes: Int = 0
  ) {
    self.edge = edge
    self.startIndex = startIndex
    self.maxDelay = maxDelay
    self.catchUpRate = catchUpRate
    self.dropMargin = dropMargin
    self.fetchesWhilePaused = fetchesWhilePaused
    self.preservesDelay = preservesDelay
    self.playlistBytes = playlistBytes
  }

  /// No catching up below this delay in seconds, whatever the maximum (CicadaPlayer).
  static let smallestDelay = 0.15

  /// The delay at which catching up ends: so far under the maximum that the rate does not flutter (CicadaPlayer).
  package var settledDelay: Double {
    let gap = maxDelay >= 1 ? 0.5 : maxDelay >= 0.2 ? 0.1 : 0.05
    return max(0, maxDelay - gap)
  }

  /// Checks the ranges.
  ///
  /// - Throws: ``SettingsError``.
  public func validate(as setting: String) throws(SettingsError) {
    guard edge > 0, edge.isFinite else {
      throw SettingsError(setting: "\(setting) edge", found: "\(edge) s", allowed: "more than 0 s")
    }
    guard startIndex >= 1 else {
      throw SettingsError(setting: "\(setting) start index", found: "\(startIndex)", allowed: "1 segment or more")
    }
    guard maxDelay > 0 else {
      throw SettingsError(setting: "\(setting) max delay", found: "\(maxDelay) s", allowed: "more than 0 s")
    }
    guard catchUpRate >= 1, catchUpRate <= 4 else {
      throw SettingsError(setting: "\(setting) catch-up rate", found: "\(catchUpRate)", allowed: "1 to 4")
    }
    guard playlistBytes >= 0 else {
      throw SettingsError(setting: "\(setting) playlist", found: "\(playlistBytes) bytes", allowed: "0 bytes or more")
    }
    guard dropMargin >= 0 else {
      throw SettingsError(setting: "\(setting) drop margin", found: "\(dropMargin) s", allowed: "0 s or more")
    }
  }
}
