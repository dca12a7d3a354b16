import ABRStatistics
import Testing

@Suite struct VerdictTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let lower: Double
    let upper: Double
    let margin: Double
    let expected: Verdict
    var testDescription: String { "[\(lower), \(upper)] ±\(margin): \(expected)" }
  }

  @Test(
    "lower is better: same within the margin first, then on which side of 0 the interval lies",
    arguments: [
      Example(lower: 1, upper: 3, margin: 0, expected: .worse),
      Example(lower: -3, upper: -1, margin: 0, expected: .better),
      Example(lower: 1, upper: 3, margin: 3, expected: .same),
      Example(lower: 1, upper: 3, margin: 2.999, expected: .worse),
      Example(lower: -3, upper: 1, margin: 3, expected: .same),
      Example(lower: -0.1, upper: 3, margin: 0, expected: .inconclusive),
      Example(lower: 0, upper: 3, margin: 0, expected: .inconclusive),
      Example(lower: 0, upper: 0, margin: 0, expected: .same),
      Example(lower: 1, upper: .infinity, margin: 5, expected: .worse),
      Example(lower: -.infinity, upper: .infinity, margin: 5, expected: .inconclusive),
    ])
  func rule(_ example: Example) {
    let interval = ConfidenceInterval(lower: example.lower, upper: example.upper)
    func verdict(_ direction: Direction) -> Verdict {
      Verdict(interval: interval, direction: direction, margin: example.margin)
    }
    #expect(verdict(.lower) == example.expected)
    let mirrored: [Verdict: Verdict] = [.better: .worse, .worse: .better]
    #expect(verdict(.higher) == mirrored[example.expected] ?? example.expected)
    #expect(verdict(.neutral) == (mirrored[example.expected] == nil ? example.expected : .different))
  }

  @Test("without an interval nothing can be said")
  func noInterval() {
    #expect(Verdict(interval: nil, direction: .lower, margin: 100) == .inconclusive)
  }
}
