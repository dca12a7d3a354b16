import ABRInput

/// Stalls against quality, as Puffer draws it (Yan et al., NSDI'20, figure 8): the better, the further up and to the
/// right.
enum QualityChart {
  /// The chart of a report.
  static func chart(labels: [String], table: DataTable) -> Chart {
    let scales = Chart.scales(of: labels)
    let color = Chart.policy(scales.color)
    let x: JSONValue = [
      "field": "rebuffer", "type": "quantitative", "title": "stalled time, % (less is to the right)",
      "scale": ["reverse": true, "zero": false, "nice": false, "padding": 22],
      "axis": ["labelExpr": "datum.value < 0 ? '' : datum.label", "tickCount": 7],
    ]
    let y: JSONValue = [
      "field": "bitrate", "type": "quantitative", "title": "mean bitrate, Mbit/s",
      "scale": ["zero": false, "nice": false, "padding": 22], "axis": ["tickCount": 6],
    ]
    return Chart(
      id: "quality", title: "Stalls and quality",
      text: "Stalled time over stalled and playing time, and mean bitrate, over all sessions; up and to the right is "
        + "better. Crosses are 95 % intervals over traces: they say how far the traces of this run vary, not how sure a "
        + "difference is, which is seen session by session below.",
      spec: [
        "description": "Mean bitrate over rebuffer ratio of each configuration with 95 % intervals",
        "width": "container", "height": 320,
        "layer": [
          [
            "mark": ["type": "rule", "strokeWidth": 1.5, "opacity": 0.7],
            "encoding": [
              "x": merged(x, ["field": "rebuffer_low"]), "x2": ["field": "rebuffer_high"], "y": y, "color": color,
            ],
          ],
          [
            "mark": ["type": "rule", "strokeWidth": 1.5, "opacity": 0.7],
            "encoding": [
              "x": x, "y": merged(y, ["field": "bitrate_low"]), "y2": ["field": "bitrate_high"], "color": color,
            ],
          ],
          [
            "mark": ["type": "point", "size": 110, "filled": true, "opacity": 1],
            "encoding": [
              "x": x, "y": y, "color": color, "shape": Chart.policy(scales.shape),
              "tooltip": [
                ["field": "policy", "type": "nominal"],
                ["field": "rebuffer", "type": "quantitative", "title": "stalled %"],
                ["field": "bitrate", "type": "quantitative", "title": "Mbit/s"],
              ],
            ],
          ],
          label("left", x, y), label("right", x, y),
        ],
      ], datasets: ["pooled"], table: table)
  }

  /// Names of the points that stand on one side of them.
  private static func label(_ side: String, _ x: JSONValue, _ y: JSONValue) -> JSONValue {
    [
      "mark": [
        "type": "text", "align": side == "left" ? "right" : "left", "dx": side == "left" ? -9 : 9, "dy": -8,
        "fontSize": 11, "limit": 180,
      ],
      "encoding": [
        "x": x, "y": merged(y, ["field": "label_y"]), "color": ["value": Chart.Ink.ink],
        "text": [
          "condition": ["test": .string("datum.label_side === '\(side)'"), "field": "policy", "type": "nominal"],
          "value": "",
        ],
      ],
    ]
  }

  private static func merged(_ value: JSONValue, _ other: JSONValue) -> JSONValue {
    guard case .object(let members) = value, case .object(let more) = other else { return value }
    return .object(members.merging(more) { $1 })
  }
}
