import Testing

@testable import ABRStatistics

@Suite("Ties")
struct TieTests {
  private static let pairs: [(one: Double, other: Double, expected: Bool)] = [
    (1, 1, true), (1, 1 + 1e-13, true), (1, 1 + 1e-11, false), (-1, -1 - 1e-13, true), (1, -1, false),
    (0, 0, true), (0, 1e-300, false), (1e30, 1e30 * (1 - 1e-13), true), (.infinity, .infinity, true),
    (.infinity, 1, false), (1, .infinity, false),
  ]

  @Test(
    "numbers that differ by rounding are tied, and others are not",
    arguments: pairs)
  func holds(one: Double, other: Double, expected: Bool) {
    #expect(Tie.holds(one, other) == expected && Tie.holds(other, one) == expected)
    #expect((Tie.difference(other, one) == 0) == expected)
  }

  @Test("times of a clock are tied where they differ by the rounding of its readings")
  func clocks() {
    let (one, other) = (0.001, 0.0010000000000012221)
    #expect(!Tie.holds(one, other) && !Tie.holds(one, other, onClock: 0.0005))
    #expect(Tie.holds(one, other, onClock: 8) && !Tie.holds(one, one + 1e-9, onClock: 8))
    #expect(!Tie.holds(.infinity, 1, onClock: 8))
  }

  /// The stalled seconds of bola and of auto over a bundled trace: both wait for the same bytes, at other readings of
  /// the clock.
  private static let stalls = (bola: 11.239216958176428, auto: 11.239216958176485)

  @Test("a cluster whose sums differ by rounding alone is tied everywhere")
  func clusters() throws {
    func terms(_ stall: Double) -> [PairedClusters.Term] {
      [.init(cluster: "a", numerator: stall, denominator: stall + 600)]
        + (0..<5).map { .init(cluster: "b\($0)", numerator: 0, denominator: 600) }
    }
    let paired = PairedComparison(
      try PairedClusters(reference: terms(Self.stalls.bola), candidate: terms(Self.stalls.auto)), direction: .lower)
    #expect(paired.difference == 0 && paired.counts.tied == 6 && paired.counts.worse == 0)
    #expect(paired.contributions.allSatisfy { $0 == 0 } && paired.effectiveSize == nil)
    #expect(paired.verdict == .same)
    // A real difference elsewhere does not bring the rounding back.
    let more = PairedComparison(
      try PairedClusters(
        reference: terms(Self.stalls.bola) + [.init(cluster: "c", numerator: 0, denominator: 600)],
        candidate: terms(Self.stalls.auto) + [.init(cluster: "c", numerator: 6, denominator: 606)]),
      direction: .lower)
    #expect(more.counts.worse == 1 && more.counts.tied == 6)
    #expect(more.contributions.dropLast().allSatisfy { $0 == 0 } && (more.contributions.last ?? 0) > 0)
  }

  @Test("a percentile that differs by rounding alone is the same")
  func percentiles() throws {
    func values(_ shift: Double) -> [PairedSamples.Value] {
      (0..<6).map { .init(cluster: "\($0)", value: Self.stalls.bola * Double($0 + 1) + shift) }
    }
    let comparison = try #require(
      PercentileComparison.compare(
        PairedSamples(reference: values(0), candidate: values(1e-14)), at: [0.5], direction: .lower, seed: 1
      ).first)
    #expect(comparison.difference == 0 && comparison.interval == ConfidenceInterval(lower: 0, upper: 0))
    #expect(comparison.verdict == .same)
  }
}
