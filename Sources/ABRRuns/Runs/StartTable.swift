import ABRNetwork
import ABRPlayback

/// The links of a range of traces, built on the node that plays over them.
struct StartTable: Sendable {
  /// Index of the first trace.
  let first: Int
  /// One start a trace.
  let starts: [AnyPlayer.Start]

  /// Builds the tables.
  /// - Complexity: O(rows of the traces).
  init(of experiment: Experiment, traces: Range<Int>) {
    first = traces.lowerBound
    starts = traces.map { index in
      let input = experiment.traces[index]
      return AnyPlayer.Start(
        link: Link(input.trace, end: experiment.traceEnd, defaultLatency: experiment.defaultLatency),
        offset: experiment.offset(of: input))
    }
  }

  subscript(trace: Int) -> AnyPlayer.Start { starts[trace - first] }
}
