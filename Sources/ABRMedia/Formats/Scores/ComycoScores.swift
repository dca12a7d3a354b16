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
    var values = [Double](repeating: 0, count: video.sizes.count)
    for rendition in 0..<video.ladder.count {
      let path = "\(folder)/video\(video.ladder.count - rendition)"
      var lines = LineScanner(try VideoInput.bytes(of: path))
      var segment = 0
      while let line = lines.next() {
        guard segment < video.segmentCount, let value = DecimalParser.parse(lines.bytes, line),
          QualityScores.Metric.vmaf.range.contains(value)
        else {
          throw VideoError.malformed(
            file: path, line: lines.line, field: "vmaf", found: InputFault.excerpt(lines.bytes[line]),
            allowed: "0 to 100 in each of \(video.segmentCount) lines, one a segment")
        }
        values[segment * video.ladder.count + rendition] = value
        segment += 1
      }
      guard segment == video.segmentCount else {
        throw VideoError.malformed(
          file: path, line: nil, field: "lines", found: "\(segment)", allowed: "\(video.segmentCount), one a segment")
      }
    }
    return try video.adding(scores: QualityScores(.vmaf, values: values))
  }
}
