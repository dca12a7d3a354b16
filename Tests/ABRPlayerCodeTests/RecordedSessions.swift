import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRTestSupport
import Foundation

@testable import ABRPlayerCode

/// Sessions that Chromium played with builds of real players, and the content that it played.
struct RecordedSessions {
  /// One run.
  struct Run: Decodable {
    struct Summary: Decodable {
      let levels: String
      let startup: Double?
      let bytes: Double
      let stalls: [[Double]]
      let cuts: [Cut]
      struct Cut: Decodable { init(from decoder: any Decoder) {} }
    }
    struct Request: Decodable {
      let what: String
      let t: Double
      let got: Double?
      let end: Double?
      let cut: Double?
    }
    let player: String
    let version: String?
    let variant: String?
    let trace: String
    let rttMs: Double
    let rows: [[Double]]
    let requests: [Request]
    let summary: Summary?

    /// For each segment the rendition that was fetched last as a whole, by which sessions without a summary are
    /// compared.
    var fetchedLevels: String {
      var levels = Array(repeating: Character("-"), count: 18)
      for request in requests where request.end != nil && request.cut == nil {
        let what = Array(request.what)
        guard what.count == 10, what[0] == "s", what[1] != "5", let number = Int(String(what[3...5])) else { continue }
        levels[number - 1] = what[1]
      }
      return String(levels)
    }
  }
  /// A session over a TCP path with a queue, of HLS in MPEG-TS.
  struct PathRun: Decodable {
    struct Summary: Decodable {
      let levels: String
      let startupS: Double
    }
    let content: String
    let trace: String
    let rttMs: Double
    let summary: Summary
  }
  private struct PathFile: Decodable { let sessions: [PathRun] }
  private struct Path: Decodable { let rows: [[Double]] }
  private struct TransportStream: Decodable {
    let bandwidthBps: [Int]
    let averageBps: [Int]
    let segmentSizesBytes: [[Int]]
  }
  private struct PathContent: Decodable { let ts2: TransportStream }

  /// Sessions of a player over the TCP path, each with its link and its network; the media is played as fragmented MP4
  /// of the same sizes.
  static func overPath(
    _ name: String
  ) throws -> [(run: PathRun, video: Video, start: AnyPlayer.Start, network: NetworkSettings)] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    func read<Value: Decodable>(_ name: String) throws -> Value {
      try decoder.decode(Value.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder ?? "")/\(name)")))
    }
    let paths: [String: Path] = try read("traces.json")
    let content: PathContent = try read("content.json")
    let file: PathFile = try read(name)
    let stream = content.ts2
    let ladder = try Ladder(
      stream.bandwidthBps.indices.map {
        Rendition(bandwidth: stream.bandwidthBps[$0], averageBandwidth: stream.averageBps[$0], codecs: "avc1.42C01E")
      })
    let video = try Video(
      name: "ts2", ladder: ladder, segmentDuration: 2, sizes: stream.segmentSizesBytes,
      stream: StreamResources(packaging: .hls, manifest: 673, mediaPlaylist: 1049))
    return try file.sessions.filter { $0.content == "ts2" }.map { run in
      let trace = try BandwidthTrace(
        name: run.trace,
        rows: (paths[run.trace]?.rows ?? []).map { BandwidthTrace.Row(duration: $0[0], bandwidth: $0[1]) })
      let latency = run.rttMs / 1000
      return (
        run, video, AnyPlayer.Start(link: Link(trace, defaultLatency: latency)),
        NetworkSettings(
          fixedLatency: latency, connections: .h1, setupRoundTrips: 1, payloadFraction: 1448.0 / 1500,
          slowStart: .linux, pathQueue: 96_000, responseHeader: 200)
      )
    }
  }
  private struct File: Decodable { let sessions: [Run] }
  private struct Content: Decodable { let fm4: Ladder4 }
  private struct Ladder4: Decodable {
    let bandwidthBps: [Int]
    let averageBps: [Int]
    let videoSegmentSizesBytes: [[Int]]
    let audioSegmentSizesBytes: [Int]
  }

  let runs: [Run]
  private let content: Ladder4

  /// The folder with the recordings; `nil` where they are not there.
  static let folder = SharedData.sibling("players")

  /// Reads the runs of a file.
  init(_ name: String = "chromium_versions.json") throws {
    let folder = Self.folder ?? ""
    func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    runs = try decoder.decode(File.self, from: data(name)).sessions
    content = try decoder.decode(Content.self, from: data("content.json")).fm4
  }

  /// The content that was played, with the sizes of its manifests.
  func video(_ packaging: StreamResources.Packaging) throws -> Video {
    let sizes = content.videoSegmentSizesBytes
    let pixels = [(320, 180), (480, 270), (640, 360), (960, 540), (1280, 720)]
    let ladder = try Ladder(
      content.bandwidthBps.indices.map { index in
        // The MPD declares the largest segment of the pictures alone.
        let peak = sizes.map { $0[index] * 8 / 4 }.max() ?? 1
        return Rendition(
          bandwidth: packaging == .dash ? peak : content.bandwidthBps[index],
          averageBandwidth: content.averageBps[index], width: pixels[index].0, height: pixels[index].1,
          codecs: "avc1.42C01E")
      })
    let audio = content.audioSegmentSizesBytes
    return try Video(
      name: "fm4", ladder: ladder, segmentDuration: 4, sizes: sizes,
      stream: StreamResources(
        packaging: packaging, manifest: packaging == .dash ? 3035 : 828, mediaPlaylist: 659, initialisation: 830,
        audioBitrate: audio.reduce(0, +) * 8 / (4 * audio.count)))
  }

  /// The network of a run: whole round trips, six connections, headers of 200 bytes, no slow start.
  static func network(of run: Run) -> NetworkSettings {
    NetworkSettings(
      fixedLatency: run.rttMs / 1000, connections: .h1, setupRoundTrips: 1, payloadFraction: 1448.0 / 1500,
      responseHeader: 200)
  }

  /// Where a session begins: the trace of a run begins as the server gets the first request.
  static func start(of run: Run) throws -> AnyPlayer.Start {
    let trace = try BandwidthTrace(
      name: run.trace, rows: run.rows.map { BandwidthTrace.Row(duration: $0[0], bandwidth: $0[1]) })
    return AnyPlayer.Start(
      link: Link(trace, defaultLatency: run.rttMs / 1000), offset: trace.duration - 1.5 * run.rttMs / 1000)
  }
}
