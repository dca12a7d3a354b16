import Foundation

/// What a case must keep to: one small JSON file a case, committed.
struct Threshold: Codable {
  /// Digest of the full workload.
  var digest: String
  /// Digest of the smoke workload.
  var smokeDigest: String
  /// The greatest ratio to a segment of ``PlainLoop`` that passes.
  var maximumRatio: Double

  enum CodingKeys: String, CodingKey {
    case digest
    case smokeDigest = "smoke_digest"
    case maximumRatio = "maximum_ratio"
  }

  /// How much slower than measured a case may become when thresholds are written.
  static let allowance = 1.15

  /// The threshold to write for a measured ratio, rounded up to three significant digits.
  static func allowed(for ratio: Double) -> Double {
    let unit = pow(10, (log10(ratio * allowance)).rounded(.down) - 2)
    let digits = (ratio * allowance / unit).rounded(.up)
    // Dividing by a whole number keeps 6.6 from becoming 6.6000000000000005.
    return unit >= 1 ? digits * unit : digits / (1 / unit).rounded()
  }

  /// The file of a case.
  static func file(of name: String, in folder: String) -> String { "\(folder)/\(name).json" }

  /// - Throws: ``BenchmarkFailure`` when there is none, or none that can be read.
  static func read(_ name: String, in folder: String) throws -> Threshold {
    let file = file(of: name, in: folder)
    guard let data = FileManager.default.contents(atPath: file) else {
      throw BenchmarkFailure.noThreshold(name: name, file: file)
    }
    do {
      return try JSONDecoder().decode(Threshold.self, from: data)
    } catch {
      throw BenchmarkFailure.badThreshold(file: file, reason: "\(error)")
    }
  }

  func write(_ name: String, in folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    var data = try encoder.encode(self)
    data.append(UInt8(ascii: "\n"))
    try data.write(to: URL(fileURLWithPath: Self.file(of: name, in: folder)))
  }
}
