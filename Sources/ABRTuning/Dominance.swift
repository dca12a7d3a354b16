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

  /// The points that no other dominates. Equal points are all among them.
  ///
  /// Points are taken in lexicographic order, so that none is dominated by a later one and only those found so far need
  /// be asked.
  ///
  /// - Returns: indices of the points, ascending.
  /// - Complexity: O(*n*² coordinates) at worst, O(*n* log *n*) for a front of few.
  package static func front(of points: [[Double]]) -> [Int] {
    let order = points.indices.sorted { a, b in
      for (one, other) in zip(points[a], points[b]) where one != other { return one < other }
      return a < b
    }
    var front: [Int] = []
    // Members that came last are nearest, and dominate most often.
    for point in order where !front.reversed().contains(where: { dominates(points[$0], points[point]) }) {
      front.append(point)
    }
    return front.sorted()
  }
}
