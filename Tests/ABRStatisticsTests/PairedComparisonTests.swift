import ABRInput
import ABRStatistics
import Testing

@Suite struct PairedComparisonTests {
  private typealias Term = PairedClusters.Term

  /// Clusters of one session each, of 100 seconds.
  private func paired(_ old: [Double], _ new: [Double]) throws -> PairedClusters {
    func terms(_ values: [Double]) -> [Term] {
      values.enumerated().map { Term(cluster: "t\(1000 + $0)", numerator: $1, denominator: 100) }
    }
    return try PairedClusters(reference: terms(old), candidate: terms(new))
  }

  /// A policy and one that stalls `more` seconds more, give or take.
  private func noisy(_ count: Int, more: Double, seed: Int = 1) throws -> PairedClusters {
    var random = SeededRandom(seed: seed, path: "paired comparison")
    let old = (0..<count).map { _ in 10 * random.uniform() }
    return try paired(old, old.map { $0 + more + random.normal() })
  }

  @Test("a clear difference is worse or better by the metric's direction, and different without one")
  func directions() throws {
    let clusters = try noisy(100, more: 2)
    let lower = PairedComparison(clusters, direction: .lower)
    #expect(lower.verdict == .worse)
    #expect(lower.deteriorationPValue < 0.001)
    let higher = PairedComparison(clusters, direction: .higher)
    #expect(higher.verdict == .better)
    #expect(higher.deteriorationPValue > 0.99)
    #expect(PairedComparison(clusters, direction: .neutral).verdict == .different)
  }

  @Test("a difference within the margin is the same, however sure it is")
  func same() throws {
    let clusters = try noisy(100, more: 2)
    let comparison = PairedComparison(clusters, direction: .lower, margin: 0.03)
    #expect(comparison.pValue < 0.001)
    #expect(comparison.verdict == .same)
  }

  @Test("few noisy clusters are inconclusive and say how many would tell")
  func inconclusive() throws {
    let comparison = PairedComparison(try noisy(20, more: 0.05), direction: .lower, margin: 0.001)
    #expect(comparison.verdict == .inconclusive)
    let needed = try #require(comparison.clustersNeeded)
    let detectable = try #require(comparison.minimumDetectableEffect)
    #expect(detectable > 0.001)
    #expect(needed == Int((20 * detectable * detectable / 1e-6).rounded(.up)))
  }

  @Test("two runs that are alike are the same without any margin")
  func identical() throws {
    let comparison = PairedComparison(try paired([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]), direction: .lower)
    #expect(comparison.verdict == .same)
    #expect(comparison.pValue == 1)
    #expect(comparison.effectiveSize == nil)
    #expect(comparison.numeratorSize == nil && comparison.thinEvidence == nil)
    #expect(comparison.interval == ConfidenceInterval(lower: 0, upper: 0))
    #expect(comparison.contributions.allSatisfy { $0 == 0 })
  }

