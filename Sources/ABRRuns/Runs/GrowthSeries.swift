import ABRPlayback
import ABRPlayers
import ABRPolicies

/// What a configuration whose buffer grows has in common with those that differ from it in the largest target alone.
///
/// A target that its maximum never limited is the same with every larger maximum, and so is the session, to the bit.
/// A run plays such configurations from the largest maximum down, and those that a session speaks for are not played
/// again.
struct GrowthSeries: Sendable, Hashable {
  /// The specs, with that of the buffer left out.
  private let configuration: Configuration
  private let preload: PreloadSpec?
  private let settings: PlayerSettings
  private let buffer: BufferSettings
  /// How the target grows, with the smallest maximum.
  private let growth: BufferGrowthOptimizer

  /// A configuration in its series.
  struct Member: Sendable {
    let series: GrowthSeries
    /// The largest target in seconds, without overshoot.
    let maximum: Double

    /// Places a configuration; `nil` where its buffer does not grow.
    init?(_ player: Player, _ configuration: Configuration, preload: PreloadSpec?) {
      guard case .growth(var growth) = player.buffer.target else { return nil }
      var configuration = configuration
      configuration.buffer = ""
      maximum = growth.maximumTarget
      growth.maximumTarget = growth.minimum
      series = GrowthSeries(
        configuration: configuration, preload: preload, settings: player.settings, buffer: player.buffer.settings,
        growth: growth)
    }
  }

  /// Whether a session of a member is the same with a smaller maximum: it was never limited to less.
  ///
  /// - Parameters:
  ///   - metrics: what the session gave.
  ///   - maximum: the smaller maximum in seconds.
  func isSame(_ metrics: SessionMetrics, limitedTo maximum: Double) -> Bool {
    maximum * growth.overshoot >= metrics.highestTarget
  }
}
