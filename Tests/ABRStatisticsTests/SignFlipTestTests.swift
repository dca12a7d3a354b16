import ABRInput
import ABRStatistics
import Testing

@Suite struct SignFlipTestTests {
  @Test("few clusters give SciPy's exact p-values, two-sided and both ways")
  func exact() throws {
    let cases = try StatisticsFixtures.load().signFlips
    #expect(cases.count >= 5)
    for (index, example) in cases.enumerated() {
      let found = SignFlipTest(try example.pairs.clusters(), seed: 1)
      #expect(found.isExact)
      #expect(found.differing == example.differing)
      #expect(StatisticsFixtures.agree(found.twoSided, example.p), "case \(index): \(found.twoSided), not \(example.p)")
      #expect(StatisticsFixtures.agree(found.greater, try #require(example.greater)), "case \(index), greater")
      #expect(StatisticsFixtures.agree(found.less, try #require(example.less)), "case \(index), less")
    }
  }

  @Test("many clusters give SciPy's p-value within the error of drawing", arguments: [1, 2, 3])
  func drawn(seed: Int) throws {
    for example in try StatisticsFixtures.load().drawnFlips {
      let found = SignFlipTest(try example.pairs.clusters(), seed: seed)
      #expect(!found.isExact)
      // Four standard errors of 10,000 draws, and one of SciPy's 100,000.
      let error = (example.p * (1 - example.p) / 10_000).squareRoot()
      #expect((found.twoSided - example.p).magnitude < 4.4 * error, "\(found.twoSided), not \(example.p)")
    }
  }

  /// Swaps cluster by cluster, as the definition says.
  private func slow(_ paired: PairedClusters) -> (two: Double, greater: Double, less: Double) {
    func difference(_ swaps: Int) -> Double {
      var (oldN, oldD, newN, newD) = (0.0, 0.0, 0.0, 0.0)
      for (index, cluster) in paired.clusters.enumerated() {
        let isSwapped = swaps >> index & 1 == 1
        let (old, new) =
          isSwapped ? (cluster.candidate, cluster.reference) : (cluster.reference, cluster.candidate)
        oldN += old.numerator
        oldD += old.denominator
        newN += new.numerator
        newD += new.denominator
      }
      return newN / newD - oldN / oldD
    }
    let all = (0..<(1 << paired.clusters.count)).map(difference)
    let seen = all[0]
    let count = Double(all.count)
    return (
      Double(all.count { $0.magnitude >= seen.magnitude - 1e-12 }) / count,
      Double(all.count { $0 >= seen - 1e-12 }) / count, Double(all.count { $0 <= seen + 1e-12 }) / count
    )
  }

  @Test("looking eight clusters up at once is the same as swapping them one by one", arguments: 1...40)
  func oracle(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "sign flip oracle")
    let count = 1 + random.integer(below: 12)
    // Small whole numbers, so that many throws tie.
    func terms() -> [PairedClusters.Term] {
      (0..<count).map {
        .init(
          cluster: "\($0)", numerator: Double(random.integer(below: 4)),
          denominator: Double(4 + random.integer(below: 3)))
      }
    }
    let paired = try PairedClusters(reference: terms(), candidate: terms())
    let expected = slow(paired)
    let found = SignFlipTest(paired, seed: seed)
    #expect(StatisticsFixtures.agree(found.twoSided, expected.two), "seed \(seed)")
    #expect(StatisticsFixtures.agree(found.greater, expected.greater), "seed \(seed)")
    #expect(StatisticsFixtures.agree(found.less, expected.less), "seed \(seed)")
  }

  @Test("clusters without a difference change nothing")
  func tied() throws {
    func paired(ties: Int) throws -> PairedClusters {
      let differing = (0..<10).map {
        (name: "a\($0)", old: Double($0 % 3), new: Double($0 % 4))
      }
      let tied = (0..<ties).map { (name: "z\($0)", old: 0.0, new: 0.0) }
      let all = differing + tied
      return try PairedClusters(
        reference: all.map { .init(cluster: $0.name, numerator: $0.old, denominator: 10) },
        candidate: all.map { .init(cluster: $0.name, numerator: $0.new, denominator: 10) })
    }
    let few = SignFlipTest(try paired(ties: 0), seed: 1)
    let many = SignFlipTest(try paired(ties: 500), seed: 1)
    #expect(few.twoSided < 1)
    #expect(many == few)
  }

  @Test("sides that never differ have a p-value of 1, and the test is exact")
  func identical() throws {
    let terms = (0..<30).map {
      PairedClusters.Term(cluster: "\($0)", numerator: Double($0), denominator: 100)
    }
    let test = SignFlipTest(try PairedClusters(reference: terms, candidate: terms), seed: 1)
    #expect(test.isExact)
    #expect((test.twoSided, test.greater, test.less) == (1, 1, 1))
    #expect(test.differing == 0)
  }

  @Test("a difference that every cluster shows is as significant as draws allow")
  func clear() throws {
    let old = (0..<100).map { PairedClusters.Term(cluster: "\($0)", numerator: 1, denominator: 100) }
    let new = (0..<100).map { PairedClusters.Term(cluster: "\($0)", numerator: 2, denominator: 100) }
    let worse = SignFlipTest(try PairedClusters(reference: old, candidate: new), seed: 1)
    #expect(worse.twoSided == 1.0 / 10_001)
    #expect(worse.deterioration(.lower) == 1.0 / 10_001)
    #expect(worse.deterioration(.higher) == 1)
    #expect(worse.deterioration(.neutral) == worse.twoSided)
  }

  @Test("a throw without a denominator on one side counts as extreme")
  func noDenominator() throws {
    let test = SignFlipTest(
      try PairedClusters(
        reference: [
          .init(cluster: "a", numerator: 1, denominator: 1), .init(cluster: "b", numerator: 0, denominator: 0),
        ],
        candidate: [
          .init(cluster: "a", numerator: 0, denominator: 0), .init(cluster: "b", numerator: 2, denominator: 1),
        ]
      ), seed: 1)
    // Neither swapped, both swapped, and twice a side without anything.
    #expect(test.twoSided == 1)
  }
}
