import ABRStatistics
import Testing

@Suite struct HolmAdjustmentTests {
  @Test("adjusted p-values are those of statsmodels")
  func reference() throws {
    let cases = try StatisticsFixtures.load().holm
    #expect(cases.count == 5)
    for example in cases {
      let found = HolmAdjustment.adjusted(example.p)
      #expect(zip(found, example.adjusted).allSatisfy { StatisticsFixtures.agree($0, $1) }, "\(example.p)")
    }
  }

  @Test("the least of m p-values is multiplied by m, and none falls below one that was less")
  func steps() {
    #expect(HolmAdjustment.adjusted([0.25, 0.125]) == [0.25, 0.25])
    #expect(HolmAdjustment.adjusted([0.5, 0.25]) == [0.5, 0.5])
    #expect(HolmAdjustment.adjusted([0.75, 0.875]) == [1, 1])
    #expect(HolmAdjustment.adjusted([]) == [])
  }

  @Test("a p-value is at most the significance of its own question exactly where the adjusted one counts")
  func significances() throws {
    #expect(HolmAdjustment.significances([0.5, 0.001, 0.02], of: 0.06) == [0.06, 0.02, 0.03])
    #expect(HolmAdjustment.significances([0.5, 0.01, 0.04], of: 0.06) == [0.03, 0.02, 0.03])
    // A p-value at its significance is rejected.
    #expect(HolmAdjustment.significances([0.03125, 0.06], of: 0.0625) == [0.03125, 0.0625])
    for example in try StatisticsFixtures.load().holm {
      let own = HolmAdjustment.significances(example.p, of: 0.05)
      for (p, (adjusted, significance)) in zip(example.p, zip(example.adjusted, own)) {
        #expect((p <= significance) == (adjusted <= 0.05), "\(example.p)")
      }
    }
  }
}
