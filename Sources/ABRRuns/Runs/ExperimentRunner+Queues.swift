import ABRParallel
import ABRPlayback
import ABRPolicies

extension ExperimentRunner {
  /// Runs an experiment whose sessions have several items: one session a trace and combination.
  func runQueues(
    cancellation: CancellationFlag, progress: ProgressCounter, everyTick: ((ProgressCounter) -> Void)?
  ) -> [Played?] {
    let combinations = experiment.cells.map { cell in
      guard let combination = cell.queue else {
        preconditionFailure("sessions of several items stand beside those of one video")
      }
      return combination
    }
    let experiment = experiment
    return Workers(jobs: jobs).map(
      groups: experiment.traces.count, of: combinations.count, cancellation: cancellation, progress: progress,
      everyTick: everyTick, prepare: { trace in experiment.start(of: trace) },
      body: { trace, cell, start in
        let player = combinations[cell].player(for: experiment.traces[trace].sha256)
        let metrics = player.play(over: start.link, from: start.offset)
        return Played(metrics: metrics.session, peer: nil, record: QueueRecord(metrics))
      })
  }
}
