import ABRMedia
import ABRNetwork
import ABRPlayback
import Foundation
import Testing

@testable import ABRPolicies

/// The recorded results of Pensieve's own code; not part of the repository.
struct PensieveGolden: Decodable {
  struct Session: Decodable {
    var trace: String
    var rows: [[Double]]
  }
  struct Run: Decodable {
    var policy: String
    var traces: [Session]
  }
  var columns: [String]
  var policies: [Run]

  enum CodingKeys: String, CodingKey {
    case columns = "row_columns"
    case policies
  }

  /// `ABRLAB_GOLDEN`, or `../shared/golden` beside the package.
  static let folder: String = {
    if let path = ProcessInfo.processInfo.environment["ABRLAB_GOLDEN"] { return path + "/pensieve" }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    return package.deletingLastPathComponent().path + "/shared/golden/pensieve"
  }()

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "/pensieve_fixed_env.json") }

  /// Read once for all cases: the file is large.
  static let loaded = Result {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/pensieve_fixed_env.json"))
    return try JSONDecoder().decode(PensieveGolden.self, from: data)
  }

  /// The 49 chunks of the video, from one file of sizes a rung.
  static func video() throws -> Video {
    let bandwidths = [300, 750, 1200, 1850, 2850, 4300].map { $0 * 1000 }
    let columns = try bandwidths.indices.map { rung in
      try String(contentsOfFile: folder + "/video_size_envivio/video_size_\(rung)", encoding: .utf8)
        .split(whereSeparator: \.isNewline).compactMap { Int($0) }
    }
    let sizes = columns[0].indices.map { segment in columns.map { $0[segment] } }
    return try Video(
      name: "envivio", ladder: Ladder(bandwidths.map { Rendition(bandwidth: $0) }), segmentDuration: 4, sizes: sizes)
  }
}

@Suite(
  .enabled(
    if: PensieveGolden.isPresent,
    "skipped: the recorded results of Pensieve are not here; set ABRLAB_GOLDEN to the folder that holds pensieve/"))
struct PensieveGoldenTests {
  /// Largest relative difference of any value.
  private static let tolerance = 1e-9

  @Test(
    "every chunk of Pensieve's own sessions is reproduced",
    arguments: [
      ("bb", "bb", 142), ("const0", "fixed:0", 142), ("const1", "fixed:1", 142), ("const2", "fixed:2", 142),
      ("const3", "fixed:3", 142), ("const4", "fixed:4", 142), ("const5", "fixed:5", 142), ("rate_hm5", "rate-hm5", 142),
      ("robustmpc", "robust-mpc", 20),
    ])
  func sessions(recorded: String, spec: String, count: Int) throws {
    let golden = try PensieveGolden.loaded.get()
    #expect(golden.columns == PensieveRow.columns)
    let run = try #require(golden.policies.first { $0.policy == recorded })
    #expect(run.traces.count == count)
    let video = try PensieveGolden.video()
    let model = Model.pensieve
    let player = try PolicySpec(parsing: spec).policy(model: model)
      .makePlayer(video: video, buffer: model.buffer(), settings: model.settings)
    let traces = try run.traces.map { session in
      try TraceFile.load(PensieveGolden.folder + "/cooked_test_traces/" + session.trace).trace
    }
    var worst = 0.0
    var different = 0
    SessionPlayer(of: player).playInSequence(traces.count, start: { AnyPlayer.Start(link: Link(traces[$0])) }) {
      index, _, log in
      let rows = PensieveRow.rows(of: log.events, over: traces[index], ladder: video.ladder)
      let expected = run.traces[index].rows
      #expect(rows.count == expected.count)
      for (row, expected) in zip(rows, expected) {
        for (found, wanted) in zip(row.values, expected) where found != wanted {
          let difference = abs(found - wanted) / abs(wanted)
          worst = max(worst, difference)
          if difference > Self.tolerance { different += 1 }
        }
      }
    }
    #expect(different == 0, "\(spec): largest difference \(worst)")
  }
}
