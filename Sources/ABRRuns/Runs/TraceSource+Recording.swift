import ABRNetwork
import ABRStatistics

extension TraceSource {
  /// The recording that the trace is of, see `TraceCluster`.
  package var recording: String { TraceCluster.name(of: file, family: family) }
}
