import ABRInput

/// A picture that stands on its own: a specification with its data and colours for light paper.
package struct ChartPicture: Sendable {
  /// Name of its file, without the ending.
  package let id: String
  /// The specification.
  package let spec: JSONValue
  /// Width on paper; `nil` for that of a screen.
  package let millimetres: Double?

  /// Points of width of pictures for screens.
  private static let screenWidth = 720
  /// Points of width in which every word of a figure has room: narrower ones are this, made smaller.
  private static let roomyWidth = 318
  /// Room for axes, in points, beside pictures that stand below each other.
  private static let axisWidth = 76

  /// The pictures of a report with titles, those of a figure below each other in one.
  ///
  /// - Complexity: O(sessions × pictures).
  package static func all(of report: Report) -> [ChartPicture] {
    let charts = ReportCharts(report, [ReportPart(family: "", report: report)])
    return charts.figures.map { ChartPicture($0, of: report) }
  }

  /// A picture for print, without a title.
  ///
  /// - Parameters:
  ///   - figure: which picture.
  ///   - millimetres: its whole width.
  package init(_ figure: ReportFigure, millimetres: Double) {
    self.init(figure.figure, of: figure.report, millimetres: millimetres)
  }

  /// What the renderer reads from its standard input.
  ///
  /// - Parameter pictures: what is rendered, with the files that it goes to, whose endings are `.svg` or `.png`, and
  ///   `.pdf` for those of a width on paper.
  package static func request(_ pictures: [(picture: ChartPicture, files: [String])]) -> JSONValue {
    .object([
      "pictures": .array(
        pictures.map { picture, files in
          .object([
            "spec": picture.spec, "files": .array(files.map { .string($0) }),
            "millimetres": JSONValue(picture.millimetres),
          ])
        }), "definitions": onPaper(.string(ChartMarks.hatch)),
    ])
  }

  /// The program, in Python, that renders requests with the package vl-convert-python.
  package static var renderer: String { PageParts.renderer }

  private init(_ figure: ReportCharts.Figure, of report: Report, millimetres: Double? = nil) {
    let width = millimetres.map { max(Self.roomyWidth, Int(($0 / 25.4 * 96).rounded())) } ?? Self.screenWidth
    let isSingle = figure.charts.count == 1
    var parts = figure.charts.map { chart -> JSONValue in
      guard case .object(var spec) = chart.spec else { return chart.spec }
      spec["width"] = .integer(millimetres == nil ? width : isSingle ? width : max(60, width - Self.axisWidth))
      return .object(spec)
    }
    if figure.timeline != nil {
      parts.append(TimelineKey.spec(width: max(60, width - Self.axisWidth), withItems: report.hasSeveralItems))
    }
    var spec: [String: JSONValue] = ["vconcat": .array(parts)]
    if isSingle, case .object(let only) = parts[0] {
      spec = only
      if let name = figure.charts[0].datasets.keys.first, figure.charts[0].datasets.count == 1 {
        spec["data"] = ["name": .string(name)]
      }
    }
    id = figure.timeline?.id ?? figure.charts[0].id
    self.millimetres = millimetres
    if let timeline = figure.timeline {
      // Whose session it is no mark says.
      spec["title"] = [
        "text": .string(timeline.shortTitle), "subtitle": .array(timeline.lines.map { .string($0) }),
        "fontSize": .integer(millimetres == nil ? 14 : 12), "limit": .integer(width),
      ]
    } else if millimetres == nil {
      spec["title"] = ["text": .string(figure.charts[0].title)]
    }
    spec["$schema"] = "https://vega.github.io/schema/vega-lite/v6.json"
    spec["padding"] = .integer(millimetres == nil ? 12 : 2)
    if millimetres != nil, isSingle { spec["autosize"] = ["type": "fit-x", "contains": "padding"] }
    let datasets = figure.charts.reduce(into: [:]) { $0.merge($1.datasets) { $1 } }
    spec["datasets"] = .object(datasets.mapValues { Self.rows(of: $0, in: report) })
    if case .object(var config) = ChartMarks.config {
      config["autosize"] = nil
      config["background"] = "#ffffff"
      config["font"] = "sans-serif"
      spec["config"] = .object(config)
    }
    self.spec = Self.onPaper(.object(spec))
  }

  /// A value with the style's words replaced by their values on light paper, and without control characters.
  private static func onPaper(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      // Names of files may hold what no XML can, and the renderer ends at it.
      let text = EscapedText.lines(text)
      guard text.contains("var(") else { return .string(text) }
      return .string(
        ChartPalette.light.reduce(text) { $0.replacing("var(\($1.name))", with: $1.value) })
    case .array(let values): return .array(values.map(onPaper))
    case .object(let members): return .object(members.mapValues(onPaper))
    default: return value
    }
  }

  /// A data set as rows with the names of configurations, as the page's script makes them.
  private static func rows(of dataset: JSONValue, in report: Report) -> JSONValue {
    guard case .object(let columns) = dataset else { return [] }
    let arrays = columns.compactMapValues { column -> [JSONValue]? in
      if case .array(let values) = column { values } else { nil }
    }
    let rows = (0..<(arrays.first?.value.count ?? 0)).map { index -> JSONValue in
      var row = arrays.mapValues { $0[index] }
      if case .integer(let configuration)? = row["c"] {
        row["policy"] = .string(report.configurations[configuration].short)
      }
      return .object(row)
    }
    return .array(rows)
  }
}