  @Test(
    "few clusters are those that make the difference of the numerators, and never too few for a sure verdict",
    arguments: [
      // Sums of numerators and denominators of each cluster on both sides.
      // Wasted bytes differ in four of six: 50, 30, 10, 5 and 0, 0; denominators of all others change nothing.
      ([0, 0, 0, 0, 0, 0], [50, 30, 10, 5, 0, 0], [100, 100, 100, 100, 100, 100], [100, 100, 100, 100, 190, 20], 3),
      ([50, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [100, 100, 100, 100, 100, 100], [100, 190, 100, 100, 190, 20], 1),
      // What is sure comes of the denominators here, and not of the one numerator that differs.
      ([9, 9, 9, 9, 9, 9], [9, 9, 9, 9, 9, 9.5], [100, 101, 100, 99, 100, 100], [50, 51, 50, 49, 50, 50], nil),
      ([9, 9, 9, 9, 9, 9], [9, 9, 9, 9, 9, 9], [100, 101, 100, 99, 100, 100], [50, 51, 50, 49, 50, 50], nil),
    ] as [([Double], [Double], [Double], [Double], Int?)])
  func thinEvidence(
    _ old: [Double], _ new: [Double], _ oldDenominators: [Double], _ newDenominators: [Double], _ carriers: Int?
  ) throws {
    func terms(_ numerators: [Double], _ denominators: [Double]) -> [PairedClusters.Term] {
      zip(numerators, denominators).enumerated().map {
        .init(cluster: "c\($0)", numerator: $1.0, denominator: $1.1)
      }
    }
    let comparison = PairedComparison(
      try PairedClusters(reference: terms(old, oldDenominators), candidate: terms(new, newDenominators)),
      direction: .lower)
    #expect(comparison.thinEvidence?.carriers == carriers)
    #expect((comparison.verdict == .inconclusive) == (carriers != nil))
  }

  @Test("of a sure difference three clusters that make the numerators' are named, two are not", arguments: [2, 3])
  func carriers(count: Int) throws {
    func terms(_ numerators: [Double], _ denominators: [Double]) -> [Term] {
      zip(numerators, denominators).enumerated().map { Term(cluster: "c\($0)", numerator: $1.0, denominator: $1.1) }
    }
    let new = (0..<6).map { $0 < count ? 9.5 : 9 }
    let comparison = PairedComparison(
      try PairedClusters(
        reference: terms(Array(repeating: 9, count: 6), [100, 101, 100, 99, 100, 100]),
        // The first one has over a quarter of the difference of the ratios.
        candidate: terms(new, [5, 51, 50, 49, 50, 50])), direction: .lower)
    #expect(comparison.verdict == .worse && comparison.numeratorSize?.carriers == count)
    #expect(comparison.thinEvidence?.carriers == (count == 3 ? 3 : nil))
  }

  @Test(
    "under six clusters nothing is said of others, alike or however sure, and their number is named", arguments: 1...7)
  func fewClusters(count: Int) throws {
    let old = Array(repeating: 1.0, count: count)
    let alike = PairedComparison(try paired(old, old), direction: .lower)
    let apart = PairedComparison(try paired(old, old.indices.map { 2 + 0.001 * Double($0) }), direction: .lower)
    #expect(alike.verdict == (count < 6 ? .inconclusive : .same) && alike.pValue == 1)
    #expect(apart.verdict == (count < 6 ? .inconclusive : .worse) && (apart.interval == nil) == (count < 6))
    #expect(count < 6 ? apart.pValue == 1 && apart.deteriorationPValue == 1 : apart.pValue < 0.01)
    let judgement = PairedComparison.judgements(on: [apart, alike], significance: 0.05)[0]
    #expect(judgement.verdict == apart.verdict && (judgement.interval == nil) == (count < 6))
    // Alike, five and more clusters are not few of these.
    #expect(apart.thinEvidence?.carriers == (count < 5 ? count : nil))
  }

  @Test("interval, p-value and verdict are one decision, whatever the data", arguments: 1...200)
  func oneDecision(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "one decision")
    let count = 6 + random.integer(below: 36)
    // Mostly nothing, and what there is of very different size and often of one sign: as stalls and waste are.
    let tilt = random.uniform()
    let old = (0..<count).map { _ in random.uniform() < 0.6 ? 0 : 5 * random.uniform() }
    let new = old.map { value in
      random.uniform() < 0.5 ? value : max(0, value + (random.uniform() < tilt ? 1 : -1) * random.uniform() * 9)
    }
    let comparison = PairedComparison(try paired(old, new), direction: .lower)
    let interval = try #require(comparison.interval)
    #expect(interval.contains(0) == (comparison.pValue > 0.05), "seed \(seed)")
    #expect(
      (comparison.verdict == .better || comparison.verdict == .worse) == (comparison.pValue <= 0.05), "seed \(seed)")
    if old == new { #expect(comparison.pValue == 1 && comparison.verdict == .same, "seed \(seed)") }
  }

  @Test("against sides that never have anything a side has one p-value, whatever the others are taken over")
  func nothingOnOneSide() throws {
    // Wasted bytes: the reference wastes none, whether it downloads as much as the candidate or far less.
    let wasted: [Double] = (0..<40).map { (number: Int) in number % 4 == 0 ? Double(1 << (number / 4)) : 0 }
    func comparison(_ denominator: (Int) -> Double) throws -> PairedComparison {
      PairedComparison(
        try PairedClusters(
          reference: (0..<40).map { .init(cluster: "c\($0)", numerator: 0, denominator: denominator($0)) },
          candidate: (0..<40).map { .init(cluster: "c\($0)", numerator: wasted[$0], denominator: 9000 + Double($0)) }),
        direction: .lower)
    }
    let (alike, less) = (try comparison { 9000 + Double($0) }, try comparison { 3000 + Double($0 * $0) })
    #expect(alike.difference == less.difference && alike.pValue == less.pValue && alike.interval == less.interval)
  }

