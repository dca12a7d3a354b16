import ABRExperiments
import ABRPolicies

/// The settings of a search in pictures: what trades for what, and where in the space the good ones lie.
struct SettingCharts: Sendable {
  private let result: TuningResult

  init(_ result: TuningResult) { self.result = result }

  /// The pictures that the result has.
  var charts: [Chart] {
    [pareto, result.space.parameters.count == 1 ? curve : heatMap].compactMap { $0 }
  }

  /// A row for each setting: `m0`, `m1` … are the objectives as people read them, `p0`, `p1` … the parameters.
  var dataset: JSONValue {
    let all = result.outcome.evaluated
    let most = all.map(\.traces).max() ?? 0
    var columns: [String: [JSONValue]] = [:]
    let offGrid = [result.outcome.current].compactMap { $0 }.filter { current in
      !all.contains { $0.setting.values == current.setting.values }
    }
    for evaluated in all + offGrid {
      for (index, measure) in result.goals.objectives.enumerated() {
        columns["m\(index)", default: []].append(
          ReportData.short(evaluated.values[index].map { $0 * measure.unit.scale }))
      }
      for (index, value) in evaluated.setting.values.enumerated() {
        columns["p\(index)", default: []].append(.string(value.text))
        columns["n\(index)", default: []].append(JSONValue(value.number))
      }
      columns["setting", default: []].append(
        .string(result.space.text(of: evaluated.setting.values))
      )
      columns["traces", default: []].append(.integer(evaluated.traces))
      columns["whole", default: []].append(.bool(evaluated.traces == most))
      columns["keeps", default: []].append(.string(evaluated.isFeasible ? "met" : "missed"))
      columns["role", default: []].append(.string(role(of: evaluated)))
      columns["slice", default: []].append(.bool(isInSlice(evaluated)))
    }
    return .object(columns.mapValues { .array($0) })
  }

  private func role(of evaluated: TuningOutcome.Evaluated) -> String {
    if evaluated.setting.values == result.answer?.setting.values {
      return result.outcome.best == nil ? "closest" : "best"
    }
    if evaluated.setting.values == result.space.current?.values { return "current" }
    return evaluated.isOnFront ? "front" : "other"
  }

  /// Whether a setting has the answer's values in all parameters but the first two.
  private func isInSlice(_ evaluated: TuningOutcome.Evaluated) -> Bool {
    guard let answer = result.answer else { return true }
    return zip(evaluated.setting.values, answer.setting.values).dropFirst(2).allSatisfy { $0 == $1 }
  }

  private func title(_ index: Int) -> String {
    let measure = result.goals.objectives[index]
    return measure.unit.title.isEmpty ? measure.name : "\(measure.name), \(measure.unit.title)"
  }

  private var tooltip: JSONValue {
    .array(
      [["field": "setting", "type": "nominal"]]
        + result.goals.objectives.indices.map {
          ["field": .string("m\($0)"), "type": "quantitative", "title": .string(title($0)), "format": ".4~g"]
        } + [["field": "keeps", "type": "nominal"], ["field": "traces", "type": "quantitative"]])
  }

  /// Colour and shape by what a setting is, each of which says it alone.
  private var roles: (color: JSONValue, shape: JSONValue, size: JSONValue) {
    let domain: JSONValue = ["best", "closest", "current", "front", "other"]
    let legend: JSONValue = [
      "title": nil, "orient": "bottom",
      "values": .array(
        [result.outcome.best == nil ? "closest" : "best"] + (result.outcome.current == nil ? [] : ["current"])
          + ["front", "other"]),
    ]
    func channel(_ range: JSONValue, _ legend: JSONValue) -> JSONValue {
      ["field": "role", "type": "nominal", "scale": ["domain": domain, "range": range], "legend": legend]
    }
    return (
      channel(["var(--c2)", "var(--c2)", "var(--c4)", "var(--c1)", "var(--quiet)"], legend),
      channel(["diamond", "diamond", "square", "circle", "circle"], legend),
      channel([220, 220, 150, 60, 18], nil)
    )
  }

  /// The first goal against the second objective.
  private var pareto: Chart? {
    guard result.goals.objectives.count > 1 else { return nil }
    func axis(_ index: Int) -> JSONValue {
      let isHigher = result.goals.objectives[index].direction == .higher
      return [
        "field": .string("m\(index)"), "type": "quantitative",
        "title": .string(title(index) + (isHigher ? " (more is better)" : " (less is better)")),
        "scale": ["zero": false, "nice": false, "padding": 14], "axis": ["tickCount": 6],
      ]
    }
    let points: JSONValue = [
      "mark": ["type": "point", "filled": true, "opacity": 0.9],
      "encoding": [
        "x": axis(1), "y": axis(0), "color": roles.color, "shape": roles.shape, "size": roles.size,
        "order": ["field": "order", "type": "quantitative"], "tooltip": tooltip,
      ],
    ]
    let order: JSONValue = [
      "calculate": "datum.role === 'other' ? 0 : datum.role === 'front' ? 1 : 2", "as": "order",
    ]
    return Chart(
      id: "pareto", title: "\(result.goals.objectives[0].name) against \(result.goals.objectives[1].name)",
      text:
        "Every setting that was played over all traces of the search, and the current one. Nothing beats those of the front in all goals at once.",
      spec: [
        "description": "Settings of the search by two objectives", "width": "container", "height": 340,
        "transform": [["filter": "datum.whole"], order],
        "layer": [points],
      ], datasets: ["settings"], table: TuningText.front(of: result) ?? TuningText.answer(of: result))
  }

