import ABRRuns

/// A search as a page: the answer, its pictures, and the current setting and the answer side by side as in every
/// report.
package enum TuningPage {
  /// The report.
  ///
  /// - Parameters:
  ///   - result: the search.
  ///   - record: the current setting and the answer, played.
  package static func report(of result: TuningResult, record: RunRecord) -> Report {
    let charts = SettingCharts(result)
    let isHeldOut = !result.split.heldOut.isEmpty
    var sections = [
      Report.Section(
        title: "Answer",
        text: TuningText.head(of: result, isMarkdown: false).split(separator: "\n").joined(separator: "; ")
          + (result.advice.map { "; \($0)" } ?? ""),
        table: TuningText.answer(of: result))
    ]
    let promise = PromiseText.lines(of: result)
    if !promise.isEmpty {
      sections.append(
        Report.Section(
          title: "Promise", text: promise.map { "\($0.label): \($0.text)" }.joined(separator: "; ") + ".",
          table: PromiseText.table(of: result)))
    }
    if let front = TuningText.front(of: result) {
      sections.append(
        Report.Section(
          title: "Front",
          text: "Settings that no other beats in all goals at once."
            + (front.omitted > 0 ? " \(front.omitted) more are in the exports as CSV and JSON." : ""),
          table: front.table))
    }
    if !result.outcome.neighbours.isEmpty {
      sections.append(
        Report.Section(
          title: "One step away", text: "What changes with the next value of one parameter.",
          table: TuningText.sensitivity(of: result)))
    }
    if let comparison = result.heldOut {
      sections.append(
        Report.Section(
          title: "Held out",
          text:
            "The current setting (A) against the answer (B) over \(Counted.text(comparison.traceCount, "trace")) that the "
            + "search never saw. " + TuningText.unchangedLine(of: comparison).replacing("\n", with: ". ")
            + TuningText.worstLines(of: comparison, result.goals.objectives, .table).replacing("\n", with: ". "),
          table: ComparisonTable.summary(of: comparison, hidesEmptyIntervals: true)))
    }
    sections += result.code.map { code in
      Report.Section(title: code.player.title, text: code.notes.joined(separator: " "), code: code.code)
    }
    let traces = Counted.text(record.traces.count, "trace") + (isHeldOut ? " held out" : " of the search")
    let caption = Report.Caption(
      title: "Tuning: \(result.space.parameters.map(\.name).joined(separator: ", "))",
      summary: record.configurations.count > 1
        ? "The current setting (A, the first row) and the answer (B, the second row), played over the \(traces)."
        : "The answer, played over the \(traces).", warnings: result.warnings)
    return Report(
      [.init(file: isHeldOut ? "traces held out" : "traces of the search", record: record)],
      sections: sections,
      pictures: Report.Pictures(
        id: "settings", title: "Settings", text: "What the search played, on its own traces.", charts: charts.charts,
        datasets: ["settings": charts.dataset]),
      caption: caption)
  }
}
