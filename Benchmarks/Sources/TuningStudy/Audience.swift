import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRuns
import ABRTuning
import StudySupport

/// Who watches what: a viewer model with its session and its goals.
struct Audience {
  let name: String
  /// Bundled video.
  let video: String
  let items: Int
  let viewer: String
  /// Measures, the first one that of regret and interval, the others those of the nine pairs of conditions.
  let goals: [String]

  /// People who flick through short videos.
  static let feed = Audience(
    name: "feed", video: "Traces/video/short-form.json", items: 20, viewer: "feed(short-video)",
    goals: ["wait_ratio", "bytes_wasted_per_h", "mean_bitrate_bps"])
  /// People who zap: most leave a long video within minutes.
  static let longForm = Audience(
    name: "long-form", video: "Traces/video/hls-authoring.json", items: 2, viewer: "feed(long-form)",
    goals: ["wait_ratio", "bytes_wasted_per_h", "mean_bitrate_bps"])

  static let policy = "bola"
  static let buffer = "growth"
  /// 321 settings: 24 minima × 15 maxima, without those whose minimum is above the maximum.
  static let ranges = [(name: "growth.min", text: "2..24s in 24"), (name: "growth.max", text: "6..90s by 6s")]

  /// The space that is searched.
  static func space() throws -> SearchSpace {
    try SearchSpace(
      templates: [SpecTemplate(.policy, parsing: policy), SpecTemplate(.buffer, parsing: buffer)], ranges: ranges)
  }

  /// Makes experiments of settings.
  ///
  /// - Parameter videos: what is watched.
  func makeExperiment(
    videos: [VideoSource]
  ) throws -> ([TuningSetting], [TraceSource]) throws -> Experiment {
    let players = try StudyPlayers(items: items, viewer: viewer, videos: videos)
    return { settings, traces in
      Experiment(
        traces: traces, videos: videos, players: try players.players(of: settings.map(\.configuration)), seed: 1,
        queue: "\(items) items")
    }
  }
}
