import Testing

@Suite struct CompensatedSumTests {
  @Test("terms that cancel leave the small ones")
  func cancellation() {
    // Plain addition, and Kahan's sum without Neumaier's change, give 0.
    #expect([1, 1e100, 1, -1e100].compensatedSum == 2)
  }

  @Test("the sum is the exact one, rounded once", arguments: [1, 7, 42, 2026] as [UInt64])
  func exact(seed: UInt64) {
    // Terms are whole multiples of 2⁻²⁰, so that integers give the exact sum.
    var state = seed
    var whole = 0
    var terms: [Double] = []
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let term = Int(state >> 17) - (1 << 44)
      whole += term
      terms.append(Double(term) / 1_048_576)
    }
    #expect(terms.compensatedSum == Double(whole) / 1_048_576, "seed \(seed)")
  }

  @Test("a hundred thousand tenths make ten thousand")
  func tenths() {
    let tenths = repeatElement(0.1, count: 100_000)
    #expect(tenths.reduce(0, +) != 10_000)
    #expect(tenths.compensatedSum == 10_000)
    #expect(tenths.mean == 0.1)
  }

  @Test("an infinite term makes the sum infinite, an undefined one undefined")
  func notFinite() {
    #expect([1, .infinity, 2].compensatedSum == .infinity)
    #expect([1, .nan, 2].compensatedSum.isNaN)
  }

  @Test("the sum of nothing is 0, its mean does not exist")
  func empty() {
    #expect([Double]().compensatedSum == 0)
    #expect([Double]().mean == nil)
    #expect([3.0, 5.0].mean == 4)
  }
}
