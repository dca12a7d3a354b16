import ABRParallel
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
  ///   - jobs: threads to use, at least 1.
  /// - Complexity: O(*n* log *n*).
  package init(_ experiment: Experiment, sessions: [SessionResult?], jobs: Int = 1) {
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
    let metrics = experiment.metrics
    let players = experiment.players
    let compared = sessions
    configurations = Workers(jobs: jobs).map(
      groups: players.count, of: 1, prepare: { _, _ in },
      body: { place, _, _ in
        let played = stride(from: place, to: compared.count, by: players.count).compactMap { compared[$0] }
        return ConfigurationResult(
          player: players[place], sessions: played,
          pooled: PooledMetrics(played.map(\.metrics), of: metrics))
      }
    ).compactMap(\.self)
  }

  /// Why sessions of players' own code did not play to their end, a line for each of the first ones.
  package var failures: [String] {
    let all = configurations.flatMap { configuration in
      configuration.sessions.compactMap { session in
        session.failure.map {
          "\(configuration.player.configuration.player) over \(experiment.traces[session.trace].file): \($0)"
        }
      }
    }
    let most = 3
    return Array(all.prefix(most)) + (all.count > most ? ["\(all.count - most) more sessions failed like that"] : [])
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
