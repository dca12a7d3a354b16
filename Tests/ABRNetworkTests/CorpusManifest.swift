import ABRTestSupport
import Foundation

/// The part of the corpus's manifest that tests compare with.
struct CorpusManifest: Decodable {
  struct Entry: Decodable {
    var path: String
    var sha256: String
    var stats: Statistics
  }

  struct Statistics: Decodable {
    var rows: Int
    var duration: Double
    var mean: Double
    var standardDeviation: Double
    var p5: Double
    var p25: Double
    var p50: Double
    var p75: Double
    var p95: Double
    var minimum: Double
    var maximum: Double
    var zeroSeconds: Double
    var longestRow: Double
    var longestLowStretch: Double
    var autocorrelation: Double?

    enum CodingKeys: String, CodingKey {
      case rows
      case duration = "duration_s"
      case mean = "mean_bps"
      case standardDeviation = "std_bps"
      case p5 = "p5_bps"
      case p25 = "p25_bps"
      case p50 = "p50_bps"
      case p75 = "p75_bps"
      case p95 = "p95_bps"
      case minimum = "min_bps"
      case maximum = "max_bps"
      case zeroSeconds = "zero_s"
      case longestRow = "max_row_s"
      case longestLowStretch = "longest_below_100kbps_s"
      case autocorrelation = "acf1_1s"
    }
  }

  var traces: [Entry]

  /// The traces of the manifest that are there, with their absolute paths.
  static func load(corpus: String) throws -> [Entry] {
    let data = try Data(contentsOf: URL(fileURLWithPath: corpus + "/manifest.json"))
    return try JSONDecoder().decode(CorpusManifest.self, from: data).traces.compactMap { entry in
      var entry = entry
      entry.path = "\(corpus)/\(entry.path)"
      return FileManager.default.fileExists(atPath: entry.path) ? entry : nil
    }
  }
}
