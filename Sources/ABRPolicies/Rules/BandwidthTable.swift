import ABRPlayback

/// The bandwidths of the eligible renditions, and the questions that rules ask of them.
///
/// Searches walk from a rendition near the expected answer: from one segment to the next it rarely changes, so both
/// comparisons are predicted by the processor and cost less than a search that looks at every rendition.
struct BandwidthTable: Sendable {
  private struct Row: Sendable {
    var bandwidth: Double
    var ladderIndex: Int
  }

  /// One row for each eligible rendition, by ascending bandwidth, never empty; one array, so that a copy costs one
  /// reference.
  private var rows = [Row(bandwidth: 0, ladderIndex: 0)]

  /// Index of the highest rendition.
  @inline(__always)
  var top: Int { rows.count - 1 }

  /// Bits per second of an eligible rendition.
  @inline(__always)
  func bandwidth(_ rendition: Int) -> Double { rows[rendition].bandwidth }

  /// Takes over the eligible renditions.
  mutating func prepare(for setup: RuleSetup) {
    rows = zip(setup.bandwidths, setup.ladderIndices).map { Row(bandwidth: $0, ladderIndex: $1) }
  }

  /// Where a rendition of another set of eligible renditions of the same video stands in this one: itself or the
  /// nearest lower one that is eligible, or the lowest.
  func position(of rendition: Int, in other: BandwidthTable) -> Int {
    let index = other.rows[min(rendition, other.top)].ladderIndex
    return rows.lastIndex { $0.ladderIndex <= index } ?? 0
  }

  /// The highest rendition whose bandwidth is at most a limit, or the lowest.
  @inline(__always)
  func highest(within limit: Double, near guess: Int) -> Int {
    var rendition = guess
    while rendition < top, bandwidth(rendition + 1) <= limit { rendition += 1 }
    while rendition > 0, !(bandwidth(rendition) <= limit) { rendition -= 1 }
    return rendition
  }

  /// The highest rendition of which a segment arrives, latency included, in no more than its own duration; the lowest
  /// when none does (Sabre, `quality_from_throughput`).
  @inline(__always)
  func highestSustainable(_ estimate: NetworkEstimate, segmentDuration: Double, near guess: Int) -> Int {
    let share = (segmentDuration - estimate.latency) / segmentDuration
    return highest(within: estimate.throughput * share, near: guess)
  }
}

extension [Int] {
  /// Where a rendition stands among the eligible ones, whose ladder indices these are: itself or the nearest lower one
  /// that is eligible, or the lowest.
  @inline(__always)
  func eligiblePosition(of ladderIndex: Int) -> Int {
    // Without limits each stands at its own place.
    if ladderIndex < count, self[ladderIndex] == ladderIndex { return ladderIndex }
    return lastIndex { $0 <= ladderIndex } ?? 0
  }
}
