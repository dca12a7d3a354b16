/// How long a player takes between what the network brings and what it does with it, and what it asks for at once.
///
/// The network rests meanwhile. A player that works in one thread, as those in browsers do, parses a playlist or
/// appends a segment before it asks for the next.
public struct PaceSettings: Sendable, Hashable {
  /// When the initialisation segment of a rendition is requested.
  public enum Initialisation: String, Sendable, Hashable, CaseIterable {
    /// Before its first segment.
    case first
    /// Together with its first segment (hls.js 1.7).
    case beside
    /// Before each segment of it that follows another rendition's, or a seek out of the buffer (dash.js, whose
    /// `cacheInitSegments` is off).
    case again
  }

  /// Seconds from the last byte of a playlist or manifest to the request that follows.
  public var playlist: Double
  /// Seconds from the last byte of a segment, an initialisation segment or a key to the request that follows.
  public var segment: Double
  /// Seconds more after the first segment of another rendition, whose initialisation segment is appended, too.
  public var switching: Double
  /// Seconds from enough media to the first frame of an item, beside ``RenderSettings/delay``.
  public var frame: Double
  /// Seconds from enough media to the next frame after a stall or a seek out of the buffer.
  public var resume: Double
  /// When initialisation segments are requested.
  public var initialisation: Initialisation

  /// Creates settings; by default a player takes no time.
  public init(
    playlist: Double = 0, segment: Double = 0, switching: Double = 0, frame: Double = 0, resume: Double = 0,
    initialisation: Initialisation = .first
  ) {
    self.playlist = playlist
    self.segment = segment
    self.switching = switching
    self.frame = frame
    self.resume = resume
    self.initialisation = initialisation
  }

  /// Seconds that follow the last byte of a resource.
  func seconds(after kind: StreamSettings.Resource.Kind) -> Double {
    switch kind {
    case .initialisationSegment, .audioInitialisationSegment, .key: segment
    default: playlist
    }
  }
}
