/// Chooses those of many points that together dominate the most volume: what is left of a front is as much of it as so few points can hold.
///
/// Always the point comes next that adds most (greedy subset selection: A. P. Guerreiro, C. M. Fonseca and L. Paquete, "Greedy Hypervolume
/// Subset Selection in Low Dimensions", Evolutionary Computation 24, 2016; at least 1 - 1/e of the best choice, in practice nearly all of
/// it). What a point adds only becomes less as others are chosen, so that most need not be looked at again.
struct HypervolumeChoice: Sendable {
  /// With more coordinates the volume takes too long; points that lie far apart are chosen instead.
  static let mostCoordinates = 5
  /// The reference point lies this much beyond the worst of each coordinate, as a share of its range, so that the ends of a front count
  /// (H. Ishibuchi et al., "How to Specify a Reference Point in Hypervolume Calculation", Evolutionary Computation 26, 2018).
  private static let margin = 0.1

  private let points: [[Double]]
  private let reference: [Double]

  /// Prepares a choice.
  /// - Parameter points: harms, less is better; infinite ones count nothing.
  init(among points: [[Double]]) {
    self.points = Dominance.scaled(points)
    reference = Array(repeating: 1 + Self.margin, count: points.first?.count ?? 0)
  }

  /// Chooses points besides those that were chosen before.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - chosen: indices of the points that are there already.
  /// - Returns: the indices in the order of choice; fewer than `count` where no other point adds anything.
  /// - Complexity: O(*n* × chosen × coordinates) and the volumes of a few points for each.
  func next(_ count: Int, besides chosen: some Sequence<Int>) -> [Int] {
    guard let first = points.first, first.count <= Self.mostCoordinates else { return [] }
    var there = chosen.map { points[$0] }
    let taken = Set(chosen)
    var gains = points.indices.filter { !taken.contains($0) }.map { (gain: gain(of: $0, to: there), index: $0) }
    var found: [Int] = []
    while found.count < count {
      guard let next = best(of: &gains, to: there), gains[next].gain > 1e-9 else { break }
      there.append(points[gains[next].index])
      found.append(gains.remove(at: next).index)
    }
    return found
  }

  /// Place of the point that adds most, the first where several do. Gains are upper bounds until they were worked out for what is there.
  private func best(of gains: inout [(gain: Double, index: Int)], to there: [[Double]]) -> Int? {
    var isExact = Set<Int>()
    while true {
      guard
        let top = gains.indices.max(by: { (gains[$0].gain, -gains[$0].index) < (gains[$1].gain, -gains[$1].index) })
      else { return nil }
      if isExact.contains(top) { return top }
      gains[top].gain = gain(of: gains[top].index, to: there)
      isExact.insert(top)
    }
  }

  /// The volume that only this point dominates: its own less what the others dominate of it (the exclusive hypervolume of L. While,
  /// L. Bradstreet and L. Barone, "A Fast Way of Calculating Exact Hypervolumes", IEEE TEVC 16, 2012).
  private func gain(of index: Int, to there: [[Double]]) -> Double {
    let point = points[index]
    var own = 1.0
    for (value, end) in zip(point, reference) {
      guard value < end else { return 0 }
      own *= end - value
    }
    var limited: [[Double]] = []
    for other in there {
      let corner = zip(point, other).map(max)
      if corner == point { return 0 }
      guard zip(corner, reference).allSatisfy({ $0 < $1 }) else { continue }
      if limited.contains(where: { $0 == corner || Dominance.dominates($0, corner) }) { continue }
      limited.removeAll { Dominance.dominates(corner, $0) }
      limited.append(corner)
    }
    return own - Hypervolume.volume(of: limited, upTo: reference)
  }
}
