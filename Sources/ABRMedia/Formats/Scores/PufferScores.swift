import ABRInput

/// SSIM of segments as Puffer's media server keeps it (StanfordSNR/puffer 01d8126, `src/media-server/channel.cc`): a
/// folder for each rendition, such as `ready/1280x720-20-ssim`, with a file for each segment, `183600.ssim`, named by
/// its time and holding the number.
enum PufferScores {
  private static let suffix = ".ssim"

  /// Whether a folder is one of these.
  static func isFolder(_ path: String) -> Bool {
    guard let names = try? InputFile.names(in: path) else { return false }
    return names.contains { $0.hasSuffix(suffix) }
  }

  /// A video with the scores of the folders.
  ///
  /// - Parameters:
  ///   - video: the video.
  ///   - folders: one for each rendition, the lowest bandwidth first.
  /// - Throws: ``VideoError`` naming file and what is wrong.
  /// - Complexity: O(*n* log *n*) in files.
  static func adding(to video: Video, from folders: [String]) throws(VideoError) -> Video {
    try ScoreFiles.check(count: folders.count, "folder", of: video)
    var renditions: [[Double]] = []
    for folder in folders {
      let files: [(time: Int, name: String)]
      do throws(FileFault) {
        files = try InputFile.names(in: folder).compactMap { name in
          name.hasSuffix(suffix) ? Int(name.dropLast(suffix.count)).map { ($0, name) } : nil
        }.sorted { $0 < $1 }
      } catch {
        throw .unreadable(file: error.path, reason: error.reason)
      }
      guard files.count == video.segmentCount else {
        throw .malformed(
          file: folder, line: nil, field: "files", found: Counted.text(files.count, "file") + " NUMBER\(suffix)",
          allowed: "\(video.segmentCount), one a segment")
      }
      var values: [Double] = []
      for file in files {
        let path = "\(folder)/\(file.name)"
        var lines = LineScanner(try VideoInput.bytes(of: path))
        let line = lines.next()
        guard let line, lines.next() == nil, let value = DecimalParser.parse(lines.bytes, line),
          QualityScores.Metric.ssim.range.contains(value)
        else {
          throw .malformed(
            file: path, line: 1, field: "ssim", found: line.map { InputFault.excerpt(lines.bytes[$0]) } ?? "nothing",
            allowed: "one line, 0 to 1")
        }
        values.append(value)
      }
      renditions.append(values)
    }
    return try ScoreFiles.adding(.ssim, to: video, renditions)
  }
}
