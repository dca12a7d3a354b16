/// Which points of a set are worse than others in every way. Coordinates are harms: less is better, infinity is the worst.
package enum Dominance {
  /// Whether a point is no worse in any coordinate and better in one.
  /// - Complexity: O(coordinates).
  package static func dominates(_ one: [Double], _ other: [Double]) -> Bool {
    var isBetter = false
    for (a, b) in zip(one, other) {
      if a > b { return false }
      if a < b { isBetter = true }
    }
    return isBetter
  }

  /// The points in fronts: the first is dominated by no point, each later one by points of the fronts before it only.
  ///
  /// Points are taken in lexicographic order, so that none is dominated by a later one, and each goes to the first front of which no
  /// member dominates it, found by bisection (X. Zhang, Y. Tian, R. Cheng and Y. Jin, "An Efficient Approach to Nondominated Sorting",
  /// IEEE TEVC 19, 2015, ENS-BS). Equal points share a front.
  ///
  /// - Returns: indices of the points, in each front ascending.
  /// - Complexity: O(*n*² coordinates) at worst, O(*n* log *n*) for one front of few.
  package static func fronts(of points: [[Double]]) -> [[Int]] {
    let order = points.indices.sorted { a, b in
      for (one, other) in zip(points[a], points[b]) where one != other { return one < other }
      return a < b
    }
    var fronts: [[Int]] = []
    for point in order {
      var low = 0
      var high = fronts.count
      while low < high {
        let middle = (low + high) / 2
        // Members that came last are nearest, and dominate most often.
        if fronts[middle].reversed().contains(where: { dominates(points[$0], points[point]) }) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      if low == fronts.count { fronts.append([]) }
      fronts[low].append(point)
    }
    return fronts.map { $0.sorted() }
  }

  /// Chooses so many points that the best fronts come first, and of the front that does not fit as a whole those that lie farthest
  /// apart.
  ///
  /// Coordinates are scaled by their range over all points. Of the last front the best in each coordinate comes first, then always the point
  /// farthest from what was chosen (``FarthestPoints``).
  /// Deleting near-ties instead, as ε-dominance does, was measured and loses whole parts of a front.
  ///
  /// - Parameter chosen: points that are in anyway; they count.
  /// - Returns: `count` indices, or all, ascending.
  /// - Complexity: that of ``fronts(of:)``, and O(*n* × `count` × coordinates).
  package static func select(_ count: Int, of points: [[Double]], keeping chosen: Set<Int> = []) -> [Int] {
    guard points.count > count else { return Array(points.indices) }
    var chosen = chosen
    let scaled = Self.scaled(points)
    for front in fronts(of: points) {
      let rest = front.filter { !chosen.contains($0) }
      if chosen.count + rest.count <= count {
        chosen.formUnion(rest)
        continue
      }
      spread(over: rest, of: scaled, upTo: count, into: &chosen)
      break
    }
    return chosen.sorted()
  }

  private static func spread(over front: [Int], of scaled: [[Double]], upTo count: Int, into chosen: inout Set<Int>) {
    var rest = front
    var far = FarthestPoints(among: scaled)
    for point in chosen { far.choose(point) }
    func take(_ point: Int) {
      rest.removeAll { $0 == point }
      chosen.insert(point)
      far.choose(point)
    }
    for coordinate in scaled[0].indices where chosen.count < count {
      guard let best = rest.min(by: { (scaled[$0][coordinate], $0) < (scaled[$1][coordinate], $1) }) else { break }
      take(best)
    }
    while chosen.count < count, let farthest = far.farthest(of: rest) { take(farthest) }
  }

  /// Coordinates from 0 to 1 over the finite values; what is infinite is 2, and a coordinate that never varies 0.
  static func scaled(_ points: [[Double]]) -> [[Double]] {
    guard let first = points.first else { return [] }
    let ranges = first.indices.map { coordinate -> (low: Double, width: Double) in
      let finite = points.lazy.map { $0[coordinate] }.filter(\.isFinite)
      guard let low = finite.min(), let high = finite.max() else { return (0, 0) }
      return (low, high - low)
    }
    return points.map { point in
      zip(point, ranges).map { value, range in
        value.isFinite ? (range.width > 0 ? (value - range.low) / range.width : 0) : 2
      }
    }
  }
}
