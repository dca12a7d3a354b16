import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// One combination under test: a policy with a buffer setting, watched by one kind of viewer.
package struct Cell: Sendable {
  /// Canonical spec of the policy, as results carry it.
  package let policy: String
  /// Canonical spec of the buffer setting.
  package let buffer: String
  /// Canonical spec of the viewer.
  package let viewerSpec: String
  /// The viewer.
  package let viewer: Viewer
  /// Makes the player of a video; refuses a video that lacks a rendition which the policy names.
  package let makePlayer: @Sendable (Video) throws(SpecError) -> AnyPlayer
  /// Works out a peer's own quantities from a session, under a peer's model.
  package let account: (@Sendable (SessionMetrics, EventLog, BandwidthTrace, Video) -> PeerAccount)?

  /// What is played under the model mm22; `nil` under any other.
  package let mm22: MM22Combination?
  /// The session of several items that is played; `nil` where a session is one video.
  package let queue: QueueCombination?

  /// Describes a combination.
  ///
  /// - Parameters:
  ///   - policy: the policy; it must be valid for every video's ladder.
  ///   - buffer: the buffer and the spec it came from.
  ///   - viewer: the viewer.
  ///   - settings: options of the player, its buffer apart.
  ///   - networkIsExpensive: whether limits for expensive networks hold.
  ///   - defaultLatency: seconds, for rows of a trace without latency.
  package init(
    policy: Policy, buffer: (spec: String, configuration: BufferConfiguration), viewer: ViewerSpec,
    settings: PlayerSettings, networkIsExpensive: Bool = false, defaultLatency: Double = 0
  ) {
    self.policy = policy.canonicalSpec
    self.buffer = buffer.spec
    viewerSpec = viewer.canonical
    self.viewer = viewer.viewer
    account = PeerAccount.keeper(of: policy.model, buffer: buffer.configuration, defaultLatency: defaultLatency)
    mm22 = nil
    queue = nil
    let configuration = buffer.configuration
    makePlayer = { video throws(SpecError) in
      try policy.makePlayer(
        video: video, buffer: configuration, settings: settings, networkIsExpensive: networkIsExpensive)
    }
  }

  /// Describes a combination of the model mm22, which has no player of a single video.
  package init(_ combination: MM22Combination, viewer: ViewerSpec) {
    let policy = combination.policy.name
    self.policy = policy
    buffer = Model.mm22.rawValue
    viewerSpec = viewer.canonical
    self.viewer = viewer.viewer
    account = nil
    mm22 = combination
    queue = nil
    makePlayer = { _ throws(SpecError) in
      throw .conflict(spec: policy, part: "video", found: "one by itself", allowed: "a queue")
    }
  }

  /// Describes a combination whose sessions have several items.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - buffer: canonical spec of the buffer.
  ///   - queue: the session with the policy and the buffer.
  package init(policy: Policy, buffer: String, queue: QueueCombination) {
    self.policy = policy.canonicalSpec
    self.buffer = buffer
    viewerSpec = queue.plan.viewerName
    viewer = Viewer()
    account = nil
    mm22 = nil
    self.queue = queue
    let name = self.policy
    makePlayer = { _ throws(SpecError) in
      throw .conflict(spec: name, part: "video", found: "one by itself", allowed: "a session of several items")
    }
  }
}
