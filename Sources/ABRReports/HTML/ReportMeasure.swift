import ABRRuns

/// A quantity of sessions that the report has pictures of.
struct ReportMeasure: Sendable {
  /// Name of the metric.
  let name: String
  /// What a heading calls it.
  let title: String
  /// Unit that people see.
  let unit: String
  /// What a value is multiplied with for that unit.
  let scale: Double
  /// Digits after the point in that unit.
  let digits: Int
  /// Whether more is better.
  let isHigherBetter: Bool
  /// Whether a session without a value is worse than any with one.
  let missingIsWorst: Bool

  private init(_ name: String, _ title: String, unit: String, scale: Double = 1, digits: Int) {
    guard let metric = MetricDefinition.named(name) else { preconditionFailure("there is no metric \(name)") }
    self.name = name
    self.title = title
    self.unit = unit
    self.scale = scale
    self.digits = digits
    isHigherBetter = metric.direction == .higher
    missingIsWorst = metric.missingIsWorst
  }

  static let startup = ReportMeasure("startup_s", "Startup", unit: "s", digits: 2)
  static let rebuffer = ReportMeasure("rebuffer_s", "Stalled time", unit: "s", digits: 2)
  static let waste = ReportMeasure("bytes_wasted", "Wasted bytes", unit: "MB", scale: 1e-6, digits: 2)
  static let bitrate = ReportMeasure("mean_bitrate_bps", "Mean bitrate", unit: "Mbit/s", scale: 1e-6, digits: 3)

  static let itemStartup = ReportMeasure("startup_total_s", "Startup of all items", unit: "s", digits: 2)

  /// All that sessions of a kind are compared by, in the order of the page.
  static func all(ofQueues isQueue: Bool) -> [ReportMeasure] {
    [isQueue ? itemStartup : startup, rebuffer, waste, bitrate]
  }

  /// Values of a configuration's sessions in the unit that people see; `nil` where the run does not have the metric.
  func values(of configuration: Report.LabelledConfiguration) -> [Double?]? {
    configuration.record.values(of: name)?.map { $0.map { $0 * scale } }
  }
}
