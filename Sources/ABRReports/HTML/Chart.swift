import ABRInput

/// One picture: a Vega-Lite specification (version 6, vega.github.io/vega-lite) over named data sets, and the tables
/// that say the same in numbers.
struct Chart: Sendable {
  /// Identifier on the page and name of files: words and hyphens.
  let id: String
  /// Heading.
  let title: String
  /// What is seen, in one or two sentences.
  let text: String
  /// The specification, without data.
  let spec: JSONValue
  /// Names of the data sets that it draws.
  let datasets: [String]
  /// Whether differences to the first configuration are drawn, whose sessions are needed even when they are not shown.
  var needsReference = false
  /// The numbers.
  let table: DataTable

  /// Colours and other words of the style that charts use; the page gives them values for light, dark and print, and
  /// pictures on their own take ``ChartPalette/light``.
  enum Ink {
    static let capacity: JSONValue = "var(--capacity)"
    static let stall: JSONValue = "var(--stall)"
    static let accent: JSONValue = "var(--c1)"
    static let buffer: JSONValue = "var(--c3)"
    static let quiet: JSONValue = "var(--quiet)"
    static let ink: JSONValue = "var(--ink)"
    static let wasted: JSONValue = "url(#hatch)"
  }

  /// The scales by which configurations are told apart: colour, dash and shape each say it alone.
  static func scales(of labels: [String]) -> (color: JSONValue, dash: JSONValue, shape: JSONValue) {
    let domain = JSONValue.array(labels.map { .string($0) })
    func cycled(_ values: [JSONValue]) -> JSONValue {
      .array(labels.indices.map { values[$0 % values.count] })
    }
    let colors = (1...ChartPalette.colorCount).map { JSONValue.string("var(--c\($0))") }
    return (
      ["domain": domain, "range": cycled(colors)],
      ["domain": domain, "range": cycled(ChartPalette.dashes.map { .array($0.map { .integer($0) }) })],
      ["domain": domain, "range": cycled(ChartPalette.shapes.map { .string($0) })]
    )
  }

  /// A channel that tells configurations apart.
  static func policy(_ scale: JSONValue) -> JSONValue {
    ["field": "policy", "type": "nominal", "scale": scale, "legend": ["title": nil, "orient": "bottom", "columns": 2]]
  }
}
