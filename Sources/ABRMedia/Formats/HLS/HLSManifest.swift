import ABRInput

/// HTTP Live Streaming (RFC 8216): a multivariant playlist with the playlists and segments beside it, or a media
/// playlist alone.
///
/// Sizes are those of `EXT-X-BYTERANGE`, of the files beside the playlist, or of ``VideoOptions/segmentSizes``; others
/// are derived from the declared bandwidths. Nothing is fetched over a network.
public enum HLSManifest: ManifestFormat {
  /// The name to ask for it by.
  public static let name = "hls"
  /// What a file holds, in one line.
  public static let summary = "HLS multivariant playlist with the playlists and segments beside it, or a media playlist"

  /// Known by the first tag of a playlist.
  public static func match(_ input: VideoInput) -> FormatMatch? {
    guard case .file(let bytes) = input.content else { return nil }
    return HLSText.isPlaylist(bytes) ? .signature : nil
  }

  static func presentation(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> Presentation {
    guard case .file(let bytes) = input.content else {
      throw VideoError.unreadable(file: input.path, reason: "is a folder")
    }
    guard HLSText.isPlaylist(bytes) else {
      throw VideoError.malformed(file: input.path, line: 1, field: "playlist", found: "none", allowed: "#EXTM3U first")
    }
    return try HLSPresentation(bytes, path: input.path, sizes: options.segmentSizes).presentation
  }
}
