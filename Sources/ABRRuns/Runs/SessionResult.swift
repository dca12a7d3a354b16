import ABRPlayback

/// What one session of an experiment gave.
package struct SessionResult: Sendable {
  /// Index of the trace in the experiment.
  package let trace: Int
  /// Index of the video, or of the queue of videos, below ``Experiment/contentCount``.
  package let content: Int
  /// What it cost and brought.
  package let metrics: SessionMetrics
  private let details: Details?

  /// What few sessions have, kept elsewhere so that other results have no room for it.
  private final class Details: Sendable {
    let peer: PeerAccount?
    let steps: [MM22Step]
    let failure: String?
    let renditions: [Int?]?

    init(peer: PeerAccount?, steps: [MM22Step], failure: String?, renditions: [Int?]?) {
      self.peer = peer
      self.steps = steps
      self.failure = failure
      self.renditions = renditions
    }
  }

  init(
    trace: Int, content: Int, metrics: SessionMetrics, peer: PeerAccount? = nil, steps: [MM22Step] = [],
    failure: String? = nil, renditions: [Int?]? = nil
  ) {
    self.trace = trace
    self.content = content
    self.metrics = metrics
    details =
      peer == nil && steps.isEmpty && failure == nil && renditions == nil
      ? nil : Details(peer: peer, steps: steps, failure: failure, renditions: renditions)
  }

  /// A peer's own quantities, under a peer's model.
  package var peer: PeerAccount? { details?.peer }
  /// Why a player's own code did not play to the end; `nil` where it did, and where the engine played.
  package var failure: String? { details?.failure }
  /// The rendition that a player's own code showed of each segment; `nil` where the engine played.
  var renditions: [Int?]? { details?.renditions }
  /// Actions under the model mm22, where they are wanted and not scored yet.
  var steps: [MM22Step] { details?.steps ?? [] }
}
