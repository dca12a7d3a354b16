import ABRPlayback

/// How a stream is delivered, as a spec names it: `none`, `hls`, `dash(audio=128k)`, `hls(key=16B,init=1kB)`.
///
/// Default sizes are those of the HLS and DASH streams that GStreamer, hls.js, video.js and VLC were recorded with
/// (five renditions of 72 s; NetworkModel.md): multivariant playlist 828 bytes, media playlist 1,049, manifest
/// 3,035, initialisation segments 830 of video and 745 of audio.
public struct StreamSpec: Sendable, Hashable {
  /// What a run plays where neither it nor its player says: HLS with the audio in the video's segments.
  public static let standard = "hls"

  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// What is fetched.
  public let settings: StreamSettings

  /// Nothing is fetched beside segments.
  public static let none = StreamSpec(canonical: "none", settings: StreamSettings())

  private init(canonical: String, settings: StreamSettings) {
    self.canonical = canonical
    self.settings = settings
  }

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    (canonical, settings) = try SpecEntry.read(spec, kind: "stream", among: Self.entries)
  }

  /// What is fetched beside the segments, in words: the caption of a table.
  public var caption: String {
    func words(_ resources: [StreamSettings.Resource]) -> String {
      let each = resources.map { "\($0.kind.rawValue.replacing("_", with: " ")) \($0.bytes) B" }
      return each.isEmpty ? "nothing" : each.joined(separator: ", ")
    }
    if settings == StreamSettings() { return "nothing is fetched beside the segments" }
    let beside = settings.audio.isEmpty ? "" : ", beside its first rendition: \(words(settings.audio))"
    let audio = settings.audioBitrate > 0 ? "; audio apart, \(Int(settings.audioBitrate)) bit/s" + beside : ""
    let subtitles = settings.subtitleBytes > 0 ? "; beside each segment: subtitles \(settings.subtitleBytes) B" : ""
    return "fetched before the segments of an item: \(words(settings.start)); before the first of each rendition: "
      + words(settings.rendition) + audio + subtitles
  }

  private static let entries = [
    SpecEntry("none") { _ in StreamSettings() },
    SpecEntry(
      "hls",
      parameters: apps + [multivariant, playlist, initialisation, key, audio, subtitles]
    ) { arguments in
      var settings = settings(
        arguments, list: (.multivariantPlaylist, "multivariant"),
        renditions: [(.mediaPlaylist, "playlist"), (.key, "key"), (.initialisationSegment, "init")])
      if case .bytes(let bytes)? = arguments["subtitles"], bytes > 0 {
        settings.subtitleBytes = bytes
        // It lists as many segments as the playlist of a rendition.
        if case .bytes(let list)? = arguments["playlist"], list > 0 {
          settings.start.append(StreamSettings.Resource(.subtitlePlaylist, bytes: list))
        }
      }
      return settings
    },
    SpecEntry("dash", parameters: apps + [size("manifest", 3_035, "manifest"), initialisation, audio]) { arguments in
      settings(arguments, list: (.manifest, "manifest"), renditions: [(.initialisationSegment, "init")])
    },
  ]

  private static let apps = [
    optional("catalogue", "the app's list of titles, fetched first"),
    optional("play-auth", "the answer that allows playback, fetched before any playlist"),
  ]
  private static let multivariant = Parameter(
    "multivariant", .bytesOrNone, default: .value(.bytes(828)), "size of the multivariant playlist")
  private static let playlist = size("playlist", 1_049, "media playlist of a rendition")
  private static let initialisation = Parameter(
    "init", .bytesOrNone, default: .value(.bytes(830)), "size of the initialisation segment of a rendition")
  private static let key = optional("key", "key of a rendition's segments")
  private static let subtitles = optional("subtitles", "the subtitles of a segment, fetched beside each")
  private static let audio = Parameter(
    "audio", .bitrate, default: .absent("audio is in the video's segments"), "bitrate of a separate audio rendition")
  /// Initialisation segment of the audio rendition.
  private static let audioInitialisation = 745

  private static func size(_ name: String, _ bytes: Int, _ words: String) -> Parameter {
    Parameter(name, .bytes, default: .value(.bytes(bytes)), "size of the \(words)")
  }

  private static func optional(_ name: String, _ words: String) -> Parameter {
    Parameter(name, .bytes, default: .absent("not fetched"), "size of \(words)")
  }

  private static func settings(
    _ arguments: Arguments, list: (StreamSettings.Resource.Kind, key: String),
    renditions: [(kind: StreamSettings.Resource.Kind, key: String)]
  ) -> StreamSettings {
    func resources(_ named: [(kind: StreamSettings.Resource.Kind, key: String)]) -> [StreamSettings.Resource] {
      named.compactMap { kind, key in
        guard case .bytes(let bytes)? = arguments[key], bytes > 0 else { return nil }
        return StreamSettings.Resource(kind, bytes: bytes)
      }
    }
    let start = resources([(.catalogue, "catalogue"), (.playAuthorisation, "play-auth"), list])
    let rendition = resources(renditions)
    guard case .bitrate(let bitrate)? = arguments["audio"], bitrate > 0 else {
      return StreamSettings(start: start, rendition: rendition)
    }
    let audio = rendition.compactMap { resource -> StreamSettings.Resource? in
      switch resource.kind {
      case .mediaPlaylist: .init(.audioPlaylist, bytes: resource.bytes)
      case .initialisationSegment: .init(.audioInitialisationSegment, bytes: audioInitialisation)
      default: nil
      }
    }
    return StreamSettings(start: start, rendition: rendition, audio: audio, audioBitrate: Double(bitrate))
  }
}
