import ABRStatistics
import Testing

@Suite struct QuantilesTests {
  static let sample = [
    0.31, 0.0, 2.75, 2.75, 1.9e-3, 14.2, 0.31, 7.0, 1.25, 0.48, 3.5, 0.0, 9.125, 0.66, 61.0, 5.5e-2, 1.1,
  ]

  /// `numpy.quantile(sample, p)` of NumPy 2.4.6.
  @Test(
    "quantiles are those of NumPy",
    arguments: [
      (0, 0.0), (0.05, 0.0), (0.25, 0.31), (0.5, 1.1), (0.9, 11.155), (0.95, 23.56), (0.99, 53.512), (1, 61.0),
    ])
  func numPy(probability: Double, expected: Double) throws {
    let value = try #require(Quantiles(of: Self.sample).value(at: probability))
    #expect(abs(value - expected) <= 1e-14 * expected)
  }

  @Test("over a sample of 0, 1, … n−1 the quantile is the position itself", arguments: [1, 2, 3, 10, 101, 1000])
  func identity(count: Int) throws {
    let quantiles = Quantiles(of: (0..<count).reversed().map(Double.init))
    // Eighths are exact in binary.
    for eighth in 0...8 {
      #expect(quantiles.value(at: Double(eighth) / 8) == Double(eighth * (count - 1)) / 8)
    }
  }

  @Test("a quantile never falls with the probability and stays within the sample")
  func monotone() throws {
    let quantiles = Quantiles(of: Self.sample)
    let values = (0...1000).compactMap { quantiles.value(at: Double($0) / 1000) }
    #expect(values.count == 1001)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(values.first == 0)
    #expect(values.last == 61)
  }

  @Test("the order of the sample does not matter")
  func order() {
    let rotated = Array(Self.sample[5...] + Self.sample[..<5])
    #expect(Quantiles(of: rotated) == Quantiles(of: Self.sample))
  }

  @Test("sessions that never start make high quantiles infinite, never undefined")
  func infinite() {
    let quantiles = Quantiles(of: [1, .infinity, 2, .infinity])
    #expect(quantiles.value(at: 0) == 1)
    #expect(quantiles.value(at: 1.0 / 3) == 2)
    #expect(quantiles.median == .infinity)
    #expect(quantiles.value(at: 1) == .infinity)
  }

  @Test("values of opposite sign are interpolated without overflow")
  func extremes() {
    let largest = Double.greatestFiniteMagnitude
    #expect(Quantiles(of: [-largest, largest]).median == 0)
    #expect(Quantiles(of: [-3, 1]).value(at: 0.25) == -2)
  }

  @Test("nothing has no quantile")
  func empty() {
    #expect(Quantiles(of: []).median == nil)
    #expect(Quantiles(of: []).count == 0)
  }
}
