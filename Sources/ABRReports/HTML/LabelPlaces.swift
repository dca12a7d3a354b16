import ABRStatistics

/// Where names stand beside points of stalls and quality, so that they can be read.
struct LabelPlaces: Sendable {
  /// Bitrates at which the names stand, `nil` for a point that is not there.
  private(set) var heights: [Double?]
  /// Whether a name stands to the left of its point, as those of points in the right half do.
  let isLeft: [Bool]

  /// By how much of its own height a name stands above its place, and how far its middle stays from the points of
  /// others.
  static let (rise, clearance) = (0.6, 0.9)

  /// Finds places: the nearest to its point, above or below, where a name is clear of those that stand over nearly the
  /// same stalls, and of the points of others that lie where it is written.
  ///
  /// - Parameter points: stalls and quality of each configuration.
  /// - Complexity: O(*n*²) in configurations.
  init(_ points: [(rebuffer: RatioEstimate, bitrate: RatioEstimate)?]) {
    let present = points.compactMap(\.self)
    // As the axis of the picture has them.
    let stalls = points.map { $0?.rebuffer.estimate.squareRoot() }
    let left = (present.map(\.rebuffer.span.lowerBound).min() ?? 0).squareRoot()
    let right = (present.map(\.rebuffer.span.upperBound).max() ?? 0).squareRoot()
    let bitrates = present.map(\.bitrate.span)
    let span = (bitrates.map(\.upperBound).max() ?? 0) - (bitrates.map(\.lowerBound).min() ?? 0)
    // A name takes about a twentieth of the height and a third of the width.
    let (gap, reach) = (span / 19, right > left ? (right - left) / 3 : 1)
    heights = points.map { $0?.bitrate.estimate }
    isLeft = stalls.map { ($0 ?? left) > left + (right - left) / 2 }
    let order = points.indices.filter { points[$0] != nil }
      .sorted { (heights[$0] ?? 0, $1) > (heights[$1] ?? 0, $0) }
    for (rank, index) in order.enumerated() {
      guard let own = stalls[index], let height = heights[index] else { continue }
      func isFree(_ candidate: Double) -> Bool {
        let isOnName = order[..<rank].contains { other in
          guard let name = heights[other], let there = stalls[other] else { return false }
          // Names on two sides may meet between their points.
          let between = isLeft[index] == isLeft[other] ? reach : (isLeft[index] ? own - there : there - own) / 2
          let isNear = abs(own - there) < reach || between > 0 && between < reach
          return isNear && abs(name - candidate) < gap * 0.999
        }
        let middle = candidate + gap * Self.rise
        return !isOnName
          && !order.contains { other in
            guard other != index, let point = points[other]?.bitrate.estimate, let there = stalls[other] else {
              return false
            }
            let beside = isLeft[index] ? own - there : there - own
            return beside > reach * 0.05 && beside < reach && abs(point - middle) < gap * Self.clearance * 0.999
          }
      }
      // Names and points of all others leave some place within twice their number of heights.
      let steps: [Double] = (0...8 * order.count).flatMap { step -> [Double] in [Double(step), -Double(step)] }
      let place = steps.first { isFree(height + $0 * gap / 2) }
      heights[index] = height + (place ?? 0) * gap / 2
    }
  }
}
