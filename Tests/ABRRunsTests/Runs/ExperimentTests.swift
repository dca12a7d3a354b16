import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import Foundation
import Testing

@testable import ABRParallel
@testable import ABRRuns

@Suite struct ExperimentTests {
  private static func experiment(policies: [String] = ["dynamic", "bba-0"], seed: Int? = nil) throws -> Experiment {
    let traces = try (0..<9).map { number in
      let rows = (0..<50).map { row in
        BandwidthTrace.Row(duration: 1, bandwidth: Double((row * 7919 + number * 104_729) % 5_000) * 1000)
      }
      return TraceSource(
        file: "t/\(number).csv", family: "t", sha256: "\(number)",
        trace: try BandwidthTrace(name: "\(number).csv", rows: rows))
    }
    let ladder = try Ladder([300_000, 900_000, 2_400_000].map { Rendition(bandwidth: $0) })
    let videos = try [4.0, 2].map { duration in
      let sizes = (0..<30).map { segment in
        ladder.renditions.map { Int(Double($0.bandwidth) * duration / 8) + segment * 100 }
      }
      return VideoSource(
        file: "v", sha256: "v\(duration)",
        video: try Video(name: "v\(duration)", ladder: ladder, segmentDuration: duration, sizes: sizes))
    }
    let players = try policies.map {
      try PreparedSession(policy: $0, viewer: "leave(60s)", videos: videos)
    }
    return Experiment(traces: traces, videos: videos, players: players, seed: seed)
  }

  private static func result(_ experiment: Experiment, jobs: Int) throws -> ExperimentResult {
    let sessions = try ExperimentRunner(experiment, jobs: jobs).run()
    return ExperimentResult(experiment, sessions: sessions)
  }

  @Test("one, two and seven threads give the same bytes", arguments: [nil, 5])
  func threads(seed: Int?) throws {
    let experiment = try Self.experiment(seed: seed)
    let texts = try [1, 2, 7].map { jobs in
      try RunRecord(Self.result(experiment, jobs: jobs), version: "0").json(perSession: true).text()
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0] == texts[2])
    #expect(texts[0].count > 10_000)
  }

  @Test("each session stands in its place: the same as played alone")
  func places() throws {
    let experiment = try Self.experiment()
    let result = try Self.result(experiment, jobs: 3)
    #expect(!result.isPartial)
    for result in result.configurations {
      #expect(result.sessions.count == 18)
      let viewer = try ViewerSpec(parsing: result.configuration.viewer).viewer
      for session in result.sessions {
        // As a video plays that knows no session of several items.
        let player = result.player.players[session.content].players[0]
        var scratch = SessionScratch()
        let link = Link(try experiment.traces[session.trace].trace(), defaultLatency: experiment.defaultLatency)
        let alone = player.play(AnyPlayer.Start(link: link), viewer: viewer, scratch: &scratch)
        #expect(alone == session.metrics)
      }
    }
  }

  @Test("a start offset depends on the seed and the trace, not on the other traces or the policies")
  func offsets() throws {
    let both = try Self.experiment(seed: 5)
    let one = try Self.experiment(policies: ["bola"], seed: 5)
    let other = try Self.experiment(seed: 6)
    for (index, trace) in both.traces.enumerated() {
      #expect(both.offset(of: trace) == one.offset(of: one.traces[index]))
      #expect(both.offset(of: trace) != other.offset(of: trace))
      #expect((0..<trace.duration).contains(both.offset(of: trace)))
    }
    #expect(try Self.experiment().offset(of: both.traces[0]) == 0)
  }

  @Test("a cancelled run keeps the sessions it has and says so")
  func cancelled() throws {
    let experiment = try Self.experiment()
    let cancellation = CancellationFlag()
    cancellation.cancel()
    let sessions = try ExperimentRunner(experiment, jobs: 2).run(cancellation: cancellation)
    let result = ExperimentResult(experiment, sessions: sessions)
    #expect(result.isPartial)
    guard case .object(let members) = RunRecord(result, version: "0").json(perSession: true) else {
      Issue.record("the document is no object")
      return
    }
    #expect(members["partial"] == .bool(true))
  }

  @Test("the document has schema 1, the inputs with hashes, and every metric under its name")
  func document() throws {
    let document = RunRecord(try Self.result(try Self.experiment(), jobs: 2), version: "0").json(perSession: true)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(document.text().utf8)) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    let inputs = try #require(object["inputs"] as? [String: Any])
    let traces = try #require(inputs["traces"] as? [[String: Any]])
    #expect(traces.count == 9)
    #expect(traces[0]["sha256"] as? String == "0")
    let policies = try #require(object["policies"] as? [[String: Any]])
    #expect(policies.map { $0["policy"] as? String } == ["dynamic", "bba-0"])
    let pooled = try #require(policies[0]["pooled"] as? [String: Any])
    let sessions = try #require(policies[0]["sessions"] as? [[String: Any]])
    #expect(sessions[0]["trace"] as? String == "0.csv")
    for metric in MetricDefinition.metrics(severalItems: false) {
      #expect(pooled[metric.name] != nil, "pooled lacks \(metric.name)")
      #expect(sessions[0][metric.name] != nil, "a session lacks \(metric.name)")
    }
    for name in ["startup_s_p50", "startup_s_p95", "never_stalled_share", "rebuffer_ratio", "bytes_wasted"] {
      #expect(pooled[name] is NSNumber, "\(name)")
    }
  }
}
