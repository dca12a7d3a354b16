import ABRInput
import Testing

@testable import ABRSweeps

/// Sums and histograms of parts, in any order, are those of the whole.
@Suite("Exact sums")
struct ExactSumTests {
  /// Numbers of very different size, which added as floating-point numbers give another sum in another order.
  private static func values(_ seed: Int, count: Int = 500) -> [Double] {
    var random = SeededRandom(seed: seed, path: "exact sums")
    return (0..<count).map { _ in
      let size = [1e-9, 1e-3, 1, 1e6, 1e14][Int(random.uniform() * 5)]
      return (random.uniform() - 0.5) * size
    }
  }

  @Test("parts in any order add up to the same units, within half a unit of each number", arguments: 1...20)
  func order(seed: Int) {
    let values = Self.values(seed)
    var whole = ExactSum()
    for value in values { whole.add(value) }
    var parts: [ExactSum] = Array(repeating: ExactSum(), count: 1 + seed % 7)
    for (index, value) in values.reversed().enumerated() { parts[index % parts.count].add(value) }
    var sum = ExactSum()
    for part in parts.shuffled() { sum.add(part) }
    #expect(sum == whole, "seed \(seed)")
    #expect(ExactSum(sum.text, of: values.count) == sum)
    // Int128 holds the exact sum of numbers that are multiples of 2⁻⁴⁰.
    let exact = values.reduce(Int128(0)) { $0 + Int128(($1 * 0x1p40).rounded()) }
    #expect((sum.units - exact).magnitude <= UInt128(values.count), "seed \(seed)")
  }

  @Test("what no such sessions can add up to is refused", arguments: ["", "x", "+1", "01", " 1", "1.0", "1e3"])
  func text(text: String) {
    #expect(ExactSum(text, of: 1) == nil)
    #expect(ExactSum("\(Int128(1) << 92)", of: 1) != nil && ExactSum("\((Int128(1) << 92) + 1)", of: 1) == nil)
  }

  @Test("percentiles of a histogram are within 0.2 % of those of the values", arguments: 1...20)
  func percentiles(seed: Int) throws {
    let values = Self.values(seed, count: 1 + seed * 13).map(\.magnitude)
    var histogram = ValueHistogram()
    for value in values { histogram.add(value) }
    let sorted = values.sorted()
    let shares = [0, 0.25, 0.5, 0.95, 1]
    for (share, found) in zip(shares, histogram.quantiles(at: shares)) {
      let position = share * Double(values.count - 1)
      let (low, high) = (sorted[Int(position)], sorted[min(Int(position) + 1, values.count - 1)])
      let exact = low + (position - position.rounded(.down)) * (high - low)
      #expect(abs(try #require(found) - exact) <= exact * 0x1p-9, "seed \(seed), \(share)")
    }
  }

  @Test("a percentile among missing values is none")
  func missing() {
    var histogram = ValueHistogram()
    for value in [0, 1.0, 2] { histogram.add(value) }
    #expect(histogram.quantiles(at: [0, 0.5, 0.95], missing: 2)[0] == 0)
    #expect(histogram.quantiles(at: [0.95], missing: 2) == [nil])
    #expect(ValueHistogram().quantiles(at: [0.5]) == [nil])
  }
}
