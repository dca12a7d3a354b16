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
}
