import ABRComparison
import Testing

@testable import ABRReports

@Suite struct MeasureTextTests {
  @Test("small values have more digits, and rounding of the arithmetic has none")
  func digits() throws {
    let text = MeasureText(try #require(Measure.named("rebuffer_ratio", ofQueues: false)))
    #expect(text.difference(0.0000012) == "+0.0001 pp")
    #expect(text.difference(1e-14) == "0.000 pp")
    #expect(text.difference(-1e-14) == "0.000 pp")
    #expect(text.difference(0) == "0.000 pp")
  }
}
