import ABRInput

/// Scores of a video that lie in files of their own.
public enum ScoreFiles {
  /// A video with scores from files: a log of ffmpeg's libvmaf for each rendition, the lowest first, a folder
  /// of Puffer's for each, or Comyco's one folder.
  ///
  /// - Parameters:
  ///   - video: the video.
  ///   - paths: the files or the folder.
  ///   - frameRate: frames a second of the logs; `nil` for what the length of the video says.
  /// - Throws: ``VideoError`` naming file, line and what is wrong.
  /// - Complexity: O(size of the files).
  public static func adding(
    to video: Video, from paths: [String], frameRate: Double? = nil
  ) throws(VideoError) -> Video {
    if paths.allSatisfy(PufferScores.isFolder) { return try PufferScores.adding(to: video, from: paths) }
    if paths.count == 1, case .folder? = try? InputFile.kind(of: paths[0]) {
      return try ComycoScores.adding(to: video, from: paths[0])
    }
    var logs: [(file: String, bytes: [UInt8])] = []
    for path in paths { logs.append((path, try VideoInput.bytes(of: path))) }
    return try adding(to: video, logs: logs, frameRate: frameRate)
  }

  /// A video with the scores of logs of ffmpeg's libvmaf.
  ///
  /// - Parameters:
  ///   - video: the video.
  ///   - logs: one for each rendition, the lowest bandwidth first, each with what errors call it.
  ///   - frameRate: frames a second of the logs; `nil` for what the length of the video says.
  /// - Throws: ``VideoError`` naming the log, line and what is wrong.
  /// - Complexity: O(size of the logs).
  public static func adding(
    to video: Video, logs: [(file: String, bytes: [UInt8])], frameRate: Double? = nil
  ) throws(VideoError) -> Video {
    try check(count: logs.count, "file", of: video)
    var renditions: [[QualityScores.Metric: [Double]]] = []
    for log in logs {
      let frames = try FrameScores(parsing: log.bytes, file: log.file)
      renditions.append(try frames.pooled(over: video, frameRate: frameRate, file: log.file))
    }
    var scored = video
    // A measure that only some renditions have would be no measure of a session.
    for metric in QualityScores.Metric.allCases where renditions.contains(where: { $0[metric] != nil }) {
      if let rendition = renditions.firstIndex(where: { $0[metric] == nil }) {
        throw .malformed(
          file: logs[rendition].file, line: nil, field: metric.rawValue, found: "none",
          allowed: "\(metric.rawValue), which other logs have")
      }
      scored = try adding(metric, to: scored, renditions.compactMap { $0[metric] })
    }
    return scored
  }

  /// A video with scores of a measure.
  ///
  /// - Parameters:
  ///   - metric: the measure.
  ///   - video: the video.
  ///   - renditions: for each, the lowest bandwidth first, a score for each segment.
  /// - Throws: ``VideoError`` as `Video` does.
  static func adding(
    _ metric: QualityScores.Metric, to video: Video, _ renditions: [[Double]]
  ) throws(VideoError) -> Video {
    let values = (0..<video.segmentCount).flatMap { segment in renditions.map { $0[segment] } }
    return try video.adding(scores: QualityScores(metric, values: values))
  }

  /// - Throws: ``VideoError`` unless every rendition has one.
  static func check(count: Int, _ noun: String, of video: Video) throws(VideoError) {
    guard count != video.ladder.count else { return }
    throw .invalid(
      field: "scores", found: Counted.text(count, noun),
      allowed: "\(video.ladder.count), one for each rendition, the lowest bandwidth first")
  }
}
