import Foundation
import StudySupport

/// Checks the population gate on recorded traces: how often it raises a false alarm, and how often the interval holds
/// the truth.
@main struct StatisticsStudy {
  static let sizes = [30, 100, 300, 1000]

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("statistics-study: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let draws = try Self.draws(arguments)
    let population = try Population(of: RecordedCorpus())
    let clusters = population.metrics.first?.clusters.count ?? 0
    print(
      "\(population.files) traces in \(clusters) clusters; \(Population.reference.policy) from "
        + "\(Population.reference.initial) against \(Population.candidate.policy) from "
        + "\(Population.candidate.initial), \(Population.viewer); \(draws) draws\n")
    print(StudyTable.heading)
    for metric in population.metrics {
      for size in sizes {
        let null = try Resampling(metric, size: size, truth: .null, draws: draws)
        let effect = try Resampling(metric, size: size, truth: .effect, draws: draws)
        print(StudyTable.row(null: null, effect: effect))
        note("\(metric.name), \(size) clusters: done")
      }
    }
    print("\n" + StudyTable.percentileHeading)
    for metric in population.metrics {
      for size in sizes {
        // Each draw is resampled 2,000 times.
        print(StudyTable.rows(try PercentileResampling(metric, size: size, draws: max(1, draws / 5))))
        note("\(metric.name), percentiles, \(size) clusters: done")
      }
    }
  }

  private static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

  private static func draws(_ arguments: [String]) throws -> Int {
    if arguments.isEmpty { return 1000 }
    guard arguments.count == 2, arguments[0] == "--draws", let draws = Int(arguments[1]),
      (1...1_000_000).contains(draws)
    else {
      throw StudyFailure.argument(
        found: arguments.joined(separator: " "), allowed: "nothing, or --draws NUMBER with 1 to 1000000")
    }
    return draws
  }
}
