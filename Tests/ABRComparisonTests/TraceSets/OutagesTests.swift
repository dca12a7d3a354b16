import ABRNetwork
import Testing

@testable import ABRComparison

@Suite("Outages")
struct OutagesTests {
  private static func outages(_ traces: [[[Double]]], upTo threshold: Double = 0) throws -> Outages {
    Outages(in: try traces.map(CapacityDistributionTests.trace), upTo: threshold)
  }

  @Test("neighbouring rows are one outage, and the end of a trace ends it")
  func stretches() throws {
    let found = try Self.outages([[[2, 0], [1, 0], [4, 1e6], [3, 0]], [[6, 0], [4, 1e6]]])
    #expect(found.count == 3 && found.share == 0.6 && found.meanLength == 4)
  }

  @Test(
    "the threshold itself is an outage, and anything above is none", arguments: [(0.0, 1), (99_999, 1), (100_000, 2)])
  func threshold(value: Double, count: Int) throws {
    #expect(try Self.outages([[[1, 1e5], [1, 2e6], [1, 0], [1, 2e6]]], upTo: value).count == count)
  }

  @Test("without outages there is no mean length")
  func none() throws {
    let found = try Self.outages([[[5, 1e6]]])
    #expect(found.count == 0 && found.share == 0 && found.meanLength == nil)
  }
}
