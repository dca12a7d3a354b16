import ABRInput
import ABRPolicies
import ABRTuning

/// The settings of a search in pictures: what trades for what, and where in the space the good ones lie.
struct SettingCharts: Sendable {
  private let result: TuningResult

  init(_ result: TuningResult) { self.result = result }

  /// The pictures that the result has.
  var charts: [Chart] {
    let goals = result.goals.goals.indices
    return (result.space.parameters.count == 1 ? goals.compactMap(curve) : goals.map(heatMap))
      + [pareto].compactMap { $0 }
  }

  private var datasets: [String: JSONValue] { ["settings": dataset] }

  /// A row for each setting: `m0`, `m1` … are the objectives as people read them, `p0`, `p1` … the parameters.
  var dataset: JSONValue {
    let all = result.outcome.evaluatedAndCurrent
    let most = all.map(\.traces).max() ?? 0
    var columns: [String: [JSONValue]] = [:]
    for evaluated in all {
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
      columns["constraints", default: []].append(.string(TuningText.conditions(of: evaluated)))
      columns["role", default: []].append(.string(role(of: evaluated)))
      columns["slice", default: []].append(.bool(isInSlice(evaluated)))
    }
    return .object(columns.mapValues { .array($0) })
  }

  /// The values of a parameter that the map has: those of the range, and those of the answer and of the current
  /// setting, which may lie between or beyond, so that each of these has a cell of its own.
  private func axisValues(_ parameter: Int) -> [ParameterValue] {
    var values = result.space.parameters[parameter].range.values
    for setting in [result.answer?.setting, result.space.current].compactMap(\.self) {
      let value = setting.values[parameter]
      if !values.contains(value) { values.append(value) }
    }
    let numbers = values.compactMap(\.number)
    guard numbers.count == values.count else { return values }
    return values.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
  }

