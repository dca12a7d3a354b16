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

  @Test("the front is what no other point dominates", arguments: 0..<200)
  func front(seed: Int) {
    var random = SeededRandom(seed: seed, path: "front")
    let points = Self.points(1 + random.integer(below: 40), 1 + random.integer(below: 4), &random)
    let expected = points.indices.filter { point in !points.contains { Dominance.dominates($0, points[point]) } }
    #expect(Dominance.front(of: points) == expected, "seed \(seed)")
  }
}
