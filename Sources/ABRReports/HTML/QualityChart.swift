import ABRInput

/// Stalls against quality (Yan et al., NSDI'20, figure 8, whose axis of stalls runs the other way): the better, the
/// further up and to the left.
enum QualityChart {
  /// The chart of a report.
  static func chart(_ report: Report, _ parts: [ReportPart]) -> Chart {
    let scales = Chart.scales(of: report)
    let isNamed = report.configurations.count <= Chart.nameLimit
    let color = Chart.policy(scales.color, isNamed: isNamed)
    let waits = report.isLedByWaits
    let verb = waits ? "waiting" : "stalled"
    let x: JSONValue = [
      "field": "rebuffer", "type": "quantitative", "title": .string("\(verb) time, %"),
      // A square root keeps those apart that hardly stall.
      "scale": ["type": "sqrt", "nice": false, "padding": 8], "axis": ["tickCount": 6],
    ]
    let y: JSONValue = [
      "field": "bitrate", "type": "quantitative", "title": "average bitrate, Mbit/s",
      "scale": ["zero": false, "nice": false, "padding": 22], "axis": ["tickCount": 6],
    ]
    // Under six traces there is no interval: a scale that meets no number warns of it, and a line without length is
    // not seen.
    func interval(_ axis: String, of value: String, _ scale: JSONValue) -> JSONValue {
      let ends = ["low", "high"]
      return [
        "transform": .array(
          ends.map { end in
            [
              "calculate": .string("isValid(datum.\(value)_\(end)) ? datum.\(value)_\(end) : datum.\(value)"),
              "as": .string(end),
            ]
          }), "mark": ["type": "rule", "strokeWidth": 1.5, "opacity": 0.6],
        "encoding": .object(
          ["x": x, "y": y, "color": color].merging([
            axis: merged(scale, ["field": "low"]), "\(axis)2": ["field": "high"],
          ]) { $1 }),
      ]
    }
    let point: JSONValue = [
      "mark": ["type": "point", "size": 110, "filled": true, "opacity": 1],
      "encoding": [
        "x": x, "y": y, "color": color, "shape": Chart.policy(scales.shape, isNamed: isNamed),
        "tooltip": [
          ["field": "policy", "type": "nominal"],
          ["field": "rebuffer", "type": "quantitative", "title": .string("\(verb) %")],
          ["field": "bitrate", "type": "quantitative", "title": "Mbit/s"],
        ],
      ],
    ]
    let intervals = [interval("x", of: "rebuffer", x), interval("y", of: "bitrate", y)]
    // Between what there is a trade-off: in circles, a line of each viewer's where no third metric decides. Layers have
    // every row, what is not marked without extent: scales warn of layers without any.
    let isOnFront = "isValid(datum.front)"
    // From a point to its name where that stands further up or down; it must not look like an interval.
    let leader: JSONValue = [
      "mark": ["type": "rule", "strokeWidth": 0.75, "strokeDash": [2, 2], "color": Chart.Ink.quiet],
      "encoding": ["x": x, "y": y, "y2": ["field": "label_y"]],
    ]
    let names = Chart.words(
      [
        "align": ["expr": "datum.label_side"], "baseline": "middle",
        // Above the interval, which would strike it through.
        "dx": ["expr": "datum.label_side === 'left' ? 10 : -10"], "dy": -8,
      ],
      encoding: [
        "x": x, "y": merged(y, ["field": "label_y"]),
        "text": isNamed
          ? ["field": "policy", "type": "nominal"]
          : ["condition": ["test": .string(isOnFront), "field": "policy", "type": "nominal"], "value": ""],
      ])
    let order: JSONValue = ["field": "rebuffer", "type": "quantitative"]
    let front: [JSONValue] = [
      [
        "transform": [["calculate": "isValid(datum.line) ? 'line ' + datum.line : datum.policy", "as": "joined"]],
        "mark": ["type": "line", "strokeWidth": 1.25, "color": Chart.Ink.quiet],
        "encoding": ["x": x, "y": y, "order": order, "detail": ["field": "joined", "type": "nominal"]],
      ],
      [
        "mark": ["type": "point", "color": Chart.Ink.quiet, "opacity": 1, "aria": false],
        "encoding": ["x": x, "y": y, "size": ["condition": ["test": .string(isOnFront), "value": 330], "value": 0]],
      ],
    ]
    let byViewer = Dictionary(grouping: report.configurations, by: \.record.configuration.viewer)
    let marks = parts.map { report.answer == nil ? ReportVerdict.tradeOff(in: $0) : [:] }
    let isMarked = report.answer == nil && byViewer.values.contains { $0.count >= RunVerdict.many }
    // Where there are too many names in the picture, those of the trade-off still have room.
    let marked: JSONValue = [
      ["calculate": .string("\(isOnFront) ? datum.label_y : datum.bitrate"), "as": "label_y"]
    ]
    let labels = isNamed ? [leader] : isMarked ? [merged(leader, ["transform": marked])] : []
    let layers =
      intervals + labels + (isMarked ? front : []) + [point]
      + (isNamed || isMarked ? names : [])
    return Chart(
      id: "quality", title: waits ? "Waiting and quality" : "Stalls and quality",
      text:
        "\(waits ? "Startups, stalls and waits after seeks" : "Stalled time") over \(verb) and playing time, and "
        + "average bitrate, over all sessions shown; up and to the left is better. Crosses: 95 % confidence intervals of "
        + "each mean, cut off at the top bitrate."
        // What the page itself judges needs no other command.
        + (report.isJudged ? "" : " To judge a difference use abrlab compare.")
        + (marks.contains { !$0.isEmpty }
          ? " Circles: configurations between which there is a trade-off; a line joins them where waste has no part in it."
          : ""),
      spec: [
        "description": .string(
          "Average bitrate over \(waits ? "waiting" : "rebuffer") ratio of each configuration with 95 % intervals"),
        "width": "container", "height": 300, "layer": .array(layers),
      ], datasets: ["quality": dataset(parts, marks)],
      table: PartTable(parts) { ($0.played.map(\.index), ReportTables.quality(of: $0)) })
  }

  private static func dataset(_ parts: [ReportPart], _ marks: [[Int: ReportVerdict.Mark]]) -> JSONValue {
    let rows = zip(parts, marks).flatMap { part, marks -> [[JSONValue]] in
      let summaries = part.summaries
      let places = LabelPlaces(summaries.map { $0.summary.map { (rebuffer: $0.waiting, bitrate: $0.bitrate) } })
      return summaries.enumerated().compactMap { place, own in
        own.summary.map { summary in
          [
            .integer(own.index), .string(part.family), ReportData.short(places.heights[place].map { $0 * 1e-6 }),
            .string(places.isLeft[place] ? "right" : "left"), marks[own.index].map { .integer($0.front) } ?? .null,
            marks[own.index]?.line.map { .integer($0) } ?? .null,
          ]
            + [(summary.waiting, 100.0), (summary.bitrate, 1e-6)].flatMap { ratio, scale in
              [ratio.estimate, ratio.low, ratio.high].map { ReportData.short($0.map { $0 * scale }) }
            }
        }
      }
    }
    return ReportData.columns(
      [
        "c", "family", "label_y", "label_side", "front", "line", "rebuffer", "rebuffer_low", "rebuffer_high", "bitrate",
        "bitrate_low",
        "bitrate_high",
      ], rows)
  }

  private static func merged(_ value: JSONValue, _ other: [String: JSONValue]) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(members.merging(other) { $1 })
  }
}
