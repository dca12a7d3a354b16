/// What one configuration gave over all traces and videos.
package struct ConfigurationResult: Sendable {
  /// The configuration with what played it.
  package let player: PreparedSession
  /// The sessions, trace by trace.
  package let sessions: [SessionResult]
  /// Their metrics taken together.
  package let pooled: PooledMetrics
  /// Its worst, its median and its best session over time, where they were recorded.
  package internal(set) var timelines: [SessionTimeline] = []

  /// The specs.
  package var configuration: Configuration { player.configuration }
}
