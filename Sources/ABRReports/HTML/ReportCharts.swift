import ABRRuns

/// All pictures of a report, in groups as the page shows them.
struct ReportCharts: Sendable {
  /// Pictures that answer one question.
  struct Group: Sendable {
    /// Identifier on the page.
    let id: String
    let title: String
    let text: String
    let figures: [Figure]
  }

  /// One or two pictures in a frame with one table.
  struct Figure: Sendable {
    let charts: [Chart]
    /// Whether it takes the whole width.
    var isWide = false
    /// What filters hide it: a timeline's configuration and family.
    var timeline: ReportTimeline?
    /// Whether a timeline is not one of several of which a reader sees the first.
    var isAlone = false
  }

  /// The picture of the first screen; `nil` where there is none.
  let lead: Figure?
  /// The groups, none of them empty.
  let groups: [Group]

  /// All charts in the order of the page.
  var charts: [Chart] { figures.flatMap(\.charts) }

  /// All figures in the order of the page.
  var figures: [Figure] { (lead.map { [$0] } ?? []) + groups.flatMap(\.figures) }

  /// Draws up the pictures of a report.
  ///
  /// - Parameters:
  ///   - report: what they show.
  ///   - parts: the report by families of traces, the whole first.
  ///   - isOnWaste: whether they begin with waste, as the heading does.
  init(_ report: Report, _ parts: [ReportPart], isOnWaste: Bool = false) {
    guard !report.sources.isEmpty else {
      let own = report.pictures.map { pictures in
        Group(
          id: pictures.id, title: pictures.title, text: pictures.text,
          figures: pictures.charts.dropFirst().map { Figure(charts: [$0], isWide: true) })
      }
      lead = report.pictures?.charts.first.map { Figure(charts: [$0]) }
      groups = [own].compactMap(\.self).filter { !$0.figures.isEmpty }
      return
    }
    let timelines = ReportTimeline.all(of: report)
    if !timelines.isEmpty, report.pictures == nil,
      report.configurations.allSatisfy({ $0.record.sessions.count == 1 })
    {
      // Distributions of one session say nothing.
      let figures = timelines.map { timeline in
        let chart = TimelineChart(timeline: timeline)
        return Figure(charts: [chart.network, chart.buffer], isWide: true, timeline: timeline, isAlone: true)
      }
      lead = figures[0]
      let others = Group(id: "session", title: "The other sessions", text: "", figures: Array(figures.dropFirst()))
      groups = [others].filter { !$0.figures.isEmpty }
      return
    }
    let quality = QualityChart.chart(report, parts)
    let waste = WasteChart.chart(report, parts)
    // A bar for each configuration: of many they fill more than the first screen.
    let isLedByWaste =
      isOnWaste && waste != nil && report.pictures == nil && report.configurations.count <= Chart.nameLimit
    let startup: ReportMeasure = report.hasSeveralItems ? .itemStartup : .startup
    func group(
      _ id: String, _ title: String, _ distributions: [ReportMeasure], compared: ReportMeasure, first: [Chart] = []
    ) -> Group {
      let charts = first + distributions.map { DistributionChart(measure: $0, report: report, parts: parts).chart }
      let deltas = DeltaChart(compared, report, parts).map { [$0.map] } ?? []
      let isSame = ReportDifferences(compared, in: report)?.isSame ?? false
      let same = isSame ? "\(compared.title) is the same with each configuration, trace by trace." : ""
      return Group(id: id, title: title, text: same, figures: (charts + deltas).map { Figure(charts: [$0]) })
    }
    var groups = [
      group(
        "stalls", "Who stalls, for how long, and where?", [.rebuffer], compared: .rebuffer,
        first: isLedByWaste ? [quality] : []),
      group("startup", "How long until the first frame?", [.startup], compared: startup),
      group(
        "wasted", "How many bytes are wasted, and why?", [.wasteShare], compared: .waste,
        first: isLedByWaste ? [] : [waste].compactMap(\.self)),
      group("bitrates", "Which bitrate is shown?", [.bitrate], compared: .bitrate),
    ]
    let scores = ReportTables.quality(of: report).compactMap(MetricDefinition.named).map(ReportMeasure.init)
    if let first = scores.first { groups.append(group("scores", "How good does it look?", scores, compared: first)) }
    if !timelines.isEmpty {
      groups.append(
        Group(
          id: "sessions", title: "What happens in a session?",
          text:
            "The session with the longest stalled time, the one in the middle and the best of those that were recorded.",
          figures: timelines.map { timeline in
            let chart = TimelineChart(timeline: timeline)
            return Figure(charts: [chart.network, chart.buffer], isWide: true, timeline: timeline)
          }))
    }
    if let pictures = report.pictures, let first = pictures.charts.first {
      lead = Figure(charts: [first])
      groups.insert(
        Group(
          id: pictures.id, title: pictures.title, text: pictures.text,
          figures: pictures.charts.dropFirst().map { Figure(charts: [$0], isWide: true) }), at: 0)
      groups.insert(
        Group(
          id: "trade", title: report.isLedByWaits ? "Waiting against quality" : "Stalls against quality", text: "",
          figures: [Figure(charts: [quality])]), at: 1)
    } else {
      lead = Figure(charts: [(isLedByWaste ? waste : nil) ?? quality])
    }
    self.groups = groups.filter { !$0.figures.isEmpty }
  }
}
