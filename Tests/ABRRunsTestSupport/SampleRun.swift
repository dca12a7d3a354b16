import ABRInput
import ABRMedia
import ABRNetwork
import ABRParallel
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRSessions

/// Small runs that stall, waste and switch, for tests of what is made of results.
package enum SampleRun {
  /// Traces of two families, with outages.
  package static func traces(_ count: Int = 6) throws -> [TraceSource] {
    try (0..<count).map { number in
      let rows = (0..<50).map { row in
        BandwidthTrace.Row(duration: 1, bandwidth: Double((row * 7919 + number * 104_729) % 3_000) * 800)
      }
      let family = number % 2 == 0 ? "even" : "odd"
      return TraceSource(
        file: "t/\(family)/\(number).csv", family: family, sha256: SHA256.hexDigest(of: "trace \(number)"),
        trace: try BandwidthTrace(name: "\(number).csv", rows: rows))
    }
  }

  /// Videos of one ladder.
  package static func videos() throws -> [VideoSource] {
    let ladder = try Ladder([300_000, 900_000, 2_400_000].map { Rendition(bandwidth: $0) })
    return try [4.0, 2].map { duration in
      let sizes = (0..<20).map { segment in
        ladder.renditions.map { Int(Double($0.bandwidth) * duration / 8) + segment * 100 }
      }
      return VideoSource(
        file: "v/\(duration)", sha256: SHA256.hexDigest(of: "video \(duration)"),
        video: try Video(name: "v\(duration)", ladder: ladder, segmentDuration: duration, sizes: sizes))
    }
  }

  /// Every video over every trace.
  package static func single(
    policies: [String] = ["throughput", "bba-0"], viewer: String = "leave(30s)", seed: Int? = nil, traces: Int = 6,
    buffer: String = "static(30s)", formulas: String? = nil
  ) throws -> Experiment {
    let videos = try videos()
    let players = try policies.map {
      try PreparedSession(policy: $0, buffer: buffer, viewer: viewer, videos: videos)
    }
    return Experiment(
      traces: try Self.traces(traces), videos: videos, players: players, seed: seed,
      settings: ["rate": "1"].merging(formulas.map { ["qoe": $0] } ?? [:]) { $1 })
  }

  /// A feed of the videos over every trace, with and without preloads.
  package static func feed(seed: Int? = 3) throws -> Experiment {
    let videos = try videos()
    let players = try ["none", "network-balance(open=8s)"].map { text in
      var plan = SessionPlan(feedOf: 5)
      plan.viewer = FeedViewer(watch: .lognormal(median: 8, sigma: 1), back: 0.1, patience: 20, skip: 0)
      plan.viewerSpec = "feed(lognormal,median=8s,sigma=1)"
      return try PreparedSession(
        plan, player: Player(policy: "throughput"), preload: PreloadSpec(parsing: text), videos: videos.map(\.video),
        seed: seed)
    }
    return Experiment(traces: try traces(), videos: videos, players: players, seed: seed, queue: "5 items")
  }

  /// The experiment, played; of an interrupted one only sessions for which `isPlayed` holds.
  package static func result(_ experiment: Experiment, isPlayed: (Int) -> Bool = { _ in true }) throws
    -> ExperimentResult
  {
    let runner = ExperimentRunner(experiment, jobs: 2)
    let sessions = try runner.run()
    var result = ExperimentResult(experiment, sessions: sessions.enumerated().map { isPlayed($0) ? $1 : nil })
    try runner.recordTimelines(in: &result)
    return result
  }

  /// The document of a result, with sessions.
  package static func document(_ result: ExperimentResult) throws -> [UInt8] {
    Array(RunRecord(result, version: "0.0").json(perSession: true).text().utf8)
  }
}
