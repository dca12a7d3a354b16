import ABRPlayback
import ABRPolicies
import Testing

@testable import ABRTuning

@Suite("Estimates of searches")
struct SearchEstimateTests {
  private func space(_ values: String) throws -> SearchSpace {
    try SearchSpace(
      templates: [SpecTemplate(.policy, parsing: "bola"), SpecTemplate(.buffer, parsing: "growth")],
      ranges: [(name: "max", text: values)])
  }

  @Test("a few settings from the first to the last stand for a grid, all of them for a small one")
  func sample() throws {
    let (large, small) = (try space("40..80s by 1s"), try space("40s,60s"))
    let sample = SearchEstimate.sample(of: large)
    #expect(sample.count == 16 && Set(sample).count == 16)
    #expect(sample.first == large.settings.first && sample.last == large.settings.last)
    #expect(SearchEstimate.sample(of: small) == small.settings)
    #expect(SearchEstimate.sample(of: try space("40s")).count == 1)
  }

  @Test("sessions, segments and seconds of a sample are scaled to the grid; of what is large a sample is played")
  func scaling() throws {
    let space = try space("40..119s by 1s")
    for (segments, method, samples) in [
      (100, SearchMethod.exhaustive, 80), (300_000, .random, 55), (1_000_000, .random, SearchEstimate.leastSamples),
    ] {
      var metrics = SessionMetrics()
      metrics.segmentsDownloaded = segments
      let sample = Array(repeating: metrics, count: 16 * 3)
      let estimate = SearchEstimate(of: space, sample: sample, took: 2)
      #expect(estimate.sessions == 240 && estimate.segments == 240 * segments && estimate.seconds == 10)
      #expect(estimate.method == method && estimate.samples == samples)
    }
  }
}
