import ABRInput

/// What the marks of a session over time mean, as a part of a picture that stands on its own; pages have the key of
/// ``ChartMarks``.
enum TimelineKey {
  /// Points that an entry takes.
  private static let (entryWidth, entryHeight) = (160, 17)
  /// Points that a sample takes.
  private static let (sampleWidth, sampleHeight) = (30, 12)

  /// The specification.
  ///
  /// - Parameters:
  ///   - width: points of the picture.
  ///   - withItems: whether sessions have several items, with preloads.
  static func spec(width: Int, withItems: Bool) -> JSONValue {
    let entries: [(text: String, marks: [[String: JSONValue]])] =
      [
        ("capacity of the network", [area(["fill": Chart.Ink.capacity])]),
        ("chosen bitrate", [line(["stroke": Chart.Ink.ink, "strokeWidth": 2])]),
        ("stall (lighter: startup, seek)", [area(["fill": Chart.Ink.stall, "opacity": 0.42])]),
        ("fetched and never shown", [area(["fill": Chart.Ink.wasted, "stroke": "var(--hatch)"])]),
        ("buffer level", [area(["fill": Chart.Ink.buffer, "opacity": 0.3]), line(["stroke": Chart.Ink.buffer])]),
        ("forward target", [line(["stroke": Chart.Ink.ink, "strokeDash": [5, 3]])]),
      ]
      + (withItems
        ? [
          ("preload", [area(["fillOpacity": 0, "stroke": Chart.Ink.accent, "strokeDash": [2, 2]])]),
          ("an item comes up", [["type": "rule", "stroke": Chart.Ink.quiet, "strokeDash": [1, 3]]]),
        ] : [])
    let columns = max(1, width / entryWidth)
    let layers = entries.enumerated().flatMap { index, entry in
      let (left, top) = (index % columns * entryWidth, index / columns * entryHeight)
      return entry.marks.map { layer($0, left, top) } + [words(entry.text, left, top)]
    }
    return [
      "width": .integer(width), "height": .integer(((entries.count - 1) / columns + 1) * entryHeight),
      "data": ["values": [["key": 0]]], "layer": .array(layers),
    ]
  }

  private static func area(_ look: [String: JSONValue]) -> [String: JSONValue] {
    look.merging(["type": "rect"]) { $1 }
  }

  private static func line(_ look: [String: JSONValue]) -> [String: JSONValue] {
    look.merging(["type": "rule", "x2": .integer(sampleWidth)]) { $1 }
  }

  /// A sample at a place: an area, a line across it, or one down its middle.
  private static func layer(_ mark: [String: JSONValue], _ left: Int, _ top: Int) -> JSONValue {
    var own = mark
    let isAcross = own.removeValue(forKey: "x2") != nil
    let isArea = own["type"] == "rect"
    func value(_ points: Int) -> JSONValue { ["value": .integer(points)] }
    let middle = (left + sampleWidth / 2, top + sampleHeight / 2)
    let (x, y) = (isArea || isAcross ? left : middle.0, isAcross ? middle.1 : top)
    var encoding = ["x": value(x), "y": value(y)]
    if isArea || isAcross { encoding["x2"] = value(left + sampleWidth) }
    if isArea || !isAcross { encoding["y2"] = value(top + sampleHeight) }
    return ["mark": .object(own), "encoding": .object(encoding)]
  }

  private static func words(_ text: String, _ left: Int, _ top: Int) -> JSONValue {
    [
      "mark": [
        "type": "text", "text": .string(text), "align": "left", "baseline": "middle", "fontSize": 10,
        "color": Chart.Ink.quiet,
      ],
      "encoding": [
        "x": ["value": .integer(left + sampleWidth + 5)], "y": ["value": .integer(top + sampleHeight / 2 + 1)],
      ],
    ]
  }
}
