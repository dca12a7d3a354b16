import ABRStatistics

/// Where names stand beside points of stalls and quality, so that they can be read.
struct LabelPlaces: Sendable {
  /// Bitrates at which the names stand, `nil` for a point that is not there.
  private(set) var heights: [Double?]
  /// Whether a name stands to the left of its point.
  private(set) var isLeft: [Bool]

  /// By how much of its own height a name stands above its place, and how far its middle stays from the points of
  /// others.
  static let (rise, clearance) = (0.6, 0.9)

  /// Finds places: the nearest to its point, above or below, where a name is clear of other names and of the points of
  /// others. It stands on the side of the middle of the picture, or where that takes it nearer and there is room on the
  /// other one.
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
    /// From where to where a name is written.
    func width(_ index: Int, isLeft: Bool) -> (from: Double, to: Double) {
      let own = stalls[index] ?? left
      return isLeft ? (own - reach, own) : (own, own + reach)
    }
    for (rank, index) in order.enumerated() {
      guard let own = stalls[index], let height = heights[index] else { continue }
      func isFree(_ candidate: Double, isLeft side: Bool) -> Bool {
        let ends = width(index, isLeft: side)
        let isOnName = order[..<rank].contains { other in
          guard let name = heights[other] else { return false }
          let there = width(other, isLeft: isLeft[other])
          // Names that begin at one point and go to two sides are read as one.
          let isBeside = ends.from < there.to && there.from < ends.to || stalls[other] == own
          return isBeside && abs(name - candidate) < gap * 0.999
        }
        let middle = candidate + gap * Self.rise
        return !isOnName
          && !order.contains { other in
            guard other != index, let point = points[other]?.bitrate.estimate, let there = stalls[other] else {
              return false
            }
            let beside = side ? own - there : there - own
            return beside > reach * 0.05 && beside < reach && abs(point - middle) < gap * Self.clearance * 0.999
          }
      }
      let usual = isLeft[index]
      let hasRoom = usual ? own + reach <= right : own - reach >= left
      let sides = hasRoom ? [usual, !usual] : [usual]
      // Names and points of all others leave some place within twice their number of heights.
      let places = (0...8 * order.count).lazy.flatMap { step in
        [Double(step), -Double(step)].flatMap { step in sides.map { (step: step, isLeft: $0) } }
      }
      guard let place = places.first(where: { isFree(height + $0.step * gap / 2, isLeft: $0.isLeft) }) else { continue }
      heights[index] = height + place.step * gap / 2
      isLeft[index] = place.isLeft
    }
  }
}
