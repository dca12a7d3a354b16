import ABRStatistics
import Testing

@Suite struct VerdictTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let lower: Double
    let upper: Double
    let p: Double?
    let margin: Double
    let expected: Verdict
    var testDescription: String { "[\(lower), \(upper)] p \(p ?? -1) ±\(margin): \(expected)" }
  }

  @Test(
    "lower is better: same within the margin first, then interval and p-value must agree",
    arguments: [
      Example(lower: 1, upper: 3, p: 0.01, margin: 0, expected: .worse),
      Example(lower: -3, upper: -1, p: 0.01, margin: 0, expected: .better),
      Example(lower: 1, upper: 3, p: 0.2, margin: 0, expected: .inconclusive),
      Example(lower: 1, upper: 3, p: 0.01, margin: 3, expected: .same),
      Example(lower: 1, upper: 3, p: 0.01, margin: 2.999, expected: .worse),
      Example(lower: -3, upper: 1, p: 0.9, margin: 3, expected: .same),
      Example(lower: 0.1, upper: 3, p: 0.05, margin: 0, expected: .worse),
      Example(lower: 0.1, upper: 3, p: 0.051, margin: 0, expected: .inconclusive),
      // The two disagree: nothing is claimed that the interval does not say.
      Example(lower: -0.1, upper: 3, p: 0.04, margin: 0, expected: .inconclusive),
      Example(lower: 0, upper: 3, p: 0.04, margin: 0, expected: .inconclusive),
      Example(lower: 0, upper: 0, p: 1, margin: 0, expected: .same),
      Example(lower: 1, upper: 3, p: nil, margin: 0, expected: .worse),
      Example(lower: -3, upper: -1, p: nil, margin: 0, expected: .better),
      Example(lower: 0, upper: 3, p: nil, margin: 0, expected: .inconclusive),
      Example(lower: 1, upper: .infinity, p: nil, margin: 5, expected: .worse),
      Example(lower: -.infinity, upper: .infinity, p: nil, margin: 5, expected: .inconclusive),
    ])
  func rule(_ example: Example) {
    let interval = ConfidenceInterval(lower: example.lower, upper: example.upper)
    func verdict(_ direction: Direction) -> Verdict {
      Verdict(interval: interval, pValue: example.p, direction: direction, margin: example.margin)
    }
    #expect(verdict(.lower) == example.expected)
    let mirrored: [Verdict: Verdict] = [.better: .worse, .worse: .better]
    #expect(verdict(.higher) == mirrored[example.expected] ?? example.expected)
    #expect(verdict(.neutral) == (mirrored[example.expected] == nil ? example.expected : .different))
  }

  @Test("without an interval nothing can be said")
  func noInterval() {
    let verdict = Verdict(interval: nil, pValue: 0.001, direction: .lower, margin: 100)
    #expect(verdict == .inconclusive)
  }
}
