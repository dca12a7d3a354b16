import ABRPlayback

/// The outcome of a run: one result for each combination.
package struct ExperimentResult: Sendable {
  /// What was run.
  package let experiment: Experiment
  /// The combinations, in the experiment's order.
  package let cells: [CellResult]
  /// Whether the run was interrupted, so that sessions are missing.
  package let isPartial: Bool

  /// Sorts sessions to their combinations and pools them.
  ///
  /// - Parameters:
  ///   - experiment: what was played.
  ///   - sessions: in the order of the runner.
  /// - Complexity: O(*n* log *n*).
  package init(_ experiment: Experiment, sessions: [ExperimentRunner.Played?]) {
    self.experiment = experiment
    let videos = experiment.programmeCount
    let combinations = experiment.cells.count
    let playsQueues = experiment.playsQueues
    cells = experiment.cells.indices.map { cell in
      var played: [CellResult.Session] = []
      for trace in experiment.traces.indices {
        for video in 0..<videos {
          guard let session = sessions[(trace * videos + video) * combinations + cell] else { continue }
          played.append(
            .init(
              trace: trace, video: video, metrics: session.metrics, peer: session.peer, record: session.record))
        }
      }
      let pooled =
        playsQueues ? PooledMetrics(played.compactMap(\.queue)) : PooledMetrics(played.map(\.metrics))
      return CellResult(cell: cell, sessions: played, pooled: pooled)
    }
    isPartial = sessions.contains { $0 == nil }
  }
}
