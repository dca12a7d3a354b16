import ABRInput
import ABRPlayback
import ABRRuns
import FoundationEssentials

/// A session that the report shows over time.
struct ReportTimeline: Sendable {
  /// Most sessions that are shown so.
  static let limit = 24
  /// About how many points all of them have together.
  static let pointLimit = 40_000

  /// Identifier on the page.
  let id: String
  /// Heading.
  let title: String
  /// The same with the name that pictures have room for.
  let shortTitle: String
  /// Which session it is, in lines.
  let lines: [String]
  /// The lines as one.
  var text: String { lines.joined(separator: ", ") }
  /// The command that prints it event by event; `nil` where the run does not say enough for one.
  let command: String?
  /// Which session of its configuration it is.
  let role: SessionTimeline.Role
  /// Index of the configuration, and the family of the trace, for filters.
  let configuration: Int
  let family: String
  /// Seconds that are shown.
  let end: Double
  /// Upper ends of the vertical axes: Mbit/s and media seconds.
  let mostRate: Double
  let mostLevel: Double
  /// Waits and sums.
  let table: DataTable
  /// The data sets by their full names.
  let datasets: [String: JSONValue]

  /// The timelines of a report, the worst sessions first, and of those of a kind the ones that stall longest.
  static func all(of report: Report) -> [ReportTimeline] {
    var found: [(configuration: Int, timeline: SessionTimeline)] = []
    for role in SessionTimeline.Role.allCases {
      let own = report.configurations.enumerated().flatMap { index, entry in
        entry.record.timelines.filter { $0.role == role }.map { (configuration: index, timeline: $0) }
      }
      found += own.sorted {
        (-$0.timeline.stalled, $0.configuration) < (-$1.timeline.stalled, $1.configuration)
      }
    }
    let shown = found.prefix(limit)
    let points = max(120, pointLimit / max(1, shown.count) / 4)
    return shown.enumerated().map { number, entry in
      ReportTimeline(entry.timeline, number: number, configuration: entry.configuration, report: report, points: points)
    }
  }

  /// Full name of one of the data sets.
  func name(of dataset: String) -> String { "\(id)-\(dataset)" }

  private init(
    _ timeline: SessionTimeline, number: Int, configuration: Int, report: Report, points: Int
  ) {
    let entry = report.configurations[configuration]
    let record = report.sources[entry.run].record
    let trace = record.traces[timeline.trace]
    let id = "timeline-\(number + 1)"
    self.id = id
    self.configuration = configuration
    family = trace.family
    role = timeline.role
    let which = "\(role.rawValue.capitalised) session of"
    title = "\(which) \(entry.label)"
    shortTitle = "\(which) \(entry.short)"
    end = max(timeline.wall, 1e-3)
    lines = [
      "\(record.contents[timeline.content]) over "
        + [trace.family, trace.name].filter { !$0.isEmpty }.joined(separator: "/"),
      "mean \(Decimals.text(trace.meanBandwidth / 1e6, digits: 2)) Mbit/s",
    ]
    command = ExplainLine.text(for: timeline, of: entry.record.configuration, in: record)
    // Capacity far above what is chosen says nothing more.
    let chosen = (timeline.bitrate.values + timeline.wasted.map { Double($0.bitrate) }).max() ?? 0
    let capacity = timeline.capacity.values.max() ?? 0
    mostRate = max(min(capacity, chosen * 2), chosen * 1.15, 1e3) / 1e6
    mostLevel = max(timeline.level.values.max() ?? 0, timeline.target.values.filter(\.isFinite).max() ?? 0, 1) * 1.08
    table = Self.table(of: timeline)

    func steps(_ series: TimelineSeries, scale: Double, unit: String) -> JSONValue {
      var series = series.averaged(until: timeline.wall, to: points)
      // The last value holds to the end.
      if let last = series.values.last { series.append(timeline.wall, last) }
      return Self.columns(series, scale: scale, unit: unit)
    }
    func transfers(_ list: [SessionTimeline.Transfer], what: String) -> JSONValue {
      .object([
        "from": .array(list.map { ReportData.short($0.from) }), "to": .array(list.map { ReportData.short($0.to) }),
        "mbps": .array(list.map { ReportData.short(Double($0.bitrate) / 1e6) }),
        "mb": .array(list.map { ReportData.short(Double($0.bytes) / 1e6) }),
        "what": .array(
          list.map {
            .string(
              timeline.arrivals.isEmpty
                ? "\(what) segment \($0.segment)" : "\(what) item \($0.item), segment \($0.segment)")
          }),
      ])
    }
    datasets = [
      "\(id)-capacity": steps(timeline.capacity, scale: 1e-6, unit: "mbps"),
      "\(id)-bitrate": steps(timeline.bitrate, scale: 1e-6, unit: "mbps"),
      "\(id)-target": steps(timeline.target, scale: 1, unit: "s"),
      "\(id)-level": Self.columns(timeline.level.thinned(to: points), scale: 1, unit: "s"),
      "\(id)-waits": .object([
        "from": .array(timeline.waits.map { ReportData.short($0.from) }),
        "to": .array(timeline.waits.map { ReportData.short($0.to) }),
        "cause": .array(timeline.waits.map { .string($0.cause.rawValue) }),
        "opacity": .array(timeline.waits.map { Self.opacity(of: $0.cause) }),
      ]),
      "\(id)-wasted": transfers(timeline.wasted, what: "wasted"),
      "\(id)-preloads": transfers(timeline.preloads, what: "preload of"),
      "\(id)-arrivals": .object([
        "t": .array(timeline.arrivals.map { ReportData.short($0.time) }),
        "item": .array(timeline.arrivals.map { .string("item \($0.item)") }),
      ]),
    ]
  }

  /// How strongly a wait is shaded: what viewers mind most stands out.
  private static func opacity(of cause: SessionEvent.WaitCause) -> JSONValue {
    switch cause {
    case .stall: 0.42
    case .seek: 0.28
    case .startup: 0.16
    }
  }

  private static func columns(_ series: TimelineSeries, scale: Double, unit: String) -> JSONValue {
    .object([
      "t": .array(series.times.map { ReportData.short($0) }),
      unit: .array(series.values.map { ReportData.short($0 * scale) }),
    ])
  }

  /// Waits by cause, and what was for nothing.
  private static func table(of timeline: SessionTimeline) -> DataTable {
    var table = DataTable(columns: [
      .text("what"), .number("count", title: "count", digits: 0),
      .number("seconds", title: "seconds", digits: 2), .number("bytes", title: "MB", scale: 1e-6, digits: 2),
    ])
    for cause in SessionEvent.WaitCause.allCases {
      let waits = timeline.waits.filter { $0.cause == cause }
      guard !waits.isEmpty else { continue }
      table.append([
        .text("waits: \(cause.rawValue)"), .integer(waits.count), .number(waits.reduce(0) { $0 + $1.to - $1.from }),
        .missing,
      ])
    }
    for (what, list) in [("wasted segments", timeline.wasted), ("preloaded segments", timeline.preloads)]
    where !list.isEmpty {
      table.append([.text(what), .integer(list.count), .missing, .integer(list.reduce(0) { $0 + $1.bytes })])
    }
    table.append([.text("session"), .integer(1), .number(timeline.wall), .missing])
    return table
  }
}

extension SessionTimeline {
  /// Seconds in which the viewer waited in the middle of playback.
  fileprivate var stalled: Double { waits.filter { $0.cause == .stall }.reduce(0) { $0 + $1.to - $1.from } }
}
