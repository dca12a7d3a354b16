import ABRComparison
import ABRStatistics
import Testing

@testable import ABRReports

@Suite struct MeasureTextTests {
  @Test("small values have more digits, and rounding of the arithmetic has none")
  func digits() throws {
    let text = MeasureText(try #require(Measure.named("rebuffer_ratio")))
    #expect(text.difference(0.0000012) == "+0.0001 pp")
    #expect(text.difference(1e-14) == "0.000 pp")
    #expect(text.difference(-1e-14) == "0.000 pp")
    #expect(text.difference(0) == "0.000 pp")
  }

  @Test(
    "what is seen changes as what was measured does",
    arguments: [
      (0.0006, 0.0024, "0.0006 %", "0.0024 %", "+0.0018 pp", "+300.0 %"),
      (0.0141, 0.01453, "0.01410 %", "0.01453 %", "+0.00043 pp", "+3.0 %"),
      (1.84, 6.15, "1.840 %", "6.150 %", "+4.310 pp", "+234.2 %"),
      (5.7421, 5.7422, "5.742 %", "5.742 %", "+0.0001 pp", "0.0 %"),
      (0, 0.5, "0.000 %", "0.500 %", "+0.500 pp", "-"), (0.5, 0, "0.500 %", "0.000 %", "-0.500 pp", "-100.0 %"),
      (0.000_000_1, 0.5, "0.0000001 %", "0.500 %", "+0.500 pp", "from nearly 0"),
    ])
  func change(from old: Double, to new: Double, _ a: String, _ b: String, _ difference: String, _ relative: String)
    throws
  {
    let text = MeasureText(try #require(Measure.named("rebuffer_ratio")))
    let change = text.change(
      from: old / 100, to: new / 100, difference: (new - old) / 100, relative: old == 0 ? nil : (new - old) / old)
    #expect(change == .init(reference: a, candidate: b, difference: difference, relative: relative))
  }

  @Test(
    "values have the digits with which they are beyond a bound, as printed, exactly where they are",
    arguments: [
      (1.0413, 1.041, 1), (1.0407, 1.041, 0), (1.04101, 1.041, 2), (1.041, 1.041, 0), (1.2, 1.041, 0),
      (1.041 + 1e-12, 1.041, 0), (0.0414, 0.041, 1), (1.0416, 1.0417, 1), (1.0411, 1.0412, 0),
    ])
  func digits(value: Double, bound: Double, extra: Int) throws {
    let text = MeasureText(try #require(Measure.named("startup_s_p95")))
    #expect(text.extraDigits(of: [value], besides: bound, .lower) == extra)
    #expect(text.extraDigits(of: [-value, 9], besides: -bound, .higher) == extra)
    let share = MeasureText(try #require(Measure.named("rebuffer_ratio")))
    #expect(share.extraDigits(of: [value / 100], besides: bound / 100, .lower) == extra)
    guard value > bound else { return }
    let shares = MeasureText.extraDigits(ofShares: [value / 100], besides: bound / 100, .lower)
    #expect(shares == (extra == 0 ? 0 : extra + 2))
  }

  @Test(
    "rows of a front have as many digits as it takes that none looks beaten",
    arguments: [
      ([[25.92, 0.281], [48.18, 0.137]], 0), ([[25.921, 0.281], [25.924, 0.137]], 1),
      ([[25.9201, 0.281], [25.9204, 0.137]], 2), ([[25, 0.281], [26, nil]], 3),
    ] as [([[Double?]], Int)])
  func front(rows: [[Double?]], digits: Int) throws {
    let goals = try ["bytes_wasted_per_h", "rebuffer_ratio"].map { try #require(Measure.named($0)) }
    let values = rows.map { row in zip(row, [1e6, 0.01]).map { value, unit in value.map { $0 * unit } } }
    #expect(TuningText.digits(for: values, goals) == digits)
  }
}
