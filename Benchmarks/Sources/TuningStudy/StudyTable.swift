import ABRStatistics
import Foundation

/// The study's table, in Markdown.
enum StudyTable {
  static let heading = """
    | family | traces | viewers | played | hypervolume, mean / least | regret, mean / p95 | random: hypervolume | random: regret | one recording | hold the whole family | hold, drawn | optimism, pp |
    | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    """

  /// One row.
  static func row(
    _ family: String, _ traces: Int, _ audience: String, _ halving: [Referee.Score], _ random: [Referee.Score],
    _ honesty: Honesty
  ) -> String {
    let cells = [
      family, "\(traces)", audience, percent(mean(halving.map(\.played))),
      "\(volumes(halving))", regrets(halving), volumes(random), regrets(random),
      percent(mean(honesty.largest)), "\(honesty.heldAll) of \(honesty.searches)",
      "\(honesty.covered) of \(honesty.count)",
      String(format: "%+.3f", 100 * mean(honesty.optimism)),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func volumes(_ scores: [Referee.Score]) -> String {
    String(format: "%.3f / %.3f", mean(scores.map(\.hypervolume)), scores.map(\.hypervolume).min() ?? 0)
  }

  private static func regrets(_ scores: [Referee.Score]) -> String {
    let values = scores.map(\.regret)
    return "\(percent(mean(values))) / \(percent(Quantiles(of: values).value(at: 0.95) ?? 0))"
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  private static func percent(_ share: Double) -> String {
    share.isFinite ? String(format: "%.1f %%", 100 * share) : "none feasible"
  }
}
