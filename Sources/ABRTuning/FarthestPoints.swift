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

  /// Places of points that lie far apart, in order: all where there are not too many, else as many beginning with the first.
  /// - Complexity: O(points × count × coordinates).
  static func spread(_ count: Int, of points: [[Double]]) -> [Int] {
    guard points.count > count else { return Array(points.indices) }
    var far = FarthestPoints(among: points)
    var chosen = [0]
    far.choose(0)
    while chosen.count < count, let next = far.farthest(of: points.indices) {
      chosen.append(next)
      far.choose(next)
    }
    return chosen.sorted()
  }

  /// The squared Euclidean distance.
  static func squaredDistance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
