import ABRTuning

/// How much of the space up to a reference point a set of points dominates: the measure by which fronts are compared.
///
/// Computed by slicing along the last coordinate (E. Zitzler, "Hypervolume metric calculation", ETH Zürich 2001, after
/// J. Knowles), exact for any number of coordinates and fast enough for three.
enum Hypervolume {
  /// The volume between points and a reference point.
  ///
  /// - Parameters:
  ///   - points: harms, less is better; those that are not below the reference in every coordinate count nothing.
  ///   - reference: the worst corner.
  /// - Complexity: O(*n*^(*d* - 1) log *n*) for *d* coordinates.
  static func volume(of points: [[Double]], upTo reference: [Double]) -> Double {
    let inside = points.filter { point in zip(point, reference).allSatisfy { $0 < $1 } }
    let front = Dominance.fronts(of: inside).first?.map { inside[$0] } ?? []
    return slice(Array(Set(front)), reference)
  }

  private static func slice(_ points: [[Double]], _ reference: [Double]) -> Double {
    guard !points.isEmpty else { return 0 }
    let last = reference.count - 1
    if last == 0 { return reference[0] - (points.map { $0[0] }.min() ?? reference[0]) }
    let sorted = points.sorted { $0[last] < $1[last] }
    var volume = 0.0
    for (index, point) in sorted.enumerated() {
      let end = index + 1 < sorted.count ? sorted[index + 1][last] : reference[last]
      guard end > point[last] else { continue }
      let below = sorted[...index].map { Array($0.dropLast()) }
      volume +=
        (end - point[last])
        * slice(Dominance.fronts(of: below).first?.map { below[$0] } ?? [], Array(reference.dropLast()))
    }
    return volume
  }
}
