import ABRInput

/// The video folder of Pensieve: a file `video_size_0`, `video_size_1`, … for each rendition, lowest first, with the
/// bytes of one segment a line.
///
/// Six files without a `ladder.json` are Pensieve's own video: 300, 750, 1200, 1850, 2850 and 4300 kbit/s in segments
/// of 4 s (version 1120bb1, `fixed_env.py`). Three are a video of the short-video challenge of ACM Multimedia 2022:
/// 750, 1200 and 1850 kbit/s in segments of 1 s (`VIDEO_BIT_RATE` of its simulator). Any other number needs a
/// `ladder.json` beside them, as ``NativeVideo`` reads it but without sizes, that lists the renditions in the order of
/// the files. ``VideoOptions`` may say otherwise of folders without one.
public enum PensieveSizes: VideoFormat {
  /// The name to ask for it by.
  public static let name = "pensieve"
  /// What a folder holds, in one line.
  public static let summary = "folder of files video_size_0, video_size_1, … with the bytes of one segment a line"

  static let prefix = "video_size_"
  static let ladderFile = "ladder.json"

  /// Whether a folder with these names is a video and not a collection.
  static func isUnit(_ names: [String]) -> Bool { names.contains { $0.hasPrefix(prefix) } }

  /// Known by a folder with files whose names begin with `video_size_`.
  public static func match(_ input: VideoInput) -> FormatMatch? {
    guard case .folder(let names) = input.content else { return nil }
    return isUnit(names) ? .signature : nil
  }

  /// Reads the one video of a folder; its name is the folder's unless `ladder.json` has one.
  ///
  /// - Throws: ``VideoError`` naming folder or file, line and field.
  /// - Complexity: O(size of the files).
  public static func read(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> [Video] {
    guard case .folder(let names) = input.content else {
      throw VideoError.unreadable(file: input.path, reason: "is not a folder of \(prefix)0, \(prefix)1, …")
    }
    let count = names.count { $0.hasPrefix(prefix) }
    let expected = Set((0..<count).map { "\(prefix)\($0)" })
    if let stranger = names.first(where: { !expected.contains($0) && $0 != ladderFile }) {
      throw VideoError.malformed(
        file: input.path, line: nil, field: "files", found: stranger,
        allowed: "\(prefix)0 to \(prefix)\(max(count - 1, 0)) and \(ladderFile)")
    }
    let document = names.contains(ladderFile) ? try ladder("\(input.path)/\(ladderFile)") : nil
    let isShortVideo = count == shortVideoBandwidths.count && options.folderBandwidths.count != count
    let bandwidths = isShortVideo ? shortVideoBandwidths : options.folderBandwidths
    let seconds = isShortVideo ? 1 : options.folderSegmentDuration
    let renditions = document?.renditions ?? bandwidths.map { Rendition(bandwidth: $0) }
    guard renditions.count == count else {
      throw VideoError.malformed(
        file: input.path, line: nil, field: "files", found: "\(count) of \(prefix)0, …",
        allowed: document == nil
          ? "\(shortVideoBandwidths.count), \(options.folderBandwidths.count), or a \(ladderFile) with \(count) renditions"
          : "\(renditions.count), as in \(ladderFile)")
    }
    var columns: [[Int]] = []
    for index in 0..<count { columns.append(try sizes("\(input.path)/\(prefix)\(index)", like: columns.first)) }
    do {
      let ladder = try Ladder(renditions)
      let rows = columns[0].indices.map { segment in ladder.sourceOrder.map { columns[$0][segment] } }
      return [
        try Video(
          name: document?.name ?? input.baseName, ladder: ladder,
          segmentDuration: document?.segmentDuration ?? seconds, sizes: rows,
          notes: document == nil && isShortVideo
            ? ["three files without a \(ladderFile) are taken for 750, 1200 and 1850 kbit/s in segments of 1 s"] : [])
      ]
    } catch {
      throw error.inFile(input.path)
    }
  }

  /// Bandwidths of Pensieve's own video in bits per second.
  public static let bandwidths = [300_000, 750_000, 1_200_000, 1_850_000, 2_850_000, 4_300_000]
  /// Seconds of its segments.
  public static let segmentDuration = 4.0
  /// Bandwidths of the videos of ACM Multimedia 2022 in bits per second.
  static let shortVideoBandwidths = [750_000, 1_200_000, 1_850_000]

  private static func ladder(_ path: String) throws(VideoError) -> VideoDocument {
    let input = VideoInput(path: path, content: .file(try VideoInput.bytes(of: path)))
    return try input.parseJSON { reader throws(InputFault) in
      let mark = reader.mark()
      let document = try VideoDocument(&reader)
      guard document.rows == nil else {
        throw reader.fault("segment_sizes_bytes", "a ladder whose sizes are in the files beside it", at: mark)
      }
      return document
    }
  }

  /// The sizes of one file; as many as `first` has, where there is a first file.
  private static func sizes(_ path: String, like first: [Int]?) throws(VideoError) -> [Int] {
    var lines = LineScanner(try VideoInput.bytes(of: path))
    var sizes: [Int] = []
    func malformed(_ field: String, _ found: String, _ allowed: String) -> VideoError {
      .malformed(file: path, line: max(lines.line, 1), field: field, found: found, allowed: allowed)
    }
    while let line = lines.next() {
      guard sizes.count < Video.maximumSegmentCount else {
        throw malformed("lines", "more", "at most \(Video.maximumSegmentCount)")
      }
      guard let value = DecimalParser.parse(lines.bytes, line), let size = Int(exactly: value),
        (1...Video.maximumSegmentSize).contains(size)
      else {
        throw malformed(
          "bytes", InputFault.excerpt(lines.bytes[line]), "a whole number from 1 to \(Video.maximumSegmentSize)")
      }
      sizes.append(size)
    }
    guard !sizes.isEmpty else { throw malformed("lines", "none", "one for each segment") }
    if let first, first.count != sizes.count {
      throw malformed("lines", "\(sizes.count)", "\(first.count), as in \(prefix)0")
    }
    return sizes
  }
}
