import ABRParallel
import ABRPlayback
import ABRPolicies

extension ExperimentRunner {
  /// Runs an experiment whose sessions have several items: one session a trace and combination.
  func runQueues(
    on topology: some Topology, cancellation: CancellationFlag, progress: ProgressCounter,
    everyTick: ((ProgressCounter) -> Void)?
  ) -> (sessions: [Played?], report: PoolReport) {
    let combinations = experiment.cells.map { cell in
      guard let combination = cell.queue else {
        preconditionFailure("sessions of several items stand beside those of one video")
      }
      return combination
    }
    let experiment = experiment
    let plan = WorkPlan(
      topology: topology, jobs: jobs, groupSizes: experiment.traces.map { _ in combinations.count })
    let slots = ResultSlots<QueueMetrics>(count: plan.itemCount)
    let report = PinnedPool(plan: plan).run(
      cancellation: cancellation, progress: progress, everyTick: everyTick,
      prepare: { queue in StartTable(of: experiment, traces: queue.groups) },
      body: { chunk, starts, _ in
        slots.fill(chunk.items) { output in
          for item in chunk.items {
            let (trace, cell) = item.quotientAndRemainder(dividingBy: combinations.count)
            let player = combinations[cell].player(for: experiment.traces[trace].sha256)
            output.append(player.play(over: starts[trace].link, from: starts[trace].offset))
          }
        }
      })
    let sessions = slots.takePartial().map { metrics in
      metrics.map { Played(metrics: $0.session, peer: nil, record: QueueRecord($0)) }
    }
    return (sessions, report)
  }
}
