import ABRInput

/// The share of sessions that are at or below a value: one curve a configuration.
struct DistributionChart {
  /// Whether zero stands at the left end of a logarithmic scale, and what the scale begins at.
  enum Scale {
    case linear
    case logarithmic(from: Double)
  }

  let id: String
  let title: String
  let text: String
  /// Column of the data set.
  let field: String
  let dataset: String
  let axis: String
  let scale: Scale
  let missingIsWorst: Bool
  /// Of what shares are taken.
  var unit = "sessions"

  /// The chart of a report.
  ///
  /// - Parameters:
  ///   - labels: of the configurations.
  ///   - table: the numbers.
  ///   - most: the largest value that is seen; what lies beyond is cut off.
  ///   - least: the share at which the vertical axis begins.
  func chart(labels: [String], table: DataTable, most: Double?, from least: Double = 0) -> Chart {
    let scales = Chart.scales(of: labels)
    var transform: [JSONValue] = []
    if missingIsWorst {
      transform.append(["calculate": "isValid(datum.\(field)) ? datum.\(field) : 1e12", "as": "value"])
    } else {
      transform.append(["filter": "isValid(datum.\(field))"])
      transform.append(["calculate": "datum.\(field)", "as": "value"])
    }
    var x: [String: JSONValue] = ["field": "shown", "type": "quantitative", "title": .string(axis)]
    let shown: String
    switch scale {
    case .linear:
      shown = "datum.value"
      x["scale"] = most.map { ["domain": [0, .number($0)], "nice": false] } ?? ["zero": true]
      x["axis"] = ["tickCount": 6]
    case .logarithmic(let start):
      // Zero has no logarithm: it stands where the scale begins, and the axis says so.
      shown = "max(datum.value, \(start))"
      x["scale"] = ["type": "log", "domain": [.number(start), .number(max(most ?? 1, start * 10))], "nice": false]
      x["axis"] = [
        "values": .array(Self.decades(from: start, to: most ?? 1).map { .number($0) }),
        "labelExpr": .string("datum.value <= \(start) ? '0' : format(datum.value, '~g')"),
      ]
    }
    transform += [
      ["calculate": .string(shown), "as": "shown"],
      [
        "window": [["op": "cume_dist", "as": "share"]], "sort": [["field": "value"]], "groupby": ["policy"],
      ],
      ["filter": "datum.value < 1e12"],
      // Of equal values one point is enough.
      ["aggregate": [["op": "max", "field": "share", "as": "share"]], "groupby": ["policy", "shown"]],
    ]
    return Chart(
      id: id, title: title, text: text,
      spec: [
        "description": .string("\(title): share of \(unit) at or below a value, one curve for each configuration"),
        "width": "container", "height": 240, "transform": .array(transform),
        "mark": ["type": "line", "interpolate": "step-after", "strokeWidth": 2, "clip": true],
        "encoding": [
          "x": .object(x),
          "y": [
            "field": "share", "type": "quantitative", "title": .string("share of \(unit)"),
            "scale": ["domain": [.number(least), 1]], "axis": ["format": "%", "tickCount": 5],
          ],
          "color": Chart.policy(scales.color), "strokeDash": Chart.policy(scales.dash),
        ],
      ], datasets: [dataset], table: table)
  }

  /// Powers of ten from one value to another, the first included.
  private static func decades(from start: Double, to end: Double) -> [Double] {
    var values = [start]
    while let last = values.last, last * 10 <= end, values.count < 12 { values.append(last * 10) }
    return values
  }
}
