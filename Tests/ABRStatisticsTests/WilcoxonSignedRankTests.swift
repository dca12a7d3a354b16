import ABRStatistics
import Testing

@Suite struct WilcoxonSignedRankTests {
  @Test("p-values are SciPy's, exact where there are neither zeros nor ties and few differences")
  func reference() throws {
    let cases = try StatisticsFixtures.load().wilcoxon
    #expect(cases.count == 12)
    for (index, example) in cases.enumerated() {
      let found = WilcoxonSignedRank(example.differences)
      #expect(found.isExact == example.exact, "case \(index)")
      #expect(StatisticsFixtures.agree(found.twoSided, example.p), "case \(index): \(found.twoSided), not \(example.p)")
      if let score = example.z {
        // SciPy's two-sided score is that of the smaller rank sum, and so never positive.
        #expect(StatisticsFixtures.agree(-(try #require(found.score)).magnitude, score), "case \(index)")
      }
    }
  }

  @Test("the two rank sums share all ranks but those of zeros")
  func ranks() {
    let test = WilcoxonSignedRank([0, 3, -1, 1, 0, 2])
    // Zeros have the ranks 1 and 2, the two ones 3.5 each, then 5 and 6.
    #expect(test.positiveRanks == 14.5)
    #expect(test.negativeRanks == 3.5)
  }

  @Test("differences that are all zero, or none, tell nothing")
  func nothing() {
    #expect(WilcoxonSignedRank([]).twoSided == 1)
    #expect(WilcoxonSignedRank([0, 0, 0]).twoSided == 1)
    #expect(WilcoxonSignedRank([0, 0, 0]).score == nil)
  }

  @Test("one difference can never be significant")
  func single() { #expect(WilcoxonSignedRank([5]).twoSided == 1) }
}
