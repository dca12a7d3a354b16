import ABRInput

/// One session over time: the network and what was chosen above, the buffer below.
struct TimelineChart {
  let timeline: ReportTimeline

  /// Room for the labels of the vertical axes, the same in both pictures so that their times stand below each other.
  private static let axisExtent: JSONValue = 34

  private func time(_ field: String = "t") -> JSONValue {
    [
      "field": .string(field), "type": "quantitative", "title": "time, s",
      "scale": ["domain": [0, .number(timeline.end)], "nice": false], "axis": ["tickCount": 8, "grid": false],
    ]
  }

  private func stretch(_ from: String, _ to: String) -> [String: JSONValue] {
    ["x": time(from), "x2": ["field": .string(to)]]
  }

  private func data(_ name: String) -> JSONValue { ["name": .string(timeline.name(of: name))] }

  /// Waits of the viewer over the whole height; the cause is in the tooltip and in the table.
  private var waits: JSONValue {
    var encoding = stretch("from", "to")
    encoding["tooltip"] = [
      ["field": "cause", "type": "nominal", "title": "viewer waits for"],
      ["field": "from", "type": "quantitative", "title": "from s"],
      ["field": "to", "type": "quantitative", "title": "to s"],
    ]
    encoding["opacity"] = ["field": "opacity", "type": "quantitative", "scale": nil, "legend": nil]
    return [
      "data": data("waits"), "mark": ["type": "rect", "color": Chart.Ink.stall, "clip": true],
      "encoding": .object(encoding),
    ]
  }

  private func axis(_ field: String, _ title: String, to most: Double) -> JSONValue {
    [
      "field": .string(field), "type": "quantitative", "title": .string(title),
      "scale": ["domain": [0, .number(most)], "nice": false], "stack": nil,
      "axis": ["tickCount": 4, "minExtent": Self.axisExtent, "maxExtent": Self.axisExtent],
    ]
  }

  private func transfers(_ name: String, mark: JSONValue, rate: JSONValue) -> JSONValue {
    var encoding = stretch("from", "to")
    encoding["y"] = rate
    encoding["y2"] = ["datum": 0]
    encoding["tooltip"] = [
      ["field": "what", "type": "nominal"], ["field": "mb", "type": "quantitative", "title": "MB"],
      ["field": "mbps", "type": "quantitative", "title": "Mbit/s"],
      ["field": "from", "type": "quantitative", "title": "from s"],
    ]
    return ["data": data(name), "mark": mark, "encoding": .object(encoding)]
  }

  /// What the network carried, what was chosen, and what was fetched for nothing or ahead.
  var network: Chart {
    let rate = axis("mbps", "Mbit/s", to: timeline.mostRate)
    let steps: JSONValue = ["x": time(), "y": rate]
    return Chart(
      id: "\(timeline.id)-network", title: timeline.title, text: timeline.text,
      spec: [
        "description": .string(
          "\(timeline.title): capacity of the network, chosen bitrate, waits and wasted transfers"),
        "width": "container", "height": 170,
        "layer": [
          [
            "data": data("capacity"),
            "mark": [
              "type": "area", "interpolate": "step-after", "color": Chart.Ink.capacity, "clip": true, "opacity": 1,
            ],
            "encoding": steps,
          ],
          waits,
          transfers(
            "wasted",
            mark: [
              "type": "rect", "fill": Chart.Ink.wasted, "stroke": "var(--hatch)", "strokeWidth": 1, "clip": true,
            ], rate: rate),
          transfers(
            "preloads",
            mark: [
              "type": "rect", "fillOpacity": 0, "fill": Chart.Ink.accent, "stroke": Chart.Ink.accent,
              "strokeDash": [2, 2], "clip": true,
            ], rate: rate),
          [
            "data": data("bitrate"),
            "mark": [
              "type": "line", "interpolate": "step-after", "color": Chart.Ink.ink, "strokeWidth": 2, "clip": true,
            ],
            "encoding": steps,
          ],
        ],
      ], datasets: timeline.datasets, table: PartTable(timeline.table))
  }

  /// The level of the buffer and the forward target.
  var buffer: Chart {
    let level = axis("s", "buffer, s", to: timeline.mostLevel)
    let seconds: JSONValue = ["x": time(), "y": level]
    return Chart(
      id: "\(timeline.id)-buffer", title: "\(timeline.title), buffer", text: "",
      spec: [
        "description": .string("\(timeline.title): buffer level and forward target"),
        "width": "container", "height": 110,
        "layer": [
          waits,
          [
            "data": data("arrivals"),
            "mark": ["type": "rule", "color": Chart.Ink.quiet, "strokeDash": [1, 3]],
            "encoding": ["x": time(), "tooltip": [["field": "item", "type": "nominal"]]],
          ],
          [
            "data": data("level"),
            "mark": [
              "type": "area", "color": Chart.Ink.buffer, "opacity": 0.3, "clip": true,
              "line": ["color": Chart.Ink.buffer, "strokeWidth": 1.5],
            ],
            "encoding": seconds,
          ],
          [
            "data": data("target"),
            "mark": [
              "type": "line", "interpolate": "step-after", "color": Chart.Ink.ink, "strokeDash": [5, 3],
              "strokeWidth": 1.5, "clip": true,
            ],
            "encoding": seconds,
          ],
        ],
      ], datasets: timeline.datasets, table: PartTable(timeline.table))
  }
}
