/// What a player fetches of a video beside its segments, as the video's manifest says.
///
/// Sizes are bytes; `nil` where the manifest does not tell.
public struct StreamResources: Sendable, Hashable {
  /// How the segments are described to players.
  public enum Packaging: String, Sendable, Hashable, CaseIterable {
    /// HTTP Live Streaming (RFC 8216).
    case hls
    /// Dynamic Adaptive Streaming over HTTP (ISO/IEC 23009-1).
    case dash
  }

  /// How the segments are described to players.
  public var packaging: Packaging
  /// The multivariant playlist or the manifest; 0 for a media playlist by itself.
  public var manifest: Int
  /// The playlist of a rendition, the mean of all.
  public var mediaPlaylist: Int?
  /// The initialisation segment of a rendition with the index of its segments, the mean of all; 0 without one.
  public var initialisation: Int?
  /// The key of a rendition's segments; 0 where they are in the clear.
  public var key: Int?
  /// Mean bits per second of an audio rendition that is fetched apart; 0 without one.
  public var audioBitrate: Int?

  /// Describes a stream.
  ///
  /// - Parameters:
  ///   - packaging: how the segments are described to players.
  ///   - manifest: bytes of the multivariant playlist or the manifest.
  ///   - mediaPlaylist: bytes of the playlist of a rendition.
  ///   - initialisation: bytes of the initialisation segment of a rendition.
  ///   - key: bytes of the key of a rendition's segments.
  ///   - audioBitrate: bits per second of a separate audio rendition.
  public init(
    packaging: Packaging, manifest: Int, mediaPlaylist: Int? = nil, initialisation: Int? = nil, key: Int? = nil,
    audioBitrate: Int? = nil
  ) {
    self.packaging = packaging
    self.manifest = manifest
    self.mediaPlaylist = mediaPlaylist
    self.initialisation = initialisation
    self.key = key
    self.audioBitrate = audioBitrate
  }

  /// What videos that are played together have in the mean; `nil` where one of them says nothing, or where some are
  /// HLS and others DASH.
  /// - Complexity: O(*videos*).
  public static func mean(of videos: [StreamResources?]) -> StreamResources? {
    let known = videos.compactMap(\.self)
    guard let first = known.first, known.count == videos.count,
      known.allSatisfy({ $0.packaging == first.packaging })
    else { return nil }
    return StreamResources(
      packaging: first.packaging, manifest: mean(known.map(\.manifest)) ?? first.manifest,
      mediaPlaylist: mean(known.map(\.mediaPlaylist)), initialisation: mean(known.map(\.initialisation)),
      key: mean(known.map(\.key)), audioBitrate: mean(known.map(\.audioBitrate)))
  }

  /// The mean of the values that are known as a whole number; `nil` where none is.
  static func mean(_ values: [Int?]) -> Int? {
    let known = values.compactMap(\.self)
    guard !known.isEmpty else { return nil }
    return Int((known.reduce(0) { $0 + Double($1) } / Double(known.count)).rounded())
  }
}
