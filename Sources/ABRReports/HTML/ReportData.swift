import ABRInput
import ABRRuns

/// The numbers behind the pictures: data sets in columns, as short as pictures allow.
struct ReportData: Sendable {
  /// Most sessions that pictures show one by one; of more, an even share of the traces from slow to fast is taken.
  static let sessionLimit = 20_000

  /// The data sets by name: objects of columns of equal length.
  private(set) var datasets: [String: JSONValue] = [:]
  /// Of how many pairs of trace and video one is shown; 1 for all.
  let stride: Int

  /// Gathers the numbers of a report.
  init(_ report: Report, timelines: [ReportTimeline]) {
    let count = report.configurations.reduce(0) { $0 + $1.pairs.count }
    stride = max(1, (count + Self.sessionLimit - 1) / Self.sessionLimit)
    datasets["sessions"] = Self.sessions(of: report, stride: stride)
    if report.playsQueues { datasets["startups"] = Self.startups(of: report, stride: stride) }
    datasets["pooled"] = Self.pooled(of: report)
    datasets["accounts"] = Self.accounts(of: report)
    for timeline in timelines { datasets.merge(timeline.datasets) { $1 } }
    if let pictures = report.pictures { datasets.merge(pictures.datasets) { $1 } }
  }

  /// A number with five significant digits: a picture shows no more.
  static func short(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    let rounded = rounded(value)
    return Int(exactly: rounded).map { .integer($0) } ?? .number(rounded)
  }

  /// A number rounded to five significant digits.
  static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite, abs(value) < 1e15 else { return value }
    // Numbers of five digits and more are rounded to whole ones: bytes and bits are none.
    var unit = 1.0
    while abs(value) * unit < 1e4, unit < 1e12 { unit *= 10 }
    return (value * unit).rounded() / unit
  }

  /// Columns: configuration, trace, pair and the measures.
  private static func sessions(of report: Report, stride: Int) -> JSONValue {
    var columns: [String: [JSONValue]] = [:]
    for configuration in report.configurations.indices {
      let entry = report.configurations[configuration]
      let measures = ReportMeasure.all(ofQueues: report.playsQueues) + (report.playsQueues ? [.startup] : [])
      let values = measures.map { ($0, entry.record.values(of: $0.name)) }
      for session in entry.pairs.indices where entry.traces[session] % stride == 0 {
        columns["c", default: []].append(.integer(configuration))
        columns["t", default: []].append(.integer(entry.traces[session]))
        columns["pair", default: []].append(.integer(entry.pairs[session]))
        for (measure, values) in values {
          columns[measure.name, default: []].append(short(values?[session]))
        }
        columns["mean_bitrate_mbps", default: []].append(
          short(entry.record.value(of: "mean_bitrate_bps", at: session).map { $0 / 1e6 }))
        columns["waste_percent", default: []].append(
          short(entry.record.value(of: "waste_ratio", at: session).map { $0 * 100 }))
      }
    }
    return .object(columns.mapValues { .array($0) })
  }

  /// Startup of every visit to an item.
  private static func startups(of report: Report, stride: Int) -> JSONValue {
    var columns: [String: [JSONValue]] = ["c": [], "t": [], "startup_s": []]
    let visits = report.configurations.reduce(0) { sum, entry in
      sum + entry.record.sessions.reduce(0) { $0 + $1.visits.count }
    }
    let stride = stride * max(1, (visits / stride + sessionLimit - 1) / sessionLimit)
    for (index, entry) in report.configurations.enumerated() {
      for (place, session) in entry.record.sessions.enumerated() where entry.traces[place] % stride == 0 {
        let startups =
          entry.record.configuration.preload == nil
          ? [entry.record.value(of: "startup_s", at: place)] : session.startups
        for startup in startups {
          columns["c", default: []].append(.integer(index))
          columns["t", default: []].append(.integer(entry.traces[place]))
          columns["startup_s", default: []].append(short(startup))
        }
      }
    }
    return .object(columns.mapValues { .array($0) })
  }

  /// Stalls and quality of all sessions, and of those of each family.
  private static func pooled(of report: Report) -> JSONValue {
    var columns: [String: [JSONValue]] = [:]
    for family in [nil] + report.families.map(Optional.some) {
      let summaries = report.configurations.map { PooledSummary(of: $0, in: report, family: family) }
      let labels = LabelPlaces(summaries.map { $0.map { ($0.rebuffer, $0.bitrate) } })
      for (index, summary) in summaries.enumerated() {
        guard let summary else { continue }
        columns["label_y", default: []].append(short(labels.heights[index].map { $0 * 1e-6 }))
        columns["label_side", default: []].append(labels.isLeft[index] ? "left" : "right")
        columns["c", default: []].append(.integer(index))
        columns["family", default: []].append(.string(family ?? ""))
        for (name, value, scale) in [
          ("rebuffer", summary.rebuffer, 100.0), ("bitrate", summary.bitrate, 1e-6),
        ] {
          columns[name, default: []].append(short(value.estimate * scale))
          columns["\(name)_low", default: []].append(short(value.low * scale))
          columns["\(name)_high", default: []].append(short(value.high * scale))
        }
      }
    }
    return .object(columns.mapValues { .array($0) })
  }

  /// Wasted megabytes an hour by account, of all sessions and of those of each family.
  private static func accounts(of report: Report) -> JSONValue {
    var columns: [String: [JSONValue]] = [:]
    for (index, entry) in report.configurations.enumerated() {
      for family in [nil] + report.families.map(Optional.some) {
        for share in WasteShare.shares(of: entry, in: report, family: family) where share.megabytesPerHour > 0 {
          columns["c", default: []].append(.integer(index))
          columns["family", default: []].append(.string(family ?? ""))
          columns["account", default: []].append(.string(share.account.name))
          columns["order", default: []].append(.integer(share.account.rawValue))
          columns["mb_per_h", default: []].append(short(share.megabytesPerHour))
        }
      }
    }
    return .object(columns.mapValues { .array($0) })
  }
}

extension RunRecord.Session {
  /// Startup of every visit to content, `nil` without a first frame.
  var startups: [Double?] { visits.filter(\.isCounted).map(\.startup) }
}
