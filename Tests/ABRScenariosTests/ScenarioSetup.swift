import ABRMedia
import ABRPlayback
import ABRPolicies
import ABRSessions

/// All that one variant of a scenario plays.
package struct ScenarioSetup: Sendable {
  /// The items and what the viewer does.
  package var plan: SessionPlan
  /// What items without a video of their own play.
  package var video: Video
  /// What selects renditions.
  package var policy: PolicySpec
  /// How the buffer is filled, as it was written.
  package var bufferSpec: String
  /// How the buffer is filled, checked or repaired.
  package var buffer: BufferConfiguration
  /// How neighbours are fetched ahead.
  package var preload: PreloadSpec?
  /// Options of the player, its buffer apart.
  package var settings: PlayerSettings
  /// What is fetched beside segments, as it was written: nothing where a scenario does not say.
  package var stream: String
  /// Whether limits for expensive networks hold at the start.
  package var networkIsExpensive: Bool
  /// Seed of drawn lengths and viewers.
  package var seed: Int
  /// The links, and how many viewers are drawn for each.
  package var network: ScenarioNetwork
  /// Repairs of impossible buffer levels, in words.
  package var repairs: [String]

  /// Makes the session ready to play.
  ///
  /// - Throws: `SettingsError` and `SpecError` for what does not fit together.
  /// - Complexity: O(*segments*) for each different cut of the video.
  package func makePlayer() throws -> SessionPlayer {
    try plan.makePlayer(
      policy: policy.policy(), buffer: buffer, settings: settings, preload: preload?.settings ?? PreloadSettings(),
      videos: [video], seed: seed, networkIsExpensive: networkIsExpensive)
  }
}
