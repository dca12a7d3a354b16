import ABRExperiments
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
      infinite?.description == "a, candidate, numerator: found inf, allowed: a finite number")
    let negative = failure([Term(cluster: "a", numerator: 1, denominator: -1)], good)
    #expect(negative?.description == "a, reference, denominator: found -1.0, allowed: a finite number from 0")
    #expect(failure([Term(cluster: "a", numerator: .nan, denominator: 1)], good) != nil)
    #expect(failure([Term(cluster: "a", numerator: 1, denominator: .nan)], good) != nil)
  }
}
