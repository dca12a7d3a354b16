import ABRStatistics
import Foundation

/// Reference results of SciPy and statsmodels, made by `Fixtures/make.py`.
struct StatisticsFixtures: Decodable {
  struct Distribution: Decodable {
    let cumulative: [[Double]]
    let quantile: [[Double]]
  }

  struct Holm: Decodable {
    let p: [Double]
    let adjusted: [Double]
  }

  struct Linearised: Decodable {
    let pairs: Pairs
    let difference: Double
    let standardError: Double
    let lower: Double
    let upper: Double
    let relative: Double?
    let relativeStandardError: Double?

    private enum CodingKeys: CodingKey { case difference, standardError, lower, upper, relative, relativeStandardError }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      pairs = try Pairs(from: decoder)
      difference = try container.decode(Double.self, forKey: .difference)
      standardError = try container.decode(Double.self, forKey: .standardError)
      lower = try container.decode(Double.self, forKey: .lower)
      upper = try container.decode(Double.self, forKey: .upper)
      relative = try container.decodeIfPresent(Double.self, forKey: .relative)
      relativeStandardError = try container.decodeIfPresent(Double.self, forKey: .relativeStandardError)
    }
  }

  /// Clusters of one session on each side.
  struct Pairs: Decodable {
    let oldNumerators: [Double]
    let oldDenominators: [Double]
    let newNumerators: [Double]
    let newDenominators: [Double]

    func clusters() throws -> PairedClusters {
      func terms(_ numerators: [Double], _ denominators: [Double]) -> [PairedClusters.Term] {
        zip(numerators, denominators).enumerated().map { index, pair in
          .init(cluster: String(10_000 + index), numerator: pair.0, denominator: pair.1)
        }
      }
      return try PairedClusters(
        reference: terms(oldNumerators, oldDenominators), candidate: terms(newNumerators, newDenominators))
    }
  }

  let student: Distribution
  let holm: [Holm]
  let linearised: [Linearised]

  static func load() throws -> StatisticsFixtures {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/statistics.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(StatisticsFixtures.self, from: Data(contentsOf: file))
  }

  /// Whether two numbers agree to a relative error.
  static func agree(_ found: Double, _ expected: Double, within error: Double = 1e-9) -> Bool {
    found == expected || (found - expected).magnitude <= error * expected.magnitude
  }
}
