import ABRPolicies
import ABRTestSupport
import Testing

@testable import ABRTuning

@Suite("Random samples of a space")
struct RandomSampleTests {
  private static let relation = "network-balance.open<=growth.min"

  private func space() throws -> SearchSpace {
    try SearchSpace(
      templates: [
        SpecTemplate(.policy, parsing: "bola"), SpecTemplate(.buffer, parsing: "growth"),
        SpecTemplate(.preload, parsing: "network-balance(next=2)"),
      ],
      ranges: [
        (name: "growth.min", text: "2..24s by 2s"), (name: "growth.max", text: "6..90s by 6s"),
        (name: "network-balance.open", text: "2..20s by 2s"),
      ], relations: [Self.relation])
  }

  @Test(
    "a sample has as many settings as wanted, of the space, each once, in the order of the grid",
    arguments: 1...Seeds.rounds(of: 20))
  func members(seed: Int) throws {
    let space = try space()
    let places = Dictionary(uniqueKeysWithValues: space.settings.enumerated().map { ($1, $0) })
    for count in [1, 2, 50, space.settings.count - 1] {
      let sample = space.randomSample(count, seed: seed)
      // Walked once from end to end: each setting comes after the one before it.
      var last = -1
      for setting in sample {
        let place = try #require(places[setting], "\(setting)")
        #expect(place > last)
        last = place
      }
      #expect(sample.count == count)
      for setting in sample {
        let values = setting.values.compactMap(\.number)
        #expect(values[2] <= values[0] && values[0] <= values[1], "\(setting) does not meet \(Self.relation)")
      }
    }
  }

  @Test("a sample is a function of the seed and the space")
  func determinism() throws {
    let (one, other) = (try space(), try space())
    #expect(one.randomSample(40, seed: 5) == other.randomSample(40, seed: 5))
    #expect(one.randomSample(40, seed: 5) != one.randomSample(40, seed: 6))
  }

  @Test("as many settings as there are, or more, are all of them", arguments: [0, 1, 1000])
  func all(more: Int) throws {
    let space = try space()
    #expect(space.randomSample(space.settings.count + more, seed: 1) == space.settings)
  }

  @Test("every setting is drawn as often as any other, within chance")
  func fairness() throws {
    let space = try SearchSpace(
      templates: [SpecTemplate(.policy, parsing: "bola"), SpecTemplate(.buffer, parsing: "growth")],
      ranges: [(name: "max", text: "40..59s by 1s")])
    var counts = [Int](repeating: 0, count: 20)
    for seed in 0..<2000 {
      for setting in space.randomSample(5, seed: seed) { counts[setting.place?.first ?? 0] += 1 }
    }
    // 500 each; five standard deviations of 19.
    #expect(counts.allSatisfy { (403...597).contains($0) }, "\(counts)")
  }
}
