import ABRPlayback
import Testing

@testable import ABRRuns

@Suite("Values that a saved session cannot have")
struct RecordColumnsTests {
  private func flaw(
    _ values: KeyValuePairs<String, Double?>, visits: [RunRecord.Visit] = [], of video: RunRecord.Video? = nil
  ) throws -> String? {
    let columns = RecordColumns(try values.map { try #require(MetricDefinition.named($0.key)) })
    return columns.flaw(in: values.map(\.value), visits: visits, of: video)?.found
  }

  @Test("a session of one video shows no more than the video has, at bitrates of its ladder")
  func videos() throws {
    var video = RunRecord.Video(
      file: "", name: "", sha256: "", duration: 60, segmentCount: 15, renditionCount: 2, sizes: "")
    #expect(try flaw(["played_s": 60], of: video) == nil && flaw(["played_s": 61], of: nil) == nil)
    #expect(try flaw(["played_s": 60.1], of: video) == "played_s of 60.1")
    // Documents of older versions do not say the ladder.
    #expect(try flaw(["mean_bitrate_bps": 5], of: video) == nil)
    video.bandwidths = [1000, 2000]
    for (bitrate, isWrong) in [(999.0, true), (1000, false), (1500, false), (2000 + 1e-7, false), (2001, true)] {
      #expect(try (flaw(["mean_bitrate_bps": bitrate], of: video) != nil) == isWrong, "\(bitrate)")
    }
  }

  @Test("bytes are the sum of their accounts, and no less than those that are there")
  func sums() throws {
    let whole = { (downloaded: Double) in
      try flaw(["bytes_downloaded": downloaded, "bytes_played": 4, "bytes_wasted": 2, "bytes_overhead": 1])
    }
    #expect(try whole(7) == nil && whole(8) == "bytes_downloaded of 8.0")
    #expect(try flaw(["bytes_downloaded": 7, "bytes_played": 4]) == nil)
    #expect(try flaw(["bytes_downloaded": 3, "bytes_played": 4]) == "bytes_downloaded of 3.0")
  }

  @Test("no more has scores than was shown, and means of scores lie among those that segments may have")
  func scores() throws {
    #expect(try flaw(["played_s": 60, "vmaf_s": 60]) == nil)
    #expect(try flaw(["played_s": 60, "vmaf_s": 61]) == "vmaf_s of 61.0")
    for (name, value, isRefused) in [
      ("vmaf_mean", 100, false), ("vmaf_mean", 101, true), ("ssim_p5", 1.1, true), ("ssim_p5", 0.9, false),
      ("vmaf_switch_magnitude", 2000, false), ("qoe_lin", -5000, false),
    ] {
      let metric = try #require(MetricDefinition.named(name))
      #expect((metric.refusal(of: value) != nil) == isRefused, "\(name)")
    }
  }

  @Test("a ratio is that of its parts but for rounding")
  func ratios() throws {
    #expect(try flaw(["waste_ratio": 0.1 + 1e-12, "bytes_wasted": 100, "bytes_downloaded": 1000]) == nil)
    #expect(try flaw(["waste_ratio": 0.1001, "bytes_wasted": 100, "bytes_downloaded": 1000]) != nil)
  }

  @Test("a session has a startup where its first item has one, whatever came later")
  func startups() throws {
    func visit(_ started: Bool) -> RunRecord.Visit {
      RunRecord.Visit(
        item: 0, visit: 0, isCounted: true, began: 0, started: started, startup: nil, preload: nil, played: 0,
        rebuffer: 0)
    }
    #expect(try flaw(["startup_s": nil, "played_s": 5]) == "no startup_s")
    #expect(try flaw(["startup_s": nil, "played_s": 5], visits: [visit(false), visit(true)]) == nil)
    #expect(try flaw(["startup_s": nil, "played_s": 5], visits: [visit(true)]) == "no startup_s")
  }
}
