import ABRNetwork
import ABRReports

/// Statistics of traces, a row for each.
struct TraceSummaryTable {
  let data: DataTable

  init(_ files: [TraceFile]) {
    var data = DataTable(columns: [
      .text("trace"), .text("format"), .number("rows", title: "rows", digits: 0),
      .number("duration_s", title: "duration s", digits: 1),
      .number("mean_bps", title: "mean Mbit/s", scale: 1e-6, digits: 3),
    ])
    for file in files {
      data.append([
        .text(file.trace.name), .text(file.format.name), .integer(file.trace.rows.count), .number(file.trace.duration),
        .number(file.trace.meanBandwidth),
      ])
    }
    self.data = data
  }

  /// The titles and values of one row, as people see them.
  func labels(of row: Int) -> [(title: String, value: String)] {
    zip(data.columns, data.rows[row]).dropFirst().map { ($0.title, data.label($1, in: $0)) }
  }
}
