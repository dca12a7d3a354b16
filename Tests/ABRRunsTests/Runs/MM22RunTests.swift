import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRTestSupport
import Foundation
import Testing

@testable import ABRParallel
@testable import ABRRuns

@Suite struct MM22RunTests {
  private static func trace(_ name: String, folder: String = "t") throws -> TraceSource {
    let number = Int(name) ?? 0
    let rows = (0..<30).map { row in
      BandwidthTrace.Row(duration: 1, bandwidth: Double(200_000 + (row * 7919 + number * 104_729) % 2_000_000))
    }
    return TraceSource(
      file: "\(folder)/\(name)", family: folder, sha256: "\(folder)\(name)",
      trace: try BandwidthTrace(name: name, rows: rows))
  }

  private static func experiment(_ names: [String], policies: [String] = ["fixed-preload", "no-save"]) throws
    -> Experiment
  {
    let traces = try names.map { try trace($0) }
    let ladder = try Ladder(MM22Model.bandwidths.map { Rendition(bandwidth: $0) })
    let videos = try (0..<6).map { number in
      let sizes = (0..<(8 + number)).map { segment in
        ladder.renditions.map { $0.bandwidth / 8 + (segment * 31 + number) % 7 * 1000 }
      }
      return VideoSource(
        file: "v/\(number)", sha256: "v\(number)",
        video: try Video(name: "v\(number)", ladder: ladder, segmentDuration: 1, sizes: sizes))
    }
    let folder = try TemporaryFolder()
    // Of a video that is watched to its end no chunk is the last watched one for the simulator, so that the first chunk
    // of the next is compared with what another trace left.
    let times = Dictionary(
      names.map { name -> (String, [Int]) in
        let number = Int(name) ?? 0
        return (name, (0..<6).map { number % 2 == 0 ? (8 + $0) * 1000 : number * 370 % 5000 + $0 * 500 })
      }, uniquingKeysWith: { first, _ in first })
    let file = try folder.write("watch.json", Array(try JSONEncoder().encode(times)))
    let recorded = try RecordedViewers(contentsOf: file)
    let curves = videos.map { _ in RetentionCurve(shares: (0..<20).map { 1 - Double($0) * 0.05 }) }
    let queue = try MM22Queue(name: "q", videos: videos.map(\.video), retention: curves)
    let viewer = try ViewerSpec(parsing: "recorded(watch.json)")
    let players = try policies.map { name in
      PreparedSession(
        try ConfiguredMM22(
          policy: try MM22Registry.entry(parsing: name), queue: queue, viewers: recorded, traces: traces),
        viewer: viewer)
    }
    return Experiment(traces: traces, videos: videos, players: players, model: .mm22, queue: "q")
  }

  private static func result(_ experiment: Experiment, jobs: Int = 2) throws -> ExperimentResult {
    let sessions = try ExperimentRunner(experiment, jobs: jobs, wantsPeers: true).run()
    return ExperimentResult(experiment, sessions: sessions)
  }

  private static func qoe(_ session: SessionResult) throws -> Double {
    guard case .number(let qoe?)? = session.peer?.values["qoe"] else { throw CocoaError(.coderValueNotFound) }
    return qoe
  }

  @Test("one, two and seven threads give the same bytes, scores included")
  func threads() throws {
    let experiment = try Self.experiment((0..<13).map { "\($0)" })
    let texts = try [1, 2, 7].map { jobs in
      try RunRecord(Self.result(experiment, jobs: jobs), version: "0").json(perSession: true).text()
    }
    #expect(texts[0] == texts[1] && texts[0] == texts[2])
    #expect(texts[0].count > 10_000)
  }

  @Test("a trace has one session of the whole queue, under the queue's name")
  func sessions() throws {
    let experiment = try Self.experiment(["0", "1"])
    #expect(experiment.sessionCount == 4)
    let result = try Self.result(experiment)
    #expect(!result.isPartial && result.configurations.map(\.sessions.count) == [2, 2])
    let document = RunRecord(result, version: "0").json(perSession: true)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(document.text().utf8)) as? [String: Any])
    let policies = try #require(object["policies"] as? [[String: Any]])
    #expect(policies.map { $0["policy"] as? String } == ["fixed-preload", "no-save"])
    let session = try #require((policies[0]["sessions"] as? [[String: Any]])?[0])
    #expect(session["video"] as? String == "q" && session["trace"] as? String == "0")
    let peer = try #require(session["peer"] as? [String: Any])
    #expect(Set(peer.keys) == ["steps", "score", "qoe", "bandwidth_usage_bytes", "wasted_bytes"])
    let steps = try #require(peer["steps"] as? [[Any]])
    #expect(steps.allSatisfy { $0.count == MM22Step.columns.count })
    let bytes = steps.reduce(0) { $0 + (($1[5] as? Int) ?? 0) }
    #expect(session["bytes_downloaded"] as? Int == bytes && peer["bandwidth_usage_bytes"] as? Int == bytes)
  }

  @Test("scores carry the array from trace to trace in numeric order, whatever the order of the traces")
  func order() throws {
    let names = ["10", "9", "2", "0", "11", "1", "3", "8"]
    let shuffled = try Self.result(try Self.experiment(names))
    let sorted = names.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }
    let straight = try Self.result(try Self.experiment(sorted))
    var differsAlone = false
    for cell in 0..<2 {
      for name in names {
        let session = try #require(shuffled.configurations[cell].sessions.first { names[$0.trace] == name })
        let other = try #require(straight.configurations[cell].sessions.first { sorted[$0.trace] == name })
        #expect(session.peer == other.peer && session.metrics == other.metrics)
        let alone = try Self.result(try Self.experiment([name])).configurations[cell].sessions[0]
        // The lab's own metrics of a session know no other session.
        #expect(alone.metrics == session.metrics)
        if try Self.qoe(alone) != Self.qoe(session) { differsAlone = true }
      }
    }
    #expect(differsAlone, "no session shows the array's effect, so that this test says nothing")
  }

  @Test("each folder of traces is a run of the simulator, in numeric order")
  func runs() throws {
    let traces = try [("a", "10"), ("b", "3"), ("a", "9"), ("b", "20"), ("a", "x2"), ("a", "x10"), ("b", "03")].map {
      try Self.trace($0.1, folder: $0.0)
    }
    let runs = ConfiguredMM22.orders(of: traces)
    #expect(Set(runs) == [[2, 0, 4, 5], [6, 1, 3]])
  }
}
