import ABRInput
import ABRStatistics
import Testing

@Suite("Bounds of harm")
struct HarmBoundTests {
  /// The formula as the page of the documentation has it, without regard to speed or rounding.
  private func slow(_ harms: [Double], _ confidence: Double) -> Double {
    var all = harms
    all.append(0)
    for harm in harms where harm > all[harms.count] { all[harms.count] = harm }
    let size = Double(all.count)
    var mean = 0.0
    for harm in all { mean += harm / size }
    var variance = 0.0
    for harm in all { variance += (harm - mean) * (harm - mean) / (size - 1) }
    let quantile = StudentT(degreesOfFreedom: Double(harms.count)).quantile(at: confidence)
    return mean + quantile * variance.squareRoot() / size.squareRoot()
  }

  private func harms(_ random: inout SeededRandom) -> [Double] {
    let count = 1 + random.integer(below: 60)
    // Most recordings differ by nothing, and few by much.
    return (0..<count).map { _ in random.uniform() < 0.6 ? 0 : random.normal() * (random.uniform() < 0.1 ? 30 : 1) }
  }

  @Test("the bound is that of the plain formula, and never below the mean", arguments: 1...200)
  func oracle(seed: Int) {
    var random = SeededRandom(seed: seed, path: "harms")
    let harms = harms(&random)
    for confidence in [0.6, 0.9, 0.95] {
      let found = HarmBound(count: harms.count, confidence: confidence).value(of: harms)
      let expected = slow(harms, confidence)
      #expect((found - expected).magnitude <= 1e-9 * max(1, expected.magnitude), "seed \(seed)")
      #expect(found >= (harms.mean ?? 0) - 1e-12, "seed \(seed)")
    }
  }

  @Test("harms in another unit have a bound in that unit, and more confidence a higher one", arguments: 1...50)
  func scale(seed: Int) {
    var random = SeededRandom(seed: seed, path: "harms")
    let harms = harms(&random)
    let bound = HarmBound(count: harms.count, confidence: 0.9)
    let (one, thousand) = (bound.value(of: harms), bound.value(of: harms.map { $0 * 1000 }))
    #expect((thousand - 1000 * one).magnitude <= 1e-9 * max(1, thousand.magnitude), "seed \(seed)")
    #expect(HarmBound(count: harms.count, confidence: 0.95).value(of: harms) >= one, "seed \(seed)")
  }

  @Test("where no recording differs a tolerance is a promise from two recordings on, and none is none")
  func nothingDiffers() {
    for count in [2, 3, 30, 300] {
      let bound = HarmBound(count: count, confidence: 0.9)
      #expect(bound.value(of: Array(repeating: 0, count: count)) == 0)
      #expect(bound.value(of: Array(repeating: -0.0005, count: count)) < 0, "\(count)")
    }
    #expect(HarmBound(count: 1, confidence: 0.9).value(of: [-1]) > 0)
  }

  @Test("one bad recording counts twice")
  func worstTwice() {
    let harms = [-1.0, -1, -1, -1, 5]
    let twice = harms + [5]
    let plain = (twice.mean ?? 0)
    #expect(HarmBound(count: 5, confidence: 0.9).value(of: harms) > plain)
    #expect(HarmBound(count: 2, confidence: 0.9).value(of: [.infinity, 0]) == .infinity)
    #expect(HarmBound(count: 2, confidence: 0.9).value(of: [.nan, 0]) == .infinity)
  }

  @Test("moves are those that the standard error of a difference is made of, and sum to nothing", arguments: 1...50)
  func moves(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "moves")
    let count = 2 + random.integer(below: 30)
    let clusters = (0..<count).map { place in
      func totals() -> PairedClusters.Totals {
        .init(numerator: random.uniform() * 9, denominator: 1 + random.uniform() * 100)
      }
      return PairedClusters.Cluster(name: "\(1000 + place)", reference: totals(), candidate: totals())
    }
    func terms(_ side: KeyPath<PairedClusters.Cluster, PairedClusters.Totals>) -> [PairedClusters.Term] {
      clusters.map {
        .init(cluster: $0.name, numerator: $0[keyPath: side].numerator, denominator: $0[keyPath: side].denominator)
      }
    }
    let ratio = LinearisedRatio(try PairedClusters(reference: terms(\.reference), candidate: terms(\.candidate)))
    let old = try #require(ClusterMoves(clusters.map(\.reference)))
    let new = try #require(ClusterMoves(clusters.map(\.candidate)))
    #expect((new.value - old.value - ratio.difference).magnitude <= 1e-12, "seed \(seed)")
    let squares = zip(new.moves, old.moves).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    let error = (squares * Double(count) / Double(count - 1)).squareRoot()
    #expect((error - (ratio.standardError ?? 0)).magnitude <= 1e-12, "seed \(seed)")
    #expect(new.moves.reduce(0, +).magnitude <= 1e-12, "seed \(seed)")
    let sum = try #require(ClusterMoves(clusters.map(\.candidate), isSum: true))
    #expect((sum.value - clusters.map(\.candidate.numerator).reduce(0, +)).magnitude <= 1e-9, "seed \(seed)")
    #expect(sum.moves.reduce(0, +).magnitude <= 1e-9, "seed \(seed)")
    #expect(ClusterMoves([.init(numerator: 1, denominator: 0)]) == nil)
  }
}
