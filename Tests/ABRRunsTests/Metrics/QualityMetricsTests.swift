import ABRInput
import ABRMedia
import ABRPlayback
import ABRPolicies
import ABRRunsTestSupport
import Testing

@testable import ABRRuns

@Suite("Metrics of quality")
struct QualityMetricsTests {
  /// A run of the sample's traces over a video that scores 30, 60 and 90 by rendition.
  private static func experiment(formulas: String? = nil, scored: Bool = true) throws -> Experiment {
    let plain = try SampleRun.videos()[0]
    let scores = QualityScores(.vmaf, values: (0..<plain.video.sizes.count).map { Double(30 + 30 * ($0 % 3)) })
    let source = VideoSource(
      file: plain.file, sha256: plain.sha256, video: scored ? try plain.video.adding(scores: scores) : plain.video)
    return Experiment(
      traces: try SampleRun.traces(), videos: [source],
      players: [try PreparedSession(policy: "bba-0", viewer: "leave(60s)", videos: [source])],
      settings: formulas.map { ["qoe": $0] } ?? [:])
  }

  @Test("the mean is that of the bitrate where scores follow it, and the other metrics are within their bounds")
  func values() throws {
    let result = try SampleRun.result(Self.experiment())
    let pooled = result.configurations[0].pooled.values
    for session in result.configurations[0].sessions.map(\.metrics) {
      let vmaf = try #require(session.quality.first)
      // Bandwidths are 0.3, 0.9 and 2.4 Mbit/s: two sums settle how long each was shown but for one number.
      #expect(abs(vmaf.seconds - session.playedMedia) < 1e-9)
      #expect((30...90).contains(vmaf.mean ?? 0) && [30, 60, 90].contains(vmaf.lowPercentile))
    }
    #expect(pooled["vmaf_s"] == pooled["played_s"])
    let mean = try #require(pooled["vmaf_mean"])
    let low = try #require(pooled["vmaf_low_share"])
    #expect((30...90).contains(mean) && (0...1).contains(low) && low > 0)
    #expect(pooled["qoe_comyco"] != nil && pooled["qoe_puffer"] == nil && pooled["ssim_mean"] == nil)
  }

  @Test("a video without scores has none of the metrics, and asking for one says how to get scores")
  func absent() throws {
    let result = try SampleRun.result(Self.experiment(scored: false))
    let names = Set(MetricDefinition.ofQuality.map(\.name))
    #expect(result.experiment.metrics.allSatisfy { !names.contains($0.name) })
    #expect(names.allSatisfy { result.configurations[0].pooled.values[$0] == nil })
    let text = String(decoding: try SampleRun.document(result), as: UTF8.self)
    #expect(!text.contains("vmaf") && !text.contains("scores"))
    #expect(MetricDefinition.named("vmaf_mean")?.remedy?.contains("abrlab video score") == true)
  }

  @Test("a saved run keeps scores and formulas of one's own")
  func saved() throws {
    let spec = "qoe(quality=vmaf,stall=4.3,switch=1)"
    let result = try SampleRun.result(Self.experiment(formulas: "\(spec) lin"))
    let read = try RunRecord(parsing: SampleRun.document(result), file: "run.json")
    #expect(read == RunRecord(result, version: "0.0"))
    #expect(read.videos[0].scores == [.vmaf] && read.inputs.formulas.count == 2)
    let own = try #require(read.configurations[0].values(of: spec))
    let formula = try QoEFormula(parsing: spec)
    #expect(own == result.configurations[0].sessions.map { formula.value(in: $0.metrics) })
    #expect(MetricDefinition.named(spec)?.unit == "score" && MetricDefinition.named("qoe(quality=x)") == nil)
  }
}
