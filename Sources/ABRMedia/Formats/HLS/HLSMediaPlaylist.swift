import ABRInput

/// The segments of one rendition (RFC 8216 §4.3.2 and §4.3.3).
struct HLSMediaPlaylist: Sendable {
  /// One segment as it is listed.
  struct Segment: Sendable {
    /// Seconds.
    var duration: Double
    /// Where it is, as it stands in the playlist.
    var uri: String
    /// Where it lies, where it is a part of a file.
    var range: HLSByteRange?
    /// Bits per second as declared; `nil` where the playlist does not.
    var bitrate: Double?
    /// Line of the URI.
    var line: Int
    /// Its media sequence number.
    var number: Int
    /// The number of the discontinuity before it.
    var discontinuity: Int
    /// Seconds since 1970 at its beginning; `nil` where the playlist has no dates.
    var date: Double?
  }

  /// The header of the segments.
  struct Initialisation: Sendable {
    /// Where it is.
    var uri: String
    /// Where it lies, where it is a part of a file.
    var range: HLSByteRange?
    /// Line of the tag.
    var line: Int
  }

  /// The segments in their order.
  private(set) var segments: [Segment] = []
  /// The first initialisation segment.
  private(set) var initialisation: Initialisation?
  /// The longest segment in whole seconds, as declared.
  private(set) var targetDuration: Int?
  /// How the segments are encrypted; `nil` in the clear.
  private(set) var encryption: String?
  /// Whether the playlist is whole: nothing is added to it any more.
  private(set) var isEnded = false
  /// How often the encoding changes.
  private(set) var discontinuityCount = 0
  /// Whether the playlist says how many discontinuities were before it.
  private(set) var hasDiscontinuityNumbers = false
  /// How many parts of segments are listed for low latency.
  private(set) var partCount = 0
  /// How many segments are declared missing.
  private(set) var gapCount = 0
  /// How many segments of 0 s are left out: packagers end a playlist with one.
  private(set) var emptyCount = 0
  /// Line of the first part of a file that does not say where it begins, though the segment before is of another file.
  private(set) var unplaced: Int?
  private var hasParts = false
  /// Why the playlist seems to be cut off; `nil` where it does not.
  private(set) var cut: String?

