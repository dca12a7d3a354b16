import ABRStatistics
import Foundation

/// The study's table, in Markdown.
enum StudyTable {
  static let heading = """
    | metric | clusters | differ | effective | false alarms | by file | coverage, effect | power | wrong way |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    """

  static let percentileHeading = """
    | metric | clusters | percentile | true difference | coverage, effect | wrong way |
    | --- | ---: | ---: | ---: | ---: | ---: |
    """

  /// One row: the two truths of a metric and a size.
  static func row(null: Resampling, effect: Resampling) -> String {
    func percent(_ count: Int) -> String { Self.percent(count, of: null.draws) }
    func median(_ values: [Double]) -> String { String(format: "%.0f", Quantiles(of: values).median ?? 0) }
    return line([
      null.metric.name, "\(null.size)", median(null.differing), median(effect.effectiveSizes),
      percent(null.alarms), percent(null.alarmsByFile), percent(effect.covered), percent(effect.alarms),
      percent(effect.wrongVerdicts),
    ])
  }

  /// One row for each percentile.
  static func rows(_ resampling: PercentileResampling) -> String {
    PercentileResampling.probabilities.enumerated().map { index, probability in
      line([
        resampling.metric.name, "\(resampling.size)", String(format: "%.0f", 100 * probability),
        String(format: "%.4f", resampling.truths[index]), percent(resampling.covered[index], of: resampling.draws),
        percent(resampling.wrongVerdicts[index], of: resampling.draws),
      ])
    }.joined(separator: "\n")
  }

  private static func percent(_ count: Int, of draws: Int) -> String {
    String(format: "%.1f %%", 100 * Double(count) / Double(draws))
  }

  private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
