import ABRInput
import Testing

@testable import ABRTuning

@Suite("Choices by hypervolume")
struct HypervolumeChoiceTests {
  private static func points(_ count: Int, _ coordinates: Int, _ random: inout SeededRandom) -> [[Double]] {
    (0..<count).map { _ in (0..<coordinates).map { _ in Double(random.integer(below: 12)) } }
  }

  @Test("each point that is chosen adds as much as any other would, by volumes worked out anew", arguments: 0..<80)
  func greedy(seed: Int) {
    var random = SeededRandom(seed: seed, path: "greedy")
    let points = Self.points(3 + random.integer(below: 25), 1 + random.integer(below: 4), &random)
    let before = [random.integer(below: points.count)]
    let chosen = HypervolumeChoice(among: points).next(5, besides: before)
    let scaled = Dominance.scaled(points)
    let reference = Array(repeating: 1.1, count: points[0].count)
    func volume(_ indices: [Int]) -> Double { Hypervolume.volume(of: indices.map { scaled[$0] }, upTo: reference) }
    var there = before
    for index in chosen {
      let gain = volume(there + [index]) - volume(there)
      let most = points.indices.map { volume(there + [$0]) - volume(there) }.max() ?? 0
      #expect(gain > 0 && abs(gain - most) < 1e-9, "seed \(seed)")
      there.append(index)
    }
    if chosen.count < 5 {
      #expect(points.indices.allSatisfy { volume(there + [$0]) - volume(there) <= 1e-9 }, "seed \(seed)")
    }
    #expect(Set(there).count == there.count)
  }

  @Test("points that are infinite or beaten add nothing, and of too many coordinates none is chosen")
  func nothing() {
    let points = [[0.0, 0], [1, 1], [.infinity, -1], [0, 2]]
    #expect(HypervolumeChoice(among: points).next(4, besides: []) == [0])
    #expect(HypervolumeChoice(among: [Array(repeating: 0.0, count: 6)]).next(1, besides: []).isEmpty)
  }
}
