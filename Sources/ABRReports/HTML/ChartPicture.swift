import ABRInput

/// A picture that stands on its own: a specification with its data, title and colours for light paper.
package struct ChartPicture: Sendable {
  /// Name of its file, without the ending.
  package let id: String
  /// The specification.
  package let spec: JSONValue

  /// The pictures of a report, those of a figure below each other in one.
  ///
  /// - Complexity: O(sessions × pictures).
  package static func all(of report: Report) -> [ChartPicture] {
    let charts = ReportCharts(report)
    let data = ReportData(report, timelines: charts.timelines)
    return charts.groups.flatMap(\.figures).map { ChartPicture($0, data: data, report: report) }
  }

  /// What the renderer reads from its standard input.
  ///
  /// - Parameters:
  ///   - pictures: what is rendered.
  ///   - svg: folder for SVG files; `nil` for none.
  ///   - png: folder for PNG files; `nil` for none.
  package static func request(_ pictures: [ChartPicture], svg: String?, png: String?) -> JSONValue {
    .object([
      "charts": .array(pictures.map { .object(["id": .string($0.id), "spec": $0.spec]) }),
      "definitions": onPaper(.string(ChartMarks.hatch)), "svg": svg.map { .string($0) } ?? .null,
      "png": png.map { .string($0) } ?? .null,
    ])
  }

  /// The program, in Python, that renders requests with the package vl-convert-python.
  package static var renderer: String { PageParts.renderer }

  /// Points of width of every picture.
  private static let width = 720

  private init(_ figure: ReportCharts.Figure, data: ReportData, report: Report) {
    let names = Set(figure.charts.flatMap(\.datasets))
    var spec: [String: JSONValue]
    let parts = figure.charts.map { Self.sized($0) }
    if let only = parts.first, parts.count == 1 {
      spec = only
      if let name = figure.charts[0].datasets.first, figure.charts[0].datasets.count == 1 {
        spec["data"] = ["name": .string(name)]
      }
    } else {
      spec = ["vconcat": .array(parts.map { .object($0) })]
    }
    id = figure.timeline?.id ?? figure.charts[0].id
    let first = figure.charts[0]
    spec["title"] = ["text": .string(first.title), "subtitle": .string(Self.subtitle(of: figure))]
    spec["$schema"] = "https://vega.github.io/schema/vega-lite/v6.json"
    spec["padding"] = 12
    spec["datasets"] = .object(
      Dictionary(uniqueKeysWithValues: names.map { ($0, data.rows(of: $0, in: report)) }))
    if case .object(var config) = ChartMarks.config {
      config["autosize"] = nil
      config["background"] = "#ffffff"
      config["font"] = "sans-serif"
      spec["config"] = .object(config)
    }
    self.spec = Self.onPaper(.object(spec))
  }

  private static func subtitle(of figure: ReportCharts.Figure) -> String {
    guard figure.timeline != nil else { return "" }
    return figure.charts[0].text
      + ". Area: capacity; steps: chosen bitrate; shaded: waits; hatched: never shown; below: buffer and target (dashed)"
  }

  private static func sized(_ chart: Chart) -> [String: JSONValue] {
    guard case .object(var spec) = chart.spec else { return [:] }
    spec["width"] = .integer(width)
    return spec
  }

  /// A value with the style's words replaced by their values on light paper.
  private static func onPaper(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      guard text.contains("var(") else { return value }
      return .string(
        ChartPalette.light.reduce(text) { $0.replacing("var(\($1.name))", with: $1.value) })
    case .array(let values): return .array(values.map(onPaper))
    case .object(let members): return .object(members.mapValues(onPaper))
    default: return value
    }
  }
}

extension ReportData {
  /// A data set as rows, with the words that stand for indices, as the page's script makes them; of pooled ones those
  /// of all families.
  func rows(of name: String, in report: Report) -> JSONValue {
    guard case .object(let columns)? = datasets[name] else { return [] }
    let arrays = columns.compactMapValues { column -> [JSONValue]? in
      if case .array(let values) = column { values } else { nil }
    }
    let count = arrays.first?.value.count ?? 0
    var rows: [JSONValue] = []
    for index in 0..<count {
      var row = arrays.mapValues { $0[index] }
      if let family = row["family"], family != "" { continue }
      if case .integer(let configuration)? = row["c"] {
        row["policy"] = .string(report.configurations[configuration].label)
        if case .integer(let place)? = row["t"] {
          let trace = report.traces[place]
          row["trace"] = .string(trace.name)
          row["family"] = .string(trace.family)
          row["mean_mbps"] = Self.short(trace.meanBandwidth / 1e6)
        }
      }
      rows.append(.object(row))
    }
    return .array(rows)
  }
}
