import ABRInput
import ABRTestSupport
import Testing

@testable import ABRMedia

/// Paths that are found by their ends.
@Suite struct PathEndsTests {
  @Test("of random paths the same is found as by looking at all of them", arguments: Seeds.blocks(of: 200))
  func oracle(seeds: Range<UInt64>) {
    for seed in seeds { check(Int(seed)) }
  }

  private func check(_ seed: Int) {
    var random = SeededRandom(seed: seed, path: "ends")
    let names = ["a", "b", "a-", "a!", "ab", "é"]
    func path() -> String {
      (0...random.integer(below: 4)).map { _ in names[random.integer(below: names.count)] }.joined(separator: "/")
    }
    let paths = Set((0..<random.integer(below: 13)).map { _ in path() })
    let ends = PathEnds(paths)
    for _ in 0..<20 {
      let wanted = path()
      let found = paths.filter { $0 == wanted || $0.hasSuffix("/\(wanted)") }
      let expected = found.contains(wanted) ? wanted : found.count == 1 ? found.first : nil
      #expect(ends.path(endingIn: wanted) == expected, "seed \(seed): \(wanted) in \(paths.sorted())")
    }
  }
}
