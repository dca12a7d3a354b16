import ABRNetwork
import ABRStatistics

/// What several traces look like together, weighted by time.
package struct TraceSummary: Sendable, Hashable {
  /// Number of traces.
  package let count: Int
  /// Their capacity over time.
  package let capacity: CapacityDistribution
  /// Their outages.
  package let outages: Outages
  /// Correlation of the capacity of one second with that of the next, inside each trace (see `TraceStatistics`), as a
  /// mean over the traces weighted by their length; `nil` where no trace has one. Taken over all seconds at once it
  /// would mostly say how much traces differ from each other.
  package let correlation: Double?

  /// Summarises traces.
  ///
  /// - Parameters:
  ///   - sources: at least one.
  ///   - outageThreshold: capacity in bits per second up to which it is an outage.
  /// - Throws: as `TraceSource.trace()`.
  /// - Complexity: O(*n* log *n*) in the number of rows, which are in memory all together.
  package init(of sources: [TraceSource], outageThreshold: Double) throws(TraceError) {
    // In the order of their content, so that files under other names give the same sums to the last bit.
    let sorted = sources.sorted { $0.sha256 < $1.sha256 }
    let traces = try sorted.map { source throws(TraceError) in try source.trace() }
    count = traces.count
    capacity = CapacityDistribution(of: traces)
    outages = Outages(in: traces, upTo: outageThreshold)
    var (weighted, weights) = (CompensatedSum(), CompensatedSum())
    for trace in traces {
      guard let value = TraceStatistics(trace).autocorrelation else { continue }
      weighted.add(value * trace.duration)
      weights.add(trace.duration)
    }
    correlation = weights.value > 0 ? weighted.value / weights.value : nil
  }
}
