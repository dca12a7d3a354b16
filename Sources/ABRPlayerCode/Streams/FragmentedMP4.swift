/// Writes fragmented MP4 (ISO/IEC 14496-12) of true size: real boxes with real times, and in place of pictures and
/// sound a mark, the number of the answer, and zeros.
///
/// The payload of a media segment is one NAL unit of its full length, so that what looks for captions in it finds
/// nothing and does not stumble.
struct FragmentedMP4 {
  /// Bytes that begin an answer; all after them are zeros.
  struct Beginning: Sendable {
    var bytes: [UInt8]
    /// Bytes of the whole answer.
    var count: Int
  }

  /// Units of media time a second.
  static let timescale = 90_000.0
  /// What stands before the number of an answer: "ABRL".
  static let mark: UInt32 = 0x4142_524c

  /// Initialisation data of one track.
  ///
  /// - Parameters:
  ///   - isAudio: whether the track is sound.
  ///   - size: bytes of the answer; the boxes themselves where they need more.
  static func initialisation(isAudio: Bool, size: Int) -> Beginning {
    let samples = box(
      "stbl",
      box("stsd", words(0, 1), isAudio ? mp4a : avc1),
      box("stts", zeros(8)), box("stsc", zeros(8)), box("stsz", zeros(12)), box("stco", zeros(8)))
    let information = box("minf", isAudio ? box("smhd", zeros(8)) : box("vmhd", zeros(12)), samples)
    let handler = box("hdlr", zeros(8), ascii(isAudio ? "soun" : "vide"), zeros(13))
    let media = box("mdia", box("mdhd", zeros(12), words(UInt32(timescale)), zeros(8)), handler, information)
    let track = box("trak", box("tkhd", [0, 0, 0, 7], zeros(8), words(1), zeros(68)), media)
    let movie = box(
      "moov", box("mvhd", zeros(12), words(UInt32(timescale)), zeros(80)), track,
      box("mvex", box("trex", zeros(4), words(1, 1), zeros(12))))
    let bytes = box("ftyp", ascii("isom"), zeros(4)) + movie
    guard size >= bytes.count + 8 else { return Beginning(bytes: bytes, count: bytes.count) }
    return Beginning(bytes: bytes + words(UInt32(size - bytes.count)) + ascii("free"), count: size)
  }

  /// A media segment with one sample.
  ///
  /// - Parameters:
  ///   - start: media seconds at which it begins.
  ///   - end: media seconds at which it ends.
  ///   - size: bytes of the answer; the boxes themselves where they need more.
  ///   - answer: number of the answer.
  static func media(from start: Double, to end: Double, size: Int, answer: Int) -> Beginning {
    let first = units(start)
    let time = [1, 0, 0, 0] + words(UInt32(first >> 32), UInt32(truncatingIfNeeded: first))
    let fragment = box(
      "moof", box("mfhd", zeros(8)),
      box(
        "traf", box("tfhd", [0, 2, 0, 0], words(1)), box("tfdt", time),
        box("trun", [0, 0, 1, 1], words(1, 0, UInt32(units(end) - first)))))
    let payload = 13
    let count = max(size, fragment.count + 8 + payload)
    let unit = UInt32(truncatingIfNeeded: count - fragment.count - 12)
    let begun = words(UInt32(truncatingIfNeeded: count - fragment.count)) + ascii("mdat") + words(unit) + [0x65]
    return Beginning(
      bytes: fragment + begun + words(mark, UInt32(truncatingIfNeeded: answer)), count: count)
  }

  /// Media time in units.
  static func units(_ seconds: Double) -> UInt64 { UInt64((max(0, seconds) * timescale).rounded()) }

  // MARK: Boxes

  private static func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap(\.self)
    return words(UInt32(content.count + 8)) + ascii(name) + content
  }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  }

  /// H.264, Constrained Baseline, level 3.
  private static let avc1 = box(
    "avc1", zeros(6), [0, 1], zeros(16), [0x05, 0, 0x02, 0xd0, 0, 0x48, 0, 0, 0, 0x48, 0, 0], zeros(4), [0, 1],
    zeros(32),
    [0, 0x18, 0xff, 0xff],
    box(
      "avcC",
      [
        1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 4, 0x68, 0xce, 0x3c, 0x80,
      ]))

  /// AAC-LC, two channels at 44.1 kHz.
  private static let mp4a = box(
    "mp4a", zeros(6), [0, 1], zeros(8), [0, 2, 0, 16], zeros(4), [0xac, 0x44, 0, 0],
    box(
      "esds", zeros(4),
      [3, 0x19, 0, 1, 0, 4, 0x11, 0x40, 0x15, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5, 2, 0x11, 0x90, 6, 1, 2]))
}
