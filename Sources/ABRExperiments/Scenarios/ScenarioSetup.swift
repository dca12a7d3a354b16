import ABRMedia
import ABRPlayback
import ABRPolicies

/// All that one variant of a scenario plays.
public struct ScenarioSetup: Sendable {
  /// The items and what the viewer does.
  public var plan: SessionPlan
  /// What items without a video of their own play.
  public var video: Video
  /// What selects renditions.
  public var policy: PolicySpec
  /// How the buffer is filled, as it was written.
  public var bufferSpec: String
  /// How the buffer is filled, checked or repaired.
  public var buffer: BufferConfiguration
  /// How neighbours are fetched ahead.
  public var preload: PreloadSpec?
  /// Options of the player, its buffer apart.
  public var settings: PlayerSettings
  /// Whether limits for expensive networks hold at the start.
  public var networkIsExpensive: Bool
  /// Seed of drawn lengths and viewers.
  public var seed: Int
  /// The links, and how many viewers are drawn for each.
  public var network: ScenarioNetwork
  /// Repairs of impossible buffer levels, in words.
  public var repairs: [String]

  /// Makes the session ready to play.
  ///
  /// - Throws: `SettingsError` and `SpecError` for what does not fit together.
  /// - Complexity: O(*segments*) for each different cut of the video.
  public func makePlayer() throws -> QueuePlayer {
    try plan.makePlayer(
      policy: policy.policy(), buffer: buffer, settings: settings, preload: preload?.settings ?? PreloadSettings(),
      videos: [video], seed: seed, networkIsExpensive: networkIsExpensive)
  }
}
