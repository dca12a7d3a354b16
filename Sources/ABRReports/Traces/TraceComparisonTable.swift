import ABRComparison
import ABRRuns

/// Two sets of traces side by side as tables.
package enum TraceComparisonTable {
  /// How all families together are called.
  package static let wholeName = "(all)"
  /// How many files people are shown; JSON has them all.
  package static let shownFileCount = 20

  /// The table for people: a family a row, those that moved most first. Values of both sides stand as `A / B`.
  package static func summary(of comparison: TraceSetComparison) -> DataTable {
    var table = DataTable(columns: [
      .text("family"), right("traces A / B"), .number("new", title: "new", digits: 0),
      .number("removed", title: "removed", digits: 0), .number("changed", title: "changed", digits: 0),
      .number("renamed", title: "renamed", digits: 0), .number("ks", title: "KS", digits: 3),
      .number("wasserstein", title: "W1 Mbit/s", scale: 1e-6, digits: 3),
      .number("relative", title: "W1 % of mean", scale: 100, digits: 1), right("mean Mbit/s A / B"),
      right("outage % A / B"), right("outage s A / B"), right("lag 1 s A / B"), .text("verdict"),
    ])
    for row in comparison.rows {
      func both(_ value: (TraceSummary) -> Double?, scale: Double = 1, digits: Int) -> DataTable.Cell {
        let texts = [row.reference, row.candidate].map { side in
          side.flatMap(value).map { Decimals.text($0 * scale, digits: digits) } ?? "-"
        }
        return .text(texts.joined(separator: " / "))
      }
      let traces = "\(row.reference?.count ?? 0) / \(row.candidate?.count ?? 0)"
      var cells: [DataTable.Cell] = [.text(row.family ?? wholeName), .text(traces)]
      for kind in TraceFileChange.Kind.allCases { cells.append(.integer(row.counts[kind] ?? 0)) }
      cells += [row.distance?.kolmogorovSmirnov, row.distance?.wasserstein, row.relativeDistance].map(number)
      cells.append(both({ $0.capacity.mean }, scale: 1e-6, digits: 3))
      cells.append(both({ $0.outages.share }, scale: 100, digits: 2))
      cells.append(both({ $0.outages.meanLength }, digits: 1))
      cells.append(both({ $0.correlation }, digits: 2))
      cells.append(.text(row.isChanged ? "CHANGED" : row.verdict))
      table.append(cells)
    }
    return table
  }

  /// Files that differ, for people: at most ``shownFileCount``.
  package static func files(of comparison: TraceSetComparison) -> DataTable {
    var table = DataTable(columns: [
      .text("file"), .text("change"), .text("was"), .number("ks", title: "KS", digits: 3),
      .number("wasserstein", title: "W1 Mbit/s", scale: 1e-6, digits: 3),
    ])
    for change in comparison.changes.prefix(shownFileCount) {
      let (before, after) = (change.reference?.file, change.candidate?.file)
      table.append([
        .text(after ?? before ?? ""), .text(text(of: change)),
        .text(after == nil ? "" : before ?? ""), number(change.distance?.kolmogorovSmirnov),
        number(change.distance?.wasserstein),
      ])
    }
    return table
  }

  /// What became of a file, in words.
  private static func text(of change: TraceFileChange) -> String {
    if let (before, after) = change.measures { return "\(before.rawValue) to \(after.rawValue)" }
    return change.hasSameRows ? "same rows in other bytes" : change.kind.rawValue
  }

  /// What was played, for people: families, those that moved most first, then all of them together.
  package static func results(_ results: [TraceResultChange]) -> DataTable {
    var table = DataTable(columns: [
      .text("family"), .text("metric"), right("A"), right("B"), right("difference"), right("relative"),
    ])
    for result in results {
      let text = MeasureText(result.measure)
      let change = text.change(
        from: result.reference, to: result.candidate, difference: result.difference,
        relative: result.relativeDifference)
      table.append([
        .text(result.family ?? wholeName), .text(result.measure.name), .text(change.reference),
        .text(change.candidate), .text(change.difference), .text(change.relative),
      ])
    }
    return table
  }

  /// The table for programs: a family a row, every value in its base unit. The columns of what was played are empty
  /// where nothing was.
  package static func values(of comparison: TraceSetComparison, results: [TraceResultChange]) -> DataTable {
    let sides = ["reference", "candidate"]
    func columns(_ names: [String]) -> [DataTable.Column] { names.map { .number($0, title: $0, digits: 6) } }
    var names: [String] = ["unchanged"] + TraceFileChange.Kind.allCases.map(\.rawValue)
    names += ["ks_distance", "wasserstein_bps", "wasserstein_ratio"]
    for side in sides { names += fieldNames.map { "\(side)_\($0)" } }
    for measure in TraceResultChange.measureNames { names += sides.map { "\(measure)_\($0)" } }
    var table = DataTable(columns: [.text("family"), .text("verdict")] + columns(names))
    for row in comparison.rows {
      var cells: [DataTable.Cell] = [
        .text(row.family ?? wholeName), .text(row.verdict), .integer(row.unchangedCount),
      ]
      for kind in TraceFileChange.Kind.allCases { cells.append(.integer(row.counts[kind] ?? 0)) }
      cells += [row.distance?.kolmogorovSmirnov, row.distance?.wasserstein, row.relativeDistance].map(number)
      for side in [row.reference, row.candidate] {
        cells += side.map { fields(of: $0).map { number($0.value) } } ?? fieldNames.map { _ in .missing }
      }
      for name in TraceResultChange.measureNames {
        let result = results.first { $0.family == row.family && $0.measure.name == name }
        cells += [number(result?.reference), number(result?.candidate)]
      }
      table.append(cells)
    }
    return table
  }

  /// What one side of a family is described by: exported name and value.
  static func fields(of side: TraceSummary) -> [(name: String, value: Double?)] {
    let capacity = side.capacity
    return [
      (name: "traces", value: Double(side.count)), (name: "duration_s", value: capacity.duration),
      (name: "mean_bps", value: capacity.mean), (name: "p5_bps", value: capacity.quantile(0.05)),
      (name: "p25_bps", value: capacity.quantile(0.25)), (name: "p50_bps", value: capacity.quantile(0.5)),
      (name: "p75_bps", value: capacity.quantile(0.75)), (name: "p95_bps", value: capacity.quantile(0.95)),
      (name: "outage_share", value: side.outages.share), (name: "outage_count", value: Double(side.outages.count)),
      (name: "outage_mean_s", value: side.outages.meanLength), (name: "autocorrelation_1s", value: side.correlation),
    ]
  }

  /// The names of ``fields(of:)``, for the columns of a side that has no traces.
  private static let fieldNames = [
    "traces", "duration_s", "mean_bps", "p5_bps", "p25_bps", "p50_bps", "p75_bps", "p95_bps", "outage_share",
    "outage_count", "outage_mean_s", "autocorrelation_1s",
  ]

  private static func number(_ value: Double?) -> DataTable.Cell { value.map { .number($0) } ?? .missing }

  private static func right(_ title: String) -> DataTable.Column { .number(title, title: title, digits: 0) }
}
