import ABRRuns

/// The numbers that stand beside the pictures.
enum ReportTables {
  private static let pooled: [(name: String, title: String, scale: Double, digits: Int)] = [
    ("startup_s_p50", "startup p50 s", 1, 2), ("startup_s_p95", "p95 s", 1, 2),
    ("unstarted_share", "start failures %", 100, 1), ("rebuffer_ratio", "rebuffer %", 100, 3),
    ("rebuffer_count_per_h", "stalls/h", 1, 2), ("never_stalled_share", "stall-free %", 100, 1),
    ("waste_ratio", "waste %", 100, 2), ("bytes_wasted_per_h", "waste MB/h", 1e-6, 1),
    ("mean_bitrate_bps", "Mbit/s", 1e-6, 3),
  ]

  private static let queues: [(name: String, title: String, scale: Double, digits: Int)] = [
    ("wait_ratio", "wait %", 100, 2), ("preload_hit_ratio", "hit %", 100, 1),
  ]

  /// What every configuration cost and brought, as runs print it.
  static func summary(of report: Report) -> DataTable {
    let measures = pooled + (report.playsQueues ? queues : [])
    var table = DataTable(
      columns: [.text("configuration"), .number("sessions", title: "sessions", digits: 0)]
        + measures.map { .number($0.name, title: $0.title, scale: $0.scale, digits: $0.digits) })
    for entry in report.configurations {
      table.append(
        [.text(entry.label), .integer(entry.record.sessions.count)]
          + measures.map { measure in entry.record.pooled[measure.name].map { .number($0) } ?? .missing })
    }
    return table
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
  static func quality(of report: Report) -> DataTable {
    var table = DataTable(columns: [
      .text("configuration"), .number("rebuffer_ratio", title: "stalled %", scale: 100, digits: 3),
      .number("rebuffer_low", title: "from", scale: 100, digits: 3),
      .number("rebuffer_high", title: "to", scale: 100, digits: 3),
      .number("mean_bitrate_bps", title: "Mbit/s", scale: 1e-6, digits: 3),
      .number("bitrate_low", title: "from", scale: 1e-6, digits: 3),
      .number("bitrate_high", title: "to", scale: 1e-6, digits: 3),
    ])
    for entry in report.configurations {
      let summary = PooledSummary(of: entry, in: report, family: nil)
      table.append(
        [.text(entry.label)]
          + [
            summary?.rebuffer.estimate, summary?.rebuffer.low, summary?.rebuffer.high, summary?.bitrate.estimate,
            summary?.bitrate.low, summary?.bitrate.high,
          ].map { DataTable.Cell($0) })
    }
    return table
  }

  /// Wasted megabytes an hour by account; accounts that nobody uses have no column.
  static func waste(of report: Report) -> DataTable {
    let shares = report.configurations.map { WasteShare.shares(of: $0, in: report, family: nil) }
    let accounts = WasteShare.accounts(in: report)
    var table = DataTable(
      columns: [.text("configuration")]
        + accounts.map { .number($0.name, title: "\($0.name) MB/h", digits: 2) }
        + [.number("all", title: "all MB/h", digits: 2)])
    for (entry, shares) in zip(report.configurations, shares) {
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
