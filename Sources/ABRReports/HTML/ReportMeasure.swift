import ABRComparison
import ABRRuns

/// A quantity of sessions that the report has pictures of.
struct ReportMeasure: Sendable {
  let metric: MetricDefinition

  /// Name of the metric.
  var name: String { metric.name }
  /// What a heading calls it.
  var title: String { metric.title }
  /// The same within a sentence: names such as VMAF and QoE_lin stay as they are.
  var lowercasedTitle: String {
    let isWord = title.prefix { $0 != " " }.dropFirst().allSatisfy(\.isLowercase)
    return isWord ? title.prefix(1).lowercased() + title.dropFirst() : title
  }
  /// The same with its unit, below an axis.
  var axisTitle: String { lowercasedTitle + (unit.isEmpty ? "" : ", \(unit)") }
  /// Unit that people see.
  var unit: String { metric.unit.title }
  /// Unit of differences.
  var differenceUnit: String { metric.unit.differenceTitle }
  /// Differences with their unit, below an axis.
  var differenceTitle: String { "difference" + (differenceUnit.isEmpty ? "" : ", \(differenceUnit)") }
  /// Digits after the point in that unit.
  var digits: Int { metric.digits }
  /// Whether more is better.
  var isHigherBetter: Bool { metric.direction == .higher }
  /// Whether a session without a value is worse than any with one.
  var missingIsWorst: Bool { metric.missingIsWorst }

  /// A metric of sessions.
  init(_ metric: MetricDefinition) { self.metric = metric }

  private init(_ name: String) {
    guard let metric = MetricDefinition.named(name) else { preconditionFailure("there is no metric \(name)") }
    self.init(metric)
  }

  static let startup = ReportMeasure("startup_s")
  static let rebuffer = ReportMeasure("rebuffer_s")
  static let waste = ReportMeasure("bytes_wasted")
  static let wasteShare = ReportMeasure("waste_ratio")
  static let bitrate = ReportMeasure("mean_bitrate_bps")
  static let itemStartup = ReportMeasure("startup_total_s")

  /// Values of a configuration's sessions in the unit that people see; `nil` where the run does not have the metric.
  func values(of configuration: Report.LabelledConfiguration) -> [Double?]? {
    configuration.record.values(of: name)?.map { $0.map { $0 * metric.unit.scale } }
  }

  /// Whether shares are taken of items and not of sessions.
  func isOfItems(in report: Report) -> Bool { name == "startup_s" && report.hasSeveralItems }

  /// Whether it tells how long a session stalls.
  var isOfStalls: Bool { ["rebuffer_s", "rebuffer_ratio"].contains(name) }

  /// What shares are taken of: values of sessions, or startups of their items.
  func samples(of configuration: Report.LabelledConfiguration) -> [Double?] {
    if name == "startup_s", configuration.record.configuration.preload != nil {
      return configuration.record.sessions.flatMap(\.startups)
    }
    let values = values(of: configuration) ?? []
    guard isOfStalls else { return values }
    // Who never starts or fails is not free of stalls, stalled or not: worse than any.
    return values.enumerated().map { session, value in
      (value ?? 0) == 0 && Measure.Quantity.neverStalled.value(in: configuration.record, at: session) == 0
        ? .infinity : value
    }
  }
}