  /// The first goal over the first two parameters.
  private var heatMap: Chart {
    let parameters = result.space.parameters
    func axis(_ index: Int) -> JSONValue {
      let values = parameters[index].range.values.map { JSONValue.string($0.text) }
      return [
        "field": .string("p\(index)"), "type": "ordinal", "title": .string(parameters[index].name),
        "sort": .array(index == 0 ? values.reversed() : values),
        "scale": ["domain": .array(index == 0 ? values.reversed() : values)],
        "axis": ["labelAngle": 0, "labelOverlap": "greedy", "ticks": false, "domain": false],
      ]
    }
    let isLower = result.goals.objectives[0].direction == .lower
    let others = parameters.dropFirst(2)
    let slice = others.isEmpty ? "" : " The other parameters are those of the answer."
    return Chart(
      id: "heat-map", title: "\(result.goals.objectives[0].name) over \(parameters[0].name) and \(parameters[1].name)",
      text:
        "Darker is better. Faint cells were given up early and are over fewer traces, so that they do not compare; empty ones are no settings. "
        + "The diamond is the answer, the square the current setting, a cross misses a condition." + slice,
      spec: [
        "description": "The first goal over two parameters", "width": "container",
        "height": ["step": 18], "transform": [["filter": "datum.slice"]],
        "layer": [
          [
            "transform": [
              [
                "filter": .string(
                  parameters.indices.prefix(2).map { "indexof(\(texts(of: $0)), datum.p\($0)) >= 0" }.joined(
                    separator: " && "))
              ]
            ],
            "mark": ["type": "rect"],
            "encoding": [
              "x": axis(1), "y": axis(0), "tooltip": tooltip,
              "opacity": ["condition": ["test": "datum.whole", "value": 1], "value": 0.3],
              "color": [
                "field": "m0", "type": "quantitative", "title": .string(title(0)),
                "scale": [
                  "range": isLower ? ["#0a4f86", "#4a90c4", "#cfe0ee"] : ["#cfe0ee", "#4a90c4", "#0a4f86"],
                  "interpolate": "lab", "zero": false, "nice": false,
                ],
                "legend": ["orient": "bottom", "gradientLength": 180, "tickCount": 5, "direction": "horizontal"],
              ],
            ],
          ],
          mark("datum.keeps === 'missed'", "cross", size: 22, color: "var(--paper)", axis(1), axis(0)),
          mark(
            "datum.role === 'best' || datum.role === 'closest'", "diamond", size: 160, color: "var(--c2)", axis(1),
            axis(0)),
          mark("datum.role === 'current'", "square", size: 110, color: "var(--c4)", axis(1), axis(0)),
        ],
      ], datasets: ["settings"], table: TuningText.sensitivity(of: result))
  }

  private func texts(of parameter: Int) -> String {
    "[" + result.space.parameters[parameter].range.values.map { "'\($0.text)'" }.joined(separator: ",") + "]"
  }

  private func mark(
    _ test: String, _ shape: String, size: Int, color: String, _ x: JSONValue, _ y: JSONValue
  ) -> JSONValue {
    [
      "transform": [
        ["filter": .string(test)],
        ["filter": .string([0, 1].map { "indexof(\(texts(of: $0)), datum.p\($0)) >= 0" }.joined(separator: " && "))],
      ],
      "mark": [
        "type": "point", "shape": .string(shape), "size": .integer(size), "filled": true, "color": .string(color),
        "opacity": 1, "stroke": "var(--paper)", "strokeWidth": 1,
      ],
      "encoding": ["x": x, "y": y, "tooltip": tooltip],
    ]
  }

  /// The first goal over the one parameter.
  private var curve: Chart? {
    guard result.space.parameters[0].range.values.allSatisfy({ $0.number != nil }) else { return nil }
    let x: JSONValue = [
      "field": "n0", "type": "quantitative", "title": .string(result.space.parameters[0].name),
      "scale": ["zero": false, "nice": false, "padding": 10],
    ]
    let y: JSONValue = [
      "field": "m0", "type": "quantitative", "title": .string(title(0)), "scale": ["zero": false],
    ]
    return Chart(
      id: "curve", title: "\(result.goals.objectives[0].name) over \(result.space.parameters[0].name)",
      text: "Every setting that was played over all traces of the search.",
      spec: [
        "description": "The first goal over the parameter", "width": "container", "height": 260,
        "transform": [["filter": "datum.whole"]],
        "layer": [
          ["mark": ["type": "line", "color": Chart.Ink.accent, "strokeWidth": 2], "encoding": ["x": x, "y": y]],
          [
            "mark": ["type": "point", "filled": true, "opacity": 1],
            "encoding": [
              "x": x, "y": y, "color": roles.color, "shape": roles.shape, "size": roles.size, "tooltip": tooltip,
            ],
          ],
        ],
      ], datasets: ["settings"], table: TuningText.sensitivity(of: result))
  }
}
