import ABRInput

/// The lab's own format: a JSON object that describes one video.
///
/// | key | meaning |
/// | --- | --- |
/// | `name` | name for people; the file's name without its ending when left out |
/// | `segment_duration_s` | seconds of every segment; or `segment_durations_s`, a list of them |
/// | `renditions` | in any order: `bandwidth_bps`; if known `average_bandwidth_bps`, `width`, `height`, `codecs` |
/// | `segment_sizes_bytes` | a list for each segment, with one size for each rendition in the order of `renditions` |
/// | `size_model` | the model that gave or is to give the sizes, such as `vbr(cov=0.3)`; none where they are measured |
/// | `measured_renditions` | beside `size_model`: places in `renditions`, from 0, of those with measured sizes |
/// | `vmaf`, `vmaf_phone`, `ssim`, `ssim_db`, `psnr` | how good each segment looks, as lists like those of the sizes |
/// | `stream` | what is fetched beside the segments: `packaging`, `hls` or `dash`, `manifest_bytes`, and others |
/// | `import_notes` | what was left out or assumed when another format was read |
/// | `segment_count` or `duration_s` | how long a ladder without `segment_sizes_bytes` is |
///
/// A `stream` may have `media_playlist_bytes`, `initialisation_bytes`, `key_bytes` and `audio_bps`. Other keys are
/// passed over, and `abrlab video validate` lists them.
public enum NativeVideo: VideoFormat {
  /// The name to ask for it by.
  public static let name = "native"
  /// What a file holds, in one line.
  public static let summary =
    "JSON object with renditions, segment_duration_s and segment_sizes_bytes, or a ladder without sizes"

  /// Known by an object with one of the keys that describe a video.
  public static func match(_ input: VideoInput) -> FormatMatch? {
    input.outermostKeys().contains { $0 != "name" && VideoDocument.keys.contains($0) } ? .structure : nil
  }

  /// Reads the one video of a file.
  ///
  /// - Throws: ``VideoError`` naming file, line and field.
  /// - Complexity: O(size of the file).
  public static func read(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> [Video] {
    let document = try input.parseJSON { reader throws(InputFault) in try VideoDocument(&reader) }
    do {
      var budget = InputBudget.sizes
      return [try document.video(name: input.baseName, options: options, budget: &budget)]
    } catch {
      throw error.inFile(input.path)
    }
  }

  /// The keys that are passed over in a file of the lab's own format or a collection of such, and their lines; none of
  /// other formats.
  ///
  /// - Parameters:
  ///   - path: a file or a folder of any format.
  ///   - format: the format to read it in; `nil` to judge by its content.
  /// - Throws: ``VideoError`` of a file that cannot be read.
  /// - Complexity: O(size of the file).
  package static func unknownKeys(
    at path: String, format: (any VideoFormat.Type)?
  ) throws(VideoError) -> [(key: UnknownKey, line: Int)] {
    guard InputFile.size(of: path) != nil else { return [] }
    let bytes = try VideoInput.bytes(of: path)
    let input = VideoInput(path: path, content: .file(bytes))
    let format = format ?? VideoFormats.detect(input)
    guard format == NativeVideo.self || format == LadderCollection.self else { return [] }
    let keys = try input.parseJSON { reader throws(InputFault) in
      if format == NativeVideo.self { return try VideoDocument(&reader).unknownKeys }
      var keys: [UnknownKey] = []
      try reader.enterObject()
      while try reader.nextKey() != nil { keys += try VideoDocument(&reader).unknownKeys }
      return keys
    }
    // They stand in the order of the file: its lines are counted once.
    var (line, counted) = (1, 0)
    return keys.map { key in
      line += bytes[counted..<key.mark].count { $0 == UInt8(ascii: "\n") }
      counted = key.mark
      return (key, line)
    }
  }

  /// The bytes of a file that ``read(_:options:)`` turns into the same video again.
  ///
  /// - Parameters:
  ///   - video: the video.
  ///   - notes: more keys with their texts, such as `source` and `licence`, in this order.
  /// - Complexity: O(segments × renditions).
  public static func write(_ video: Video, notes: KeyValuePairs<String, String> = [:]) -> [UInt8] {
    var text = "{\n  \"name\": \(quoted(video.name)),\n"
    for (key, note) in notes { text += "  \(quoted(key)): \(quoted(note)),\n" }
    if !video.notes.isEmpty {
      text += "  \"import_notes\": [\n    \(video.notes.map(quoted).joined(separator: ",\n    "))\n  ],\n"
    }
    if let stream = video.stream { text += "  \"stream\": \(StreamDocument.text(stream)),\n" }
    if case .derived(let spec) = video.sizeOrigin { text += "  \"size_model\": \(quoted(spec)),\n" }
    // In the order of the source: which one it lists first means something.
    let order = video.ladder.renditions.indices.sorted { video.ladder.sourceOrder[$0] < video.ladder.sourceOrder[$1] }
    let measured = order.indices.filter { video.measuredRenditions.contains(order[$0]) }
    if !measured.isEmpty { text += "  \"measured_renditions\": \(measured),\n" }
    let seconds = video.segmentDuration(0)
    if (0..<video.segmentCount).allSatisfy({ Double($0 + 1) * seconds == video.starts[$0 + 1] }) {
      text += "  \"segment_duration_s\": \(seconds),\n"
    } else {
      text +=
        "  \"segment_durations_s\": [\((0..<video.segmentCount).map { duration($0, of: video) }.joined(separator: ", "))],\n"
    }
    text += "  \"renditions\": [\n"
    text += order.map { "    \(object(video.ladder[$0]))" }.joined(separator: ",\n")
    text += "\n  ]"
    text += ",\n  \"segment_sizes_bytes\": \(rows(video.sizes, in: order))"
    for scores in video.scores { text += ",\n  \"\(scores.metric.rawValue)\": \(rows(scores.values, in: order))" }
    text += "\n}\n"
    return Array(text.utf8)
  }

  /// Values of segments and renditions, a line for each segment.
  private static func rows(_ values: [some CustomStringConvertible], in order: [Int]) -> String {
    let rows = stride(from: 0, to: values.count, by: order.count).map { start in
      "    [\(order.map { values[start + $0].description }.joined(separator: ", "))]"
    }
    return "[\n\(rows.joined(separator: ",\n"))\n  ]"
  }

  /// The shortest number of seconds that leads from the start of a segment to its end.
  private static func duration(_ segment: Int, of video: Video) -> String {
    let seconds = video.segmentDuration(segment)
    for digits in 3..<17 {
      let text = DecimalPrinter.significant(seconds, digits: digits)
      if let value = Double(text), video.starts[segment] + value == video.starts[segment + 1] { return text }
    }
    return "\(seconds)"
  }

  private static func object(_ rendition: Rendition) -> String {
    var members = ["\"bandwidth_bps\": \(rendition.bandwidth)"]
    if let average = rendition.averageBandwidth { members.append("\"average_bandwidth_bps\": \(average)") }
    if let width = rendition.width, let height = rendition.height {
      members.append("\"width\": \(width), \"height\": \(height)")
    }
    if let codecs = rendition.codecs { members.append("\"codecs\": \(quoted(codecs))") }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..<"\u{20}": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(Character(scalar))
      }
    }
    return "\"\(escaped.joined())\""
  }
}
