import ABRNetwork
import ABRParallel
import ABRPlayback
import ABRPolicies

extension ExperimentRunner {
  /// Runs an experiment under the model mm22.
  ///
  /// Sessions are independent and played in parallel. What the simulator carries from one trace to the next touches its
  /// own scores only, so that they are worked out afterwards, in the order in which it plays the traces of a folder.
  func runMM22(
    cancellation: CancellationFlag, progress: ProgressCounter, everyTick: ((ProgressCounter) -> Void)?
  ) -> [Played?] {
    let combinations = experiment.cells.map { cell in
      guard let combination = cell.mm22 else {
        preconditionFailure("combinations of the model mm22 stand beside those of another")
      }
      return combination
    }
    let experiment = experiment
    let wantsPeers = wantsPeers
    let outcomes = Workers(jobs: jobs).map(
      groups: experiment.traces.count, of: combinations.count, cancellation: cancellation, progress: progress,
      everyTick: everyTick, prepare: { trace in experiment.start(of: trace) },
      body: { trace, cell, start in
        let combination = combinations[cell]
        var outcome = combination.policy.play(combination.queue, combination.watchTimes[trace], start.link)
        if !wantsPeers { outcome.steps = [] }
        return outcome
      })
    var peers: [Int: PeerAccount] = [:]
    if wantsPeers {
      for (cell, combination) in combinations.enumerated() {
        var steps: [Int: [MM22Step]] = [:]
        for trace in experiment.traces.indices {
          steps[trace] = outcomes[trace * combinations.count + cell]?.steps
        }
        for order in Self.runs(of: experiment.traces) {
          for (trace, account) in combination.accounts(of: steps, order: order) {
            peers[trace * combinations.count + cell] = account
          }
        }
      }
    }
    return outcomes.indices.map { index in
      outcomes[index].map { Played(metrics: $0.metrics, peer: peers[index]) }
    }
  }

  /// The runs that the simulator would make of the traces: one for each folder, in the order of the numbers in the
  /// traces' names.
  static func runs(of traces: [TraceSource]) -> [[Int]] {
    let folders = Dictionary(grouping: traces.indices) { index in
      traces[index].file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
    return folders.values.map { indices in
      let named = indices.map { (index: $0, name: NumericOrder(traces[$0].trace.name)) }
      return named.sorted { ($0.name, $0.index) < ($1.name, $1.index) }.map(\.index)
    }
  }
}
