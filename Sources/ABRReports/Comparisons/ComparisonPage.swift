import ABRComparison
import ABRInput
import ABRRuns

/// A comparison as a page: what differs with significance, the tables, and both sides in every picture.
package enum ComparisonPage {
  /// The report.
  ///
  /// - Parameters:
  ///   - comparisons: each pair of configurations.
  ///   - pairing: the runs that they are of.
  package static func report(of comparisons: [RunComparison], _ pairing: RunPairing) -> Report {
    func side(_ run: RunRecord, _ chosen: [Int]) -> RunRecord {
      RunRecord(inputs: run.inputs, metrics: run.metrics, configurations: chosen.map { run.configurations[$0] })
    }
    let several = comparisons.count > 1
    let found = comparisons.map { comparison in
      zip(comparison.measures, comparison.judgements).filter { [.better, .worse].contains($1.verdict) }
    }
    let verdicts = found.flatMap { $0.map(\.1.verdict) }
    let (better, worse) = (verdicts.count { $0 == .better }, verdicts.count { $0 == .worse })
    let title = title(better: better, worse: worse)
    let sentences = zip(comparisons, found).map { comparison, rows in
      let (a, b) = (comparison.reference.name, comparison.candidate.name)
      let changes = rows.map { measure, judgement in
        let values = MeasureText(measure.measure).change(of: measure)
        return "\(measure.measure.name) \(values.reference) -> \(values.candidate), \(judgement.verdict.rawValue)"
      }
      return "A \(a), B \(b): "
        + (changes.isEmpty ? "nothing differs with significance" : changes.joined(separator: "; "))
        + "."
    }
    return Report(
      [
        .init(file: "A", record: side(pairing.reference, pairing.configurations.map(\.reference))),
        .init(file: "B", record: side(pairing.candidate, pairing.configurations.map(\.candidate))),
      ],
      sections: comparisons.map { comparison in
        Report.Section(
          title: "Comparison" + (several ? ": \(comparison.candidate.name)" : ""),
          text: ComparisonTable.levelNote(on: comparison) ?? "", table: ComparisonTable.summary(of: comparison))
      },
      pictures: nil,
      answer: .init(
        title: title.text, isGood: title.isGood,
        sentences: sentences,
        numbers: found.flatMap(\.self).prefix(3).map { measure, judgement in
          let values = MeasureText(measure.measure).change(of: measure)
          return Report.Number(
            label: measure.measure.name, value: values.candidate,
            note: "\(judgement.verdict.rawValue); A \(values.reference), \(values.difference)")
        },
        summary: "A and B.",
        warnings: pairing.warnings + ComparisonTable.warnings(on: comparisons) + pairing.notes),
      isJudged: true)
  }

  /// The heading, by the number of metrics in which the second side is significantly better or worse.
  static func title(better: Int, worse: Int) -> (text: String, isGood: Bool?) {
    let parts = [(better, "better"), (worse, "worse")].filter { $0.0 > 0 }.map { count, word in
      "\(word) in \(Counted.text(count, "metric"))"
    }
    return (
      parts.isEmpty ? "No significant difference" : "B is \(parts.joined(separator: ", "))",
      worse == 0 ? better > 0 ? true : nil : better == 0 ? false : nil
    )
  }
}
