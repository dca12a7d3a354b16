import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies

/// A configuration with what plays its sessions.
package struct ConfiguredPlayer: Sendable {
  /// What a session is, with what plays it.
  package enum Sessions: Sendable {
    /// One video.
    case video(ConfiguredPolicy)
    /// Several items.
    case queue(ConfiguredQueue)
    /// A queue of the model mm22.
    case mm22(ConfiguredMM22)
  }

  /// The specs.
  package let configuration: Configuration
  /// What plays.
  package let sessions: Sessions
  /// Whether the player bears any silence of the network.
  package let waitsForEver: Bool
  /// Who answers the rules of sessions of several items; `nil` where they answer by themselves.
  let answered: AnsweredPolicy?

  /// The session of several items that is played; `nil` where a session is one video.
  package var queue: ConfiguredQueue? { if case .queue(let queue) = sessions { queue } else { nil } }

  /// Whether a session takes something over from the one over the trace before, so that all must be played in order.
  ///
  /// - Throws: `SpecError` when the policy names a rendition that a video lacks.
  package func inheritsState(playing videos: [VideoSource]) throws(SpecError) -> Bool {
    switch sessions {
    case .mm22: return true
    case .queue: return false
    case .video(let policy):
      for video in videos { if try policy.makePlayer(video.video).inheritsState { return true } }
      return false
    }
  }

  /// A configuration whose sessions are single videos.
  ///
  /// - Parameters:
  ///   - player: what plays; its policy must be valid for every video's ladder.
  ///   - viewer: the viewer.
  ///   - networkIsExpensive: whether limits for metered networks hold.
  ///   - defaultLatency: seconds, for rows of a trace without latency.
  ///   - external: who decides, where the rule of the policy is `AskedRule`.
  package init(
    _ player: Player, viewer: ViewerSpec, networkIsExpensive: Bool = false, defaultLatency: Double = 0,
    external: (any ExternalPolicy)? = nil
  ) {
    configuration = Configuration(of: player, viewer: viewer.canonical)
    waitsForEver = player.settings.retry.timeout == nil
    answered = nil
    sessions = .video(
      ConfiguredPolicy(
        viewer: viewer.viewer,
        makePlayer: { video throws(SpecError) in
          try player.prepared(for: video, networkIsExpensive: networkIsExpensive)
        }, account: PeerAccount.keeper(of: player.model, buffer: player.buffer, defaultLatency: defaultLatency),
        external: external))
  }

  /// A configuration of the model mm22.
  package init(_ player: ConfiguredMM22, viewer: ViewerSpec) {
    configuration = Configuration(
      policy: player.policy.name, buffer: Model.mm22.rawValue, viewer: viewer.canonical)
    sessions = .mm22(player)
    waitsForEver = true
    answered = nil
  }

  /// A configuration whose sessions have several items.
  ///
  /// - Parameters:
  ///   - player: what plays.
  ///   - queue: the session with the player.
  ///   - answered: who answers, where the rule of the policy is ``AnsweredRule``.
  package init(_ player: Player, queue: ConfiguredQueue, answered: AnsweredPolicy? = nil) {
    self.answered = answered
    configuration = Configuration(of: player, viewer: queue.plan.viewerName, preload: queue.preload)
    sessions = .queue(queue)
    waitsForEver = queue.player.players.allSatisfy { $0.settings.retry.timeout == nil }
  }
}

/// A policy with a buffer and a viewer, for sessions of one video.
package struct ConfiguredPolicy: Sendable {
  /// The viewer.
  let viewer: Viewer
  /// Makes the player of a video; refuses a video that lacks a rendition which the policy names.
  let makePlayer: @Sendable (Video) throws(SpecError) -> AnyPlayer
  /// Works out a peer's own quantities from a session, under a peer's model.
  let account: (@Sendable (SessionMetrics, EventLog, BandwidthTrace, Video) -> PeerAccount)?
  /// Who decides outside of the engine; `nil` where the rule does.
  package let external: (any ExternalPolicy)?
}
