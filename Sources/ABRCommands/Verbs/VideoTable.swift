import ABRMedia
import ABRPolicies
import ABRReports

/// What is in videos: a row for each, and one for each rendition.
struct VideoTable {
  private let videos: [(source: VideoSource, format: String)]

  /// Describes videos.
  init(_ videos: [(source: VideoSource, format: String)]) { self.videos = videos }

  /// A row for each video.
  var overview: DataTable {
    var table = DataTable(columns: [
      .text("video"), .text("format"), .number("renditions", title: "renditions", digits: 0),
      .number("segments", title: "segments", digits: 0), .number("duration_s", title: "duration s", digits: 3),
      .number("lowest_bps", title: "lowest Mbit/s", scale: 1e-6, digits: 3),
      .number("highest_bps", title: "highest Mbit/s", scale: 1e-6, digits: 3), .text("sizes"),
    ])
    for (source, format) in videos {
      let video = source.video
      table.append([
        .text(video.name), .text(format), .integer(video.ladder.count), .integer(video.segmentCount),
        .number(video.duration), .integer(video.ladder[0].bandwidth),
        .integer(video.ladder[video.ladder.count - 1].bandwidth), .text(video.sizeOrigin.text),
      ])
    }
    return table
  }

  /// A row for each rendition.
  /// - Complexity: O(*segments* × *renditions*).
  var renditions: DataTable {
    func rate(_ name: String, _ title: String) -> DataTable.Column {
      .number("\(name)_bps", title: "\(title) Mbit/s", scale: 1e-6, digits: 3)
    }
    let metrics = QualityScores.Metric.allCases.filter { metric in
      videos.contains { $0.source.video.scores.contains { $0.metric == metric } }
    }
    var table = DataTable(
      columns: [
        .text("video"), .number("rendition", title: "rendition", digits: 0), rate("bandwidth", "declared"),
        rate("average_bandwidth", "declared average"), .text("resolution"), .text("codecs"),
        rate("mean", "segments mean"), rate("peak", "peak"), .text("sizes"),
      ] + metrics.map { .number($0.rawValue, title: $0.rawValue.uppercased(), digits: 3) })
    for (source, _) in videos {
      let video = source.video
      for (index, rendition) in video.ladder.renditions.enumerated() {
        let sizes = (0..<video.segmentCount).map { Double(video.size(segment: $0, rendition: index)) * 8 }
        let peak = sizes.indices.map { sizes[$0] / video.segmentDuration($0) }.max() ?? 0
        let pixels = rendition.width.flatMap { width in rendition.height.map { "\(width)x\($0)" } }
        table.append(
          [
            .text(video.name), .integer(index), .integer(rendition.bandwidth),
            rendition.averageBandwidth.map { .integer($0) } ?? .missing, pixels.map { .text($0) } ?? .missing,
            rendition.codecs.map { .text($0) } ?? .missing, .number(sizes.reduce(0, +) / video.duration),
            .number(peak), .text(video.sizeOrigin(ofRendition: index).text),
          ] + metrics.map { Self.mean($0, of: video, rendition: index) })
      }
    }
    return table
  }

  /// What is fetched beside the segments, and what was left out or assumed.
  var notes: [String] {
    videos.flatMap { source, _ in
      let stream = source.video.stream.flatMap { try? StreamSpec($0) }
      return (stream.map { ["\(source.video.name): --stream '\($0.canonical)'"] } ?? [])
        + (source.video.notes + source.video.scoreDoubts).map { "\(source.video.name): \($0)" }
    }
  }

  private static func mean(_ metric: QualityScores.Metric, of video: Video, rendition: Int) -> DataTable.Cell {
    guard let values = video.scores.first(where: { $0.metric == metric })?.values else { return .missing }
    let own = stride(from: rendition, to: values.count, by: video.ladder.count).map { values[$0] }
    return .number(own.reduce(0, +) / Double(own.count))
  }
}
