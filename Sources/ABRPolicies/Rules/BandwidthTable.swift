import ABRPlayback

/// The bandwidths of the eligible renditions, and the questions that rules ask of them.
///
/// Searches walk from a rendition near the expected answer: from one segment to the next it rarely changes, so both comparisons
/// are predicted by the processor and cost less than a search that looks at every rendition.
struct BandwidthTable: Sendable {
  /// Bits per second of each eligible rendition, ascending, never empty.
  private(set) var bandwidths: [Double] = [0]
  /// Ladder index of each.
  private var ladderIndices = [0]

  /// Index of the highest rendition.
  var top: Int { bandwidths.count - 1 }

  /// Takes over the eligible renditions.
  mutating func prepare(for setup: RuleSetup) {
    bandwidths = setup.bandwidths
    ladderIndices = setup.ladderIndices
  }

  /// Where a rendition of another set of eligible renditions of the same video stands in this one: itself or the nearest lower
  /// one that is eligible, or the lowest.
  func position(of rendition: Int, in other: BandwidthTable) -> Int {
    let index = other.ladderIndices[min(rendition, other.top)]
    return ladderIndices.lastIndex { $0 <= index } ?? 0
  }

  /// The highest rendition whose bandwidth is at most a limit, or the lowest.
  @inline(__always)
  func highest(within limit: Double, near guess: Int) -> Int {
    var rendition = guess
    while rendition < top, bandwidths[rendition + 1] <= limit { rendition += 1 }
    while rendition > 0, !(bandwidths[rendition] <= limit) { rendition -= 1 }
    return rendition
  }

  /// The highest rendition of which a segment arrives, latency included, in no more than its own duration; the lowest when none
  /// does (Sabre, `quality_from_throughput`).
  @inline(__always)
  func highestSustainable(_ estimate: NetworkEstimate, segmentDuration: Double, near guess: Int) -> Int {
    let share = (segmentDuration - estimate.latency) / segmentDuration
    return highest(within: estimate.throughput * share, near: guess)
  }
}
