import ABRInput

/// A DASH manifest (ISO/IEC 23009-1): SegmentTemplate with `$Number$` or `$Time$`, SegmentTimeline, SegmentList and
/// SegmentBase with the index read from the file beside the manifest, in one period or several.
///
/// Sizes are those of byte ranges, of the `sidx` of a file, of the files beside the manifest, or of
/// ``VideoOptions/segmentSizes``; others are derived from the declared bandwidths. Nothing is fetched over a network,
/// and document type declarations are refused.
public enum DASHManifest: ManifestFormat {
  /// The name to ask for it by.
  public static let name = "dash"
  /// What a file holds, in one line.
  public static let summary = "DASH manifest (MPD) with the segments beside it"

  /// Known by its first character as XML, of which there is no other format.
  public static func match(_ input: VideoInput) -> FormatMatch? {
    guard case .file(let bytes) = input.content else { return nil }
    let head = bytes.prefix(64)
    if head.starts(with: [0xff, 0xfe, 0x3c, 0]) || head.starts(with: [0xfe, 0xff, 0, 0x3c]) { return .structure }
    let text = head.starts(with: [0xef, 0xbb, 0xbf]) ? head.dropFirst(3) : head
    return text.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: "<") ? .structure : nil
  }

  static func presentation(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> Presentation {
    guard case .file(let bytes) = input.content else {
      throw VideoError.unreadable(file: input.path, reason: "is a folder")
    }
    return try DASHPresentation(bytes, path: input.path, options: options).presentation
  }
}
