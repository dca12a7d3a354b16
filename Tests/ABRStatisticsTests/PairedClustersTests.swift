import ABRInput
import ABRStatistics
import Testing

@Suite struct PairedClustersTests {
  private typealias Term = PairedClusters.Term

  @Test("sessions of a cluster are added up, and clusters of one side are left out by name")
  func pairing() throws {
    let paired = try PairedClusters(
      reference: [
        Term(cluster: "b", numerator: 1, denominator: 10), Term(cluster: "a", numerator: 2, denominator: 20),
        Term(cluster: "b", numerator: 3, denominator: 30), Term(cluster: "old", numerator: 9, denominator: 9),
      ],
      candidate: [
        Term(cluster: "new", numerator: 9, denominator: 9), Term(cluster: "a", numerator: 5, denominator: 20),
        Term(cluster: "b", numerator: 7, denominator: 40),
      ])
    #expect(
      paired.clusters == [
        .init(
          name: "a", reference: .init(numerator: 2, denominator: 20), candidate: .init(numerator: 5, denominator: 20)),
        .init(
          name: "b", reference: .init(numerator: 4, denominator: 40), candidate: .init(numerator: 7, denominator: 40)),
      ])
    #expect(paired.unpaired == ["new", "old"])
    #expect(paired.referenceRatio == 0.1)
    #expect(paired.candidateRatio == 0.2)
  }

  @Test("what cannot be compared is an error that says why")
  func errors() throws {
    let good = [Term(cluster: "a", numerator: 1, denominator: 1)]
    func failure(_ reference: [Term], _ candidate: [Term]) -> StatisticsError? {
      do throws(StatisticsError) {
        _ = try PairedClusters(reference: reference, candidate: candidate)
        return nil
      } catch { return error }
    }
    #expect(failure(good, good) == nil)
    #expect(failure([], good) == .noCommonCluster(reference: 0, candidate: 1))
    #expect(
      failure([Term(cluster: "b", numerator: 1, denominator: 1)], good) == .noCommonCluster(reference: 1, candidate: 1))
    #expect(failure(good, [Term(cluster: "a", numerator: 0, denominator: 0)]) == .noDenominator(.candidate))
    #expect(failure([Term(cluster: "a", numerator: 0, denominator: 0)], good) == .noDenominator(.reference))
    let infinite = failure(good, [Term(cluster: "a", numerator: .infinity, denominator: 1)])
    #expect(
      infinite?.description == "a, candidate, numerator: found inf, expected -1e+30 to 1e+30")
    let negative = failure([Term(cluster: "a", numerator: 1, denominator: -1)], good)
    #expect(negative?.description == "a, reference, denominator: found -1.0, expected 0 to 1e+30")
    #expect(failure(good, [Term(cluster: "a", numerator: 1, denominator: 1e-200)]) == .noDenominator(.candidate))
    #expect(failure([Term(cluster: "a", numerator: .nan, denominator: 1)], good) != nil)
    #expect(failure([Term(cluster: "a", numerator: 1, denominator: .nan)], good) != nil)
  }

  @Test("the sum of a cluster's sessions does not depend on their order, to the last bit")
  func order() throws {
    let terms = (1...40).map { Term(cluster: "a", numerator: 1 / Double($0), denominator: 1 / Double($0 + 3)) }
    let forward = try PairedClusters(reference: terms, candidate: terms)
    #expect(forward == (try PairedClusters(reference: terms.reversed(), candidate: terms.shuffled())))
  }

  @Test("numbers at the ends of what is allowed give numbers or nothing, never a crash", arguments: 1...200)
  func extremes(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "extremes")
    let numbers = [0, Double.leastNonzeroMagnitude, 1e-300, 1e-30, 1e-9, 1, 1e9, 1e30]
    func terms() -> [Term] {
      (0..<(1 + random.integer(below: 20))).map {
        let sign = random.integer(below: 4) == 0 ? -1.0 : 1.0
        return Term(
          cluster: "\($0)", numerator: sign * numbers[random.integer(below: numbers.count)],
          denominator: numbers[random.integer(below: numbers.count)])
      }
    }
    guard let paired = try? PairedClusters(reference: terms(), candidate: terms()) else { return }
    let comparison = PairedComparison(paired, direction: .lower, margin: 1e-3)
    #expect(comparison.difference.isFinite, "seed \(seed)")
    #expect(!comparison.contributions.contains { !$0.isFinite }, "seed \(seed)")
    for interval in [comparison.interval, comparison.relativeInterval].compactMap(\.self) {
      #expect(interval.lower.isFinite && interval.upper.isFinite, "seed \(seed)")
    }
    #expect((0...1).contains(comparison.pValue), "seed \(seed)")
    #expect(Verdict.allCases.contains(comparison.verdict))
  }
}
