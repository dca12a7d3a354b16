import ABRInput
import ABRPolicies
import ABRRuns

/// One picture of a report, by a name that says what it shows.
package struct ReportFigure: Sendable {
  /// A name that no picture of the report has.
  package struct Unknown: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was found, what may have been meant, and what is allowed.
    package let description: String
  }

  let report: Report
  let figure: ReportCharts.Figure

  /// What a name may be, for help and messages.
  package static let names =
    "quality (stalls against bitrate), waste (by account), cdf:METRIC, delta:METRIC and map:METRIC (differences to the "
    + "first configuration, as a distribution and trace by trace), timeline:worst, timeline:median or timeline:best"

  /// Finds a picture.
  ///
  /// - Parameters:
  ///   - name: as in ``names``, such as `cdf:rebuffer_ratio`.
  ///   - report: what it shows.
  /// - Throws: ``Unknown`` for another name, a metric that the runs do not have, and differences where there are none.
  /// - Complexity: O(sessions).
  package init(_ name: String, of report: Report) throws(Unknown) {
    self.report = report
    let parts = [ReportPart(family: "", report: report)]
    let words = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (words[0], words.count > 1 ? words[1] : nil) {
    case ("quality", nil): figure = .init(charts: [QualityChart.chart(report, parts)])
    case ("waste", nil):
      guard let chart = WasteChart.chart(report, parts) else {
        throw Unknown(description: "there is nothing to draw: no byte is wasted")
      }
      figure = .init(charts: [chart])
    case ("cdf", let metric?):
      figure = .init(
        charts: [DistributionChart(measure: try Self.measure(metric, report), report: report, parts: parts).chart])
    case ("delta", let metric?): figure = .init(charts: [try Self.differences(metric, report, parts).distribution])
    case ("map", let metric?): figure = .init(charts: [try Self.differences(metric, report, parts).map])
    case ("timeline", let role?):
      let roles = SessionTimeline.Role.allCases.map(\.rawValue)
      guard roles.contains(role) else {
        throw Unknown(description: NearestName.message(found: role, kind: "session over time", allowed: roles))
      }
      guard let timeline = ReportTimeline.all(of: report).first(where: { $0.role.rawValue == role }) else {
        throw Unknown(description: "the runs have no \(role) session over time; save them with this version")
      }
      let chart = TimelineChart(timeline: timeline)
      figure = .init(charts: [chart.network, chart.buffer], isWide: true, timeline: timeline)
    default:
      throw Unknown(
        description:
          "found \(name), expected \(Self.names); metrics are \(Self.metrics(of: report).joined(separator: ", "))")
    }
  }

  private static func metrics(of report: Report) -> [String] { report.sources[0].record.metrics.map(\.name) }

  private static func measure(_ name: String, _ report: Report) throws(Unknown) -> ReportMeasure {
    guard let metric = report.sources[0].record.metrics.first(where: { $0.name == name }) else {
      throw Unknown(description: NearestName.message(found: name, kind: "metric", allowed: metrics(of: report)))
    }
    return ReportMeasure(metric)
  }

  private static func differences(
    _ name: String, _ report: Report, _ parts: [ReportPart]
  ) throws(Unknown) -> DeltaChart {
    guard let chart = DeltaChart(try measure(name, report), report, parts) else {
      throw Unknown(
        description: report.references.isEmpty
          ? "differences take two configurations of one viewer, and there is one"
          : "no session differs in \(name): there is nothing to draw")
    }
    return chart
  }
}
