/// Which points of a set are worse than others in every way. Coordinates are harms: less is better, infinity is the
/// worst.
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
  /// Points are taken in lexicographic order, so that none is dominated by a later one, and each goes to the first
  /// front of which no member dominates it, found by bisection (X. Zhang, Y. Tian, R. Cheng and Y. Jin, "An Efficient
  /// Approach to Nondominated Sorting", IEEE TEVC 19, 2015, ENS-BS). Equal points share a front.
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
}
