import ABRMedia
import ABRNetwork
import ABRTestSupport
import Foundation
import Testing

/// Results of Sabre itself, outside the repository: `$ABRLAB_GOLDEN/sabre`, by default `../shared/golden/sabre` beside
/// the package. Tests that need them are skipped where they are not.
enum SabreGolden {
  /// The folder, when it is there.
  static let folder = SharedData.golden.map { URL(fileURLWithPath: $0).appending(path: "sabre") }

  static var isPresent: Bool { folder != nil }

  /// What a skipped test says.
  static let skipped: Comment = "skipped: set ABRLAB_GOLDEN to the folder of golden results"

  /// Sabre's `network.json` and `3Glogs`.
  struct Period: Decodable {
    var durationMs: Double
    var bandwidthKbps: Double
    var latencyMs: Double
  }

  /// Sabre's `movie.json`.
  struct Movie: Decodable {
    var segmentDurationMs: Double
    var bitratesKbps: [Int]
    var segmentSizesBits: [[Int]]
  }

  /// One session of Sabre.
  struct Session: Decodable {
    var name: String?
    var trace: String?
    var args: [String]?
    var raw: [String: Double?]
    var error: String?
  }

  struct Policy: Decodable {
    var policy: String
    var args: [String]
    var rows: [Session]
  }

  struct Set3G: Decodable { var policies: [Policy] }
  struct Example: Decodable { var runs: [Session] }

  static func decode<T: Decodable>(_ type: T.Type, from name: String) throws -> T {
    let folder = folder ?? URL(fileURLWithPath: "/nonexistent")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(contentsOf: folder.appending(path: name)))
  }

  /// A trace file of Sabre's, its bandwidths multiplied (`-nm`).
  static func trace(_ name: String, multiplier: Double = 1) throws -> BandwidthTrace {
    let periods = try decode([Period].self, from: name)
    return try BandwidthTrace(
      name: name,
      rows: periods.map {
        BandwidthTrace.Row(
          duration: $0.durationMs / 1000, bandwidth: $0.bandwidthKbps * multiplier * 1000,
          latency: $0.latencyMs / 1000)
      })
  }

  /// A movie file of Sabre's, its segments repeated and cut to a length in seconds (`-ml`).
  static func video(_ name: String, length: Double? = nil) throws -> Video {
    let movie = try decode(Movie.self, from: name)
    var sizes = movie.segmentSizesBits.map { $0.map { $0 / 8 } }
    if let length {
      let count = Int((length * 1000 / movie.segmentDurationMs).rounded(.up))
      sizes = (0..<count).map { sizes[$0 % sizes.count] }
    }
    return try Video(
      name: name, ladder: Ladder(movie.bitratesKbps.map { Rendition(bandwidth: $0 * 1000) }),
      segmentDuration: movie.segmentDurationMs / 1000, sizes: sizes)
  }
}
