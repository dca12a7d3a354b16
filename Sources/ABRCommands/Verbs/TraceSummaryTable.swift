import ABRNetwork
import ABRReports

/// Statistics of traces, a row for each.
struct TraceSummaryTable {
  let data: DataTable

  /// - Complexity: O(*n* log *n*) in the rows of each trace.
  init(_ files: [TraceFile]) {
    func bandwidth(_ name: String, _ title: String) -> DataTable.Column {
      .number("\(name)_bps", title: title, scale: 1e-6, digits: 3)
    }
    var data = DataTable(columns: [
      .text("trace"), .text("format"), .number("rows", title: "rows", digits: 0),
      .number("duration_s", title: "duration s", digits: 1), bandwidth("mean", "mean Mbit/s"),
      .number("cov", title: "CoV", digits: 2), bandwidth("min", "min Mbit/s"), bandwidth("p5", "p5 Mbit/s"),
      bandwidth("p25", "p25 Mbit/s"), bandwidth("p50", "p50 Mbit/s"), bandwidth("p75", "p75 Mbit/s"),
      bandwidth("p95", "p95 Mbit/s"),
      bandwidth("max", "max Mbit/s"), .number("zero_share", title: "zero %", scale: 100, digits: 1),
      .number("longest_low_s", title: "longest under 0.1 Mbit/s, s", digits: 1),
      .number("longest_row_s", title: "longest row s", digits: 1),
      .number("autocorrelation_1s", title: "autocorrelation 1 s", digits: 2),
      .number("latency_min_ms", title: "latency min ms", digits: 1),
      .number("latency_max_ms", title: "latency max ms", digits: 1), .text("network"),
    ])
    for file in files {
      let statistics = TraceStatistics(file.trace)
      let latencies = file.trace.rows.compactMap(\.latency)
      let networks = Set(file.trace.rows.compactMap(\.networkClass)).map(\.rawValue).sorted()
      data.append([
        .text(file.trace.name), .text(file.kind), .integer(statistics.rowCount), .number(statistics.duration),
        .number(statistics.mean), .number(statistics.coefficientOfVariation), .number(statistics.minimum),
        .number(statistics.p5), .number(statistics.p25), .number(statistics.p50), .number(statistics.p75),
        .number(statistics.p95), .number(statistics.maximum), .number(statistics.zeroShare),
        .number(statistics.longestLowStretch), .number(statistics.longestRow),
        statistics.autocorrelation.map { .number($0) } ?? .missing,
        latencies.min().map { .number($0 * 1000) } ?? .missing, latencies.max().map { .number($0 * 1000) } ?? .missing,
        networks.isEmpty ? .missing : .text(networks.joined(separator: ", ")),
      ])
    }
    self.data = data
  }

  /// The table for people: the columns that are looked at first.
  var overview: DataTable {
    let names = ["trace", "rows", "duration_s", "mean_bps", "cov", "p5_bps", "p50_bps", "p95_bps", "zero_share"]
    return data.selecting(names)
  }

  /// The titles and values of one row, as people see them.
  func labels(of row: Int) -> [(title: String, value: String)] {
    zip(data.columns, data.rows[row]).dropFirst().map { ($0.title, data.label($1, in: $0)) }
  }
}
