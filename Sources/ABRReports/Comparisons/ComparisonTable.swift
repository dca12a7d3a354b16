import ABRComparison
import ABRInput
import ABRStatistics

/// Two configurations side by side, a measure a row.
package enum ComparisonTable {
  /// The table for people: both values, the paired difference, and of all metrics at once the interval of the
  /// difference, the p-value and the verdict (`RunComparison.judgements`).
  ///
  /// - Parameters:
  ///   - comparison: what was compared.
  ///   - hidesEmptyIntervals: whether an interval of one point has a dash, for callers that say beside the
  ///     table that no recording differs.
  ///   - sides: what the two are called.
  package static func summary(
    of comparison: RunComparison, hidesEmptyIntervals: Bool = false,
    sides: (reference: String, candidate: String) = ("A", "B")
  ) -> DataTable {
    var table = DataTable(columns: [
      .text("metric"), right("reference", sides.reference), right("candidate", sides.candidate),
      right("difference", "difference"),
      right("relative", "relative"), right("interval", "interval"), right("p", "p (Holm)"), .text("verdict"),
    ])
    for (row, judgement) in zip(comparison.measures, comparison.judgements) {
      let text = MeasureText(row.measure)
      let verdict = judgement.verdict
      let change = text.change(of: row)
      table.append([
        .text(row.measure.name), .text(change.reference), .text(change.candidate),
        .text(row.isNever ? "-" : change.difference),
        .text(change.relative),
        .text(
          row.isNever || hidesEmptyIntervals && row.interval != nil && !row.hasInterval
            ? "-" : text.interval(judgement.interval)),
        .text(MeasureText.pValue(judgement.pValue)),
        .text(comparison.isEnough ? word(verdict) : row.difference == 0 ? "equal" : "-"),
      ])
    }
    return table
  }

  private static func word(_ verdict: Verdict) -> String { verdict == .worse ? "WORSE" : verdict.rawValue }

  /// The table for programs: every value in its base unit.
  package static func values(of comparisons: [RunComparison]) -> DataTable {
    var table = DataTable(
      columns: ["reference", "candidate", "metric"].map { .text($0) }
        + [
          "reference_value", "candidate_value", "difference", "relative_difference", "interval_lower",
          "interval_upper", "p_value", "interval_holm_lower", "interval_holm_upper", "p_value_holm",
          "effective_clusters", "minimum_detectable_effect",
        ].map { .number($0, title: $0, digits: 6) }
        + [.text("verdict")])
    for comparison in comparisons {
      for (row, judgement) in zip(comparison.measures, comparison.judgements) {
        let numbers = [
          row.reference, row.candidate, row.difference, row.relativeDifference, row.interval?.lower,
          row.interval?.upper, row.pValue, judgement.interval?.lower, judgement.interval?.upper, judgement.pValue,
          row.paired?.effectiveSize?.value, row.paired?.minimumDetectableEffect.map { $0 * row.scale },
        ]
        table.append(
          [
            .text(comparison.names.reference), .text(comparison.names.candidate),
            .text(row.measure.name),
          ] + numbers.map { $0.map { .number($0) } ?? .missing } + [.text(judgement.verdict.rawValue)])
      }
    }
    return table
  }

  /// At which level intervals, p-values and verdicts are; `nil` without a p-value.
  package static func levelNote(on comparison: RunComparison) -> String? {
    let tested = comparison.measures.count { $0.pValue != nil }
    let percentiles = comparison.measures.count - tested
    guard tested > 0 else { return nil }
    return
      (tested > 1
      ? "interval, p and verdict \(held(for: tested))" : "the interval is of 95 %, and p and verdict follow it")
      + ": t over \(Counted.text(comparison.clusterCount, "recording"))"
      + (percentiles > 0 ? "; percentiles have a bootstrap interval of 95 % each and no p" : "")
  }

  /// The level of what is said of several metrics.
  static func held(for metrics: Int) -> String { "are held for all \(metrics) metrics at once (Holm, 95 %)" }

  /// What a person should know beside the tables, each note once; ``warnings(on:)`` are apart.
  package static func notes(on comparisons: [RunComparison]) -> [String] {
    var notes: [String] = []
    for comparison in comparisons {
      let prefix = comparisons.count > 1 ? "\(comparison.names.candidate): " : ""
      for note in self.notes(on: comparison, prefix: prefix) where !notes.contains(note) { notes.append(note) }
    }
    return notes
  }

  private static func notes(on comparison: RunComparison, prefix: String) -> [String] {
    var notes: [String] = [levelNote(on: comparison)].compactMap(\.self)
    if let first = comparison.measures.first(where: { $0.measure.name == "rebuffer_ratio" })
      ?? comparison.measures.first,
      let counts = first.paired?.counts
    {
      notes.append(
        "\(prefix)\(first.measure.name): \(Counted.text(counts.better, "recording")) better, \(counts.worse) worse, \(counts.tied) tied"
      )
    }
    for row in comparison.measures {
      if case .none(let error, _, _) = row.evidence {
        notes.append("\(prefix)\(row.measure.name): not compared: \(error)")
      }
      if case .percentile(let percentile) = row.evidence, percentile.interval == nil, row.isEnough {
        notes.append(
          "\(prefix)\(row.measure.name): "
            + (row.isNever
              ? "never on both sides, no difference" : "no interval: never on both sides in many resamples"))
      }
    }
    return notes
  }

  /// Caveats of comparisons, with the policy where there are several.
  package static func warnings(on comparisons: [RunComparison]) -> [String] {
    comparisons.flatMap { comparison in
      let prefix = comparisons.count > 1 ? "\(comparison.names.candidate): " : ""
      guard comparison.isEnough else { return [prefix + tooFew(comparison.clusterCount)] }
      return comparison.measures.flatMap { warnings(on: $0, called: prefix + $0.measure.name) }
    }
  }

  /// How thin the evidence of a measure is, in one sentence; nothing where the two sides are the same, or many
  /// recordings differ.
  ///
  /// - Parameter name: what is judged by them.
  static func warnings(on row: MeasureComparison, called name: String) -> [String] {
    guard let paired = row.paired, row.difference != 0 else { return [] }
    guard paired.isEnough else { return ["\(name): \(tooFew(paired.clusters.count))"] }
    guard let size = paired.thinEvidence else { return [] }
    let clauses = size.warnings.compactMap { warning in
      switch warning {
      case .small: size.carriers > 1 ? carried(by: size.carriers) : nil
      case .dominated(let index, let share):
        "\(paired.clusters[index]) alone accounts for \(Decimals.text(share * 100, digits: 0)) %"
          + (size.carriers > 1 && size.isConcentrated ? "" : " of the difference")
      }
    }
    return clauses.isEmpty ? [] : ["\(name): \(clauses.joined(separator: "; "))"]
  }

  /// That so few recordings say nothing about others.
  static func tooFew(_ count: Int) -> String {
    "only \(Counted.text(count, "recording")): under \(PairedComparison.leastClusters) there is no interval, no p-value "
      + "and no verdict"
  }

  /// How few recordings a difference rests on; those of one cluster count as one.
  static func carried(by count: Int) -> String {
    "\(count == 1 ? "one trace accounts" : "\(count) traces account") for 90 % of the difference"
  }

  private static func right(_ name: String, _ title: String) -> DataTable.Column {
    DataTable.Column(name: name, title: title, scale: 1, digits: 0, isText: false)
  }
}
