import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRSessions

/// A configuration ready to be played over every trace of a run: what plays its sessions, who watches them, and who
/// decides where that is not the rule of the policy.
///
/// ```swift
/// let plan = try SessionPlan.oneVideo.watched(by: SessionViewer(parsing: "leave(30s)"))
/// let session = try PreparedSession(plan, player: Player(), videos: videos)
/// ```
package struct PreparedSession: Sendable {
  /// The specs.
  package internal(set) var configuration: Configuration
  /// Those of its specs that were given as parts of them, such as a buffer that leaves the rest to the player.
  package internal(set) var givenSpecs: [String] = []
  /// The player as it was configured; `nil` under the model mm22.
  package let configuredPlayer: Player?
  /// What a session plays, with its viewer; `nil` under the model mm22.
  package let plan: SessionPlan?
  /// What plays the sessions: one for each video of the run, or one where a session plays them all. Of a viewer model
  /// it has no viewer yet. Empty under the model mm22.
  package let players: [SessionPlayer]
  /// What decides outside of the engine; `nil` where the rule does.
  package let external: (any ExternalPolicy)?
  /// What plays a player's own code; `nil` where the engine plays.
  package let code: CodeSessions?
  /// Whether the player never times out.
  package let hasNoTimeout: Bool
  /// A queue of the model mm22; `nil` under every other model.
  let mm22: ConfiguredMM22?
  /// Works out a peer's own quantities from a session of one video, under a peer's model.
  let account: PeerAccount.Keeper?
  /// Its place among those that differ in the largest target of a growing buffer alone; `nil` where it has none.
  let growth: GrowthSeries.Member?
  /// Seed of the viewers.
  let seed: Int

  /// Prepares the sessions of a plan.
  ///
  /// - Parameters:
  ///   - plan: what a session plays, and who watches.
  ///   - player: what selects renditions and fills the buffer of each item.
  ///   - preload: how neighbours are fetched ahead; `nil` for nothing.
  ///   - videos: those of the run; needed when an item has none of its own.
  ///   - seed: seed of the run; `nil` for `SessionPlan/defaultSeed`.
  ///   - networkIsExpensive: whether limits for expensive networks hold at the start.
  ///   - defaultLatency: seconds, for rows of a trace without latency.
  ///   - external: who decides, where the rule of the policy is `ExternalRule`.
  ///   - code: what plays the player's own code.
  /// - Throws: `SettingsError` or `ConfigurationError` naming what does not fit together; `SpecError` when the policy
  ///   names a rendition that a video does not have.
  /// - Complexity: O(*segments*) for each different cut of a video, and what its rule's tables cost.
  package init(
    _ plan: SessionPlan, player: Player, preload: PreloadSpec? = nil, videos: [Video], seed: Int? = nil,
    networkIsExpensive: Bool = false, defaultLatency: Double = 0, external: (any ExternalPolicy)? = nil,
    code: CodeSessions? = nil
  ) throws {
    let seed = seed ?? SessionPlan.defaultSeed
    let players = try (plan.hasSeveralItems ? [videos] : videos.map { [$0] }).map { videos in
      try plan.makePlayer(
        policy: player.playedPolicy, buffer: player.buffer, settings: player.settings,
        preload: preload?.settings ?? PreloadSettings(), videos: videos, seed: seed,
        networkIsExpensive: networkIsExpensive)
    }
    // Whatever is drawn has the same form, so that what fits once fits every trace.
    for player in players { _ = try plan.viewed(player, trace: "", seed: seed) }
    self.code = code
    configuration = Configuration(
      of: player, viewer: plan.viewerName, preload: plan.hasSeveralItems ? preload?.canonical ?? "none" : nil)
    if let code { (configuration.policy, configuration.buffer) = (code.build.player, Self.own) }
    configuredPlayer = player
    self.plan = plan
    self.players = players
    self.external = external
    self.seed = seed
    hasNoTimeout = players.allSatisfy { $0.players.allSatisfy { $0.settings.retry.shortestTimeout == nil } }
    mm22 = nil
    account =
      plan.hasSeveralItems
      ? nil : PeerAccount.keeper(of: player.model, buffer: player.buffer, defaultLatency: defaultLatency)
    growth =
      external == nil && code == nil && !players.contains(where: \.inheritsState)
      ? GrowthSeries.Member(player, configuration, preload: preload) : nil
  }

  /// What results call the buffer of a player that is played with its own code.
  private static let own = "own"

  /// Prepares the sessions of the model mm22.
  package init(_ sessions: ConfiguredMM22, viewer: ViewerSpec) {
    configuration = Configuration(
      policy: sessions.policy.name, buffer: Model.mm22.rawValue, viewer: viewer.canonical)
    configuredPlayer = nil
    plan = nil
    players = []
    external = nil
    code = nil
    seed = SessionPlan.defaultSeed
    hasNoTimeout = true
    mm22 = sessions
    account = nil
    growth = nil
  }

  /// Whether a session has several items, with metrics of their own.
  package var hasSeveralItems: Bool { plan?.hasSeveralItems ?? false }

  /// How neighbours are fetched ahead.
  package var preload: PreloadSettings { players.first?.preload ?? PreloadSettings() }

  /// Whether a session takes something over from the one over the trace before, so that all must be played in order.
  package var inheritsState: Bool { mm22 != nil || players.contains(where: \.inheritsState) }

  /// What plays a session over a trace: the same viewer for every policy, buffer and preload scheduler.
  ///
  /// - Parameters:
  ///   - index: index of the video; 0 where a session plays them all.
  ///   - sha256: digest of the trace's file.
  ///   - viewer: number of the viewer over the trace, from 0.
  package func player(_ index: Int = 0, for sha256: String, viewer: Int = 0) -> SessionPlayer {
    var drawn = DrawnViewers()
    return player(index, for: sha256, viewer: viewer, among: &drawn)
  }

  /// The same for one of many configurations over one trace.
  func player(_ index: Int, for sha256: String, viewer: Int, among drawn: inout DrawnViewers) -> SessionPlayer {
    let player = players[index]
    guard let plan, let model = plan.viewer else { return player }
    do {
      return try plan.viewed(
        player, by: drawn.script(of: model, for: player.queue, seed: seed, sha256: sha256, number: viewer))
    } catch {
      preconditionFailure("a viewer that was drawn for a queue fits it: \(error)")
    }
  }

  /// Plays one session and hands its events to an observer.
  ///
  /// - Parameters:
  ///   - index: index of the video; 0 where a session plays them all.
  ///   - start: the network, and where its trace begins.
  ///   - trace: name of the trace.
  ///   - sha256: digest of its file.
  ///   - viewer: number of the viewer over the trace, from 0.
  ///   - observer: receives the events.
  ///   - isCancelled: polled while a decision from outside is awaited.
  /// - Throws: what a policy outside of the engine throws.
  package func play<O: SessionObserver>(
    _ index: Int = 0, over start: AnyPlayer.Start, trace: String, sha256: String, viewer: Int = 0,
    observer: inout O, isCancelled: @escaping () -> Bool = { false }
  ) throws -> SessionMetrics? {
    let player = player(index, for: sha256, viewer: viewer)
    if let code {
      let result = try code.play(player, over: start, seed: seed)
      var waits = result.waits[...]
      for event in result.events {
        while let wait = waits.first, wait.end <= event.time {
          observer.wait(for: wait.cause, from: wait.start, to: wait.end)
          waits.removeFirst()
        }
        observer.record(event)
      }
      for wait in waits { observer.wait(for: wait.cause, from: wait.start, to: wait.end) }
      return result.metrics
    }
    guard let external else {
      var scratch = SessionScratch()
      return player.play(start, scratch: &scratch, observer: &observer)
    }
    let batch = LockStep(external: external)
    let played = try batch.play(
      0, [(trace, player, start)], observer: ExternalObserver(observer), isCancelled: isCancelled)
    guard let session = played?.first else { return nil }
    observer = session.observer.observer
    return session.metrics
  }
}
