import ABRPolicies

/// A few settings spread over the whole grid, which a search plays over every trace before it looks at the others.
///
/// They say three things that a first rung of few traces cannot: what the ends of the space give, on which traces settings differ at all
/// (stalls are rare, and most traces have none under any setting), and how a value over some of the traces relates to that over all.
struct PilotSettings: Sendable {
  /// How many there are where the space is large enough.
  static let count = 16
  /// They are at most this share of all settings.
  static let greatestShare = 0.05

  /// Indices of the settings, ascending.
  let settings: [Int]
  /// Where each setting of the space lies, each parameter's values evenly from 0 to 1.
  let points: [[Double]]

  /// Chooses settings of a grid: its corners, then always the one farthest from those chosen (``FarthestPoints``), with
  /// each parameter's values placed evenly from 0 to 1.
  ///
  /// Corners are, for each end of each parameter, the settings there with the others as low and as high as can be. What relations leave of a
  /// grid has corners where none of its ends meet, such as the greatest minimum that the least maximum allows.
  ///
  /// - Complexity: O(settings × pilots × parameters).
  init(of space: SearchSpace) {
    let wanted = min(Self.count, Int(Double(space.settings.count) * Self.greatestShare))
    let points = space.settings.map { setting in
      zip(setting.place ?? [], space.parameters).map { place, parameter in
        Double(place) / Double(max(parameter.range.values.count - 1, 1))
      }
    }
    var chosen: [Int] = []
    var far = FarthestPoints(among: points)
    for corner in Self.corners(of: points).prefix(wanted) {
      chosen.append(corner)
      far.choose(corner)
    }
    while chosen.count < wanted, let next = far.farthest(of: points.indices) {
      chosen.append(next)
      far.choose(next)
    }
    settings = chosen.sorted()
    self.points = points
  }

  private static func corners(of points: [[Double]]) -> [Int] {
    var corners: Set<Int> = []
    for parameter in points.first?.indices ?? 0..<0 {
      for (own, others) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
        let corner = points.indices.min { one, other in
          func key(_ index: Int) -> [Double] {
            [own * points[index][parameter]]
              + points[index].indices.filter { $0 != parameter }.map { others * points[index][$0] }
          }
          return key(one).lexicographicallyPrecedes(key(other))
        }
        if let corner { corners.insert(corner) }
      }
    }
    return corners.sorted()
  }

  /// Known settings that describe others: all, or where there are too many some that lie far apart.
  func spread(_ known: [Int]) -> [Int] {
    FarthestPoints.spread(TraceRegression.mostKnown, of: known.map { points[$0] }).map { known[$0] }
  }

  /// How much settings weigh in what is expected of another: the inverse square of their distance in the grid, adding up to 1
  /// (D. Shepard, "A two-dimensional interpolation function for irregularly-spaced data", ACM 1968); a setting among them weighs alone.
  ///
  /// - Parameters:
  ///   - known: indices of settings of the space, at least one.
  ///   - setting: index of the setting that something is expected of.
  /// - Complexity: O(known × parameters).
  func weights(of known: [Int], near setting: Int) -> [Double] {
    let distances = known.map { FarthestPoints.squaredDistance(points[setting], points[$0]) }
    if let same = distances.firstIndex(of: 0) { return distances.indices.map { $0 == same ? 1 : 0 } }
    let total = distances.reduce(0) { $0 + 1 / $1 }
    return distances.map { 1 / $0 / total }
  }
}
