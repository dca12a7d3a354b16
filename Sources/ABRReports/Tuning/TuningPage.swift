import ABRComparison
import ABRRuns
import ABRTuning

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
    var sections = [Report.Section(title: "Answer", table: TuningText.answer(of: result))]
    let promise = PromiseText.lines(of: result)
    if !promise.isEmpty {
      sections.append(
        Report.Section(
          title: "Promise", facts: promise.map { (term: $0.label, text: $0.text) }, table: PromiseText.table(of: result)
        ))
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
            + "search never saw. " + (ComparisonTable.levelNote(on: comparison).map(sentence) ?? "") + " "
            + TuningText.unchangedLine(of: comparison).replacing("\n", with: ". ")
            + TuningText.worstLines(of: comparison, result.goals.objectives, .table).replacing("\n", with: ". "),
          table: ComparisonTable.summary(of: comparison, hidesEmptyIntervals: true)))
    }
    sections += result.code.map { code in
      Report.Section(title: code.player.title, text: code.notes.joined(separator: " "), code: code.code)
    }
    sections.append(Report.Section(title: "What was searched", facts: TuningText.facts(of: result)))
    let traces = Counted.text(record.traces.count, "trace") + (isHeldOut ? " held out" : " of the search")
    let answer = Report.Answer(
      title: title(of: result), isGood: nil, sentences: sentences(on: result), numbers: numbers(of: result),
      summary: record.configurations.count > 1
        ? "The current setting and the answer, played over the \(traces)." : "The answer, played over the \(traces).",
      warnings: result.warnings)
    return Report(
      [.init(file: isHeldOut ? "traces held out" : "traces of the search", record: record)],
      sections: sections,
      pictures: Report.Pictures(
        id: "settings", title: "What does each setting give?", text: "What the search played, on its own traces.",
        charts: charts.charts),
      answer: answer)
  }

  private static func title(of result: TuningResult) -> String {
    if let notPromised = result.notPromised { return notPromised.prefix(1).uppercased() + notPromised.dropFirst() }
    guard let answer = result.answer else { return "Nothing was found" }
    let setting = result.space.text(of: answer.setting.values)
    if result.keepsCurrent { return "Keep \(setting)" }
    guard result.outcome.best != nil else { return "\(setting) comes closest, and misses a condition" }
    return "Set \(setting)"
      + (result.missedWhenHeldOut.isEmpty ? "" : ", which misses a condition on recordings held out")
  }

  private static func sentences(on result: TuningResult) -> [String] {
    var sentences: [String] = []
    let goal = result.goals.goals[0]
    let text = MeasureText(goal)
    if let answer = result.answer, let current = result.outcome.current, !result.keepsCurrent {
      sentences.append(
        "\(goal.name) comes to \(text.value(answer.values[0])) in place of \(text.value(current.values[0])) with the current "
          + "setting, on the traces of the search.")
    }
    if let (row, interval) = result.judgedGoal, let comparison = result.heldOut {
      sentences.append(
        "On \(Counted.text(comparison.traceCount, "trace")) that the search never saw it changes by "
          + "\(text.difference(row.difference))"
          + (row.hasInterval ? ", interval \(text.interval(interval))" : "") + ".")
    }
    let promise = PromiseText.lines(of: result).filter { ["promise", "held out", "as good"].contains($0.label) }
    return sentences + (promise.map(\.text) + [TuningText.advice(of: result)].compactMap(\.self)).map(sentence)
  }

  /// A text with a capital and a full stop.
  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  /// The first objectives, with what the current setting gives.
  private static func numbers(of result: TuningResult) -> [Report.Number] {
    guard let answer = result.answer else { return [] }
    return result.goals.objectives.prefix(3).enumerated().map { index, measure in
      let text = MeasureText(measure)
      let current = result.keepsCurrent ? nil : result.outcome.current
      return Report.Number(
        label: measure.name, value: text.value(answer.values[index]),
        note: current.map { "current \(text.value($0.values[index]))" } ?? "")
    }
  }
}
