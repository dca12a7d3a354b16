import ABRExperiments

/// A search as a page: the answer, its pictures, and the current setting and the answer side by side as in every report.
public enum TuningPage {
  /// The report.
  ///
  /// - Parameters:
  ///   - result: the search.
  ///   - record: the current setting and the answer, played.
  public static func report(of result: TuningResult, record: RunRecord) -> Report {
    let charts = SettingCharts(result)
    var sections = [
      Report.Section(
        title: "Answer", text: TuningText.head(of: result, isMarkdown: false).replacing("\n", with: "; "),
        table: TuningText.answer(of: result))
    ]
    if let front = TuningText.front(of: result) {
      sections.append(
        Report.Section(title: "Front", text: "Settings that no other beats in all goals at once.", table: front))
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
            + "search never saw. "
            + TuningText.worstLines(of: comparison, result.goals.objectives).replacing("\n", with: ". "),
          table: ComparisonTable.summary(of: comparison)))
    }
    return Report(
      [.init(file: result.split.heldOut.isEmpty ? "traces of the search" : "traces held out", record: record)],
      sections: sections,
      pictures: Report.Pictures(
        id: "settings", title: "Settings", text: "What the search played, on its own traces.", charts: charts.charts,
        datasets: ["settings": charts.dataset]))
  }
}
