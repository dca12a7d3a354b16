import ABRNetwork
import ABRStatistics

/// How much of the time traces carry how much: the distribution of their capacity, weighted by time.
///
/// It is exact on rows of constant capacity, nothing is sampled: how a recording is cut into rows does not matter, nor
/// in which order rows or traces stand.
package struct CapacityDistribution: Sendable, Hashable {
  /// The capacities that occur, ascending, each once, in bits per second.
  package let bandwidths: [Double]
  /// Seconds at or below each of ``bandwidths``.
  private let ends: [Double]
  /// Time-weighted mean in bits per second.
  package let mean: Double

  /// Takes traces together.
  ///
  /// - Parameter traces: at least one.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  package init(of traces: some Sequence<BandwidthTrace>) {
    // Sorted by both, so that the same rows in another order give the same sums to the last bit.
    let rows = traces.flatMap(\.rows).sorted { ($0.bandwidth, $0.duration) < ($1.bandwidth, $1.duration) }
    precondition(!rows.isEmpty, "a distribution of no trace")
    var bandwidths: [Double] = []
    var ends: [Double] = []
    var time = CompensatedSum()
    var bits = CompensatedSum()
    for row in rows {
      time.add(row.duration)
      bits.add(row.duration * row.bandwidth)
      if bandwidths.last == row.bandwidth {
        ends[ends.count - 1] = time.value
      } else {
        bandwidths.append(row.bandwidth)
        ends.append(time.value)
      }
    }
    self.bandwidths = bandwidths
    self.ends = ends
    mean = bits.value / time.value
  }

  /// Seconds that the distribution covers.
  package var duration: Double { ends[ends.count - 1] }

  /// The smallest capacity in bits per second that is not exceeded for a share of the time.
  ///
  /// - Parameter share: 0 to 1.
  /// - Complexity: O(log *n*).
  package func quantile(_ share: Double) -> Double {
    precondition((0...1).contains(share), "\(share) is not a share")
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < share * duration { low = middle + 1 } else { high = middle }
    }
    return bandwidths[low]
  }

  /// How far another distribution is from this one.
  /// - Complexity: O(*n*) in the capacities of both.
  package func distance(to other: CapacityDistribution) -> CapacityDistance {
    var largest = 0.0
    var area = CompensatedSum()
    // Shares of the time at or below the capacity that was reached.
    var (share, otherShare) = (0.0, 0.0)
    var (index, otherIndex) = (0, 0)
    var reached = 0.0
    while index < bandwidths.count || otherIndex < other.bandwidths.count {
      let own = index < bandwidths.count ? bandwidths[index] : .infinity
      let others = otherIndex < other.bandwidths.count ? other.bandwidths[otherIndex] : .infinity
      let next = min(own, others)
      area.add((share - otherShare).magnitude * (next - reached))
      reached = next
      if own == next {
        share = ends[index] / duration
        index += 1
      }
      if others == next {
        otherShare = other.ends[otherIndex] / other.duration
        otherIndex += 1
      }
      largest = max(largest, (share - otherShare).magnitude)
    }
    return CapacityDistance(kolmogorovSmirnov: largest, wasserstein: area.value)
  }
}
