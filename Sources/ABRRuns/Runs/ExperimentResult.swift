import ABRPlayback

/// The outcome of a run: one result for each configuration.
package struct ExperimentResult: Sendable {
  /// What was run.
  package let experiment: Experiment
  /// The configurations, in the experiment's order.
  package internal(set) var configurations: [ConfigurationResult]
  /// Whether the run was interrupted, so that sessions or timelines are missing.
  package internal(set) var isPartial: Bool

  /// Sorts sessions to their configurations and pools them.
  ///
  /// - Parameter sessions: in the order of ``ExperimentRunner/run(cancellation:progress:everyTick:)``.
  /// - Complexity: O(*n* log *n*).
  package init(_ experiment: Experiment, sessions: [SessionResult?]) {
    self.experiment = experiment
    let playsQueues = experiment.playsQueues
    configurations = experiment.players.enumerated().map { place, player in
      let played = stride(from: place, to: sessions.count, by: experiment.players.count).compactMap { sessions[$0] }
      return ConfigurationResult(
        player: player, sessions: played,
        pooled: playsQueues ? PooledMetrics(played.compactMap(\.queue)) : PooledMetrics(played.map(\.metrics)))
    }
    isPartial = sessions.contains { $0 == nil }
  }
}
