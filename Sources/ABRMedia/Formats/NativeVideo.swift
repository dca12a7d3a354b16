import ABRInput

/// The lab's own format: a JSON object that describes one video.
///
/// | key | meaning |
/// | --- | --- |
/// | `name` | name for people; the file's name without its ending when left out |
/// | `segment_duration_s` | seconds of every segment |
/// | `renditions` | in any order: `bandwidth_bps`; if known `average_bandwidth_bps`, `width`, `height`, `codecs` |
/// | `segment_sizes_bytes` | a list for each segment, with one size for each rendition in the order of `renditions` |
/// | `size_model` | the model that gave or is to give the sizes, such as `vbr(cov=0.3)`; none where they are measured |
/// | `segment_count` or `duration_s` | how long a ladder without `segment_sizes_bytes` is |
///
/// Other keys are passed over.
public enum NativeVideo: VideoFormat {
  /// The name to ask for it by.
  public static let name = "native"
  /// What a file holds, in one line.
  public static let summary =
    "JSON object with renditions, segment_duration_s and segment_sizes_bytes, or a ladder without sizes"

  /// Whether a file is an object with one of the keys that describe a video.
  public static func recognises(_ input: VideoInput) -> Bool {
    input.outermostKeys().contains { $0 != "name" && VideoDocument.keys.contains($0) }
  }

  /// Reads the one video of a file.
  ///
  /// - Throws: ``VideoError`` naming file, line and field.
  /// - Complexity: O(size of the file).
  public static func read(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> [Video] {
    let document = try input.parseJSON { reader throws(InputFault) in try VideoDocument(&reader) }
    do {
      return [try document.video(name: input.baseName, options: options)]
    } catch {
      throw error.inFile(input.path)
    }
  }

  /// The bytes of a file that ``read(_:options:)`` turns into the same video again, provided that its segments are
  /// equally long.
  ///
  /// - Parameters:
  ///   - video: the video.
  ///   - notes: more keys with their texts, such as `source` and `licence`, in this order.
  /// - Complexity: O(segments × renditions).
  public static func write(_ video: Video, notes: KeyValuePairs<String, String> = [:]) -> [UInt8] {
    precondition(
      (0..<video.segmentCount).allSatisfy { Double($0 + 1) * video.segmentDuration(0) == video.starts[$0 + 1] },
      "the format has one segment duration")
    var text = "{\n  \"name\": \(quoted(video.name)),\n"
    for (key, note) in notes { text += "  \(quoted(key)): \(quoted(note)),\n" }
    if case .derived(let spec) = video.sizeOrigin { text += "  \"size_model\": \(quoted(spec)),\n" }
    text += "  \"segment_duration_s\": \(video.segmentDuration(0)),\n  \"renditions\": [\n"
    text += video.ladder.renditions.map { "    \(object($0))" }.joined(separator: ",\n")
    text += "\n  ],\n  \"segment_sizes_bytes\": [\n"
    text += (0..<video.segmentCount).map { segment in
      let sizes = video.ladder.renditions.indices.map { "\(video.size(segment: segment, rendition: $0))" }
      return "    [\(sizes.joined(separator: ", "))]"
    }.joined(separator: ",\n")
    text += "\n  ]\n}\n"
    return Array(text.utf8)
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
