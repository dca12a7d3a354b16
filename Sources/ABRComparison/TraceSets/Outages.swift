import ABRNetwork
import ABRStatistics

/// Stretches in which traces carry nothing, or no more than a threshold.
///
/// Neighbouring rows are one stretch; the end of a trace ends its stretch, because sessions need not wrap.
package struct Outages: Sendable, Hashable {
  /// Share of the time inside them, 0 to 1.
  package let share: Double
  /// Number of stretches.
  package let count: Int
  /// Mean length of a stretch in seconds; `nil` without any.
  package let meanLength: Double?

  /// Finds them.
  ///
  /// - Parameters:
  ///   - traces: at least one.
  ///   - threshold: capacity in bits per second up to which, and with which, it is an outage.
  /// - Complexity: O(*rows*).
  package init(in traces: some Sequence<BandwidthTrace>, upTo threshold: Double) {
    var (total, inside) = (CompensatedSum(), CompensatedSum())
    var count = 0
    for trace in traces {
      var isInside = false
      for row in trace.rows {
        total.add(row.duration)
        let isOutage = row.bandwidth <= threshold
        if isOutage {
          inside.add(row.duration)
          if !isInside { count += 1 }
        }
        isInside = isOutage
      }
    }
    precondition(total.value > 0, "outages of no trace")
    share = inside.value / total.value
    self.count = count
    meanLength = count == 0 ? nil : inside.value / Double(count)
  }
}
