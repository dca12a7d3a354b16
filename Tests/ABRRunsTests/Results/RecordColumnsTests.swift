import ABRPlayback
import Testing

@testable import ABRRuns

@Suite("Values that a saved session cannot have")
struct RecordColumnsTests {
  private func flaw(
    _ values: KeyValuePairs<String, Double?>, visits: [RunRecord.Visit]? = nil, of video: RunRecord.Video? = nil,
    at rates: ClosedRange<Double>? = nil
  ) throws -> String? {
    let columns = RecordColumns(try values.map { try #require(MetricDefinition.named($0.key)) })
    return columns.flaw(in: values.map(\.value), visits: visits, of: video, at: rates)?.found
  }

  @Test("a session takes as long as its startup, stalls and playing, and shows media at its rate")
  func times() throws {
    func one(_ startup: Double?, _ rebuffer: Double, _ playing: Double, _ played: Double, wall: Double) throws
      -> String?
    {
      try flaw(
        ["startup_s": startup, "rebuffer_s": rebuffer, "playing_s": playing, "played_s": played, "wall_s": wall],
        at: 2...2)
    }
    #expect(try one(0.5, 1, 30, 60, wall: 31.5) == nil && one(0.5, 1, 30, 60 + 1e-12, wall: 31.5) == nil)
    #expect(try one(0.5, 1, 3e5, 60, wall: 31.5) == "played_s of 60.0")
    #expect(try one(0.5, 1, 30, 1e-9, wall: 31.5) == "played_s of 1e-09")
    // The last bits of long clocks, in a short difference of theirs.
    #expect(try one(600, 1, 0.001, 0.0020000000000012221, wall: 601.001) == nil)
    #expect(try one(600, 1, 0.001, 0.002000002, wall: 601.001) == "played_s of 0.002000002")
    for wall in [0.5, 31.4, 31.6, 606] { #expect(try one(0.5, 1, 30, 60, wall: wall) == "wall_s of \(wall)") }
    #expect(try one(1e9, 1, 30, 60, wall: 606) == "wall_s of 606.0")
    #expect(try one(nil, 0, 0, 0, wall: 20) == nil)
    // A player's own code may wait for other reasons, at any rate.
    func code(wall: Double) throws -> String? {
      try flaw(["startup_s": 1, "rebuffer_s": 1, "playing_s": 9, "played_s": 8, "wall_s": wall])
    }
    #expect(try code(wall: 12) == nil && code(wall: 11) == nil && code(wall: 10.9) == "wall_s of 10.9")
    func several(wall: Double) throws -> String? {
      try flaw(
        [
          "rebuffer_s": 1, "playing_s": 10, "played_s": 11, "wall_s": wall, "startup_total_s": 2, "seek_wait_s": 3,
          "paused_s": 4,
        ], at: 0.01...400)
    }
    #expect(try several(wall: 20) == nil && several(wall: 21) == "wall_s of 21.0")
  }

  @Test("a session of several items is the sum of its visits, one after the other")
  func visits() throws {
    func visit(_ began: Double, startup: Double?, preload: PreloadHit? = nil) -> RunRecord.Visit {
      RunRecord.Visit(
        item: 0, visit: 0, isCounted: true, began: began, started: startup != nil, startup: startup, preload: preload,
        played: 5, rebuffer: 1)
    }
    let visits = [visit(0, startup: 2), visit(8, startup: 1, preload: .hit)]
    func of(_ values: KeyValuePairs<String, Double?>, _ visits: [RunRecord.Visit]) throws -> String? {
      RecordColumns(try values.map { try #require(MetricDefinition.named($0.key)) })
        .flaw(in: values.map(\.value), of: visits)?.found
    }
    let whole: KeyValuePairs<String, Double?> = [
      "played_s": 10, "rebuffer_s": 2, "items_visited": 2, "preload_hit_count": 1, "wall_s": 15,
    ]
    #expect(try of(whole, visits) == nil)
    for (name, value) in whole where name != "wall_s" {
      #expect(try of([name: (value ?? 0) + 1], visits) == "\(name) of \((value ?? 0) + 1)")
    }
    #expect(try of(["wall_s": 7], visits) == "began_s of 8.0")
    #expect(try of(["played_s": 10], visits.reversed()) == "began_s of 8.0")
    #expect(try flaw(["startup_s": 2, "startup_total_s": 3], visits: visits) == nil)
    #expect(try flaw(["startup_s": 3, "startup_total_s": 3], visits: visits) == "startup_s of 3.0")
    #expect(try flaw(["startup_s": 2, "startup_total_s": 2.5], visits: visits) == "startup_total_s of 2.5")
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

  @Test("what cannot be negative is refused from the first number below 0 on")
  func negative() throws {
    for metric in MetricDefinition.all where metric.unit != "score" {
      #expect(metric.refusal(of: 0) == nil && metric.refusal(of: -1e-18) != nil, "\(metric.name)")
    }
  }

  @Test("a network that ends with the buffer ends the session in a stall of no length")
  func lastStall() throws {
    func flaw(_ count: Double, _ outcome: SessionOutcome) throws -> String? {
      let columns = RecordColumns(
        try ["rebuffer_count", "rebuffer_s"].map { try #require(MetricDefinition.named($0)) })
      return columns.flaw(in: [count, 0], visits: nil, of: nil, outcome: outcome)?.found
    }
    #expect(try flaw(1, .networkExhausted) == nil && flaw(2, .networkExhausted) == "rebuffer_count of 2.0")
    #expect(try flaw(1, .left) == "rebuffer_count of 1.0")
  }

  @Test("what was shown to its end neither failed nor lost its network, but with a player's own code")
  func endedEarly() throws {
    let video = RunRecord.Video(
      file: "", name: "", sha256: "", duration: 60, segmentCount: 15, renditionCount: 2, sizes: "")
    func flaw(_ played: Double, _ outcome: SessionOutcome, at rates: ClosedRange<Double>? = 1...1) throws -> String? {
      RecordColumns([try #require(MetricDefinition.named("played_s"))])
        .flaw(in: [played], visits: nil, of: video, outcome: outcome, at: rates)?.found
    }
    for outcome in [SessionOutcome.failed, .networkExhausted] {
      #expect(try flaw(60, outcome) == "outcome of \(outcome.rawValue)")
      #expect(try flaw(60 - 1e-12, outcome) != nil && flaw(56, outcome) == nil && flaw(0, outcome) == nil)
      #expect(try flaw(60, outcome, at: nil) == nil)
    }
    #expect(try flaw(60, .completed) == nil && flaw(60, .left) == nil)
  }

  @Test("a ratio is that of its parts but for rounding")
  func ratios() throws {
    #expect(try flaw(["waste_ratio": 0.1 + 1e-12, "bytes_wasted": 100, "bytes_downloaded": 1000]) == nil)
    #expect(try flaw(["waste_ratio": 0.1001, "bytes_wasted": 100, "bytes_downloaded": 1000]) != nil)
  }

  @Test("a session has a startup where its first item has one, whatever came later")
  func startups() throws {
    func visit(_ started: Bool, isCounted: Bool = true) -> RunRecord.Visit {
      RunRecord.Visit(
        item: 0, visit: 0, isCounted: isCounted, began: 0, started: started, startup: nil, preload: nil, played: 0,
        rebuffer: 0)
    }
    #expect(try flaw(["startup_s": nil, "played_s": 5]) == "no startup_s")
    #expect(try flaw(["startup_s": nil, "played_s": 5], visits: [visit(false), visit(true)]) == nil)
    #expect(try flaw(["startup_s": nil, "played_s": 5], visits: [visit(true)]) == "no startup_s")
    // An ad alone, which is no item; baselines do not list it.
    for visits in [[visit(true, isCounted: false)], []] {
      #expect(try flaw(["startup_s": nil, "played_s": 5], visits: visits) == nil)
      #expect(try flaw(["startup_s": 1, "played_s": 5], visits: visits) == "startup_s of 1.0")
    }
  }
}
