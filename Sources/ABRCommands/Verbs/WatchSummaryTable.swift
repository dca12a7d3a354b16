import ABRInput
import ABRReports
import ABRSessions

/// How long the viewers of models watch, a row for each.
struct WatchSummaryTable {
  let data: DataTable

  /// - Parameter rows: names and models, and how far off each is from what was observed.
  init(_ rows: [(name: String, model: WatchModel, distance: Double?)]) {
    let shares = [0.1, 0.25, 0.5, 0.75, 0.9]
    let times = [(10.0, "10 s"), (60.0, "1 min"), (600.0, "10 min")]
    var columns = [DataTable.Column.text("viewer")]
    if rows.contains(where: { $0.distance != nil }) {
      columns.append(.number("distance", title: "off by %", scale: 100, digits: 1))
    }
    let hasDistance = columns.count > 1
    columns += shares.enumerated().map { index, share in
      let percent = DecimalPrinter.fixed(share * 100, digits: 0)
      return .number("left_p\(percent)_s", title: "\(index == 0 ? "left " : "")p\(percent) s", digits: 1)
    }
    columns += times.enumerated().map { index, time in
      let name = "share_at_\(DecimalPrinter.fixed(time.0, digits: 0))s"
      return .number(name, title: "\(index == 0 ? "there at " : "")\(time.1) %", scale: 100, digits: 1)
    }
    var data = DataTable(columns: columns)
    for row in rows {
      var cells = [DataTable.Cell.text(row.name)]
      if hasDistance { cells.append(row.distance.map { .number($0) } ?? .missing) }
      cells += shares.map {
        let seconds = row.model.quantile(at: $0)
        return seconds < WatchModel.longest ? .number(seconds) : .missing
      }
      cells += times.map { .number(1 - row.model.share(leftBy: $0.0)) }
      data.append(cells)
    }
    self.data = data
  }
}
