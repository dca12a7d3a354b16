import ABRComparison
import ABRRuns

/// A quantity of sessions that the report has pictures of.
struct ReportMeasure: Sendable {
  /// Name of the metric.
  let name: String
  /// What a heading calls it.
  let title: String
  /// Unit that people see.
  let unit: String
  /// Unit of differences.
  let differenceUnit: String
  /// What a value is multiplied with for that unit.
  let scale: Double
  /// Digits after the point in that unit.
  let digits: Int
  /// Whether more is better.
  let isHigherBetter: Bool
  /// Whether a session without a value is worse than any with one.
  let missingIsWorst: Bool

  /// A metric under a title of its own.
  private init(_ name: String, _ title: String, digits: Int) {
    guard let metric = MetricDefinition.named(name) else { preconditionFailure("there is no metric \(name)") }
    self.init(metric, title: title, digits: digits)
  }

  /// A metric of sessions.
  init(_ metric: MetricDefinition, title: String? = nil, digits: Int? = nil) {
    let unit = MeasureUnit(of: metric)
    name = metric.name
    self.title = title ?? metric.name
    self.unit = unit.title
    differenceUnit = unit.differenceTitle
    scale = unit.scale
    self.digits = digits ?? unit.digits
    isHigherBetter = metric.direction == .higher
    missingIsWorst = metric.missingIsWorst
  }

  static let startup = ReportMeasure("startup_s", "Startup", digits: 2)
  static let rebuffer = ReportMeasure("rebuffer_s", "Stalled time", digits: 2)
  static let waste = ReportMeasure("bytes_wasted", "Wasted bytes", digits: 2)
  static let wasteShare = ReportMeasure("waste_ratio", "Wasted share of bytes", digits: 1)
  static let bitrate = ReportMeasure("mean_bitrate_bps", "Mean bitrate", digits: 3)
  static let itemStartup = ReportMeasure("startup_total_s", "Startup of all items", digits: 2)

  /// The quantities of the page, and others that figures are often made of.
  private static let titled = [
    startup, rebuffer, ReportMeasure("rebuffer_ratio", "Stalled share of time", digits: 3), waste, wasteShare, bitrate,
    itemStartup, ReportMeasure("wait_ratio", "Waiting share of time", digits: 2),
    ReportMeasure("rebuffer_count", "Stalls", digits: 0), ReportMeasure("switch_count", "Switches", digits: 0),
  ]

  /// A metric as a figure calls it: by its title, or else by the words of its name.
  init(titling metric: MetricDefinition) {
    if let own = Self.titled.first(where: { $0.name == metric.name }) {
      self = own
      return
    }
    // The unit stands behind the title.
    var words = metric.name.split(separator: "_").map(String.init)
    if words.count > 1, ["s", "bps"].contains(words.last) { words.removeLast() }
    let title = words.joined(separator: " ")
    self.init(metric, title: title.prefix(1).uppercased() + title.dropFirst())
  }

  /// Values of a configuration's sessions in the unit that people see; `nil` where the run does not have the metric.
  func values(of configuration: Report.LabelledConfiguration) -> [Double?]? {
    configuration.record.values(of: name)?.map { $0.map { $0 * scale } }
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
