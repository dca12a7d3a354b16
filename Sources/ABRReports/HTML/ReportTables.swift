import ABRComparison
import ABRPlayback
import ABRPolicies
import ABRRuns

/// The numbers that stand beside the pictures.
enum ReportTables {
  private static let names = [
    "startup_s_p50", "startup_s_p95", "unstarted_share", "rebuffer_ratio", "rebuffer_count_per_h",
    "never_stalled_share", "waste_ratio", "bytes_wasted_per_h", "mean_bitrate_bps",
  ]

  /// What has a column only where there is any; it is neither better nor worse.
  private static let occasional = ["failed_share", "abandoned_count", "bytes_aborted"]

  /// What every configuration cost and brought, as runs print it, those that wait or stall least first.
  static func summary(of report: Report, _ parts: [ReportPart]) -> PartTable {
    let hasItems = report.hasSeveralItems
    let quality = quality(of: report)
    let names = (hasItems ? ["wait_ratio"] : []) + names + (hasItems ? ["preload_hit_ratio"] : []) + quality
    let columns = (names + occasional).compactMap { name -> (measure: Measure, column: DataTable.Column)? in
      guard let measure = Measure.named(name), var column = RunTable.columns([name], severalItems: hasItems).first
      else { return nil }
      if occasional.contains(name) {
        guard report.configurations.contains(where: { (value(of: measure, in: $0) ?? 0) > 0 }) else { return nil }
        column.direction = .neutral
      }
      return (measure, column)
    }
    let lead = columns.firstIndex { $0.measure.name == (report.hasSeveralItems ? "wait_ratio" : "rebuffer_ratio") } ?? 0
    return PartTable(parts) { part in
      let rows = part.played.map { index, entry in
        (index, columns.map { value(of: $0.measure, in: entry) })
      }.sorted { ($0.1[lead] ?? .infinity, $0.0) < ($1.1[lead] ?? .infinity, $1.0) }
      var table = DataTable(
        columns: [.text("configuration"), .number("sessions", title: "sessions", digits: 0)]
          + columns.map(\.column))
      for (index, values) in rows {
        let entry = part.report.configurations[index]
        table.append([.text(entry.label), .integer(entry.record.sessions.count)] + values.map { DataTable.Cell($0) })
      }
      return (rows.map(\.0), table)
    }
  }

  /// The metrics of scores and formulas that any of the runs has.
  static func quality(of report: Report) -> [String] {
    let inputs = report.sources.map(\.record.inputs)
    return RunTable.quality(
      of: Set(inputs.flatMap { $0.videos.flatMap(\.scores) }), formulas: inputs.flatMap(\.formulas).uniqued())
  }

  /// A measure over all sessions of a configuration; `nil` where the run lacks what it takes.
  static func value(of measure: Measure, in entry: Report.LabelledConfiguration) -> Double? {
    guard measure.metrics.allSatisfy({ entry.record.values(of: $0) != nil }) else { return nil }
    return measure.value(of: entry.record, over: entry.record.sessions.indices)
  }

  /// Quantiles and the share of zeros of a distribution.
  ///
  /// - Parameter values: of the sessions of each configuration.
  static func distribution(
    _ values: [(label: String, curve: ShareCurve)], unit: String, digits: Int
  ) -> DataTable {
    let shares = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]
    var table = DataTable(
      columns: [
        .text("configuration"), .number("count", title: "count", digits: 0),
        .number("zero_share", title: "zero %", scale: 100, digits: 1),
      ]
        + shares.map { share in
          let name = share == 1 ? "max" : "p\(Decimals.text(share * 100, digits: 0))"
          return .number(name, title: "\(name) \(unit)", digits: digits)
        })
    for (label, curve) in values {
      table.append(
        [.text(label), .integer(curve.values.count), DataTable.Cell(curve.zeroShare)]
          + shares.map { DataTable.Cell(curve.quantile($0)) })
    }
    return table
  }

  /// Stalls and quality with their intervals.
  static func quality(of part: ReportPart) -> DataTable {
    func columns(_ name: String) -> [DataTable.Column] {
      RunTable.columns([name]).flatMap { column in
        [("", column.title), ("_low", "from"), ("_high", "to")].map { end, title in
          .number(name + end, title: title, scale: column.scale, digits: column.digits)
        }
      }
    }
    var table = DataTable(
      columns: [.text("configuration")] + columns(part.report.isLedByWaits ? "wait_ratio" : "rebuffer_ratio")
        + columns("mean_bitrate_bps"))
    for (_, entry, summary) in part.summaries {
      table.append(
        [.text(entry.label)]
          + [
            summary?.waiting.estimate, summary?.waiting.low, summary?.waiting.high, summary?.bitrate.estimate,
            summary?.bitrate.low, summary?.bitrate.high,
          ].map { DataTable.Cell($0) })
    }
    return table
  }

  /// Wasted megabytes an hour by account.
  static func waste(of part: ReportPart, _ accounts: [ByteAccount]) -> DataTable {
    var table = DataTable(
      columns: [.text("configuration")]
        + accounts.map { .number($0.name, title: "\($0.name) MB/h", digits: 2) }
        + [.number("all", title: "all MB/h", digits: 2)])
    for (_, entry) in part.played {
      let shares = WasteShare.shares(of: entry)
      table.append(
        [.text(entry.label)]
          + accounts.map { account in
            DataTable.Cell(shares.first { $0.account == account }?.megabytesPerHour)
          }
          + [DataTable.Cell(shares.isEmpty ? nil : shares.reduce(0) { $0 + $1.megabytesPerHour })])
    }
    return table
  }
}

extension DataTable.Cell {
  /// A number, or none.
  init(_ value: Double?) { self = value.map { .number($0) } ?? .missing }
}
