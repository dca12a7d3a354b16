import ABRInput

/// Differences of configurations to what they are compared with, session by session.
struct DeltaChart {
  /// Columns of the map: more traces share one.
  private static let columnLimit = 80

  private let measure: ReportMeasure
  private let report: Report
  /// Beyond this difference, either way, colours and curves end.
  private let extent: Double
  private let parts: [(part: ReportPart, differences: ReportDifferences)]
  private let table: PartTable

  /// Compares the sessions of all parts; `nil` where there is nothing to compare, or no session differs.
  init?(_ measure: ReportMeasure, _ report: Report, _ parts: [ReportPart]) {
    let compared = parts.compactMap { part in ReportDifferences(measure, in: part.report).map { (part, $0) } }
    // The first part is all traces together.
    guard let whole = compared.first?.1, !whole.isNothing else { return nil }
    self.measure = measure
    self.report = report
    self.parts = compared
    extent = whole.extent
    table = PartTable(
      compared.map { part, differences in
        (part.family, differences.rows.map(\.configuration), differences.table(of: report))
      })
  }

  /// Traces from the slowest to the fastest by configurations, coloured by the difference.
  var map: Chart {
    let range = measure.isHigherBetter ? ChartPalette.diverging : ChartPalette.diverging.reversed()
    let id = "map-\(measure.name)"
    // So many digits that it is not nothing.
    let digits = (measure.digits...12).first { Double(Decimals.text(extent, digits: $0)) != 0 } ?? measure.digits
    let names = report.configurations.filter { $0.reference != nil }.map { JSONValue.string($0.short) }
    return Chart(
      id: id, title: "\(measure.title), trace by trace",
      text:
        "Mean difference to \(report.referenceName) on each trace, from the slowest network on the left to the fastest on the "
        + "right. Blue is better, orange is worse. Beyond \(Decimals.text(extent, digits: digits))\(measure.differenceUnit.isEmpty ? "" : " ")"
        + "\(measure.differenceUnit) colours do not change.",
      spec: [
        "description": .string(
          "Difference of \(measure.title) to \(report.referenceName), trace by trace, sorted by mean throughput"),
        "width": "container", "height": .integer(26 * names.count),
        "mark": ["type": "rect"],
        "encoding": [
          "x": [
            "field": "column", "type": "ordinal", "title": "traces, slow to fast",
            "axis": ["labels": false, "ticks": false, "domain": false],
          ],
          "y": [
            "field": "policy", "type": "nominal", "title": nil, "sort": .array(names),
            "axis": ["labelLimit": .integer(Chart.nameWidth)],
            "scale": ["paddingInner": 0.08],
          ],
          "color": [
            "field": "delta", "type": "quantitative", "title": .string(measure.differenceTitle),
            "scale": [
              "domain": [.number(-extent), .number(extent)], "clamp": true,
              "range": .array(range.map { .string($0) }), "interpolate": "lab",
            ],
            "legend": ["orient": "bottom", "gradientLength": 180, "tickCount": 5, "direction": "horizontal"],
          ],
          "tooltip": [
            ["field": "policy", "type": "nominal"],
            [
              "field": "delta", "type": "quantitative", "format": ".3~f",
              "title": .string(measure.differenceTitle),
            ],
            ["field": "traces", "type": "quantitative"],
            ["field": "trace", "type": "nominal", "title": "first trace"],
            ["field": "slowest", "type": "quantitative", "format": ".3~f", "title": "from Mbit/s"],
            ["field": "fastest", "type": "quantitative", "format": ".3~f", "title": "to Mbit/s"],
          ],
        ],
      ],
      datasets: [
        id: ReportData.columns(
          ["c", "family", "column", "delta", "traces", "trace", "slowest", "fastest"], parts.flatMap(mapRows))
      ], interest: "delta", references: report.references, table: table)
  }

  private func mapRows(_ part: ReportPart, _ differences: ReportDifferences) -> [[JSONValue]] {
    let traces = Set(differences.rows.flatMap { $0.deltas.map(\.trace) }).sorted()
    let columns = Dictionary(
      uniqueKeysWithValues: traces.enumerated().map { rank, trace in
        (trace, traces.count <= Self.columnLimit ? rank + 1 : rank * Self.columnLimit / traces.count + 1)
      })
    return differences.rows.flatMap { row in
      Dictionary(grouping: row.deltas) { columns[$0.trace] ?? 0 }.sorted { $0.key < $1.key }.map { column, deltas in
        let own = Set(deltas.map(\.trace)).sorted()
        let rates = own.map { report.traces[$0].meanBandwidth / 1e6 }
        return [
          .integer(row.configuration), .string(part.family), .integer(column),
          ReportData.short(deltas.reduce(0) { $0 + $1.delta } / Double(deltas.count)), .integer(own.count),
          .string(report.traces[own[0]].name), ReportData.short(rates[0]), ReportData.short(rates[rates.count - 1]),
        ]
      }
    }
  }

  /// The share of sessions whose difference is at or below a value.
  var distribution: Chart {
    let id = "delta-\(measure.name)"
    let x: [String: JSONValue] = [
      // A figure in a paper stands without the text below.
      "title": [
        .string(
          "difference of \(measure.lowercasedTitle)"
            + (measure.differenceUnit.isEmpty ? "" : ", \(measure.differenceUnit)")),
        .string("to \(report.shortReferenceName) (96 % of sessions)"),
      ],
      "scale": ["nice": false], "axis": ["tickCount": 6],
    ]
    let zero: JSONValue = [
      "data": ["values": [["zero": 0]]], "mark": ["type": "rule", "color": Chart.Ink.quiet, "strokeDash": [3, 3]],
      "encoding": ["x": ["field": "zero", "type": "quantitative"]],
    ]
    let frame = CurveData.Frame(start: -extent, end: extent)
    return Chart(
      id: id, title: "\(measure.title), how many differ and by how much",
      text: "Share of sessions whose difference to \(report.referenceName) is at or below a value; sessions "
        + "\(measure.isHigherBetter ? "above zero" : "below zero") are better. The axis covers 96 of 100 differences.",
      spec: [
        "description": .string("Distribution of the difference of \(measure.title) to \(report.referenceName)"),
        "width": "container", "height": 240, "layer": .array([zero] + CurveData.layers(report, x: x, unit: "sessions")),
      ],
      datasets: [
        id: ReportData.columns(
          CurveData.columns,
          parts.flatMap { part, differences in
            let curves = differences.rows.map {
              (configuration: $0.configuration, curve: ShareCurve($0.deltas.map(\.delta), missingIsWorst: false))
            }
            return CurveData(curves, in: frame, family: part.family).rows
          })
      ], table: table)
  }
}
