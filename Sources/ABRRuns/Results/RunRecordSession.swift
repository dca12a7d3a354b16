import ABRInput
import ABRPlayback

/// One session of a saved run.
struct RunRecordSession {
  private(set) var trace = ""
  private(set) var family = ""
  private(set) var video = ""
  private(set) var outcome = SessionOutcome.completed
  private(set) var visits: [RunRecord.Visit] = []
  private(set) var values: [Double?]

  /// Metrics that this version knows: others are those of a later one.
  private static let known = Set(MetricDefinition.all.map(\.name))

  /// Keys that every session has.
  ///
  /// - Parameters:
  ///   - columns: the metrics.
  ///   - severalItems: whether it has several items.
  static func keys(_ columns: RecordColumns, severalItems: Bool) -> Set<String> {
    Set(columns.metrics.map(\.name)).union(["trace", "family", "video", "outcome"] + (severalItems ? ["items"] : []))
  }

  /// Reads the object.
  init(_ reader: inout JSONReader, columns: RecordColumns, keys: Set<String>) throws(InputFault) {
    var session = RunRecordSession(values: columns.metrics.map { _ in nil })
    try reader.members(keys, isPassedOver: { !Self.known.contains($0) }) { key, reader throws(InputFault) in
      switch key {
      case "trace": session.trace = try reader.string()
      case "family": session.family = try reader.string()
      case "video": session.video = try reader.string()
      case "outcome": session.outcome = try reader.choice(SessionOutcome.self)
      case "items": session.visits = try reader.list(Self.visit)
      default:
        guard let index = columns[key] else { preconditionFailure("the key is one of the columns") }
        session.values[index] = try columns.value(at: index, &reader)
      }
    }
    self = session
  }

  private init(values: [Double?]) { self.values = values }

  private static func visit(_ reader: inout JSONReader) throws(InputFault) -> RunRecord.Visit {
    var visit = RunRecord.Visit(
      item: 0, visit: 0, isCounted: true, began: 0, started: false, startup: nil, preload: nil, played: 0, rebuffer: 0)
    let keys: Set = [
      "item", "visit", "counted", "began_s", "started", "startup_s", "preload", "played_s", "rebuffer_s",
    ]
    let seconds = 0...RunRecord.Inputs.longest
    let start = reader.mark()
    try reader.members(keys) { key, reader throws(InputFault) in
      switch key {
      case "item": visit.item = try reader.integer(in: 0...Int(Int32.max))
      case "visit": visit.visit = try reader.integer(in: 0...Int(Int32.max))
      case "counted": visit.isCounted = try reader.boolean()
      case "began_s": visit.began = try reader.number(in: seconds)
      case "started": visit.started = try reader.boolean()
      case "startup_s": visit.startup = try reader.skipNull() ? nil : reader.number(in: seconds)
      case "preload": visit.preload = try reader.skipNull() ? nil : reader.choice(PreloadHit.self)
      case "played_s": visit.played = try reader.number(in: seconds)
      default: visit.rebuffer = try reader.number(in: seconds)
      }
    }
    guard visit.started == (visit.startup != nil) else {
      throw reader.fault(
        visit.started ? "no startup_s" : "startup_s of an item that did not start", "startup_s where started is true",
        at: start)
    }
    return visit
  }
}

extension MetricDefinition {
  /// What values are allowed when this one is not; `nil` when it is. A billionth above the largest is left to rounding.
  package func refusal(of value: Double) -> String? {
    guard value.isFinite, abs(value) <= 1e18 else { return "a number of at most 1e18" }
    if isWhole, value != value.rounded() { return "a whole number" }
    switch unit {
    case "score":
      // A mean or a percentile lies among the scores of segments; sums of changes and formulas need not.
      guard let range = scores?.range, name.hasSuffix("_mean") || name.hasSuffix("_p5") else { return nil }
      return (range.lowerBound...range.upperBound + 1e-9).contains(value)
        ? nil : "\(range.lowerBound) to \(range.upperBound)"
    case "share": return (0...1 + 1e-9).contains(value) ? nil : "0 to 1"
    default: return value >= 0 ? nil : "0 or more"
    }
  }
}
