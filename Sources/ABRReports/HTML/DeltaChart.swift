import ABRInput

/// Differences of every configuration to the first one, session by session.
struct DeltaChart {
  let measure: ReportMeasure
  /// Label of the configuration that the others are compared with.
  let reference: String
  let labels: [String]
  /// Beyond this difference, either way, colours and curves end.
  let extent: Double
  let table: DataTable

  /// Columns of the heat map: more traces share one.
  private static let columnLimit = 80

  private var unit: String { measure.unit }

  /// Sessions with the difference to that of the reference as `delta`; those of the reference itself are gone.
  private var differences: [JSONValue] {
    [
      [
        "calculate": .string("datum.c === 0 ? datum.\(measure.name) * \(measure.scale) : null"),
        "as": "reference_value",
      ],
      [
        "joinaggregate": [["op": "max", "field": "reference_value", "as": "reference"]],
        "groupby": ["pair"],
      ],
      ["filter": .string("datum.c !== 0 && isValid(datum.\(measure.name)) && isValid(datum.reference)")],
      ["calculate": .string("datum.\(measure.name) * \(measure.scale) - datum.reference"), "as": "delta"],
    ]
  }

  private var better: String { measure.isHigherBetter ? "above zero" : "below zero" }

  /// Traces from the slowest to the fastest by configurations, coloured by the difference.
  var heatMap: Chart {
    let range = measure.isHigherBetter ? ChartPalette.diverging : ChartPalette.diverging.reversed()
    return Chart(
      id: "map-\(measure.name.replacing("_", with: "-"))", title: "\(measure.title), trace by trace",
      text:
        "Mean difference to \(reference) on each trace, from the slowest network on the left to the fastest on the right. "
        + "Blue is better, orange is worse. Beyond \(Decimals.text(extent, digits: measure.digits)) \(unit) colours do not change.",
      spec: [
        "description": .string(
          "Difference of \(measure.title) to \(reference), trace by trace, sorted by mean throughput"),
        "width": "container", "height": .integer(28 * (labels.count - 1) + 6),
        "transform": .array(
          differences + [
            ["window": [["op": "dense_rank", "as": "rank"]], "sort": [["field": "t"]]],
            ["joinaggregate": [["op": "max", "field": "rank", "as": "ranks"]]],
            [
              "calculate": .string(
                "datum.ranks <= \(Self.columnLimit) ? datum.rank : ceil(datum.rank * \(Self.columnLimit) / datum.ranks)"
              ),
              "as": "column",
            ],
            [
              "aggregate": [
                ["op": "mean", "field": "delta", "as": "delta"], ["op": "min", "field": "mean_mbps", "as": "slowest"],
                ["op": "max", "field": "mean_mbps", "as": "fastest"], ["op": "distinct", "field": "t", "as": "traces"],
                ["op": "min", "field": "trace", "as": "first"],
              ],
              "groupby": ["column", "policy"],
            ],
          ]),
        "mark": ["type": "rect"],
        "encoding": [
          "x": [
            "field": "column", "type": "ordinal", "title": "traces, slow to fast",
            "axis": ["labels": false, "ticks": false, "domain": false],
          ],
          "y": [
            "field": "policy", "type": "nominal", "title": nil, "sort": .array(labels.dropFirst().map { .string($0) }),
            "axis": ["labelLimit": 130],
          ],
          "color": [
            "field": "delta", "type": "quantitative", "title": .string("Δ \(unit)"),
            "scale": [
              "domain": [.number(-extent), .number(extent)], "clamp": true,
              "range": .array(range.map { .string($0) }), "interpolate": "lab",
            ],
            "legend": ["orient": "bottom", "gradientLength": 180, "tickCount": 5, "direction": "horizontal"],
          ],
          "tooltip": [
            ["field": "policy", "type": "nominal"],
            ["field": "delta", "type": "quantitative", "format": ".3~f", "title": .string("Δ \(unit)")],
            ["field": "traces", "type": "quantitative"],
            ["field": "first", "type": "nominal", "title": "first trace"],
            ["field": "slowest", "type": "quantitative", "format": ".3~f", "title": "from Mbit/s"],
            ["field": "fastest", "type": "quantitative", "format": ".3~f", "title": "to Mbit/s"],
          ],
        ],
      ], datasets: ["sessions"], needsReference: true, table: table)
  }

  /// The share of sessions whose difference is at or below a value.
  var distribution: Chart {
    let scales = Chart.scales(of: labels)
    return Chart(
      id: "delta-\(measure.name.replacing("_", with: "-"))", title: "\(measure.title), how many differ and by how much",
      text: "Share of sessions whose difference to \(reference) is at or below a value; sessions \(better) are better. "
        + "The axis covers 96 of 100 differences.",
      spec: [
        "description": .string("Distribution of the difference of \(measure.title) to \(reference)"),
        "width": "container", "height": 220,
        "layer": [
          [
            "data": ["values": [["zero": 0]]],
            "mark": ["type": "rule", "color": Chart.Ink.quiet, "strokeDash": [3, 3]],
            "encoding": ["x": ["field": "zero", "type": "quantitative"]],
          ],
          [
            "transform": .array(
              differences + [
                [
                  "window": [["op": "cume_dist", "as": "share"]], "sort": [["field": "delta"]],
                  "groupby": ["policy"],
                ],
                ["aggregate": [["op": "max", "field": "share", "as": "share"]], "groupby": ["policy", "delta"]],
              ]),
            "mark": ["type": "line", "interpolate": "step-after", "strokeWidth": 2, "clip": true],
            "encoding": [
              "x": [
                "field": "delta", "type": "quantitative", "title": .string("Δ \(measure.title.lowercased()), \(unit)"),
                "scale": ["domain": [.number(-extent), .number(extent)], "nice": false], "axis": ["tickCount": 6],
              ],
              "y": [
                "field": "share", "type": "quantitative", "title": "share of sessions",
                "scale": ["domain": [0, 1]], "axis": ["format": "%", "tickCount": 5],
              ],
              "color": Chart.policy(scales.color), "strokeDash": Chart.policy(scales.dash),
            ],
          ],
        ],
      ], datasets: ["sessions"], needsReference: true, table: table)
  }
}