  /// Reads a playlist.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - variables: those of the multivariant playlist.
  ///   - address: where the playlist is, as that lists it.
  /// - Throws: ``InputFault`` naming line and tag.
  /// - Complexity: O(*bytes*).
  init(
    _ bytes: [UInt8], importing variables: [String: String] = [:], address: String = ""
  ) throws(InputFault) {
    var variables = HLSVariables(importing: variables, address: address)
    var lines = LineScanner(bytes)
    var duration: Double?
    var range: (part: HLSByteRange, line: Int)?
    var isOnDemand = false
    var bitrate: Double?
    var (number, discontinuity) = (0, 0)
    var date: Double?
    var empty: InputFault?
    while let line = lines.next() {
      let place = HLSPlace(lines, line)
      let text = try variables.line(HLSText.trimmed(bytes[line]), place)
      guard let first = text.first else { continue }
      guard first == UInt8(ascii: "#") else {
        guard let seconds = duration else {
          throw place.fault("segment", text, "#EXTINF with the segment's seconds before its URI")
        }
        guard segments.count < Video.maximumSegmentCount else {
          throw place.fault("segments", text, "at most \(Video.maximumSegmentCount)")
        }
        let uri = String(decoding: text, as: UTF8.self)
        let part = try placed(range, of: uri)
        if part != nil { hasParts = true }
        segments.append(
          Segment(
            duration: seconds, uri: uri, range: part, bitrate: bitrate, line: lines.line, number: number,
            discontinuity: discontinuity, date: date))
        number += 1
        date = date.map { $0 + seconds }
        duration = nil
        range = nil
        continue
      }
      let (tag, value) = HLSText.tag(text)
      switch tag {
      case "#EXTINF":
        let seconds = try Self.seconds(value, place)
        if seconds == 0 {
          empty = empty ?? place.fault(tag, HLSText.trimmed(value.prefix { $0 != UInt8(ascii: ",") }), Self.allowed)
        }
        duration = seconds
      case "#EXT-X-BITRATE":
        guard let rate = DecimalParser.parse(Array(value), 0..<value.count),
          (1...Double(Ladder.maximumBandwidth) / 1000).contains(rate)
        else { throw place.fault(tag, value, "kilobits per second, from 1 on") }
        bitrate = rate * 1000
      case "#EXT-X-BYTERANGE":
        guard let part = HLSByteRange(String(decoding: value, as: UTF8.self)) else {
          throw place.fault(tag, value, HLSByteRange.allowed)
        }
        range = (part, place.line)
      case "#EXT-X-MEDIA-SEQUENCE":
        number = try Self.sequence(tag, value, place)
      case "#EXT-X-DISCONTINUITY-SEQUENCE":
        discontinuity = try Self.sequence(tag, value, place)
        hasDiscontinuityNumbers = true
      case "#EXT-X-PROGRAM-DATE-TIME":
        date = CalendarTime.nanoseconds(Array(value), 0..<value.count).map { Double($0) / 1e9 }
      case "#EXT-X-TARGETDURATION":
        guard let seconds = Int(String(decoding: value, as: UTF8.self)), (0...3600).contains(seconds) else {
          throw place.fault(tag, value, "whole seconds, at most 3600")
        }
        targetDuration = seconds
      case "#EXT-X-MAP":
        let attributes = try HLSAttributes(value, tag: tag, place)
        guard let uri = attributes["URI"] else { throw attributes.fault("URI", nil, "the initialisation segment") }
        let text = attributes["BYTERANGE"]
        let part = text.flatMap { HLSByteRange($0) }
        if let text, part == nil { throw attributes.fault("BYTERANGE", text, HLSByteRange.allowed) }
        if initialisation == nil {
          initialisation = Initialisation(uri: uri, range: part, line: lines.line)
        }
      case "#EXT-X-KEY":
        let method = try HLSAttributes(value, tag: tag, place)["METHOD"]
        if let method, method != "NONE" { encryption = encryption ?? method }
      case "#EXT-X-I-FRAMES-ONLY":
        throw place.fault(
          "playlist", text, "segments; this one lists single pictures for seeking, name the variant's")
      case "#EXT-X-SKIP":
        throw place.fault(
          "playlist", text, "all segments; this is an update, load the playlist without _HLS_skip")
      case "#EXT-X-ENDLIST": isEnded = true
      case "#EXT-X-DISCONTINUITY":
        discontinuityCount += 1
        discontinuity += 1
      case "#EXT-X-PART": partCount += 1
      case "#EXT-X-GAP": gapCount += 1
      case "#EXT-X-PLAYLIST-TYPE": isOnDemand = value.elementsEqual("VOD".utf8)
      default: break
      }
    }
    emptyCount = segments.count { $0.duration == 0 }
    segments.removeAll { $0.duration == 0 }
    if let empty, segments.isEmpty { throw empty }
    guard !segments.isEmpty else {
      throw InputFault(line: lines.line, field: "segments", found: "none", allowed: "at least one #EXTINF and its URI")
    }
    if let dated = segments.firstIndex(where: { $0.date != nil }) {
      for index in (0..<dated).reversed() {
        segments[index].date = segments[index + 1].date.map { $0 - segments[index].duration }
      }
    }
    guard !isEnded else { return }
    if duration != nil {
      cut = "an #EXTINF without its URI"
    } else if bytes.last.map({ $0 != UInt8(ascii: "\n") }) ?? false {
      cut = "a line without an end"
    } else if isOnDemand {
      cut = "no #EXT-X-ENDLIST, though its type is VOD"
    }
  }

  /// Leaves out all but some of the segments.
  mutating func keep(_ kept: Range<Int>) { segments = Array(segments[kept]) }

  /// The part of a file that a segment is. Without an offset it follows the segment before, of the same file.
  private mutating func placed(
    _ range: (part: HLSByteRange, line: Int)?, of uri: String
  ) throws(InputFault) -> HLSByteRange? {
    guard let range, range.part.offset == nil else { return range?.part }
    if let last = segments.last, last.uri == uri, let before = last.range?.bytes {
      if let part = range.part.following(before) { return part }
    } else if hasParts {
      // How long it is is known; players play such playlists.
      unplaced = unplaced ?? range.line
      return range.part
    }
    throw InputFault(
      line: range.line, field: "#EXT-X-BYTERANGE", found: "\(range.part.length) without an offset",
      allowed: "length@offset: only behind another part of the same file it needs none (RFC 8216 §4.3.2.2)")
  }

  private static func sequence(
    _ tag: String, _ value: ArraySlice<UInt8>, _ place: HLSPlace
  ) throws(InputFault) -> Int {
    guard let number = Int(String(decoding: value, as: UTF8.self)), (0...(1 << 53)).contains(number) else {
      throw place.fault(tag, value, "a whole number from 0 to 2⁵³")
    }
    return number
  }

  private static func seconds(_ value: ArraySlice<UInt8>, _ place: HLSPlace) throws(InputFault) -> Double {
    let number = HLSText.trimmed(value.prefix { $0 != UInt8(ascii: ",") })
    guard let seconds = DecimalParser.parse(Array(number), 0..<number.count), seconds >= 0,
      seconds <= Video.maximumSegmentDuration
    else {
      throw place.fault("#EXTINF", number, allowed)
    }
    return seconds
  }

  private static let allowed = "seconds, more than 0 and at most \(Int(Video.maximumSegmentDuration))"
}
