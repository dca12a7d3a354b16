import Testing

@testable import ABRInput

@Suite struct SeededRandomTests {
  @Test("the stream of key 1234567 is SplitMix64's published one")
  func reference() {
    var random = SeededRandom(key: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in random.next() } == expected)
  }

  @Test("a value can be drawn out of turn")
  func outOfTurn() {
    var random = SeededRandom(seed: 1, path: "trace", "offset")
    let inTurn = (0..<100).map { _ in random.next() }
    #expect((0..<100).reversed().map { random.value(at: $0) } == inTurn.reversed())
  }

  @Test("seed and every name of the path make their own stream")
  func keys() {
    let keys = [
      SeededRandom(seed: 1, path: "ab", "c").key, SeededRandom(seed: 1, path: "a", "bc").key,
      SeededRandom(seed: 2, path: "ab", "c").key, SeededRandom(seed: 1, path: "abc").key,
      SeededRandom(seed: 1, path: "abc", "").key, SeededRandom(seed: 1).key,
    ]
    #expect(Set(keys).count == keys.count)
  }

  @Test("a text's key is the head of its SHA-256")
  func hashing() {
    #expect(SeededRandom(hashing: "abc").key == 0xba78_16bf_8f01_cfea)
  }

  @Test("uniform numbers fill 0 to 1 evenly", arguments: [1, 2, 3])
  func uniform(seed: Int) {
    var random = SeededRandom(seed: seed, path: "uniform")
    var bins = [Int](repeating: 0, count: 16)
    for _ in 0..<160_000 { bins[Int(random.uniform() * 16)] += 1 }
    // Chi-square with 15 degrees of freedom: 44 has a probability of 1e-4, and the seeds are fixed.
    let chi = bins.reduce(0.0) { $0 + (Double($1) - 10_000) * (Double($1) - 10_000) / 10_000 }
    #expect(chi < 44, "seed \(seed)")
  }

  @Test("bounded integers are evenly spread, also where the bound does not divide 2^64", arguments: [1, 3, 7, 10])
  func bounded(bound: Int) {
    var random = SeededRandom(seed: bound, path: "bounded")
    var bins = [Int](repeating: 0, count: bound)
    for _ in 0..<(10_000 * bound) { bins[random.integer(below: bound)] += 1 }
    #expect(bins.allSatisfy { abs($0 - 10_000) < 450 }, "\(bins)")
  }

  @Test("a bound of two thirds of 2^63 shows no modulo bias")
  func largeBound() {
    // Taking a remainder would make the lower third of the results half again as likely.
    var random = SeededRandom(seed: 5, path: "large bound")
    let bound = Int.max / 3 * 2
    let low = (0..<30_000).count { _ in random.integer(below: bound) < bound / 2 }
    #expect(abs(low - 15_000) < 450)
  }

  @Test("numbers of a range stay inside it")
  func range() {
    var random = SeededRandom(seed: 9, path: "range")
    #expect((0..<10_000).allSatisfy { _ in (2.0..<5).contains(random.uniform(in: 2.0..<5)) })
    let narrow = 1.0..<1.0.nextUp
    #expect((0..<100).allSatisfy { _ in narrow.contains(random.uniform(in: narrow)) })
  }

  @Test("normal numbers have mean 0, variance 1 and no skew")
  func normal() {
    var random = SeededRandom(seed: 1, path: "normal")
    let values = (0..<200_000).map { _ in random.normal() }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let skew = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * ($1 - mean) } / count
    #expect(abs(mean) < 0.01)
    #expect(abs(variance - 1) < 0.015)
    #expect(abs(skew) < 0.03)
    let beyondTwo = Double(values.count { abs($0) > 2 }) / count
    #expect(abs(beyondTwo - 0.0455) < 0.003)
  }

  @Test("a bound of zero is refused")
  func zeroBound() async {
    await #expect(processExitsWith: .failure) {
      var random = SeededRandom(key: 0)
      _ = random.integer(below: 0)
    }
  }
}
