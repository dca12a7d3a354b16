import ABRMedia
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRSessions

/// Plays configurations of policy and buffer in sessions of several items, whose viewers are drawn and which preload
/// nothing.
package struct StudyPlayers: Sendable {
  private let plan: SessionPlan
  private let videos: [VideoSource]

  /// Plans the sessions.
  ///
  /// - Parameters:
  ///   - items: of a session.
  ///   - viewer: spec of the viewer model.
  ///   - videos: what the items show, one after another.
  /// - Throws: `SpecError` of the viewer.
  package init(items: Int, viewer: String, videos: [VideoSource]) throws {
    plan = try SessionPlan(feedOf: items).watched(by: SessionViewer(parsing: viewer))
    self.videos = videos
  }

  /// Makes what plays configurations, in their order.
  ///
  /// - Throws: `SpecError` or `SettingsError` of a configuration that cannot be played.
  package func players(of configurations: [Configuration]) throws -> [PreparedSession] {
    return try configurations.map { configuration in
      var player = try Player()
      try player.change(.stream, to: "none")
      try player.change(.policy, to: configuration.policy)
      try player.change(.buffer, to: configuration.buffer)
      return try PreparedSession(plan, player: player, videos: videos.map(\.video), seed: 1)
    }
  }
}
