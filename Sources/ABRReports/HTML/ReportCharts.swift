/// All pictures of a report, in groups as the page shows them.
struct ReportCharts: Sendable {
  /// Pictures under one heading.
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
  }

  /// The groups, none of them empty.
  let groups: [Group]
  /// The sessions that are shown over time.
  let timelines: [ReportTimeline]

  /// All charts in the order of the page.
  var charts: [Chart] { groups.flatMap { $0.figures.flatMap(\.charts) } }

  /// Draws up the pictures of a report.
  init(_ report: Report) {
    let labels = report.configurations.map(\.label)
    timelines = ReportTimeline.all(of: report)
    var groups = [
      Group(
        id: "trade", title: "Stalls, quality and waste", text: "All sessions of a configuration taken together.",
        figures: [
          Figure(charts: [QualityChart.chart(labels: labels, table: ReportTables.quality(of: report))]),
          Figure(charts: [
            WasteChart.chart(
              labels: labels, accounts: WasteShare.accounts(in: report), table: ReportTables.waste(of: report))
          ]),
        ]),
      Group(
        id: "distributions", title: "Distributions",
        text: "The share of sessions that are at or below a value: a curve further to the left is better.",
        figures: Self.distributions(of: report, labels: labels).map { Figure(charts: [$0]) }),
    ]
    let compared = ReportMeasure.all(ofQueues: report.playsQueues).compactMap { measure in
      ReportDifferences(measure, in: report)
    }
    let same = compared.filter(\.isNothing).map { $0.measure.title.lowercased() }
    let differences = compared.filter { !$0.isNothing }
      .map { differences in
        DeltaChart(
          measure: differences.measure, reference: labels[0], labels: labels, extent: differences.extent,
          table: differences.table(of: report))
      }
    if !differences.isEmpty {
      groups.append(
        Group(
          id: "differences", title: "Differences to \(labels[0])",
          text:
            "Every session is compared with that of \(labels[0]) over the same trace and video. What pooled numbers hide is "
            + "seen here: who wins on slow networks, and how many sessions do not change at all."
            + (same.isEmpty ? "" : " The same in every session, and not drawn: \(same.joined(separator: ", "))."),
          figures: differences.flatMap { [Figure(charts: [$0.heatMap]), Figure(charts: [$0.distribution])] }))
    }
    if !timelines.isEmpty {
      groups.append(
        Group(
          id: "sessions", title: "Sessions over time",
          text: "The session with the longest stalled time of each configuration, and the one in the middle of all.",
          figures: timelines.map { timeline in
            let chart = TimelineChart(timeline: timeline)
            return Figure(charts: [chart.network, chart.buffer], isWide: true, timeline: timeline)
          }))
    }
    let pictures = report.pictures.map { pictures in
      Group(
        id: pictures.id, title: pictures.title, text: pictures.text,
        figures: pictures.charts.map { Figure(charts: [$0], isWide: true) })
    }
    self.groups = (pictures.map { $0.figures.isEmpty ? [] : [$0] } ?? []) + groups
  }

  private static func distributions(of report: Report, labels: [String]) -> [Chart] {
    let queues = report.playsQueues
    let startups = report.configurations.map { entry -> [Double?] in
      entry.record.configuration.preload == nil
        ? entry.record.values(of: "startup_s") ?? [] : entry.record.sessions.flatMap(\.startups)
    }
    let stalls = report.configurations.map { ReportMeasure.rebuffer.values(of: $0) ?? [] }
    let wastes = report.configurations.map { entry in
      (entry.record.values(of: "waste_ratio") ?? []).map { $0.map { $0 * 100 } }
    }
    func curves(_ values: [[Double?]], missingIsWorst: Bool = false) -> [(label: String, curve: ShareCurve)] {
      zip(labels, values.map { ShareCurve($0, missingIsWorst: missingIsWorst) }).map { ($0, $1) }
    }
    func most(_ curves: [(label: String, curve: ShareCurve)], _ share: Double) -> Double? {
      curves.compactMap { $0.curve.quantile(share) }.max().map(ReportData.rounded).flatMap { $0 > 0 ? $0 : nil }
    }
    // Where most sessions are zero, the vertical axis begins below the least share of zeros.
    func least(_ curves: [(label: String, curve: ShareCurve)]) -> Double {
      let zeros = curves.compactMap(\.curve.zeroShare).min() ?? 0
      return zeros >= 0.5 ? (zeros * 10 - 1).rounded(.down) / 10 : 0
    }
    let started = curves(startups, missingIsWorst: true)
    let stalled = curves(stalls)
    let wasted = curves(wastes)
    let bitrates = curves(report.configurations.map { ReportMeasure.bitrate.values(of: $0) ?? [] })
    return [
      DistributionChart(
        id: "startup", title: queues ? "Startup of items" : "Startup",
        text:
          "Play request to first frame; what never starts counts as worse than any value. \(zeros(started, "start at once", of: queues ? "Items" : "Sessions")) "
          + "The axis ends where 99 of 100 have started.",
        field: "startup_s", dataset: queues ? "startups" : "sessions", axis: "startup, s", scale: .linear,
        missingIsWorst: true, unit: queues ? "items" : "sessions"
      ).chart(
        labels: labels, table: ReportTables.distribution(started, unit: "s", digits: 2), most: most(started, 0.99)),
      DistributionChart(
        id: "rebuffer", title: "Stalled time",
        text: "Stalled seconds of a session on a logarithmic scale. \(zeros(stalled, "never stall")) "
          + "Curves begin at that share"
          + (least(stalled) > 0
            ? ", and the vertical axis at \(Decimals.text(least(stalled) * 100, digits: 0)) %." : "."),
        field: "rebuffer_s", dataset: "sessions", axis: "stalled time, s (logarithmic)",
        scale: .logarithmic(from: 0.1), missingIsWorst: false
      ).chart(
        labels: labels, table: ReportTables.distribution(stalled, unit: "s", digits: 2), most: most(stalled, 1),
        from: least(stalled)),
      DistributionChart(
        id: "waste-share", title: "Wasted bytes",
        text: "Wasted bytes over all bytes received in a session. \(zeros(wasted, "waste nothing"))",
        field: "waste_percent", dataset: "sessions", axis: "wasted, %", scale: .linear, missingIsWorst: false
      ).chart(
        labels: labels, table: ReportTables.distribution(wasted, unit: "%", digits: 1), most: most(wasted, 1)),
      DistributionChart(
        id: "bitrate", title: "Mean bitrate",
        text:
          "Declared bandwidth averaged over the media shown in a session; here a curve further to the right is better.",
        field: "mean_bitrate_mbps", dataset: "sessions", axis: "mean bitrate, Mbit/s", scale: .linear,
        missingIsWorst: false
      ).chart(
        labels: labels, table: ReportTables.distribution(bitrates, unit: "Mbit/s", digits: 2), most: most(bitrates, 1)),
    ]
  }

  /// How many are zero, in words.
  private static func zeros(
    _ curves: [(label: String, curve: ShareCurve)], _ what: String, of unit: String = "Sessions"
  ) -> String {
    let shares = curves.compactMap { entry in
      entry.curve.zeroShare.map { "\(Decimals.text($0 * 100, digits: 1)) % with \(entry.label)" }
    }
    guard curves.contains(where: { ($0.curve.zeroShare ?? 0) > 0 }) else { return "None \(what)." }
    let shown = shares.prefix(4).joined(separator: ", ") + (shares.count > 4 ? ", … (all in the table)" : "")
    return "\(unit) that \(what): \(shown)."
  }
}
