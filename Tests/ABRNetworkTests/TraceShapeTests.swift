import Testing

@testable import ABRNetwork

@Suite("Traces of simple shapes")
struct TraceShapeTests {
  @Test("each shape has its rates and times")
  func rows() throws {
    func rows(_ shape: TraceShape, _ rates: [Double] = [1e6, 2e6, 4e6]) throws -> [[Double]] {
      try shape.trace(rates: rates, step: 3).rows.map { [$0.duration, $0.bandwidth] }
    }
    #expect(try rows(.stairs) == [[3, 1e6], [3, 2e6], [3, 4e6], [3, 2e6], [3, 1e6]])
    #expect(try rows(.shock) == [[6, 4e6], [3, 1e6], [6, 4e6]])
    #expect(try rows(.drop) == [[6, 4e6], [12, 1e6]])
    let ramp = try rows(.ramp)
    #expect(ramp.count == 13 && ramp.allSatisfy { $0[0] == 1 })
    #expect(ramp.map { $0[1] } == [1e6, 15e5, 2e6, 25e5, 3e6, 35e5, 4e6, 35e5, 3e6, 25e5, 2e6, 15e5, 1e6])
    let steps = try rows(.hysteresis, [1e6, 1.25e6]).map { $0[1] }
    #expect(steps == [1e6, 1.1e6, 1.21e6, 1.25e6, 1.21e6, 1.1e6, 1e6])
    #expect(try rows(.hysteresis, [1e6, 1.1e6]).map { $0[1] } == [1e6, 1.1e6, 1e6])
    let short = try TraceShape.ramp.trace(rates: [1e6, 2e6], step: 0.1)
    #expect(short.rows.map(\.bandwidth) == [1e6, 2e6, 1e6])
  }

  @Test("noise changes each second by a share at most, and is the same for a seed", arguments: TraceShape.allCases)
  func noise(shape: TraceShape) throws {
    let plain = try shape.trace(step: 10)
    let noisy = try shape.trace(step: 10, noise: 0.2, seed: 7)
    #expect(try noisy == shape.trace(step: 10, noise: 0.2, seed: 7))
    #expect(try noisy != shape.trace(step: 10, noise: 0.2, seed: 8))
    #expect(noisy.duration == plain.duration && noisy.rows.allSatisfy { $0.duration == 1 })
    var plainRates = plain.rows.flatMap { row in (0..<Int(row.duration)).map { _ in row.bandwidth } }[...]
    for row in noisy.rows {
      let rate = plainRates.removeFirst()
      #expect(abs(row.bandwidth / rate - 1) <= 0.2 + 1e-6)
    }
    let half = try TraceShape.drop.trace(rates: [1e6, 2e6], step: 0.75, noise: 0.2)
    #expect(half.rows.map(\.duration) == [1, 0.5, 1, 1, 1])
  }

  @Test("what is no shape is refused with what is allowed")
  func refusals() {
    for rates in [[], [1e6], [2e6, 1e6], [1e6, 1e6], [0, 1e6], [-1, 1e6]] {
      #expect(throws: TraceError.self) { try TraceShape.stairs.trace(rates: rates) }
    }
    for shape in TraceShape.allCases {
      for step in [0, -1, 90_000, Double.infinity, .nan] {
        #expect(throws: TraceError.self) { try shape.trace(step: step) }
      }
      for noise in [1, -0.1, Double.nan] { #expect(throws: TraceError.self) { try shape.trace(noise: noise) } }
    }
    #expect(throws: Never.self) { try TraceShape.stairs.trace(step: 86_400) }
    // 600,000 seconds up, and as many down.
    let rates = (1...10).map(Double.init)
    #expect(throws: TraceError.self) { try TraceShape.ramp.trace(rates: rates, step: 60_000) }
  }
}
