import ABRInput
import Testing

@testable import ABRStatistics

@Suite struct PercentileComparisonTests {
  private typealias Value = PairedSamples.Value

  private func samples(_ old: [Double], _ new: [Double]) throws -> PairedSamples {
    func values(_ side: [Double]) -> [Value] {
      side.enumerated().map { Value(cluster: "t\(1000 + $0)", value: $1) }
    }
    return try PairedSamples(reference: values(old), candidate: values(new))
  }

  @Test("percentiles are those of all sessions, and a difference in every cluster is found")
  func shift() throws {
    var random = SeededRandom(seed: 1, path: "percentiles")
    let old = (0..<200).map { _ in 1 + random.uniform() }
    let found = PercentileComparison.compare(
      try samples(old, old.map { $0 + 0.25 }), direction: .lower, seed: 1)
    #expect(found.map(\.probability) == [0.5, 0.95])
    for comparison in found {
      #expect(comparison.reference == Quantiles(of: old).value(at: comparison.probability))
      // All that varies is common to both sides, so that the interval has no width but rounding.
      let interval = try #require(comparison.interval)
      #expect((interval.lower - 0.25).magnitude < 1e-12)
      #expect((interval.upper - 0.25).magnitude < 1e-12)
      #expect(comparison.verdict == .worse)
      #expect(comparison.referenceInterval.contains(comparison.reference))
      #expect(comparison.referenceInterval.lower < comparison.referenceInterval.upper)
    }
  }

  @Test("drawing a cluster k times is the same as listing it k times", arguments: 1...20)
  func oracle(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "bootstrap oracle")
    let clusters = 2 + random.integer(below: 6)
    func side() -> [Value] {
      (0..<clusters).flatMap { cluster in
        (0...random.integer(below: 3)).map { _ in
          Value(
            cluster: "\(cluster)", value: random.integer(below: 9) == 0 ? .infinity : Double(random.integer(below: 20)))
        }
      }
    }
    let (old, new) = (side(), side())
    let draws = 50
    let found = BootstrapInterval(
      try PairedSamples(reference: old, candidate: new), at: [0, 0.5, 0.95, 1], draws: draws, seed: seed)
    let stream = SeededRandom(seed: seed, path: "cluster bootstrap")
    for draw in 0..<draws {
      let drawn = (0..<clusters).map { place in
        Int(stream.value(at: UInt64(draw * clusters + place)).multipliedFullWidth(by: UInt64(clusters)).high)
      }
      func quantile(_ values: [Value], _ probability: Double) -> Double? {
        Quantiles(of: drawn.flatMap { index in values.filter { $0.cluster == "\(index)" }.map(\.value) })
          .value(at: probability)
      }
      for (index, probability) in [0, 0.5, 0.95, 1].enumerated() {
        #expect(found.reference[index][draw] == quantile(old, probability), "seed \(seed)")
        #expect(found.candidate[index][draw] == quantile(new, probability), "seed \(seed)")
      }
    }
  }

  @Test("sessions without a value stand at the far end, and two percentiles among them have no difference")
  func infinite() throws {
    let never = Array(repeating: Double.infinity, count: 20)
    let found = Array(repeating: 1.0, count: 80)
    let both = PercentileComparison.compare(
      try samples(found + never, found + never), direction: .lower, seed: 1)
    #expect(both[1].reference == .infinity)
    #expect(both[1].difference == nil && both[1].interval == nil)
    #expect(both[1].verdict == .inconclusive)
    #expect(both[0].difference == 0 && both[0].verdict == .same)
    let one = PercentileComparison.compare(
      try samples(found + found.prefix(20), found + never), direction: .lower, seed: 1)
    #expect(one[0].verdict == .same)
    #expect(one[1].difference == .infinity)
    #expect(one[1].verdict == .worse)
    let other = PercentileComparison.compare(
      try samples(found + never, found + found.prefix(20)), direction: .lower, seed: 1)
    #expect(other[1].verdict == .better)
    #expect(other[1].interval?.upper == -.infinity)
  }

  @Test("resamples in which both percentiles are infinite are not counted as equal", arguments: [0, 1, 5, 9])
  func undefined(never: Int) throws {
    // Where the first clusters are drawn often, the median of both is infinite.
    func side(_ value: Double) -> [Double] {
      Array(repeating: .infinity, count: never) + Array(repeating: value, count: 20 - never)
    }
    let found = PercentileComparison.compare(
      try samples(side(2), side(3)), at: [0.5], direction: .lower, seed: 1)
    #expect(found[0].difference == 1)
    // Half of 20 draws are of five clusters in 1.4 % of the resamples, of nine in 41 %.
    #expect(found[0].interval == (never < 9 ? ConfidenceInterval(lower: 1, upper: 1) : nil), "\(found[0])")
    #expect(found[0].verdict == (never < 9 ? .worse : .inconclusive))
  }

  @Test(
    "five clusters have no interval and no verdict, six have, equal sides are the same, and a seed gives the same draws again"
  )
  func edges() throws {
    for count in [1, 5, 6] {
      let old = (0..<count).map(Double.init)
      let few = PercentileComparison.compare(try samples(old, old.map { $0 + 9 }), direction: .lower, seed: 1)
      #expect(few.allSatisfy { ($0.interval == nil) == (count < 6) })
      #expect(few.allSatisfy { $0.verdict == (count < 6 ? .inconclusive : .worse) })
    }
    let values = (0..<30).map(Double.init)
    let alike = PercentileComparison.compare(try samples(values, values), direction: .lower, seed: 1)
    #expect(alike.map(\.verdict) == [.same, .same])
    let other = values.map { $0 * 1.1 }
    func compare(_ seed: Int) throws -> [PercentileComparison] {
      PercentileComparison.compare(try samples(values, other), direction: .lower, seed: seed)
    }
    #expect(try compare(5) == compare(5))
    #expect(try compare(5) != compare(6))
  }

  @Test("what cannot be compared is an error that says why")
  func errors() {
    func failure(_ reference: [Value], _ candidate: [Value]) -> StatisticsError? {
      do throws(StatisticsError) {
        _ = try PairedSamples(reference: reference, candidate: candidate)
        return nil
      } catch { return error }
    }
    let good = [Value(cluster: "a", value: 1)]
    #expect(failure(good, good) == nil)
    #expect(failure([], good) == .noValue(.reference))
    #expect(failure(good, []) == .noValue(.candidate))
    #expect(failure(good, [Value(cluster: "b", value: 1)]) == .noCommonCluster(reference: 1, candidate: 1))
    #expect(failure(good, [Value(cluster: "a", value: .nan)]) != nil)
    #expect(failure([Value(cluster: "a", value: -.infinity)], good) != nil)
  }
}
