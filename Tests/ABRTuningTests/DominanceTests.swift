import ABRInput
import Testing

@testable import ABRTuning

@Suite("Dominance")
struct DominanceTests {
  /// Points on a coarse lattice, so that ties and equal points are common; some are infinite.
  private static func points(_ count: Int, _ coordinates: Int, _ random: inout SeededRandom) -> [[Double]] {
    (0..<count).map { _ in
      (0..<coordinates).map { _ in
        random.integer(below: 40) == 0 ? .infinity : Double(random.integer(below: 7)) / 4
      }
    }
  }

  /// The definition: peel what nothing left dominates.
  private static func slowFronts(_ points: [[Double]]) -> [[Int]] {
    var left = Array(points.indices)
    var fronts: [[Int]] = []
    while !left.isEmpty {
      let front = left.filter { point in !left.contains { Dominance.dominates(points[$0], points[point]) } }
      fronts.append(front)
      left.removeAll { front.contains($0) }
    }
    return fronts
  }

  @Test("fronts are those that peeling gives", arguments: 0..<200)
  func fronts(seed: Int) {
    var random = SeededRandom(seed: seed, path: "fronts")
    let points = Self.points(1 + random.integer(below: 40), 1 + random.integer(below: 4), &random)
    #expect(Dominance.fronts(of: points) == Self.slowFronts(points), "seed \(seed)")
  }
}
