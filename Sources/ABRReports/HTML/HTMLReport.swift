import ABRComparison
import ABRInput
import ABRPlayers

/// A report as one HTML file that needs nothing else: style, data, and the library that draws.
package struct HTMLReport: Sendable {
  private let report: Report
  private let version: String
  private let date: String
  private let library: String?
  private let charts: ReportCharts
  private let verdict: ReportVerdict?
  private let summary: PartTable
  private let facts: ReportFacts

  /// Prepares a page.
  ///
  /// - Parameters:
  ///   - report: what it shows.
  ///   - version: version of the program.
  ///   - date: when it was made, for people.
  ///   - library: the script that defines `vegaEmbed`; without it the page has tables in place of pictures, and says
  ///     so.
  /// - Complexity: O(sessions × metrics), and what ``RunVerdict`` takes for each pair of configurations.
  package init(_ report: Report, version: String, date: String, library: String?) {
    self.report = report
    self.version = version
    self.date = date
    self.library = library
    let parts = ReportPart.all(of: report)
    verdict = report.answer == nil ? ReportVerdict(report, parts) : nil
    charts = ReportCharts(report, parts, isOnWaste: verdict?.isOnWaste ?? false)
    summary = ReportTables.summary(of: report, parts)
    facts = ReportFacts(report: report, date: date)
  }

  /// The page.
  ///
  /// - Throws: an error of the JSON encoder.
  /// - Complexity: O(sessions).
  package func text() throws -> String {
    let json = document.text(isPretty: false)
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
      <title>\(EscapedText.html("\(heading) · \(facts.text) · ABRLab"))</title>
      <style>
      \(Self.themes)\(PageParts.style)</style>
      </head>
      <body>
      <a class="skip" href="#main">To the content</a>
      <svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false"><defs>\(ChartMarks.hatch)</defs></svg>
      <header>
      <h1 id="headline"\(report.answer?.isGood.map { $0 ? " class=\"good\"" : " class=\"bad\"" } ?? "")>\
      \(EscapedText.html(heading))</h1>
      <p class="quiet" id="facts">\(facts.html)</p>
      </header>
      \(report.answer == nil ? controls : "")<main id="main">
      \(report.answer == nil ? PageParts.nothing : "")\(answer)\(notes)\(whatIf?.html ?? "")\(contents)\(report.sections.enumerated().map(section).joined())\
      \(ownGroups.map(group).joined())\(report.answer == nil ? "" : controls + PageParts.nothing)\
      \(report.sources.isEmpty ? "" : numbers)\(charts.groups.dropFirst(ownGroups.count).map(group).joined())\
      \(report.sources.isEmpty ? "" : inputs)</main>
      <footer><p>Made by abrlab \(EscapedText.html(version)) on \(EscapedText.html(date)). The numbers behind the pictures and their \
      Vega-Lite specifications are the JSON in the element <code>#abrlab-data</code> of this file.</p></footer>
      <script type="application/json" id="abrlab-data">
      \(HTMLText.inScript(json: json))</script>
      \(library.map { "<script>\(HTMLText.inScript($0))</script>\n" } ?? "")<script>
      \(PageParts.script)</script>
      \(whatIf == nil ? "" : "<script>\n\(PageParts.whatIfScript)</script>\n")</body>
      </html>

      """
  }

  private var whatIf: TuningWhatIf? { report.answer?.whatIf }

  /// Pictures that no filter changes, before those of the runs.
  private var ownGroups: ArraySlice<ReportCharts.Group> { charts.groups.prefix { $0.id == report.pictures?.id } }

  /// What was found, or what was played where nothing is to be found.
  private var heading: String {
    report.answer?.title ?? verdict?.headline
      ?? "\(Counted.text(report.configurations.count, "configuration")) over "
      + Counted.text(report.recordingCount(of: report.traces.indices), "trace")
  }

  /// Style words for light and dark paper: what the system prefers, unless the reader has chosen; paper itself is
  /// light.
  private static var themes: String {
    func words(_ values: [(name: String, value: String)]) -> String {
      values.map { "\($0.name): \($0.value);" }.joined(separator: " ")
    }
    let light = words(ChartPalette.light)
    let dark = words(ChartPalette.dark + [("--map", ChartPalette.darkMap)])
    return """
      :root { \(light) }
      @media screen and (prefers-color-scheme: dark) { :root:not([data-theme=light]) { \(dark) } }
      @media screen { :root[data-theme=dark] { \(dark) color-scheme: dark; } :root[data-theme=light] { color-scheme: light; } }

      """
  }

  /// Filters, which are the key to colours, dashes and shapes, too.
  private var controls: String {
    let families = report.families.map { "<option>\(EscapedText.html($0))</option>" }.joined()
    let boxes = report.configurations.enumerated().map { index, entry in
      "<label><input type=\"checkbox\" name=\"configuration\" value=\"\(index)\" checked>\(ChartMarks.sample(of: entry.look))"
        + "\(EscapedText.html(entry.label))</label>\n"
    }
    return """
      <div class="controls"><form id="filters" autocomplete="off">
      \(report.configurations.isEmpty ? "" : "<button type=\"button\" id=\"filter\" aria-expanded=\"false\">Key and filters</button>\n")\
      <label\(report.families.count > 1 ? "" : " hidden")>Traces \
      <select name="family"><option value="">of all families</option>\(families)</select></label>
      <button type="button" id="theme">Dark</button>
      <fieldset\(report.configurations.isEmpty ? " hidden" : "")><legend>Show</legend>
      \(boxes.joined())</fieldset>
      </form></div>

      """
  }

  /// The first screen: three numbers, the finding and a picture. Of several viewers there are more sentences than it
  /// holds.
  private var answer: String {
    let sentences = report.answer?.sentences ?? verdict?.sentences ?? []
    let numbers = (report.answer?.numbers ?? []).map { number in
      "<div><dt>\(EscapedText.html(number.label))</dt><dd>\(EscapedText.html(number.value))</dd>"
        + "<dd class=\"quiet\">\(EscapedText.html(number.note))</dd></div>\n"
    }
    return """
      <section class="answer" aria-labelledby="headline"><div>
      <dl class="numbers" id="numbers">\(numbers.joined())</dl>
      <div id="verdict">\(sentences.map { "<p>\(EscapedText.html($0))</p>\n" }.joined())</div></div>
      \(charts.lead.map(figure) ?? "")</section>
      \(charts.lead?.timeline == nil || library == nil ? "" : ChartMarks.timelineKey(withItems: report.hasSeveralItems))

      """
  }

  private var contents: String {
    let links =
      (whatIf == nil ? [] : [("what-if", PagePhrases.WhatIf.title)])
      + report.sections.enumerated().map { ("section-\($0 + 1)", $1.title) } + ownGroups.map { ($0.id, $0.title) }
      + (report.sources.isEmpty ? [] : [("summary", "All numbers")])
      + charts.groups.dropFirst(ownGroups.count).map { ($0.id, $0.title) }
      + (report.sources.isEmpty ? [] : [("inputs", "Inputs")])
    return """
      <nav aria-label="Contents"><ul>
      \(links.map { "<li><a href=\"#\($0.0)\">\(EscapedText.html($0.1))</a></li>\n" }.joined())</ul></nav>

      """
  }

  /// What a reader must know beside the numbers.
  private var notes: String {
    var notes = report.answer?.warnings ?? []
    if library == nil, report.hasPictures {
      notes.append(
        "This page has tables instead of charts: the chart library was not installed. make charts installs it.")
    }
    for source in report.sources where source.record.header.isPartial {
      let played = source.record.playedCounts
      notes.append(
        "\(source.file.capitalised) was interrupted: it has \(played.sessions) of "
          + "\(Counted.text(source.record.plannedSessions, "session")), over \(played.traces) of "
          + "\(Counted.text(source.record.traces.count, "trace")).")
    }
    let semantics = Set(report.sources.map(\.record.header.engineSemantics))
    let models = Set(report.sources.map(\.record.header.model))
    if semantics.count > 1 || models.count > 1 {
      notes.append("The runs come from engine versions with different semantics: their numbers are not comparable.")
    }
    let unpaired = report.unpaired
    notes += unpaired.map(unpairedNote).uniqued()
    if unpaired.isEmpty, report.answer == nil { notes += sharedNotes }
    let rules = report.configurations.map(\.record.configuration).compactMap { configuration -> String? in
      // A rule that was named stands in for nothing.
      guard let player = try? Player(parsing: configuration.player), player.policy.canonical == configuration.policy
      else { return nil }
      return player.known.ruleNote
    }
    notes += rules.uniqued().map { "\($0)." }
    for note in Set(report.sources.compactMap { SizesNote.text(on: $0.record.inputs.videos) }).sorted() {
      notes.append("\(note.capitalised).")
    }
    guard !notes.isEmpty else { return "" }
    return "<div class=\"notes\" role=\"note\">"
      + notes.map { "<p>\(EscapedText.html($0))</p>" }.joined() + "</div>\n"
  }

  /// Notes on a verdict that counts only some of the sessions, or that the page has none.
  private var sharedNotes: [String] {
    let sessions = report.configurations.map(\.pairs.count)
    let shared = report.shared.configurations.map(\.pairs.count)
    guard shared != sessions else { return [] }
    if shared.allSatisfy({ $0 == 0 }) {
      return ["No session was played by all configurations, so the page has no verdict."]
    }
    // Runs may lack a metric.
    guard verdict != nil else { return [] }
    let viewers = report.configurations.map(\.record.configuration.viewer)
    let unshared = viewers.uniqued().filter { viewer in
      zip(viewers, shared).allSatisfy { $0 != viewer || $1 == 0 }
    }
    return [
      "Not all configurations played the same sessions. The heading and the sentences count only the "
        + "\(shared.reduce(0, +)) of \(Counted.text(sessions.reduce(0, +), "session")) that all of them have; "
        + "tables and pictures show every session."
    ]
      + unshared.map {
        "No session with \($0) was played by all its configurations, so the verdict does not cover this viewer."
      }
  }

  /// That nothing of a configuration and its reference is paired, and why.
  private func unpairedNote(_ index: Int) -> String {
    let own = report.configurations[index]
    let reference = report.configurations[own.reference ?? 0]
    let seeds = [reference, own].map { report.sources[$0.run].record.header.seed.map { "\($0)" } ?? "none" }
    let reason =
      seeds[0] == seeds[1]
      ? "no trace and video in common"
      : IncomparableRuns.differs(what: "seed", reference: seeds[0], candidate: seeds[1]).description
    return
      "\(own.label) shares no session with the reference \(reference.label), so nothing is paired and the page has no "
      + "verdict: \(reason)."
  }

  private var hasViewers: Bool { Set(report.configurations.map(\.record.configuration.viewer)).count > 1 }

  private var numbers: String {
    "<section aria-labelledby=\"summary\"><h2 id=\"summary\">All numbers</h2>\n"
      + (report.answer.map { $0.summary.isEmpty ? "" : "<p>\(EscapedText.html($0.summary))</p>\n" } ?? "")
      + HTMLText.table(summary, caption: "All numbers")
      + "<p class=\"quiet\">An asterisk marks the best values of \(hasViewers ? "each viewer" : "what is shown").</p>\n</section>\n"
  }

  private func section(_ index: Int, _ section: Report.Section) -> String {
    """
    <section aria-labelledby="section-\(index + 1)"><h2 id="section-\(index + 1)">\(EscapedText.html(section.title))</h2>
    \(section.text.isEmpty ? "" : "<p>\(EscapedText.html(section.text))</p>\n")\
    \(section.facts.isEmpty ? "" : HTMLText.list(section.facts))\
    \(section.table.map { HTMLText.table(PartTable($0), caption: section.title, isCards: true) } ?? "")\
    \(section.code.map { "<pre><code>\(EscapedText.html($0))</code></pre>\n" } ?? "")</section>

    """
  }

  private func group(_ group: ReportCharts.Group) -> String {
    let isSessions = group.id == "sessions" && library != nil
    let more = """
      <p class="empty" id="none" hidden>No timeline was recorded for this selection.</p>
      <button type="button" id="more">More sessions</button>

      """
    return """
      <section aria-labelledby="\(group.id)"><h2 id="\(group.id)">\(EscapedText.html(group.title))</h2>
      \(group.text.isEmpty ? "" : "<p>\(EscapedText.html(group.text))</p>\n")\
      \(isSessions ? ChartMarks.timelineKey(withItems: report.hasSeveralItems) : "")<div class="grid">
      \(group.figures.map(figure).joined())</div>
      \(isSessions ? more : "")</section>

      """
  }

  private func figure(_ figure: ReportCharts.Figure) -> String {
    let first = figure.charts[0]
    let places = figure.charts.map { chart in
      "<div class=\"chart\" id=\"chart-\(chart.id)\" role=\"img\" aria-label=\"\(EscapedText.html(chart.title))\"></div>\n"
    }
    let filter = figure.timeline.map {
      " data-c=\"\($0.configuration)\" data-family=\"\(EscapedText.html($0.family))\""
        + (figure.isAlone ? "" : " data-role=\"\($0.role.rawValue)\"")
    }
    return """
      <figure\(figure.isWide ? " class=\"wide\"" : "")\(filter ?? "")>
      <h3>\(EscapedText.html(first.title))</h3>
      <figcaption>\(EscapedText.html(first.text))\(alike(first))\(figure.timeline?.command.map { "<br><code>\(EscapedText.html($0))</code>" } ?? "")\
      </figcaption>
      \(library == nil ? "" : places.joined())<details class="table"\(library == nil ? " open" : "")>\
      <summary>Table: \(EscapedText.html(first.title))</summary>
      \(HTMLText.table(first.table, caption: first.title))</details>
      </figure>

      """
  }

  /// What else is to be said of the choice, which the page's script keeps up with.
  private func alike(_ chart: Chart) -> String {
    guard !chart.alike.isEmpty || !chart.references.isEmpty else { return "" }
    // Labels may have commas.
    let groups = (chart.alike[""] ?? []).compactMap { group in
      PagePhrases.alike.text(["names": .name(group.map { report.configurations[$0].label }.joined(separator: "; "))])
    }
    return "<span id=\"of-\(chart.id)\">\(EscapedText.html(groups.joined()))</span>"
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
        ("videos", "\(source.record.inputs.played.joined(separator: ", ")), \(header.videosSHA256.prefix(12))"),
        ("seed", header.seed.map { "\($0)" } ?? "none: sessions start where traces do"),
        ("latency", "\(Decimals.text(header.defaultLatency * 1000, digits: 0)) ms where a trace has none"),
      ]
      facts += header.settings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      return "<h3>\(EscapedText.html(source.file))</h3>\(HTMLText.list(facts))"
    }
    return "<section aria-labelledby=\"inputs\"><h2 id=\"inputs\">Inputs</h2>\n\(runs.joined())</section>\n"
  }

  /// The data block.
  private var document: JSONValue {
    .object([
      "schema": 2, "abrlab": .string(version),
      "configurations": .array(
        report.configurations.map { entry in
          let configuration = entry.record.configuration
          return .object([
            "label": .string(entry.label), "short": .string(entry.short), "policy": .string(configuration.policy),
            "buffer": .string(configuration.buffer), "viewer": .string(configuration.viewer),
            "preload": configuration.preload.map { .string($0) } ?? .null,
            "run": .string(report.sources[entry.run].file),
          ])
        }),
      "what_if": whatIf?.json ?? .null, "counts": facts.counts, "verdicts": verdict?.json ?? .null,
      "phrases": PagePhrases.json(report.formulas), "many": .integer(RunVerdict.many),
      "least_share": .number(RunVerdict.leastShare),
      "datasets": .object(ReportData.datasets(of: charts.charts)),
      "config": ChartMarks.config,
      "charts": .array(
        charts.charts.map { chart in
          .object([
            "id": .string(chart.id), "title": .string(chart.title), "spec": chart.spec,
            "datasets": .array(chart.datasets.keys.sorted().map { .string($0) }),
            "interest": chart.interest.map { .string($0) } ?? .null,
            "references": .array(chart.references.map { .integer($0) }),
            "alike": .object(
              chart.alike.mapValues { groups in .array(groups.map { .array($0.map { .integer($0) }) }) }),
          ])
        }),
    ])
  }
}
