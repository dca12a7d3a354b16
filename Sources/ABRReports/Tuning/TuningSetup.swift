import ABRInput
import ABRRuns

/// What a search was made of, beside its ranges and goals: for what its answer holds.
package struct TuningSetup: Sendable {
  /// The specs as they are given, or their defaults.
  package let configuration: Configuration
  /// The session of several items; `nil` where a session is one video.
  package let queue: String?
  /// Names of the videos.
  package let videos: [String]
  /// Seed of the viewers and of the places where sessions start; `nil` where nothing is drawn by one that was given.
  package let seed: Int?
  /// The `inputs` of the document, as those of a run: files with their digests, the version, the seed and the options.
  package let inputs: JSONValue
  /// Viewers over each trace.
  package let viewerCount: Int

  /// Describes a search.
  ///
  /// - Parameters:
  ///   - experiment: one of the search's, over all traces, with one configuration or more.
  ///   - configuration: the specs as they are given.
  ///   - version: version of the program.
  package init(of experiment: Experiment, _ configuration: Configuration, version: String) {
    self.configuration = configuration
    queue = experiment.queue
    videos = experiment.videos.map(\.video.name)
    seed = experiment.seed
    viewerCount = experiment.viewerCount
    inputs = .object(RunRecord.Inputs(of: experiment, version: version).json)
  }

  /// The facts that a table has above it, each with its label.
  var facts: [(label: String, text: String)] {
    [
      ("player", configuration.player == Configuration.neutralPlayer ? "" : configuration.player),
      ("policy", configuration.policy), ("buffer", configuration.buffer), ("preload", configuration.preload ?? ""),
      (
        "viewer",
        configuration.viewer + (viewerCount > 1 ? ", \(viewerCount) over each trace" : "")
          + (seed.map { ", seed \($0)" } ?? "")
      ),
      ("video", videos.joined(separator: ", ") + (queue.map { videos.isEmpty ? $0 : " as \($0)" } ?? "")),
    ]
  }

  /// The specs as a document has them.
  var json: JSONValue { .object(["preload": .null].merging(configuration.json) { $1 }) }
}
