import ABRRuns
import ABRStatistics

/// How one measure of configurations differs from that of what they are compared with, session by session.
struct ReportDifferences: Sendable {
  /// A configuration against its reference.
  struct Row: Sendable {
    let configuration: Int
    let label: String
    /// Differences in the unit that people see, with the trace; sessions that only one of the two has are missing.
    let deltas: [(trace: Int, delta: Double)]
  }

  let measure: ReportMeasure
  let rows: [Row]

  /// Pairs the sessions; `nil` where there is nothing to compare.
  ///
  /// - Complexity: O(sessions).
  init?(_ measure: ReportMeasure, in report: Report) {
    self.measure = measure
    var references: [Int: [Double?]] = [:]
    for reference in Set(report.configurations.compactMap(\.reference)) {
      let entry = report.configurations[reference]
      var values = [Double?](repeating: nil, count: report.pairCount)
      for (pair, value) in zip(entry.pairs, measure.values(of: entry) ?? []) { values[pair] = value }
      references[reference] = values
    }
    rows = report.configurations.enumerated().compactMap { index, entry in
      guard let values = entry.reference.flatMap({ references[$0] }) else { return nil }
      let own = measure.values(of: entry) ?? []
      let deltas = own.indices.compactMap { session -> (trace: Int, delta: Double)? in
        guard let value = own[session], let other = values[entry.pairs[session]] else { return nil }
        return (entry.traces[session], Tie.difference(value, other))
      }
      return Row(configuration: index, label: entry.label, deltas: deltas)
    }
    guard rows.contains(where: { !$0.deltas.isEmpty }) else { return nil }
  }

  /// Whether no session differs.
  var isNothing: Bool { rows.allSatisfy { $0.deltas.allSatisfy { $0.delta == 0 } } }

  /// Whether each configuration shares sessions with its reference, and none differs.
  var isSame: Bool { isNothing && rows.allSatisfy { !$0.deltas.isEmpty } }

  /// The difference, either way, beyond which one in fifty lies; never nothing.
  var extent: Double {
    let sizes = ShareCurve(rows.flatMap { $0.deltas.map { abs($0.delta) } }, missingIsWorst: false)
    let least = ReportData.rounded(sizes.quantile(0.96) ?? 0)
    if least > 0 { return least }
    return max(ReportData.rounded(sizes.values.last ?? 0), measure.digits == 0 ? 1 : 0.01)
  }

  /// Better, worse, tied, quantiles, and the trace that changes most for the worse.
  func table(of report: Report) -> DataTable {
    var table = DataTable(
      columns: [
        .text("configuration"), .number("better", title: "better", digits: 0),
        .number("worse", title: "worse", digits: 0),
        .number("tied", title: "tied", digits: 0),
        .number("mean", title: "mean Δ \(measure.unit)", digits: measure.digits),
        .number("p5", title: "p5", digits: measure.digits), .number("p50", title: "p50", digits: measure.digits),
        .number("p95", title: "p95", digits: measure.digits), .text("worst trace"),
      ])
    for row in rows {
      let sign = measure.isHigherBetter ? -1.0 : 1.0
      let curve = ShareCurve(row.deltas.map(\.delta), missingIsWorst: false)
      let worst = row.deltas.max { $0.delta * sign < $1.delta * sign }
      let name = worst.flatMap { entry in
        entry.delta * sign > 0 ? "\(report.traces[entry.trace].family)/\(report.traces[entry.trace].name)" : nil
      }
      let count = Double(row.deltas.count)
      table.append([
        .text(row.label), .integer(row.deltas.count { $0.delta * sign < 0 }),
        .integer(row.deltas.count { $0.delta * sign > 0 }), .integer(row.deltas.count { $0.delta == 0 }),
        count > 0 ? .number(CompensatedSum(row.deltas.map(\.delta)).value / count) : .missing,
        DataTable.Cell(curve.quantile(0.05)), DataTable.Cell(curve.quantile(0.5)), DataTable.Cell(curve.quantile(0.95)),
        name.map { .text($0) } ?? .missing,
      ])
    }
    return table
  }
}