  @Test("contributions sum to the difference and are 0 where nothing differs", arguments: 1...20)
  func contributions(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "contributions")
    let names = (0..<50).map { "c\($0)" }
    let old = names.map {
      Term(cluster: $0, numerator: random.uniform(), denominator: 1 + random.uniform())
    }
    let new = old.enumerated().map { index, term in
      index < 10
        ? term : Term(cluster: term.cluster, numerator: random.uniform(), denominator: 1 + random.uniform())
    }
    let clusters = try PairedClusters(reference: old, candidate: new)
    let comparison = PairedComparison(clusters, direction: .lower)
    #expect((comparison.contributions.compensatedSum - comparison.difference).magnitude < 1e-15, "seed \(seed)")
    for (name, contribution) in zip(comparison.clusters, comparison.contributions) {
      #expect((contribution == 0) == names.prefix(10).contains(name), "seed \(seed), \(name)")
    }
  }

  @Test("the worst clusters come first, by direction, and those that gained are not among them")
  func worst() throws {
    let comparison = PairedComparison(try paired([5, 5, 5, 5], [6, 9, 5, 2]), direction: .lower)
    let changes = Array(zip(comparison.clusters, comparison.contributions))
    func worst(_ direction: Direction) -> [String] { direction.worst(of: changes) { $0 }.map(\.0) }
    #expect(comparison.contributions[1] == 0.01)
    #expect(worst(.lower) == ["t1001", "t1000"] && worst(.higher) == ["t1003"])
    #expect(worst(.neutral).prefix(2) == ["t1001", "t1003"])
  }

  @Test("clusters are counted as better, worse, tied and incomparable by their own ratio")
  func counts() throws {
    let old = [("a", 1.0, 10.0), ("b", 1, 10), ("c", 1, 10), ("d", 0, 0), ("e", 0, 0), ("f", 1, 10)]
    let new = [("a", 2.0, 10.0), ("b", 0, 10), ("c", 2, 20), ("d", 1, 10), ("e", 0, 0), ("f", 0, 10)]
    let clusters = try PairedClusters(
      reference: old.map { Term(cluster: $0.0, numerator: $0.1, denominator: $0.2) },
      candidate: new.map { Term(cluster: $0.0, numerator: $0.1, denominator: $0.2) })
    // Without a direction less counts as better.
    for (direction, better) in [(Direction.lower, 2), (.neutral, 2), (.higher, 1)] {
      let counts = PairedComparison(clusters, direction: direction).counts
      #expect((counts.better, counts.worse, counts.tied, counts.incomparable) == (better, 3 - better, 2, 1))
    }
  }

  @Test("the order of sessions changes nothing")
  func order() throws {
    var random = SeededRandom(seed: 7, path: "order")
    // Whole numbers, whose sums are exact in any order.
    let old = (0..<200).map {
      Term(cluster: "\($0 / 3)", numerator: Double(random.integer(below: 9)), denominator: 100)
    }
    let new = old.map { Term(cluster: $0.cluster, numerator: Double(random.integer(below: 9)), denominator: 90) }
    let forward = PairedComparison(try PairedClusters(reference: old, candidate: new), direction: .lower)
    let backward = PairedComparison(
      try PairedClusters(reference: old.reversed(), candidate: new.reversed()), direction: .lower)
    #expect(forward == backward)
    #expect(forward.clusters.count == 67)
  }

  @Test("swapping the sides turns every sign and no verdict's sureness", arguments: [6, 40])
  func symmetry(count: Int) throws {
    func term(_ number: Int, _ modulus: Int, _ shares: Int) -> Term {
      Term(cluster: "\(number)", numerator: Double(number % modulus), denominator: Double(50 + number % shares))
    }
    let old = (0..<count).map { term($0, 7, 3) }
    let new = (0..<count).map { term($0, 5, 4) }
    let there = PairedComparison(try PairedClusters(reference: old, candidate: new), direction: .lower)
    let back = PairedComparison(try PairedClusters(reference: new, candidate: old), direction: .lower)
    #expect(there.difference == -back.difference)
    #expect(there.pValue == back.pValue)
    #expect(there.deteriorationPValue == back.ratio.lessPValue)
    #expect(there.interval?.upper == back.interval.map { -$0.lower })
    #expect(there.contributions == back.contributions.map { -$0 })
  }
}
