import ABRInput

/// A report as one HTML file that needs nothing else: style, data, and the library that draws.
package struct HTMLReport: Sendable {
  private let report: Report
  private let version: String
  private let library: String?

  /// Prepares a page.
  ///
  /// - Parameters:
  ///   - report: what it shows.
  ///   - version: version of the program.
  ///   - library: the script that defines `vegaEmbed`; without it the page has tables in place of pictures, and says
  ///     so.
  package init(_ report: Report, version: String, library: String?) {
    self.report = report
    self.version = version
    self.library = library
  }

  /// The page.
  ///
  /// - Throws: an error of the JSON encoder.
  /// - Complexity: O(sessions).
  package func text() throws -> String {
    let charts = ReportCharts(report)
    let data = ReportData(report, timelines: charts.timelines)
    let json = document(charts, data).text(isPretty: false)
    let title = "ABRLab: " + (report.caption?.title ?? report.sources.map(\.file).joined(separator: ", "))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline' 'unsafe-eval'; img-src data:">
      <meta name="generator" content="abrlab \(EscapedText.html(version))">
      <link rel="icon" href="data:,">
      <title>\(EscapedText.html(title))</title>
      <style>
      \(Self.themes)\(PageParts.style)</style>
      </head>
      <body>
      <a class="skip" href="#main">To the content</a>
      <svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false"><defs>\(ChartMarks.hatch)</defs></svg>
      \(header(charts))\(controls)<main id="main">
      \(notes(stride: data.stride))\(summary)\(report.sections.enumerated().map(section).joined())\
      \(charts.groups.map(group).joined())\(inputs)</main>
      <footer><p>Made by abrlab \(EscapedText.html(version)). The numbers behind the pictures and their Vega-Lite specifications are \
      the JSON in the element <code>#abrlab-data</code> of this file.</p></footer>
      <script type="application/json" id="abrlab-data">
      \(HTMLText.inScript(json: json))</script>
      \(library.map { "<script>\(HTMLText.inScript($0))</script>\n" } ?? "")<script>
      \(PageParts.script)</script>
      </body>
      </html>

      """
  }

  /// Style words for light and dark paper: what the system prefers, unless the reader has chosen; paper itself is
  /// light.
  private static var themes: String {
    func words(_ values: [(name: String, value: String)]) -> String {
      values.map { "\($0.name): \($0.value);" }.joined(separator: " ")
    }
    let (light, dark) = (words(ChartPalette.light), words(ChartPalette.dark))
    return """
      :root { \(light) }
      @media screen and (prefers-color-scheme: dark) { :root:not([data-theme=light]) { \(dark) } }
      @media screen { :root[data-theme=dark] { \(dark) color-scheme: dark; } :root[data-theme=light] { color-scheme: light; } }

      """
  }

  private func header(_ charts: ReportCharts) -> String {
    let sessions = report.configurations.reduce(0) { $0 + $1.record.sessions.count }
    let links =
      [("summary", "Summary")]
      + report.sections.enumerated().map { ("section-\($0 + 1)", $1.title) }
      + charts.groups.map { ($0.id, $0.title) } + [("inputs", "Inputs")]
    let configurations = report.configurations.count
    let heading =
      report.caption?.title
      ?? "\(Counted.text(configurations, "configuration")) over \(Counted.text(report.traces.count, "trace"))"
    return """
      <header>
      <h1>\(EscapedText.html(heading))</h1>
      <p class="quiet">\(sessions) sessions from \
      \(EscapedText.html(report.sources.map(\.file).joined(separator: ", ")))</p>
      <nav aria-label="Contents"><ul>
      \(links.map { "<li><a href=\"#\($0.0)\">\(EscapedText.html($0.1))</a></li>\n" }.joined())</ul></nav>
      </header>

      """
  }

  /// Filters, which are the key to colours, dashes and shapes, too.
  private var controls: String {
    guard library != nil else { return "" }
    let families = report.families.map { "<option>\(EscapedText.html($0))</option>" }.joined()
    let boxes = report.configurations.enumerated().map { index, entry in
      "<label><input type=\"checkbox\" name=\"configuration\" value=\"\(index)\" checked>\(ChartMarks.sample(of: index))"
        + "\(EscapedText.html(entry.label))</label>\n"
    }
    return """
      <div class="controls"><form id="filters" autocomplete="off">
      <label>Trace family <select name="family"><option value="">all</option>\(families)</select></label>
      <fieldset><legend>Show</legend>
      \(boxes.joined())</fieldset>
      <button type="button" id="theme">Dark</button>
      </form></div>

      """
  }

  /// What a reader must know before the numbers.
  private func notes(stride: Int) -> String {
    var notes = report.caption?.warnings ?? []
    if library == nil {
      notes.append(
        "This page has tables in place of pictures: the library that draws them was not installed when it was made. "
          + "make charts installs it.")
    }
    for source in report.sources where source.record.header.isPartial {
      notes.append("\(source.file) was interrupted: sessions are missing.")
    }
    let semantics = Set(report.sources.map(\.record.header.engineSemantics))
    let models = Set(report.sources.map(\.record.header.model))
    if semantics.count > 1 || models.count > 1 {
      notes.append("The runs were made by engines of different semantics: their numbers mean different things.")
    }
    if Set(report.sources.map(\.record.header.tracesSHA256)).count > 1 {
      notes.append(
        "The runs were made over different traces: only differences session by session compare like with like.")
    }
    if stride > 1 {
      notes.append("Pictures of single sessions show every \(stride)th trace from slow to fast; tables count all.")
    }
    guard !notes.isEmpty else { return "" }
    return "<div class=\"notes\" role=\"note\">"
      + notes.map { "<p>\(EscapedText.html($0))</p>" }.joined() + "</div>\n"
  }

  private var summary: String {
    "<section aria-labelledby=\"summary\"><h2 id=\"summary\">Summary</h2>\n"
      + (report.caption.map { "<p>\(EscapedText.html($0.summary))</p>\n" } ?? "")
      + HTMLText.table(ReportTables.summary(of: report), caption: "Summary") + "</section>\n"
  }

  private func section(_ index: Int, _ section: Report.Section) -> String {
    """
    <section aria-labelledby="section-\(index + 1)"><h2 id="section-\(index + 1)">\(EscapedText.html(section.title))</h2>
    <p>\(EscapedText.html(section.text))</p>
    \(section.table.map { HTMLText.table($0, caption: section.title) } ?? "")\
    \(section.code.map { "<pre><code>\(EscapedText.html($0))</code></pre>\n" } ?? "")</section>

    """
  }

  private func group(_ group: ReportCharts.Group) -> String {
    """
    <section aria-labelledby="\(group.id)"><h2 id="\(group.id)">\(EscapedText.html(group.title))</h2>
    <p>\(EscapedText.html(group.text))</p>
    \(group.id == "sessions" && library != nil ? ChartMarks.timelineKey(withItems: report.playsQueues) : "")<div class="grid">
    \(group.figures.map(figure).joined())</div></section>

    """
  }

  private func figure(_ figure: ReportCharts.Figure) -> String {
    let first = figure.charts[0]
    let places = figure.charts.map { chart in
      "<div class=\"chart\" id=\"chart-\(chart.id)\" role=\"img\" aria-label=\"\(EscapedText.html(chart.title))\"></div>\n"
    }
    let filter = figure.timeline.map {
      " data-configuration=\"\($0.configuration)\" data-family=\"\(EscapedText.html($0.family))\""
    }
    return """
      <figure\(figure.isWide ? " class=\"wide\"" : "")\(filter ?? "")>
      <h3>\(EscapedText.html(first.title))</h3>
      <figcaption>\(EscapedText.html(first.text))\(figure.timeline?.command.map { "<br><code>\(EscapedText.html($0))</code>" } ?? "")\
      </figcaption>
      \(library == nil ? "" : places.joined())<details class="table"\(library == nil ? " open" : "")>\
      <summary>Table: \(EscapedText.html(first.title))</summary>
      \(HTMLText.table(first.table, caption: first.title))</details>
      </figure>

      """
  }

  /// What the runs depend on.
  private var inputs: String {
    let runs = report.sources.map { source in
      let header = source.record.header
      var facts = [
        (
          "made by",
          "abrlab \(header.version), engine semantics \(header.engineSemantics), model \(header.model.rawValue)"
        ),
        (
          "traces",
          "\(source.record.traces.count), corpus \(header.tracesSHA256.prefix(12)), at their end \(header.traceEnd.rawValue)"
        ),
        ("videos", "\(source.record.contents.joined(separator: ", ")), \(header.videosSHA256.prefix(12))"),
        ("seed", header.seed.map { "\($0)" } ?? "none: sessions start where traces do"),
        ("latency", "\(Decimals.text(header.defaultLatency * 1000, digits: 0)) ms where a trace has none"),
      ]
      facts += header.settings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      let list = facts.map { "<dt>\(EscapedText.html($0.0))</dt><dd>\(EscapedText.html($0.1))</dd>" }.joined()
      return "<h3>\(EscapedText.html(source.file))</h3><dl>\(list)</dl>\n"
    }
    return "<section aria-labelledby=\"inputs\"><h2 id=\"inputs\">Inputs</h2>\n\(runs.joined())</section>\n"
  }

  /// The data block.
  private func document(_ charts: ReportCharts, _ data: ReportData) -> JSONValue {
    .object([
      "schema": 1, "abrlab": .string(version),
      "configurations": .array(
        report.configurations.map { entry in
          let configuration = entry.record.configuration
          return .object([
            "label": .string(entry.label), "policy": .string(configuration.policy),
            "buffer": .string(configuration.buffer), "viewer": .string(configuration.viewer),
            "preload": configuration.preload.map { .string($0) } ?? .null,
            "run": .string(report.sources[entry.run].file),
          ])
        }),
      "traces": .array(
        report.traces.map { trace in
          .object([
            "name": .string(trace.name), "family": .string(trace.family), "sha256": .string(trace.sha256),
            "mean_mbps": ReportData.short(trace.meanBandwidth / 1e6),
          ])
        }),
      "datasets": .object(data.datasets), "config": ChartMarks.config,
      "charts": .array(
        charts.charts.map { chart in
          .object([
            "id": .string(chart.id), "title": .string(chart.title), "spec": chart.spec,
            "datasets": .array(chart.datasets.map { .string($0) }), "needs_reference": .bool(chart.needsReference),
          ])
        }),
    ])
  }
}
