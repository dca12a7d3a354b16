import ABRInput
import ABRNetwork
import Foundation
import Testing

@testable import ABRComparison

@Suite("Capacity distribution")
struct CapacityDistributionTests {
  /// Reference results of SciPy, made by `Fixtures/make.py`.
  struct Fixtures: Decodable {
    struct Case: Decodable {
      let reference: [[Double]]
      let candidate: [[Double]]
      let ks: Double
      let wasserstein: Double
    }

    let cases: [Case]

    static func load() throws -> Fixtures {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/distances.json")
      return try JSONDecoder().decode(Fixtures.self, from: Data(contentsOf: file))
    }
  }

  static func trace(_ rows: [[Double]]) throws -> BandwidthTrace {
    try BandwidthTrace(name: "t", rows: rows.map { .init(duration: $0[0], bandwidth: $0[1]) })
  }

  static func distribution(_ rows: [[Double]]) throws -> CapacityDistribution {
    CapacityDistribution(of: [try trace(rows)])
  }

  /// Rows from a seed: outages, equal capacities and lengths that binary fractions cannot hold.
  static func rows(_ random: inout SeededRandom) -> [[Double]] {
    (0..<(1 + Int(random.uniform() * 30))).map { index in
      [0.1 + random.uniform() * 9, index == 0 ? 1e6 : (random.uniform() * 8).rounded(.down) * 1e6]
    }
  }

  @Test("both distances are SciPy's")
  func scipy() throws {
    let cases = try Fixtures.load().cases
    #expect(cases.count == 8)
    for (index, fixture) in cases.enumerated() {
      let found = try Self.distribution(fixture.reference).distance(to: Self.distribution(fixture.candidate))
      #expect(abs(found.kolmogorovSmirnov - fixture.ks) < 1e-12, "case \(index)")
      #expect(
        Self.agree(found.wasserstein, fixture.wasserstein, within: 1e-12), "case \(index): \(found)")
    }
  }

  @Test("two constant capacities are as far apart as they differ")
  func constant() throws {
    let found = try Self.distribution([[3, 2e6]]).distance(to: Self.distribution([[70, 5e6]]))
    #expect(found == CapacityDistance(kolmogorovSmirnov: 1, wasserstein: 3e6))
  }

  @Test(
    "distances are symmetric, 0 for the same, keep the triangle inequality, and scale with capacity", arguments: 0..<50)
  func metric(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "capacity distance")
    let sets = (0..<3).map { _ in Self.rows(&random) }
    let (a, b, c) = (
      try Self.distribution(sets[0]), try Self.distribution(sets[1]), try Self.distribution(sets[2])
    )
    let ab = a.distance(to: b)
    let (bc, ac) = (b.distance(to: c), a.distance(to: c))
    #expect(b.distance(to: a) == ab)
    #expect(a.distance(to: a) == CapacityDistance(kolmogorovSmirnov: 0, wasserstein: 0))
    #expect(ac.wasserstein <= (ab.wasserstein + bc.wasserstein) * (1 + 1e-12))
    #expect(ac.kolmogorovSmirnov <= ab.kolmogorovSmirnov + bc.kolmogorovSmirnov + 1e-12)
    #expect(ab.wasserstein >= abs(a.mean - b.mean) * (1 - 1e-12))
    let doubled = try Self.distribution(sets[0].map { [$0[0], 2 * $0[1]] })
    #expect(Self.agree(a.distance(to: doubled).wasserstein, a.mean))
  }

  @Test("cuts, order and grouping of rows do not matter", arguments: 0..<20)
  func cuts(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "capacity cuts")
    let rows = Self.rows(&random)
    let whole = try Self.distribution(rows)
    let reversed = try Self.distribution(rows.reversed())
    #expect(whole == reversed)
    let halves = try Self.distribution(rows.flatMap { [[$0[0] / 2, $0[1]], [$0[0] / 2, $0[1]]] })
    #expect(whole.distance(to: halves).kolmogorovSmirnov < 1e-12)
    #expect(whole.distance(to: halves).wasserstein < 1e-12 * whole.mean)
    let apart = CapacityDistribution(of: try rows.filter { $0[1] > 0 }.map { try Self.trace([$0]) })
    let together = try Self.distribution(rows.filter { $0[1] > 0 })
    #expect(apart == together)
  }

  @Test("quantiles and mean are those of a single trace's statistics", arguments: 0..<50)
  func quantiles(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "capacity quantiles")
    let rows = Self.rows(&random)
    let statistics = TraceStatistics(try Self.trace(rows))
    let found = try Self.distribution(rows)
    #expect(Self.agree(found.mean, statistics.mean, within: 1e-12))
    #expect(
      [0.05, 0.25, 0.5, 0.75, 0.95].map(found.quantile)
        == [statistics.p5, statistics.p25, statistics.p50, statistics.p75, statistics.p95])
    #expect(found.quantile(0) == statistics.minimum && found.quantile(1) == statistics.maximum)
  }

  private static func agree(_ found: Double, _ expected: Double, within error: Double = 1e-9) -> Bool {
    found == expected || (found - expected).magnitude <= error * expected.magnitude
  }
}
