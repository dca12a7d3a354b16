import ABRInput
import ABRPlayback

/// Where wasted bytes went: a bar a configuration, stacked by account.
enum WasteChart {
  /// The chart of a report; `nil` where nothing is wasted.
  static func chart(_ report: Report, _ parts: [ReportPart]) -> Chart? {
    let accounts = WasteShare.accounts(in: report)
    guard !accounts.isEmpty else { return nil }
    let labels = report.configurations.map(\.short)
    // A configuration that wastes nothing has an empty bar.
    let rows = parts.flatMap { part in
      part.played.flatMap { index, entry in
        WasteShare.shares(of: entry).filter { accounts.contains($0.account) }.map { share -> [JSONValue] in
          [
            .integer(index), .string(part.family), .string(share.account.name), .integer(share.account.rawValue),
            ReportData.short(share.megabytesPerHour),
          ]
        }
      }
    }
    // An account has the same colour in every report.
    let colors = accounts.map { JSONValue.string("var(--c\(($0.rawValue - 1) % ChartPalette.colorCount + 1))") }
    return Chart(
      id: "waste", title: "Where wasted bytes went",
      text:
        "Megabytes received and never shown, for each hour of media shown: downloads abandoned (aborted), media "
        + "replaced by another rendition, left in the buffer (unplayed) or fetched ahead for what was never played "
        + "(preloaded), and so on.",
      spec: [
        "description": "Wasted megabytes an hour of each configuration, stacked by account",
        "width": "container", "height": .integer(30 * labels.count),
        "mark": ["type": "bar", "stroke": "var(--paper)", "strokeWidth": 1],
        "encoding": [
          "y": [
            "field": "policy", "type": "nominal", "title": nil, "sort": .array(labels.map { .string($0) }),
            "axis": ["labelLimit": .integer(Chart.nameWidth)],
          ],
          "x": [
            "field": "mb_per_h", "type": "quantitative", "aggregate": "sum", "title": "wasted, MB for each hour shown",
            "axis": ["tickCount": 6],
          ],
          "color": [
            "field": "account", "type": "nominal", "title": nil,
            "scale": ["domain": .array(accounts.map { .string($0.name) }), "range": .array(colors)],
            "legend": ["orient": "bottom", "columns": 4],
          ],
          "order": ["field": "order", "type": "quantitative"],
          "tooltip": [
            ["field": "policy", "type": "nominal"], ["field": "account", "type": "nominal"],
            ["field": "mb_per_h", "type": "quantitative", "aggregate": "sum", "title": "MB/h"],
          ],
        ],
      ],
      datasets: ["waste": ReportData.columns(["c", "family", "account", "order", "mb_per_h"], rows)],
      interest: "mb_per_h",
      table: PartTable(parts) { ($0.played.map(\.index), ReportTables.waste(of: $0, accounts)) })
  }
}
