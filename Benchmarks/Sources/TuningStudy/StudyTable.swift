import ABRStatistics
import Foundation

/// The study's table, in Markdown.
enum StudyTable {
  static let heading = """
    | family | traces | viewers | played | hypervolume, mean / least | regret, mean / p95 |
    | --- | ---: | --- | ---: | ---: | ---: |
    """

  /// One row.
  static func row(
    _ family: String, _ traces: Int, _ audience: String, _ scores: [Referee.Score]
  ) -> String {
    let (volumes, regrets) = (scores.map(\.hypervolume), scores.map(\.regret))
    let cells = [
      family, "\(traces)", audience, percent(mean(scores.map(\.played))),
      String(format: "%.3f / %.3f", mean(volumes), volumes.min() ?? 0),
      "\(percent(mean(regrets))) / \(percent(Quantiles(of: regrets).value(at: 0.95) ?? 0))",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  private static func percent(_ share: Double) -> String {
    share.isFinite ? String(format: "%.1f %%", 100 * share) : "none feasible"
  }
}
