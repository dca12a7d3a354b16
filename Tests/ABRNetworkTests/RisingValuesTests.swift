import ABRInput
import Testing

@testable import ABRNetwork

@Suite("Rising values")
struct RisingValuesTests {
  @Test("as many numbers are below another as a walk over them finds, wherever it begins", arguments: 0..<200)
  func countsLikeAWalk(seed: Int) {
    var random = SeededRandom(seed: seed, path: "rising values")
    var values: [Double] = []
    // Steps of nothing are rows that carry nothing; some links end with an infinite one.
    for _ in 0..<random.integer(below: 70) { values.append((values.last ?? 0) + Double(random.integer(below: 3))) }
    if random.integer(below: 2) == 0 { values.append(.infinity) }
    let rising = RisingValues(values)
    for value in values + values.map({ $0 + 0.5 }) + [-1, 1e9, .infinity] {
      let below = values.count { $0 < value }
      for start in 0...below {
        #expect(rising.count(below: value, from: start) == below, "seed \(seed): \(value) from \(start) in \(values)")
      }
    }
  }
}
