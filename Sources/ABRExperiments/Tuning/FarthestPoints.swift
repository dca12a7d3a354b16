/// Chooses points that lie far apart: always the one farthest from those chosen (T. F. Gonzalez, "Clustering to minimize the maximum
/// intercluster distance", TCS 38, 1985).
struct FarthestPoints: Sendable {
  private let points: [[Double]]
  /// Squared distance of each point to the nearest one chosen.
  private var near: [Double]

  /// Begins with no point chosen.
  init(among points: [[Double]]) {
    self.points = points
    near = Array(repeating: .infinity, count: points.count)
  }

  /// Chooses a point.
  /// - Complexity: O(points × coordinates).
  mutating func choose(_ chosen: Int) {
    for index in points.indices {
      near[index] = min(near[index], Self.squaredDistance(points[index], points[chosen]))
    }
  }

  /// The candidate farthest from what was chosen, the first one where several are; `nil` of none.
  /// - Complexity: O(candidates).
  func farthest(of candidates: some Sequence<Int>) -> Int? {
    candidates.max { (near[$0], -$0) < (near[$1], -$1) }
  }

  /// The squared Euclidean distance.
  static func squaredDistance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