  private func role(of evaluated: TuningOutcome.Evaluated) -> String {
    if evaluated.setting.values == result.answer?.setting.values {
      return result.answerName
    }
    if evaluated.setting.values == result.space.current?.values { return "current" }
    if evaluated.setting.values == result.outcome.bolder?.setting.values { return "bolder" }
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
        } + [["field": "constraints", "type": "nominal"], ["field": "traces", "type": "quantitative"]])
  }

  /// Colour and shape by what a setting is, each of which says it alone.
  private var roles: (color: JSONValue, shape: JSONValue) {
    let domain: JSONValue = ["best", "closest", "current", "bolder", "front", "other"]
    let legend: JSONValue = [
      "title": nil, "orient": "bottom",
      "values": .array(
        [.string(result.answerName)]
          + (result.outcome.current == nil || result.keepsCurrent ? [] : ["current"])
          + (result.outcome.bolder == nil || result.answerName == "bolder" ? [] : ["bolder"]) + ["front", "other"]),
    ]
    func channel(_ range: JSONValue, _ legend: JSONValue) -> JSONValue {
      ["field": "role", "type": "nominal", "scale": ["domain": domain, "range": range], "legend": legend]
    }
    return (
      channel(["var(--c2)", "var(--c2)", "var(--c4)", "var(--c3)", "var(--c1)", "var(--quiet)"], legend),
      channel(["diamond", "diamond", "square", "triangle-up", "circle", "circle"], legend)
    )
  }

  /// What a reader chooses on the page, whose script sets it.
  private static let chosen: JSONValue = [["name": "chosen", "value": ""]]

  /// Settings that compare, those that stand out drawn last.
  private static let whole: JSONValue = [
    ["filter": "datum.whole"],
    ["calculate": "datum.role === 'other' ? 0 : datum.role === 'front' ? 1 : 2", "as": "order"],
  ]

  /// A line around the point of what is chosen.
  private static let stroke: [String: JSONValue] = [
    "stroke": ["condition": ["test": "datum.setting === chosen", "value": Chart.Ink.ink], "value": nil],
    "strokeWidth": ["value": 2.5],
  ]

  /// Points of settings by two quantities.
  private func points(_ x: JSONValue, _ y: JSONValue) -> JSONValue {
    let encoding: [String: JSONValue] = [
      "x": x, "y": y, "color": roles.color, "shape": roles.shape, "size": Self.size,
      "order": ["field": "order", "type": "quantitative"], "tooltip": tooltip,
    ]
    return [
      "mark": ["type": "point", "filled": true, "opacity": 0.9],
      "encoding": .object(encoding.merging(Self.stroke) { $1 }),
    ]
  }

  /// The answer and the current setting stand out of many others.
  private static let size: JSONValue = [
    "condition": [
      ["test": "datum.role === 'other'", "value": 16], ["test": "datum.role === 'front'", "value": 60],
    ], "value": 180,
  ]

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
    return Chart(
      id: "pareto", title: "\(result.goals.objectives[0].name) against \(result.goals.objectives[1].name)",
      text:
        "Every setting that was played over all traces of the search, and the current one. Nothing beats those of the front in all goals at once.",
      spec: [
        "description": "Settings of the search by two objectives", "width": "container", "height": 340,
        "transform": Self.whole, "params": Self.chosen,
        "layer": [points(axis(1), axis(0))],
      ], datasets: datasets, table: PartTable(TuningText.front(of: result)?.table ?? TuningText.answer(of: result)))
  }

  /// A goal over the first two parameters.
  private func heatMap(_ goal: Int) -> Chart {
    let parameters = result.space.parameters
    func axis(_ index: Int) -> JSONValue {
      let values = axisValues(index).map { JSONValue.string($0.text) }
      return [
        "field": .string("p\(index)"), "type": "ordinal", "title": .string(parameters[index].name),
        "sort": .array(index == 0 ? values.reversed() : values),
        "scale": ["domain": .array(index == 0 ? values.reversed() : values)],
        "axis": ["labelAngle": 0, "labelOverlap": "greedy", "ticks": false, "domain": false],
      ]
    }
    let isLower = result.goals.goals[goal].direction == .lower
    let others = parameters.dropFirst(2)
    let slice = others.isEmpty ? "" : " The other parameters are those of the best setting."
    return Chart(
      id: goal == 0 ? "heat-map" : "heat-map-\(goal + 1)",
      title: "\(result.goals.goals[goal].name) over \(parameters[0].name) and \(parameters[1].name)",
      text:
        "Darker is better. " + cellMarks + roleMarks + " A frame stands around the setting that is selected"
        + (others.isEmpty ? "." : ", if it is in the picture.") + slice,
      spec: [
        "description": "A goal over two parameters", "width": "container",
        "height": .integer(18 * axisValues(0).count), "params": Self.chosen,
        "transform": [
          ["filter": "datum.slice"],
          [
            "filter": .string(
              parameters.indices.prefix(2).map { "indexof(\(texts(of: $0)), datum.p\($0)) >= 0" }.joined(
                separator: " && "))
          ],
        ],
        "layer": [
          [
            "mark": ["type": "rect"],
            "encoding": [
              "x": axis(1), "y": axis(0), "tooltip": tooltip,
              "opacity": ["condition": ["test": "datum.whole", "value": 1], "value": 0.3],
              "color": [
                "field": .string("m\(goal)"), "type": "quantitative", "title": .string(title(goal)),
                "scale": [
                  "range": isLower ? ["#0a4f86", "#4a90c4", "#cfe0ee"] : ["#cfe0ee", "#4a90c4", "#0a4f86"],
                  "interpolate": "lab", "zero": false, "nice": false,
                ],
                "legend": ["orient": "bottom", "gradientLength": 180, "tickCount": 5, "direction": "horizontal"],
              ],
            ],
          ],
          // Cells have one colour on light and dark paper; white marks with a dark edge stand out from all of them.
          mark(
            "datum.constraints === 'MISSED'", "cross", size: 60, color: "#ffffff", edge: "#16181d", axis(1), axis(0)),
          mark(
            "datum.constraints === '\(TuningText.notPromised)'", "circle", size: 22, color: "#ffffff", edge: "#16181d",
            axis(1), axis(0)),
          mark(
            "datum.role === '\(result.answerName)'", "diamond", size: 160, color: "var(--c2)", axis(1), axis(0)),
          mark("datum.role === 'current'", "square", size: 110, color: "var(--c4)", axis(1), axis(0)),
          [
            "transform": [["filter": "datum.setting === chosen"]],
            "mark": ["type": "rect", "fill": nil, "stroke": Chart.Ink.ink, "strokeWidth": 2.5],
            "encoding": ["x": axis(1), "y": axis(0), "tooltip": tooltip],
          ],
        ],
      ], datasets: datasets, table: PartTable(TuningText.sensitivity(of: result)))
  }

  /// What faint, empty and crossed cells say, where there are any.
  private var cellMarks: String {
    let all = result.outcome.evaluatedAndCurrent
    let shown = all.filter(isInSlice)
    let most = all.map(\.traces).max() ?? 0
    let cells = (0..<2).map { axisValues($0).count }.reduce(1, *)
    return
      (shown.contains { $0.traces < most }
      ? "Faint cells were played over fewer traces and do not compare. " : "")
      + (Set(shown.map { Array($0.setting.values.prefix(2)) }).count < cells
        ? "Empty cells are no settings, or were not played. " : "")
      + (shown.contains { !$0.isFeasible } ? "A cross stands on a setting that misses a condition. " : "")
      + (shown.contains { $0.isFeasible && $0.isPromised == false }
        ? "A dot stands on one that meets them here, and is not promised to elsewhere. " : "")
  }

  /// What the marks of the best and the current setting say.
  private var roleMarks: String {
    let answer = result.answer == nil ? "" : "The diamond is the best setting found"
    guard !result.keepsCurrent else { return "\(answer), which is the current setting." }
    guard let current = result.outcome.current else { return "\(answer)." }
    return answer
      + (isInSlice(current)
        ? ", the square the current setting."
        : ". The current setting is not in the picture, because its other parameters differ.")
  }

  private func texts(of parameter: Int) -> String {
    "[" + axisValues(parameter).map { "'\($0.text)'" }.joined(separator: ",") + "]"
  }

  private func mark(
    _ test: String, _ shape: String, size: Int, color: String, edge: String = "#ffffff", _ x: JSONValue, _ y: JSONValue
  ) -> JSONValue {
    [
      "transform": [["filter": .string(test)]],
      "mark": [
        "type": "point", "shape": .string(shape), "size": .integer(size), "filled": true, "color": .string(color),
        "opacity": 1, "stroke": .string(edge), "strokeWidth": 1,
      ],
      "encoding": ["x": x, "y": y, "tooltip": tooltip],
    ]
  }

  /// A goal over the one parameter.
  private func curve(_ goal: Int) -> Chart? {
    guard result.space.parameters[0].range.values.allSatisfy({ $0.number != nil }) else { return nil }
    let x: JSONValue = [
      "field": "n0", "type": "quantitative", "title": .string(result.space.parameters[0].name),
      "scale": ["zero": false, "nice": false, "padding": 10],
    ]
    let y: JSONValue = [
      "field": .string("m\(goal)"), "type": "quantitative", "title": .string(title(goal)), "scale": ["zero": false],
    ]
    return Chart(
      id: goal == 0 ? "curve" : "curve-\(goal + 1)",
      title: "\(result.goals.goals[goal].name) over \(result.space.parameters[0].name)",
      text: "Every setting that was played over all traces of the search.",
      spec: [
        "description": "A goal over the parameter", "width": "container", "height": 260,
        "transform": Self.whole, "params": Self.chosen,
        "layer": [
          ["mark": ["type": "line", "color": Chart.Ink.accent, "strokeWidth": 2], "encoding": ["x": x, "y": y]],
          points(x, y),
        ],
      ], datasets: datasets, table: PartTable(TuningText.sensitivity(of: result)))
  }
}
