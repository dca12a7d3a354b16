import ABRComparison
import ABRInput
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
  ///   - whatIf: what a reader may choose; `nil` for nothing.
  package static func report(of result: TuningResult, record: RunRecord, whatIf: TuningWhatIf? = nil) -> Report {
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
            "The current setting (A) against the answer (B) over \(Counted.text(comparison.traceCount, "held-out trace")). "
            + (ComparisonTable.levelNote(on: comparison).map { sentence($0, result) } ?? "") + " "
            + (TuningText.unchangedLine(of: comparison, result)
            + TuningText.worstLines(of: comparison, result.goals.objectives, .table))
            .split(separator: "\n").map { sentence($0.trimmingPrefix(" ").description, result) }.joined(separator: " "),
          table: ComparisonTable.summary(of: comparison, hidesEmptyIntervals: true)))
    }
    sections += result.code.map { code in
      Report.Section(
        title: code.player.title + (result.answer.map { ": " + result.titled($0) } ?? ""),
        text: code.notes.joined(separator: " "), code: code.code)
    }
    sections.append(Report.Section(title: "What was searched", facts: TuningText.facts(of: result)))
    let traces = Counted.text(record.traces.count, "trace") + (isHeldOut ? " held out" : " of the search")
    let answer = Report.Answer(
      title: title(of: result), isGood: nil, sentences: sentences(on: result), numbers: numbers(of: result),
      played: "\(Counted.text(result.split.search.count, "trace")) searched"
        + (isHeldOut ? ", \(result.split.heldOut.count) held out" : "")
        + " · \(Counted.text(result.outcome.played, "session")) of the search",
      summary: record.configurations.count > 1
        ? "The current setting and the answer, played over the \(traces)." : "The answer, played over the \(traces).",
      warnings: result.warnings, whatIf: whatIf)
    return Report(
      [.init(file: isHeldOut ? "traces held out" : "traces of the search", record: record)],
      sections: sections,
      pictures: Report.Pictures(
        id: "settings", title: "What does each setting give?", text: "What the search played, on its own traces.",
        charts: charts.charts),
      answer: answer)
  }

  private static func title(of result: TuningResult) -> String {
    result.recommendation.map { String(sentence($0.parts.title, result).dropLast()) } ?? "Nothing was found"
  }

  private static func sentences(on result: TuningResult) -> [String] {
    var sentences: [String] = []
    if let reason = result.recommendation?.parts.reason, !reason.isEmpty { sentences.append(sentence(reason, result)) }
    let text = MeasureText(result.goals.goals[0])
    if let (row, interval) = result.judgedGoal, let comparison = result.heldOut {
      let isKept = result.recommendation?.keepsOther == true
      let setting = isKept ? result.answer.map { "With \(result.space.text(of: $0.setting.values)), on " } : nil
      sentences.append(
        "\(setting ?? "On ")\(Counted.text(comparison.traceCount, "held-out trace")), \(row.measure.name) changes by "
          + "\(text.difference(row.difference))"
          + (row.hasInterval ? ", interval \(text.interval(interval))" : "") + ".")
    }
    // Another recommendation has it among its reasons.
    if result.notPromised != nil, let missed = TuningRecommendation.missed(result) { sentences.append("It \(missed).") }
    return sentences
      + PromiseText.lines(of: result).filter { ["promise", "as good"].contains($0.label) }.map {
        sentence($0.text, result)
      }
  }

  private static func sentence(_ text: String, _ result: TuningResult) -> String {
    TuningRecommendation.sentence(text, parameters: result.space.parameters.map(\.name))
  }

  /// The first objectives of the setting that is advised, with what the current one gives, or else the answer.
  private static func numbers(of result: TuningResult) -> [Report.Number] {
    guard let recommendation = result.recommendation else { return [] }
    let hasOther = !result.keepsCurrent && result.outcome.current != nil
    let keepsOther = recommendation.keepsOther && hasOther
    return result.goals.objectives.prefix(3).map { measure in
      let text = MeasureText(measure)
      let (new, old) = result.values(of: measure)
      let traces =
        result.heldOutRow(of: measure) == nil
        ? "\(Counted.text(result.split.search.count, "trace")) searched"
        : "\(Counted.text(result.split.heldOut.count, "trace")) held out"
      let other = keepsOther ? "\(result.answerName) \(text.value(new))" : "current \(text.value(old))"
      return Report.Number(
        label: "\(measure.name), \(traces)", value: text.value(keepsOther ? old : new), note: hasOther ? other : "")
    }
  }
}
