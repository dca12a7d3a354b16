import ABRRunsTestSupport
import Testing

@testable import ABRComparison
@testable import ABRRuns

@Suite("Results over trace sets")
struct TraceResultChangeTests {
  @Test("a measure over all sessions is what the run pooled, and over none it is nothing", arguments: [false, true])
  func pooled(severalItems: Bool) throws {
    let result = try SampleRun.result(severalItems ? SampleRun.feed() : SampleRun.single(viewer: "leave(15s)"))
    let record = RunRecord(result, version: "0.0")
    for (configuration, cell) in zip(record.configurations, result.configurations) {
      for name in TraceResultChange.measureNames {
        let measure = try #require(Measure.named(name))
        let expected = try #require(cell.pooled.values[name])
        let found = try #require(measure.value(of: configuration, over: Array(configuration.sessions.indices)))
        #expect(abs(found - expected) <= 1e-12 * (1 + abs(expected)), "\(name)")
        #expect(measure.value(of: configuration, over: []) == nil, "\(name)")
      }
    }
  }

  @Test(
    "differences know of sessions that never start",
    arguments: [
      (1.0, 3.0, 2.0, 2.0), (0, 0.5, 0.5, nil), (.infinity, .infinity, 0, nil), (2, .infinity, .infinity, .infinity),
      (nil, 1, nil, nil), (-2, -1, 1, 0.5),
    ] as [(Double?, Double?, Double?, Double?)])
  func differences(reference: Double?, candidate: Double?, difference: Double?, relative: Double?) throws {
    let measure = try #require(Measure.named("startup_s_p50"))
    let change = TraceResultChange(family: nil, measure: measure, reference: reference, candidate: candidate)
    #expect(change.difference == difference && change.relativeDifference == relative)
  }
}
