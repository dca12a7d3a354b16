import ABRPlayback

/// The outcome of a run: one result for each configuration.
package struct ExperimentResult: Sendable {
  /// What was run.
  package let experiment: Experiment
  /// The configurations, in the experiment's order.
  package internal(set) var configurations: [ConfigurationResult]
  /// Whether the run was interrupted, so that sessions or timelines are missing.
  package internal(set) var isPartial: Bool
  /// The first session that was not played to its end: index of its trace, and its configuration. Of an interrupted run
  /// it is the one that has kept it longest.
  package let firstUnplayed: (trace: Int, configuration: Configuration)?

  /// Sorts sessions to their configurations and pools them. Where some are missing, only traces over which all were
  /// played are taken: configurations are compared over the same ones.
  ///
  /// - Parameters:
  ///   - experiment: what was run.
  ///   - sessions: in the order of ``ExperimentRunner/run(cancellation:progress:everyTick:)``.
  /// - Complexity: O(*n* log *n*).
  package init(_ experiment: Experiment, sessions: [SessionResult?]) {
    self.experiment = experiment
    let perTrace = experiment.contentCount * experiment.players.count
    let unplayed = sessions.firstIndex { $0 == nil }
    isPartial = unplayed != nil
    firstUnplayed = unplayed.map { index in
      (index / perTrace, experiment.players[index % experiment.players.count].configuration)
    }
    var sessions = sessions
    for first in stride(from: 0, to: sessions.count, by: perTrace) {
      let overTrace = first..<min(first + perTrace, sessions.count)
      if sessions[overTrace].contains(where: { $0 == nil }) { for index in overTrace { sessions[index] = nil } }
    }
    let playsQueues = experiment.playsQueues
    configurations = experiment.players.enumerated().map { place, player in
      let played = stride(from: place, to: sessions.count, by: experiment.players.count).compactMap { sessions[$0] }
      return ConfigurationResult(
        player: player, sessions: played,
        pooled: playsQueues ? PooledMetrics(played.compactMap(\.queue)) : PooledMetrics(played.map(\.metrics)))
    }
  }

  /// A result of which only pooled metrics are kept, and no session.
  ///
  /// - Parameters:
  ///   - experiment: what was run.
  ///   - pooled: for each of its configurations.
  ///   - isPartial: whether sessions are missing.
  package init(_ experiment: Experiment, pooled: [PooledMetrics], isPartial: Bool) {
    self.experiment = experiment
    self.isPartial = isPartial
    firstUnplayed = nil
    configurations = zip(experiment.players, pooled).map { ConfigurationResult(player: $0, sessions: [], pooled: $1) }
  }
}
