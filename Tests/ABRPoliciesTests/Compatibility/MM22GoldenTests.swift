import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRTestSupport
import Foundation
import Testing

@testable import ABRPolicies

/// The recorded results of the MM'22 simulator; not part of the repository.
struct MM22Golden: Decodable {
  /// A number, or whether something is the case.
  enum Cell: Decodable, Equatable {
    case number(Double)
    case bool(Bool)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }
  }
  struct Session: Decodable {
    var trace: Int
    var score: Double
    var bandwidthUsage: Double
    var qoe: Double
    var wastedBytes: Double
    var watchTimes: [Double]
    var steps: [[Cell]]

    enum CodingKeys: String, CodingKey {
      case trace, score, qoe, steps
      case bandwidthUsage = "bandwidth_usage_bytes"
      case wastedBytes = "wasted_bytes"
      case watchTimes = "watch_ms"
    }
  }
  struct Run: Decodable {
    var algorithm: String
    var rows: [Session]
  }
  var columns: [String]
  var results: [Run]

  enum CodingKeys: String, CodingKey {
    case columns = "step_columns"
    case results
  }

  static let folder = SharedData.golden.map { $0 + "/mm22" }
  static var isPresent: Bool {
    folder.map { FileManager.default.fileExists(atPath: $0 + "/mm22_fixed_preload_mixed.json") } ?? false
  }

  static func load() throws -> MM22Golden {
    let file = (folder ?? "") + "/mm22_fixed_preload_mixed.json"
    return try JSONDecoder().decode(MM22Golden.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
  }

  static func queue() throws -> MM22Queue {
    let options = VideoOptions(folderBandwidths: MM22Model.bandwidths, folderSegmentDuration: 1)
    let videos = try VideoFile.loadAll(at: [(folder ?? "") + "/short_video_size"], options: options).flatMap(\.videos)
    let curves = try videos.map { video in
      try RetentionCurve(contentsOf: (folder ?? "") + "/user_ret/\(video.name)", seconds: video.segmentCount)
    }
    return try MM22Queue(name: "golden", videos: videos, retention: curves)
  }
}

@Suite(
  .enabled(
    if: MM22Golden.isPresent,
    "skipped: the recorded results of MM'22 are not here; set ABRLAB_GOLDEN to the folder that holds mm22/"))
struct MM22GoldenTests {
  private struct Played {
    var golden: MM22Golden.Session
    var outcome: MM22Outcome
    var score: MM22Score
  }

  /// The golden sessions, played by a policy of ours in the order of the traces.
  private static func play(_ policy: String) throws -> [Played] {
    let golden = try MM22Golden.load()
    let queue = try MM22Golden.queue()
    let entry = try #require(MM22Registry.entry(named: policy))
    var memory = MM22Score.Memory()
    return try golden.results[0].rows.map { session in
      let trace = try TraceFile.load("\(MM22Golden.folder ?? "")/network_traces/mixed/\(session.trace)").trace
      let watchTimes = session.watchTimes.map { Int($0) }
      let outcome = entry.play(queue, watchTimes, Link(trace))
      let score = MM22Score(outcome.steps, videos: queue.videos, watchTimes: watchTimes, memory: &memory)
      return Played(golden: session, outcome: outcome, score: score)
    }
  }

  private static func row(_ step: MM22Step) -> [MM22Golden.Cell] {
    [
      .number(Double(step.item)), .number(Double(step.rendition)), .number(step.sleep), .number(step.delay),
      .number(step.rebuffering), .number(Double(step.bytes)), .bool(step.endsVideo), .number(Double(step.playing)),
      .number(Double(step.wastedBytes)),
    ]
  }

  @Test("every action and score of the simulator's own fixed-preload sessions is reproduced")
  func fixedPreload() throws {
    let golden = try MM22Golden.load()
    #expect(golden.columns == MM22Step.columns)
    #expect(golden.results[0].algorithm == "fixed_preload")
    let played = try Self.play("fixed-preload")
    #expect(played.count == 20)
    for session in played {
      let wanted = session.golden
      #expect(session.outcome.steps.map(Self.row) == wanted.steps, "trace \(wanted.trace)")
      #expect(abs(session.score.qoe - wanted.qoe) < 1e-9, "trace \(wanted.trace)")
      #expect(abs(session.score.score - wanted.score) < 1e-9, "trace \(wanted.trace)")
      #expect(Double(session.score.bandwidthUsage) == wanted.bandwidthUsage, "trace \(wanted.trace)")
      #expect(Double(session.score.wastedBytes) == wanted.wastedBytes, "trace \(wanted.trace)")
      #expect(session.outcome.metrics.ledger.downloaded == session.score.bandwidthUsage, "trace \(wanted.trace)")
      #expect(session.outcome.metrics.ledger.wasted < session.score.wastedBytes, "trace \(wanted.trace)")
    }
  }

  @Test(
    "the survey's means of a policy are reproduced, its true waste included",
    arguments: [
      ("fixed-preload", [-34.638, 5.865, 10.13, 4.87, 3.19]), ("no-save", [-19.818, 19.350, 9.79, 4.29, 3.28]),
    ])
  func means(policy: String, wanted: [Double]) throws {
    let played = try Self.play(policy)
    func mean(_ value: (Played) -> Double) -> Double { played.map(value).reduce(0, +) / Double(played.count) }
    let found = [
      mean(\.score.score), mean(\.score.qoe), mean { Double($0.score.bandwidthUsage) / 1e6 },
      mean { Double($0.score.wastedBytes) / 1e6 }, mean { Double($0.outcome.metrics.ledger.wasted) / 1e6 },
    ]
    // Half a unit of the last printed digit.
    for (index, tolerance) in [0.0005, 0.0005, 0.005, 0.005, 0.005].enumerated() {
      #expect(abs(found[index] - wanted[index]) <= tolerance * 1.000001, "\(policy): \(found)")
    }
    if policy == "fixed-preload" { #expect((found[4] * 1e6).rounded() == 3_192_308) }
  }
}
