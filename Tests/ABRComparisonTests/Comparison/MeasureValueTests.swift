import ABRRunsTestSupport
import Testing

@testable import ABRComparison
@testable import ABRRuns

@Suite("Values of measures")
struct MeasureValueTests {
  @Test("over all sessions every measure is what the run pooled", arguments: [false, true])
  func pooled(severalItems: Bool) throws {
    let result = try SampleRun.result(severalItems ? SampleRun.feed() : SampleRun.single(viewer: "leave(15s)"))
    let record = RunRecord(result, version: "0.0")
    var compared = 0
    for (configuration, cell) in zip(record.configurations, result.configurations) {
      for measure in Measure.all(severalItems: severalItems) {
        let value = measure.value(of: configuration, over: configuration.sessions.indices)
        let pooled = cell.pooled.values[measure.name]
        guard let value, value.isFinite else {
          #expect(pooled == nil, "\(measure.name)")
          continue
        }
        let expected = try #require(pooled, "\(measure.name): \(value)")
        #expect(abs(value - expected) <= 1e-12 * (1 + abs(expected)), "\(measure.name): \(value), \(expected)")
        compared += 1
      }
    }
    #expect(compared > 60)
  }

  @Test("over no session there is no ratio and no percentile, and a sum is nothing")
  func nothing() throws {
    let record = RunRecord(try SampleRun.result(SampleRun.single()), version: "0.0")
    for measure in Measure.all(severalItems: false) {
      let value = measure.value(of: record.configurations[0], over: [])
      #expect(value == nil || value == 0, "\(measure.name)")
    }
  }
}
