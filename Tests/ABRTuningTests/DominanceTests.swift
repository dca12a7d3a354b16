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

  @Test("a choice takes better fronts first, keeps what must be kept and has the size asked for", arguments: 0..<200)
  func choice(seed: Int) {
    var random = SeededRandom(seed: seed, path: "choice")
    let points = Self.points(2 + random.integer(below: 40), 1 + random.integer(below: 3), &random)
    let count = 1 + random.integer(below: points.count)
    let kept: Set<Int> = [random.integer(below: points.count)]
    let chosen = Dominance.select(count, of: points, keeping: kept)
    #expect(chosen.count == count && Set(chosen).count == count && kept.isSubset(of: chosen), "seed \(seed)")
    let rank = Dictionary(
      uniqueKeysWithValues: Self.slowFronts(points).enumerated().flatMap { rank, front in front.map { ($0, rank) } })
    let worst = chosen.filter { !kept.contains($0) }.compactMap { rank[$0] }.max() ?? 0
    for point in points.indices where !chosen.contains(point) {
      #expect((rank[point] ?? 0) >= worst, "seed \(seed): \(point) is better than something chosen")
    }
  }

  @Test("of a front that does not fit the ends are taken, then what lies farthest from them")
  func spread() {
    let line = (0...10).map { [Double($0), Double(10 - $0)] }
    #expect(Dominance.select(2, of: line) == [0, 10])
    #expect(Dominance.select(3, of: line) == [0, 5, 10])
    #expect(Dominance.select(5, of: line).count == 5)
  }

  @Test("a known volume, and that of random points by counting cells of a lattice", arguments: 0..<60)
  func hypervolume(seed: Int) {
    #expect(Hypervolume.volume(of: [[0.5, 0.5]], upTo: [1, 1]) == 0.25)
    #expect(Hypervolume.volume(of: [[0, 0.5], [0.5, 0]], upTo: [1, 1]) == 0.75)
    #expect(Hypervolume.volume(of: [[1, 0]], upTo: [1, 1]) == 0)
    #expect(Hypervolume.volume(of: [], upTo: [1, 1, 1]) == 0)
    var random = SeededRandom(seed: seed, path: "volume")
    let coordinates = 1 + seed % 3
    let points = (0..<1 + random.integer(below: 12)).map { _ in
      (0..<coordinates).map { _ in Double(random.integer(below: 9)) }
    }
    var cells = 0
    for cell in 0..<[8, 64, 512][coordinates - 1] {
      let corner = (0..<coordinates).map { Double(cell >> (3 * $0) & 7) }
      if points.contains(where: { zip($0, corner).allSatisfy { $0 <= $1 } }) { cells += 1 }
    }
    let reference = Array(repeating: 8.0, count: coordinates)
    #expect(Hypervolume.volume(of: points, upTo: reference) == Double(cells), "seed \(seed)")
  }
}
