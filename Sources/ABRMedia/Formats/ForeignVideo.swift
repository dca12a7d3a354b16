import ABRInput

/// Files that people have beside videos and may take for them: what they are, and what to do with them.
enum ForeignVideo {
  /// The error of a file that is no video but something else that is known; `nil` where it is not.
  static func fault(_ bytes: [UInt8], file: String) -> VideoError? {
    // Of UTF-16 the half that ASCII has is looked at.
    let isWide = bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
    let head = isWide ? bytes.prefix(8192).filter { $0 != 0 }[...] : bytes.prefix(4096)
    func has(_ text: String) -> Bool { head.contains(text: text) }
    let isJSON = head.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: "{")
    let found: (what: String, fix: String)
    if isJSON, has("\"frameNum\"") {
      found = ("a log of libvmaf", "its video, with logs as scores: abrlab video import VIDEO --scores FILE")
    } else if isJSON && probe.contains(where: { $0.allSatisfy { has("\"\($0)\"") } })
      || ["[PACKET]", "[FRAME]", "packet,", "frame,"].contains(where: { head.starts(with: $0.utf8) })
    {
      found = ("what ffprobe says of a file, without segments", package)
    } else if isJSON, let tool = tools.first(where: { $0.keys.allSatisfy { has("\"\($0)\"") } })?.name {
      found = ("what \(tool) says of a file, without segments", package)
    } else if has("<MediaInfo") {
      found = ("what MediaInfo says of a file, without segments", package)
    } else if has("<html>") || has("<html ") || has("<!DOCTYPE html") {
      found = ("a web page", "the manifest itself: download it again, or abrlab video import another file")
    } else if has("<SmoothStreamingMedia") {
      found = ("a manifest of Smooth Streaming", "the stream as HLS or DASH: abrlab video import stream.mpd reads it")
    } else if head.dropFirst(4).starts(with: "ftyp".utf8) || head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
      found = ("a media file by itself", package)
    } else if isJSON, has("\"log\""), has("\"entries\"") || has("\"startedDateTime\"") || has("\"creator\"") {
      found = ("a HAR", "its manifest, with the HAR as sizes: abrlab video import MANIFEST --segment-sizes FILE")
    } else {
      return nil
    }
    return .malformed(file: file, line: nil, field: "file", found: found.what, allowed: found.fix)
  }

  /// Members that ffprobe writes, of which one set is there.
  private static let probe = [
    ["codec_type"], ["streams", "codec_name"], ["packets", "pts_time"], ["frames", "pkt_size"],
  ]

  /// Programs that describe media files in JSON, with members of theirs.
  private static let tools: [(name: String, keys: [String])] = [
    ("mp4info", ["movie", "tracks", "fast_start"]), ("MediaInfo", ["media", "track", "@type"]),
    ("yt-dlp", ["formats", "format_id"]), ("ffmpeg-bitrate-stats", ["bitrate_per_chunk"]),
  ]

  private static let package =
    "a manifest: ffmpeg -i FILE -f dash stream.mpd makes one, abrlab video import stream.mpd reads it"
}
