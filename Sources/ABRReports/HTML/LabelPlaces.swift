/// Where names stand beside points of stalls and quality, so that they can be read.
struct LabelPlaces: Sendable {
  /// Bitrates at which the names stand, `nil` for a point that is not there.
  private(set) var heights: [Double?]
  /// Whether a name stands to the left of its point, as those of points near the right edge do.
  let isLeft: [Bool]

  /// Finds places: a name goes down until it is clear of those above that stand over nearly the same stalls.
  ///
  /// - Parameter points: stalls and quality of each configuration.
  /// - Complexity: O(*n*²) in configurations.
  init(_ points: [(rebuffer: PooledSummary.Ratio, bitrate: PooledSummary.Ratio)?]) {
    let present = points.compactMap(\.self)
    // As the axis of the picture has them.
    let stalls = points.map { $0?.rebuffer.estimate.squareRoot() }
    let left = (present.map(\.rebuffer.high).max() ?? 0).squareRoot()
    let right = (present.map(\.rebuffer.low).min() ?? 0).squareRoot()
    let span = (present.map(\.bitrate.high).max() ?? 0) - (present.map(\.bitrate.low).min() ?? 0)
    // A name takes about a twentieth of the height and a third of the width.
    let (gap, reach) = (span / 19, (left - right) / 3)
    heights = points.map { $0?.bitrate.estimate }
    // Less stalling is to the right.
    isLeft = stalls.map { ($0 ?? left) < right + (left - right) * 0.4 }
    let order = points.indices.filter { points[$0] != nil }
      .sorted { (heights[$0] ?? 0, $1) > (heights[$1] ?? 0, $0) }
    for (place, index) in order.enumerated() {
      guard let own = stalls[index], var height = heights[index] else { continue }
      // Every step goes down, and past a name for good.
      while let above = order[..<place].compactMap({ other -> Double? in
        guard let above = heights[other], let there = stalls[other], abs(own - there) < reach,
          abs(above - height) < gap * 0.999
        else { return nil }
        return above
      }).first { height = above - gap }
      heights[index] = height
    }
  }
}
