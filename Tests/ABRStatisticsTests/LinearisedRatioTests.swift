import ABRStatistics
import Testing

@Suite struct LinearisedRatioTests {
  @Test("difference, errors and interval are those of the plain formula in NumPy")
  func reference() throws {
    let cases = try StatisticsFixtures.load().linearised
    #expect(cases.count == 4)
    for example in cases {
      let found = LinearisedRatio(try example.pairs.clusters())
      #expect(StatisticsFixtures.agree(found.difference, example.difference))
      #expect(StatisticsFixtures.agree(try #require(found.standardError), example.standardError))
      let interval = try #require(found.interval())
      #expect(StatisticsFixtures.agree(interval.lower, example.lower))
      #expect(StatisticsFixtures.agree(interval.upper, example.upper))
      #expect((found.relativeDifference == nil) == (example.relative == nil))
      if let relative = example.relative, let error = example.relativeStandardError {
        #expect(StatisticsFixtures.agree(try #require(found.relativeDifference), relative))
        #expect(StatisticsFixtures.agree(try #require(found.relativeStandardError), error))
      }
    }
  }

  private func means(_ old: [Double], _ new: [Double]) throws -> PairedClusters {
    func terms(_ values: [Double]) -> [PairedClusters.Term] {
      values.enumerated().map { .init(cluster: "\($0)", numerator: $1, denominator: 1) }
    }
    return try PairedClusters(reference: terms(old), candidate: terms(new))
  }

  @Test("with a denominator of 1 the interval is that of the paired t-test")
  func meanDifference() throws {
    // Differences 1, 2, 3, 6: mean 3, variance 14/3, so a standard error of √(7/6).
    let found = LinearisedRatio(try means([4, 3, 2, 1], [5, 5, 5, 7]))
    #expect(found.difference == 3)
    #expect(StatisticsFixtures.agree(try #require(found.standardError), (7.0 / 6).squareRoot(), within: 1e-14))
    let reach = (7.0 / 6).squareRoot() * 3.182_446_305_284_263
    #expect(StatisticsFixtures.agree(try #require(found.interval()?.upper), 3 + reach, within: 1e-12))
    // t = 3 / √(7/6) with 3 degrees of freedom, by the closed form of its distribution.
    #expect(StatisticsFixtures.agree(try #require(found.pValue), 0.069_136_869_264_428_75, within: 1e-12))
    #expect(StatisticsFixtures.agree(try #require(found.greaterPValue), 0.034_568_434_632_214_37, within: 1e-12))
    #expect(StatisticsFixtures.agree(try #require(found.lessPValue), 1 - 0.034_568_434_632_214_37, within: 1e-12))
  }

  @Test("a relative difference is taken against the magnitude of the reference")
  func relative() throws {
    let found = LinearisedRatio(try means([-4, -4], [-3, -3]))
    #expect(found.relativeDifference == 0.25)
    #expect(found.relativeInterval() == ConfidenceInterval(lower: 0.25, upper: 0.25))
    #expect(LinearisedRatio(try means([0, 0], [1, 1])).relativeDifference == nil)
    #expect(LinearisedRatio(try means([0, 0], [1, 1])).relativeInterval() == nil)
  }

  @Test("one cluster has no error, and so neither interval nor needed number")
  func single() throws {
    let found = LinearisedRatio(try means([1], [2]))
    #expect(found.standardError == nil)
    #expect(found.interval() == nil && found.pValue == nil)
    #expect(found.clustersNeeded(toResolve: 1) == nil)
  }

  @Test("four times the clusters halve the detectable difference")
  func needed() throws {
    let found = LinearisedRatio(try means([4, 3, 2, 1], [5, 5, 5, 7]))
    let detectable = try #require(found.minimumDetectableEffect)
    #expect(StatisticsFixtures.agree(detectable, 2.8 * (7.0 / 6).squareRoot()))
    #expect(found.clustersNeeded(toResolve: detectable / 2 * (1 + 1e-12)) == 16)
    #expect(found.clustersNeeded(toResolve: 1000) == 2)
    #expect(found.clustersNeeded(toResolve: 0) == nil)
    #expect(found.clustersNeeded(toResolve: 1e-300) == nil)
  }
}
