import ABRStatistics
import Testing

@Suite struct PooledRatioTests {
  @Test("every second weighs the same, not every session")
  func pooling() {
    var ratio = PooledRatio()
    ratio.add(1, over: 2)
    ratio.add(0, over: 98)
    #expect(ratio.value == 0.01)
    #expect(ratio.numerator == 1)
    #expect(ratio.denominator == 100)
  }

  @Test("a ratio over nothing does not exist")
  func empty() {
    var ratio = PooledRatio()
    #expect(ratio.value == nil)
    ratio.add(0, over: 0)
    #expect(ratio.value == nil)
  }

  @Test("a small session is not lost among large ones")
  func precision() {
    var ratio = PooledRatio()
    ratio.add(1e16, over: 1e16)
    for _ in 0..<10 { ratio.add(1, over: 0) }
    #expect(ratio.numerator == 1e16 + 10)
  }

  @Test("a share counts what satisfies the condition")
  func share() {
    #expect([0.0, 0.4, 0, 0].share { $0 == 0 } == 0.75)
    #expect([1].share { $0 == 0 } == 0)
    #expect([Int]().share { _ in true } == nil)
  }
}
