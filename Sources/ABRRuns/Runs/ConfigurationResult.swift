/// What one configuration gave over all traces and videos.
package struct ConfigurationResult: Sendable {
  /// The configuration with what played it.
  package let player: ConfiguredPlayer
  /// The sessions, trace by trace.
  package let sessions: [SessionResult]
  /// Their metrics taken together.
  package let pooled: PooledMetrics

  /// The specs.
  package var configuration: Configuration { player.configuration }
}
