import ABRInput
import ABRPlayback

/// Which metrics the sessions of a saved run have, and where their values go.
struct RunRecordColumns {
  /// In the order of ``MetricDefinition``.
  let metrics: [MetricDefinition]
  private let places: [String: Int]
  /// Metrics that this version knows: one that the first session lacks must be in no other.
  static let known = Set(MetricDefinition.all.map(\.name))
  /// Keys that every session has.
  let keys: Set<String>

  /// The metrics that the session before which a reader stands has and this version knows.
  init(of reader: inout JSONReader) throws(InputFault) {
    var present: Set<String> = []
    try reader.enterObject()
    while let key = try reader.nextKey() {
      present.insert(key)
      try reader.skip()
    }
    metrics = MetricDefinition.all.filter { present.contains($0.name) }
    places = Dictionary(uniqueKeysWithValues: metrics.enumerated().map { ($1.name, $0) })
    keys = Set(places.keys).union(["trace", "family", "video", "outcome"])
  }

  /// Index of a metric by name.
  subscript(name: String) -> Int? { places[name] }

}

/// One session of a saved run.
struct RunRecordSession {
  private(set) var trace = ""
  private(set) var family = ""
  private(set) var video = ""
  private(set) var outcome = SessionOutcome.completed
  private(set) var visits: [RunRecord.Visit] = []
  private(set) var values: [Double?]

  /// Reads the object.
  init(_ reader: inout JSONReader, columns: RunRecordColumns) throws(InputFault) {
    var session = RunRecordSession(values: columns.metrics.map { _ in nil })
    try reader.members(
      columns.keys, optional: ["items"], isPassedOver: { !RunRecordColumns.known.contains($0) }
    ) { key, reader throws(InputFault) in
      switch key {
      case "trace": session.trace = try reader.string()
      case "family": session.family = try reader.string()
      case "video": session.video = try reader.string()
      case "outcome": session.outcome = try reader.choice(SessionOutcome.self)
      case "items": session.visits = try reader.list(Self.visit)
      default:
        let mark = reader.mark()
        guard let index = columns[key] else { preconditionFailure("the key is one of the columns") }
        guard try !reader.skipNull() else { return }
        let value = try reader.number()
        if let allowed = columns.metrics[index].refusal(of: value) { throw reader.fault("\(value)", allowed, at: mark) }
        session.values[index] = value
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
    let seconds = -1e-9...RunRecord.Inputs.longest
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
    return visit
  }
}

extension MetricDefinition {
  /// What values are allowed when this one is not; `nil` when it is. A billionth is left to rounding.
  package func refusal(of value: Double) -> String? {
    guard value.isFinite, abs(value) <= 1e18 else { return "a number of at most 1e18" }
    if isWhole, value != value.rounded() { return "a whole number" }
    switch unit {
    case "score": return nil
    case "share": return (-1e-9...1 + 1e-9).contains(value) ? nil : "0 to 1"
    default: return value >= -1e-9 ? nil : "0 or more"
    }
  }
}
