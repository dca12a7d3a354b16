import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRSessions

/// A session of several items with a policy, a buffer and a preload scheduler, ready to be played over every trace of a
/// run.
package struct ConfiguredQueue: Sendable {
  /// Canonical spec of the preload scheduler, as results carry it.
  package let preload: String
  /// The session with its viewer.
  package let plan: SessionPlan
  /// What plays it; of a session with a viewer model it is that of no trace yet.
  package let player: SessionPlayer
  /// Seed of the viewers.
  package let seed: Int

  /// Puts a session together with what plays it.
  ///
  /// - Parameters:
  ///   - plan: the session with its viewer.
  ///   - player: what selects renditions and fills the buffer of each item.
  ///   - preload: how neighbours are fetched ahead.
  ///   - videos: those of the run; needed when an item has none of its own.
  ///   - seed: seed of the run; `nil` for `SessionPlan/defaultSeed`.
  ///   - networkIsExpensive: whether limits for metered networks hold at the start.
  /// - Throws: `SettingsError` naming what does not fit together; `SpecError` when the policy names a rendition that a
  ///   video does not have.
  /// - Complexity: O(*segments*) for each different cut of a video, and what its rule's tables cost.
  package init(
    plan: SessionPlan, player: Player, preload: PreloadSpec, videos: [Video], seed: Int?,
    networkIsExpensive: Bool = false
  ) throws {
    self.preload = preload.canonical
    self.plan = plan
    self.seed = seed ?? SessionPlan.defaultSeed
    self.player = try plan.makePlayer(
      policy: player.playedPolicy, buffer: player.buffer, settings: player.settings, preload: preload.settings,
      videos: videos, seed: self.seed, networkIsExpensive: networkIsExpensive)
    // Whatever is drawn has the same form, so that what fits once fits every trace.
    _ = try plan.viewed(self.player, trace: "", seed: self.seed)
  }

  /// What plays the session over a trace: the same viewer for every policy, buffer and preload scheduler.
  ///
  /// - Parameters:
  ///   - sha256: digest of the trace's file.
  ///   - viewer: number of the viewer over the trace, from 0.
  package func player(for sha256: String, viewer: Int = 0) -> SessionPlayer {
    var drawn = DrawnViewers()
    return player(for: sha256, viewer: viewer, among: &drawn)
  }

  /// The same for one of many configurations over one trace.
  func player(for sha256: String, viewer: Int, among drawn: inout DrawnViewers) -> SessionPlayer {
    guard let model = plan.viewer else { return player }
    do {
      return try plan.viewed(
        player, by: drawn.script(of: model, for: player.queue, seed: seed, sha256: sha256, number: viewer))
    } catch {
      preconditionFailure("a viewer that was drawn for a queue fits it: \(error)")
    }
  }

  /// The items with the videos that play them, in the order of their indices.
  package var items: [(name: String, video: Video)] {
    player.queue.items.enumerated().map { ($1.name, player.video(of: $0)) }
  }
}
