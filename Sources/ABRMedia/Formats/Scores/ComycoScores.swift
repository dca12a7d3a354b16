import ABRInput

/// VMAF of segments as Comyco (thu-media/Comyco, `vmaf/video1` …) has it beside the sizes of Pensieve: a file for each
/// rendition, `video1` of the highest, a value a line.
public enum ComycoScores {
  /// A video with the scores of a folder.
  ///
  /// - Parameters:
  ///   - video: a video with as many renditions as the folder has files, and segments as they have lines.
  ///   - folder: the folder.
  /// - Throws: ``VideoError`` naming file, line and what is wrong.
  /// - Complexity: O(size of the files).
  public static func adding(to video: Video, from folder: String) throws(VideoError) -> Video {
    var renditions: [[Double]] = []
    for number in (1...video.ladder.count).reversed() {
      let path = "\(folder)/video\(number)"
      var lines = LineScanner(try VideoInput.bytes(of: path))
      var values: [Double] = []
      while let line = lines.next() {
        guard values.count < video.segmentCount, let value = DecimalParser.parse(lines.bytes, line),
          QualityScores.Metric.vmaf.range.contains(value)
        else {
          throw VideoError.malformed(
            file: path, line: lines.line, field: "vmaf", found: InputFault.excerpt(lines.bytes[line]),
            allowed: "0 to 100 in each of \(video.segmentCount) lines, one a segment")
        }
        values.append(value)
      }
      guard values.count == video.segmentCount else {
        throw VideoError.malformed(
          file: path, line: nil, field: "lines", found: "\(values.count)",
          allowed: "\(video.segmentCount), one a segment")
      }
      renditions.append(values)
    }
    return try ScoreFiles.adding(.vmaf, to: video, renditions)
  }
}
