import ABRInput

/// The renditions of a presentation (RFC 8216 §4.3.4).
struct HLSMultivariantPlaylist: Sendable {
  /// One variant as it is listed.
  struct Variant: Sendable {
    /// What is declared.
    var rendition: Rendition
    /// `SDR`, `HLG` or `PQ`.
    var videoRange: String
    /// Its playlist.
    var uri: String
    /// The group of audio renditions that it is played with.
    var audioGroup: String?
    /// Line of the tag.
    var line: Int
  }

  /// An audio rendition.
  struct Audio: Sendable {
    /// Its group.
    var group: String
    /// Its playlist; `nil` where it is in the segments of the variants.
    var uri: String?
    /// Whether it is played unless a viewer chooses another.
    var isDefault: Bool
    /// Line of the tag.
    var line: Int
  }

  /// The variants in the order of the playlist.
  private(set) var variants: [Variant] = []
  /// The audio renditions in the order of the playlist.
  private(set) var audio: [Audio] = []
  /// How many lists of single pictures there are.
  private(set) var pictureListCount = 0
  /// The variables that media playlists may import.
  private(set) var variables: [String: String] = [:]

  /// Reads a playlist.
  ///
  /// - Parameter bytes: the file.
  /// - Throws: ``InputFault`` naming line and attribute.
  /// - Complexity: O(*bytes*).
  init(_ bytes: [UInt8]) throws(InputFault) {
    var variables = HLSVariables()
    var lines = LineScanner(bytes)
    var pending: Variant?
    while let line = lines.next() {
      let place = HLSPlace(lines, line)
      let text = try variables.line(HLSText.trimmed(bytes[line]), place)
      guard let first = text.first else { continue }
      guard first == UInt8(ascii: "#") else {
        guard var variant = pending else {
          throw place.fault("URI", text, "#EXT-X-STREAM-INF before it")
        }
        variant.uri = String(decoding: text, as: UTF8.self)
        variants.append(variant)
        pending = nil
        continue
      }
      let (tag, value) = HLSText.tag(text)
      switch tag {
      case "#EXT-X-STREAM-INF":
        try Self.checkHasURI(pending)
        guard variants.count < Self.maximumVariantCount else {
          throw InputFault(
            line: lines.line, field: tag, found: "more variants", allowed: "at most \(Self.maximumVariantCount)")
        }
        pending = try Self.variant(HLSAttributes(value, tag: tag, place), line: lines.line)
      case "#EXT-X-MEDIA":
        let attributes = try HLSAttributes(value, tag: tag, place)
        guard let type = attributes["TYPE"] else { throw attributes.fault("TYPE", nil, "AUDIO, SUBTITLES, …") }
        guard type == "AUDIO" else { continue }
        guard let group = attributes["GROUP-ID"] else { throw attributes.fault("GROUP-ID", nil, "the name of a group") }
        audio.append(
          Audio(
            group: group, uri: attributes["URI"], isDefault: attributes["DEFAULT"] == "YES", line: lines.line))
      case "#EXT-X-I-FRAME-STREAM-INF": pictureListCount += 1
      default: continue
      }
    }
    self.variables = variables.values
    try Self.checkHasURI(pending)
    guard !variants.isEmpty else {
      throw InputFault(
        line: lines.line, field: "variants", found: "none", allowed: "at least one #EXT-X-STREAM-INF and its URI")
    }
  }

  /// Far more than any ladder has, with a copy for each audio group and each server.
  private static let maximumVariantCount = 4096

  private static func checkHasURI(_ variant: Variant?) throws(InputFault) {
    guard let variant else { return }
    throw InputFault(
      line: variant.line, field: "#EXT-X-STREAM-INF", found: "nothing",
      allowed: "the URI of its playlist in the next line")
  }

  private static func variant(_ attributes: HLSAttributes, line: Int) throws(InputFault) -> Variant {
    let rates = 1...Ladder.maximumBandwidth
    guard let bandwidth = try attributes.integer("BANDWIDTH", in: rates) else {
      throw attributes.fault("BANDWIDTH", nil, "the peak of the variant in bits per second")
    }
    let size = try attributes.resolution("RESOLUTION")
    return Variant(
      rendition: Rendition(
        bandwidth: bandwidth, averageBandwidth: try attributes.integer("AVERAGE-BANDWIDTH", in: rates),
        width: size?.width, height: size?.height, codecs: attributes["CODECS"]),
      videoRange: attributes["VIDEO-RANGE"] ?? "SDR", uri: "", audioGroup: attributes["AUDIO"], line: line)
  }
}
