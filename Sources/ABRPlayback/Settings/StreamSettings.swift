/// What a player fetches of a stream beside the segments of a video, each by a request of its own.
///
/// All of it is counted as ``ByteAccount/overhead``, but for a separate audio rendition, whose bytes are part of the
/// segments.
public struct StreamSettings: Sendable, Hashable {
  /// Something small that media cannot be requested without.
  public struct Resource: Sendable, Hashable {
    /// What it is.
    public enum Kind: String, Sendable, Hashable {
      /// The app's own list of titles.
      case catalogue
      /// The answer that allows playback, with its signed addresses.
      case playAuthorisation = "play_authorisation"
      /// The HLS playlist that lists the renditions (RFC 8216 §4.3.4).
      case multivariantPlaylist = "multivariant_playlist"
      /// The description of a DASH presentation (ISO/IEC 23009-1).
      case manifest
      /// The HLS playlist that lists the segments of a rendition.
      case mediaPlaylist = "media_playlist"
      /// A key that segments are encrypted with (RFC 8216 §4.3.2.4).
      case key
      /// The header of a rendition, before its first segment.
      case initialisationSegment = "initialisation_segment"
      /// The playlist of subtitles, and the subtitles of a segment.
      case subtitlePlaylist = "subtitle_playlist"
      case subtitleSegment = "subtitle_segment"
      /// The playlist and the header of an audio rendition that is fetched apart.
      case audioPlaylist = "audio_playlist"
      case audioInitialisationSegment = "audio_initialisation_segment"
      /// Anything else.
      case other
    }

    /// What it is.
    public var kind: Kind
    /// Bytes of the answer, more than 0.
    public var bytes: Int

    /// Describes a resource.
    public init(_ kind: Kind, bytes: Int) {
      self.kind = kind
      self.bytes = bytes
    }
  }

  /// What an item needs before its first segment, one request after the other.
  public var start: [Resource]
  /// What each rendition needs before the first segment that is fetched of it, one request after the other: at the
  /// start, and at a switch to a rendition that the item has not used. At most ``maximumRenditionResources``.
  public var rendition: [Resource] {
    didSet { checkCount() }
  }
  /// What an audio rendition that is fetched apart needs before its first segment: once for each item, each beside the
  /// resource at the same place of the first rendition, with which it shares the link. At most as many as those.
  public var audio: [Resource] {
    didSet { checkCount() }
  }
  /// Bits per second of an audio rendition that is fetched apart from the video; 0 for none.
  ///
  /// Audio and video of a segment are requested together and share the link, and the segment is there when both are: at
  /// the moment at which one transfer with the bytes of both would end. So they are played as one; real players that
  /// fetch both in parallel are met within 0.06 to 0.5 % that way (see NetworkModel.md).
  public var audioBitrate: Double
  /// Bytes of the subtitles of each segment; 0 for none. They are requested beside the segment, once in a session, and
  /// playback does not wait for them.
  public var subtitleBytes = 0

  /// Creates settings; by default nothing but segments is fetched.
  public init(
    start: [Resource] = [], rendition: [Resource] = [], audio: [Resource] = [], audioBitrate: Double = 0
  ) {
    self.start = start
    self.rendition = rendition
    self.audio = audio
    self.audioBitrate = audioBitrate
    checkCount()
  }

  /// How many resources a rendition may need: playlist, key, initialisation segment and one more.
  public static let maximumRenditionResources = 4

  private func checkCount() {
    precondition(rendition.count <= Self.maximumRenditionResources, "a rendition needs \(rendition.count) resources")
    precondition(audio.count <= rendition.count, "audio needs \(audio.count) resources, a rendition \(rendition.count)")
  }
}
