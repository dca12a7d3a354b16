/// The sessions over traces of one family, or all of them: what a reader can choose.
struct ReportPart: Sendable {
  /// The family; empty for all together.
  let family: String
  /// The report of these sessions.
  let report: Report

  /// All together, then each family where there are several.
  ///
  /// - Complexity: O(sessions × metrics).
  static func all(of report: Report) -> [ReportPart] {
    let families = report.families
    return [ReportPart(family: "", report: report)]
      + (families.count > 1 ? families.map { ReportPart(family: $0, report: report.limited(to: $0)) } : [])
  }

  /// The configurations that have sessions, with their places.
  var played: [(index: Int, entry: Report.LabelledConfiguration)] {
    report.configurations.enumerated().filter { !$1.traces.isEmpty }.map { ($0, $1) }
  }
}
