import ABRComparison
import ABRInput
import ABRRuns
import ABRStatistics

/// A comparison as a page: what differs with significance, the tables, and both sides in every picture.
package enum ComparisonPage {
  /// The report.
  ///
  /// - Parameters:
  ///   - comparisons: each pair of configurations.
  ///   - pairing: the runs that they are of.
  package static func report(of comparisons: [RunComparison], _ pairing: RunPairing) -> Report {
    let (reference, candidate) = pairing.compared
    let several = comparisons.count > 1
    let found = comparisons.map { comparison in
      zip(comparison.measures, comparison.judgements).filter { [.better, .worse, .different].contains($1.verdict) }
    }
    let short = Configuration.namesWithViewers(of: comparisons.map(\.reference) + comparisons.map(\.candidate))
    let pairs = zip(short.suffix(comparisons.count), comparisons).map { name, comparison in
      (
        name: name,
        metrics: zip(comparison.measures, comparison.judgements).map {
          (name: $0.measure.name, verdict: $1.verdict.rawValue)
        }
      )
    }
    let title = several ? title(of: pairs) : title(of: pairs.flatMap(\.metrics), sides: short)
    let sentences = zip(comparisons, found).enumerated().map { place, pair in
      let (rows, a, b) = (pair.1, short[place], short[comparisons.count + place])
      let changes = rows.map { measure, judgement in
        let values = MeasureText(measure.measure).change(of: measure)
        return "\(measure.measure.name) \(values.reference) -> \(values.candidate), \(judgement.verdict.rawValue)"
      }
      return "A \(a), B \(b): "
        + (changes.isEmpty
          ? unclear(pairs[place].metrics, "they differ") ?? "No difference" : changes.joined(separator: "; "))
        + "."
    }
    return Report(
      [.init(file: "A", record: reference), .init(file: "B", record: candidate)],
      sections: comparisons.enumerated().map { place, comparison in
        Report.Section(
          title: "Comparison" + (several ? ": \(short[comparisons.count + place])" : ""),
          text: ComparisonTable.levelNote(on: comparison).map { TuningRecommendation.sentence($0) } ?? "",
          facts: [("A", comparison.reference.fullName), ("B", comparison.candidate.fullName)],
          table: ComparisonTable.summary(of: comparison))
      },
      pictures: nil,
      answer: .init(
        title: title.text, isGood: title.isGood,
        sentences: sentences,
        numbers: zip(pairs, found).flatMap { pair, rows in
          rows.map { measure, judgement in
            let values = MeasureText(measure.measure).change(of: measure)
            return Report.Number(
              label: (several ? "\(pair.name): " : "") + measure.measure.name, value: values.candidate,
              note: "\(judgement.verdict.rawValue); A \(values.reference), \(values.difference)")
          }
        }.prefix(3).map(\.self),
        summary: "",
        warnings: pairing.warnings + ComparisonTable.warnings(on: comparisons) + pairing.notes),
      isJudged: true)
  }

  /// The heading, by the metrics in which the second side is significantly better or worse, or differs where that is
  /// neither.
  ///
  /// - Parameters:
  ///   - metrics: each metric with its verdict.
  ///   - sides: short names of both sides; the second one is B where there are not two different ones.
  static func title(of metrics: [(name: String, verdict: String)], sides: [String]) -> (text: String, isGood: Bool?) {
    let isNamed = sides.count == 2 && sides[0] != sides[1]
    let (a, b) = isNamed ? (sides[0], sides[1]) : ("A", "B")
    let found = findings(on: metrics)
    let judged = found.isEmpty ? nil : "is \(found.joined(separator: ", "))" + (isNamed ? " than \(a)" : "")
    let differs = named(metrics, .different).map { "differs " + (found.isEmpty ? "from \(a) " : "") + $0 }
    let parts = [judged, differs].compactMap(\.self)
    let text =
      parts.isEmpty
      ? unclear(metrics, "\(a) and \(b) differ") ?? "No difference between \(a) and \(b)"
      : "\(b) \(parts.joined(separator: " and "))"
    return (text, isGood(metrics))
  }

  /// Pairs that a heading has room for.
  private static let mostPairs = 3

  /// The heading over several pairs, each by its name.
  ///
  /// - Parameter pairs: what the second side of each is called, and each metric with its verdict.
  static func title(
    of pairs: [(name: String, metrics: [(name: String, verdict: String)])]
  ) -> (text: String, isGood: Bool?) {
    let found = pairs.compactMap { pair in
      var findings = findings(on: pair.metrics)
      if let metrics = named(pair.metrics, .different) { findings.append("differs \(metrics)") }
      return findings.isEmpty ? nil : "\(pair.name): \(findings.joined(separator: ", "))"
    }
    let more = found.count - mostPairs
    let text =
      found.prefix(mostPairs).joined(separator: "; ") + (more > 0 ? "; \(Counted.text(more, "more pair")) below" : "")
    let metrics = pairs.flatMap(\.metrics)
    return (found.isEmpty ? unclear(metrics, "any pair differs") ?? "No pair differs" : text, isGood(metrics))
  }

  /// What is said where nothing was found; `nil` if every verdict is that there is no difference.
  private static func unclear(_ metrics: [(name: String, verdict: String)], _ clause: String) -> String? {
    metrics.allSatisfy { $0.verdict == Verdict.same.rawValue } ? nil : "Unclear whether \(clause)"
  }

  /// In which metrics the second side is better, and in which it is worse.
  private static func findings(on metrics: [(name: String, verdict: String)]) -> [String] {
    [Verdict.better, .worse].compactMap { verdict in named(metrics, verdict).map { "\(verdict.rawValue) \($0)" } }
  }

  /// The metrics of a verdict: `in a and b`; `nil` for none.
  private static func named(_ metrics: [(name: String, verdict: String)], _ verdict: Verdict) -> String? {
    let names = metrics.filter { $0.verdict == verdict.rawValue }.map(\.name).uniqued()
    return names.isEmpty ? nil : "in \(Counted.named(names, "metric"))"
  }

  /// Whether the second side is only better, or only worse; `nil` for both and for neither.
  private static func isGood(_ metrics: [(name: String, verdict: String)]) -> Bool? {
    let verdicts = Set(metrics.map(\.verdict)).intersection(["better", "worse"])
    return verdicts.count == 1 ? verdicts.contains("better") : nil
  }
}
