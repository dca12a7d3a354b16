import ABRInput
import ABRRuns

/// What a search was made of, beside its ranges and goals: for what its answer holds.
package struct TuningSetup: Sendable {
  /// Spec of the policy as it is given.
  package let policy: String
  /// Spec of the buffer as it is given, or its default.
  package let buffer: String
  /// Spec of the preload scheduler; `nil` where sessions are single videos.
  package let preload: String?
  /// Who watches.
  package let viewer: String
  /// The session of several items; `nil` where a session is one video.
  package let queue: String?
  /// Names of the videos.
  package let videos: [String]
  /// Seed of the viewers and of the places where sessions start; `nil` where nothing is drawn by one that was given.
  package let seed: Int?
  /// The `inputs` of the document, as those of a run: files with their digests, the version, the seed and the options.
  package let inputs: JSONValue

  /// Describes a search.
  ///
  /// - Parameters:
  ///   - experiment: one of the search's, over all traces, with one configuration or more.
  ///   - policy: spec as it is given.
  ///   - buffer: spec as it is given.
  ///   - preload: spec as it is given.
  ///   - viewer: who watches.
  ///   - version: version of the program.
  package init(
    of experiment: Experiment, policy: String, buffer: String, preload: String?, viewer: String, version: String
  ) {
    self.policy = policy
    self.buffer = buffer
    self.preload = preload
    self.viewer = viewer
    queue = experiment.queue
    videos = experiment.videos.map(\.video.name)
    seed = experiment.seed
    inputs = .object(RunRecord.Inputs(of: experiment, version: version).json)
  }

  /// The facts that a table has above it, each with its label.
  var facts: [(label: String, text: String)] {
    [
      ("policy", policy), ("buffer", buffer), ("preload", preload ?? ""),
      ("viewer", viewer + (seed.map { ", seed \($0)" } ?? "")),
      ("video", videos.joined(separator: ", ") + (queue.map { videos.isEmpty ? $0 : " as \($0)" } ?? "")),
    ]
  }

  /// The specs as a document has them.
  var json: JSONValue {
    [
      "policy": .string(policy), "buffer": .string(buffer), "preload": preload.map { .string($0) } ?? .null,
      "viewer": .string(viewer),
    ]
  }
}
