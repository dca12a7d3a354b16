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
  /// The data sets that it draws, by name: objects of columns of equal length. Rows with the columns `c` and `family`
  /// are drawn where configuration and family are chosen, an empty family standing for all together.
  let datasets: [String: JSONValue]
  /// A column that is 0 everywhere when there is nothing to see.
  var interest: String?
  /// Of each part of the traces the configurations whose curves are one and the same; in the order of the report.
  var alike: [String: [[Int]]] = [:]
  /// Configurations that what is drawn is held against, whether they are shown or not.
  var references: [Int] = []
  /// The numbers.
  let table: PartTable

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

  /// More configurations than this are told apart by the key alone.
  static let nameLimit = 12
  /// Points of width that a name takes at most.
  static let nameWidth = 175

  /// The scales by which configurations are told apart: colour, dash and shape each say it alone.
  static func scales(of report: Report) -> (color: JSONValue, dash: JSONValue, shape: JSONValue) {
    let entries = report.configurations
    let domain = JSONValue.array(entries.map { .string($0.short) })
    func scale(_ range: [JSONValue]) -> JSONValue { ["domain": domain, "range": .array(range)] }
    return (
      scale(entries.map { .string($0.look.ink) }),
      scale(entries.map { .array($0.look.dash.map { .integer($0) }) }), scale(entries.map { .string($0.look.shape) })
    )
  }

  /// A channel that tells configurations apart, by the names in the picture or else by a legend.
  static func policy(_ scale: JSONValue, isNamed: Bool = true) -> JSONValue {
    var longest = 0
    if case .object(let members) = scale, case .array(let names)? = members["domain"] {
      longest = names.map { if case .string(let name) = $0 { name.count } else { 0 } }.max() ?? 0
    }
    // Two columns of longer names have no room on a phone or in a column of a paper.
    let columns: JSONValue = .integer(longest <= 15 ? 2 : 1)
    let legend: JSONValue = isNamed ? nil : ["title": nil, "orient": "bottom", "columns": columns]
    return ["field": "policy", "type": "nominal", "scale": scale, "legend": legend]
  }

  /// Two layers of text that can be read over lines: paper behind the words.
  static func words(_ mark: [String: JSONValue], transform: [JSONValue] = [], encoding: JSONValue) -> [JSONValue] {
    func layer(_ ink: [String: JSONValue]) -> JSONValue {
      let own = mark.merging(ink) { $1 }.merging(["type": "text", "fontSize": 11, "limit": .integer(nameWidth)]) { $1 }
      return ["transform": .array(transform), "mark": .object(own), "encoding": encoding]
    }
    return [
      layer([
        "color": "var(--paper)", "stroke": "var(--paper)", "strokeWidth": 3, "strokeJoin": "round", "opacity": 0.85,
      ]),
      layer(["color": Ink.ink]),
    ]
  }
}
