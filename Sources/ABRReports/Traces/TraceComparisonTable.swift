import ABRExperiments

/// Two sets of traces side by side as tables.
public enum TraceComparisonTable {
  /// How all families together are called.
  public static let wholeName = "(all)"
  /// How many files people are shown; JSON has them all.
  public static let shownFileCount = 20

  /// The table for people: a family a row, those that moved most first. Values of both sides stand as `A / B`.
  public static func summary(of comparison: TraceSetComparison) -> DataTable {
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
      table.append(
        [
          .text(row.family ?? wholeName), .text("\(row.reference?.count ?? 0) / \(row.candidate?.count ?? 0)"),
        ] + TraceFileChange.Kind.allCases.map { .integer(row.counts[$0] ?? 0) } + [
          number(row.distance?.kolmogorovSmirnov), number(row.distance?.wasserstein), number(row.relativeDistance),
          both(\.capacity.mean, scale: 1e-6, digits: 3), both(\.outages.share, scale: 100, digits: 2),
          both(\.outages.meanLength, digits: 1), both(\.correlation, digits: 2),
          .text(row.isChanged ? "CHANGED" : row.verdict),
        ])
    }
    return table
  }

  /// Files that differ, for people: at most ``shownFileCount``.
  public static func files(of comparison: TraceSetComparison) -> DataTable {
    var table = DataTable(columns: [
      .text("file"), .text("change"), .text("was"), .number("ks", title: "KS", digits: 3),
      .number("wasserstein", title: "W1 Mbit/s", scale: 1e-6, digits: 3),
    ])
    for change in comparison.changes.prefix(shownFileCount) {
      let (before, after) = (change.reference?.file, change.candidate?.file)
      table.append([
        .text(after ?? before ?? ""), .text(change.hasSameRows ? "same rows in other bytes" : change.kind.rawValue),
        .text(after == nil ? "" : before ?? ""), number(change.distance?.kolmogorovSmirnov),
        number(change.distance?.wasserstein),
      ])
    }
    return table
  }

  /// What was played, for people: those that moved most first.
  public static func results(_ results: [TraceResultChange]) -> DataTable {
    var table = DataTable(columns: [
      .text("family"), .text("metric"), right("A"), right("B"), right("difference"), right("relative"),
    ])
    for result in results {
      let text = MeasureText(result.measure)
      table.append([
        .text(result.family ?? wholeName), .text(result.measure.name), .text(text.value(result.reference)),
        .text(text.value(result.candidate)), .text(text.difference(result.difference)),
        .text(MeasureText.relative(result.relativeDifference)),
      ])
    }
    return table
  }

  /// The table for programs: a family a row, every value in its base unit. The columns of what was played are empty where nothing was.
  public static func values(of comparison: TraceSetComparison, results: [TraceResultChange]) -> DataTable {
    let sides = ["reference", "candidate"]
    func columns(_ names: [String]) -> [DataTable.Column] { names.map { .number($0, title: $0, digits: 6) } }
    var table = DataTable(
      columns: [.text("family"), .text("verdict")]
        + columns(["unchanged"] + TraceFileChange.Kind.allCases.map(\.rawValue))
        + columns(["ks_distance", "wasserstein_bps", "wasserstein_ratio"])
        + sides.flatMap { side in columns(fields.map { "\(side)_\($0.name)" }) }
        + TraceResultChange.measureNames.flatMap { name in columns(sides.map { "\(name)_\($0)" }) })
    for row in comparison.rows {
      let counts = [row.unchangedCount] + TraceFileChange.Kind.allCases.map { row.counts[$0] ?? 0 }
      let played = TraceResultChange.measureNames.flatMap { name -> [DataTable.Cell] in
        let result = results.first { $0.family == row.family && $0.measure.name == name }
        return [number(result?.reference), number(result?.candidate)]
      }
      table.append(
        [.text(row.family ?? wholeName), .text(row.verdict)] + counts.map { .integer($0) }
          + [
            number(row.distance?.kolmogorovSmirnov), number(row.distance?.wasserstein), number(row.relativeDistance),
          ]
          + [row.reference, row.candidate].flatMap { side in fields.map { number(side.flatMap($0.value)) } }
          + played)
    }
    return table
  }

  /// What a side of a family is described by: exported name and value.
  static let fields: [(name: String, value: @Sendable (TraceSummary) -> Double?)] =
    [
      ("traces", { Double($0.count) }), ("duration_s", { $0.capacity.duration }), ("mean_bps", { $0.capacity.mean }),
    ]
    + [("p5", 0.05), ("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p95", 0.95)].map { name, share in
      ("\(name)_bps", { $0.capacity.quantile(share) })
    } + [
      ("outage_share", { $0.outages.share }), ("outage_count", { Double($0.outages.count) }),
      ("outage_mean_s", { $0.outages.meanLength }), ("autocorrelation_1s", { $0.correlation }),
    ]

  private static func number(_ value: Double?) -> DataTable.Cell { value.map { .number($0) } ?? .missing }

  private static func right(_ title: String) -> DataTable.Column { .number(title, title: title, digits: 0) }
}
