import ABRComparison
import ABRStatistics

/// Two configurations side by side, a measure a row.
package enum ComparisonTable {
  /// The table for people: both values, the paired difference with its interval, the sign-flip p-value and the verdict.
  ///
  /// p-values are those of one question; where several deteriorations are found the note of ``notes(on:)`` holds them
  /// against each other.
  ///
  /// - Parameters:
  ///   - comparison: what was compared.
  ///   - hidesEmptyIntervals: whether an interval of one point has a dash, for callers that say beside the
  ///     table that no recording differs.
  package static func summary(of comparison: RunComparison, hidesEmptyIntervals: Bool = false) -> DataTable {
    var table = DataTable(columns: [
      .text("metric"), right("reference", "A"), right("candidate", "B"), right("difference", "difference"),
      right("relative", "relative"), right("interval", "95 % interval"), right("p", "p (Holm)"), .text("verdict"),
    ])
    let adjusted = adjustedPValues(of: comparison)
    for (row, p) in zip(comparison.measures, adjusted) {
      let text = MeasureText(row.measure)
      let verdict = row.verdict(pValue: p)
      table.append([
        .text(row.measure.name), .text(text.value(row.reference)), .text(text.value(row.candidate)),
        .text(text.difference(row.difference)), .text(MeasureText.relative(row.relativeDifference)),
        .text(hidesEmptyIntervals && row.interval != nil && !row.hasInterval ? "-" : text.interval(row.interval)),
        .text(MeasureText.pValue(p)),
        .text(verdict == .worse ? "WORSE" : verdict.rawValue),
      ])
    }
    return table
  }

  /// The table for programs: every value in its base unit.
  package static func values(of comparisons: [RunComparison]) -> DataTable {
    var table = DataTable(
      columns: ["reference", "candidate", "metric"].map { .text($0) }
        + [
          "reference_value", "candidate_value", "difference", "relative_difference", "interval_lower",
          "interval_upper", "p_value", "p_value_holm", "effective_clusters", "minimum_detectable_effect",
        ].map { .number($0, title: $0, digits: 6) }
        + [.text("verdict")])
    for comparison in comparisons {
      for (row, p) in zip(comparison.measures, adjustedPValues(of: comparison)) {
        let numbers = [
          row.reference, row.candidate, row.difference, row.relativeDifference, row.interval?.lower,
          row.interval?.upper, row.pValue, p, row.paired?.effectiveSize?.value,
          row.paired?.minimumDetectableEffect.map { $0 * row.scale },
        ]
        table.append(
          [
            .text(comparison.reference.name), .text(comparison.candidate.name),
            .text(row.measure.name),
          ] + numbers.map { $0.map { .number($0) } ?? .missing } + [.text(row.verdict(pValue: p).rawValue)])
      }
    }
    return table
  }

  /// p-values of all measures that have one, adjusted by Holm's method, in the order of the measures.
  package static func adjustedPValues(of comparison: RunComparison) -> [Double?] {
    var adjusted = HolmAdjustment.adjusted(comparison.measures.compactMap(\.pValue)).makeIterator()
    return comparison.measures.map { $0.pValue == nil ? nil : adjusted.next() }
  }

  /// What a person should know beside the table; ``warnings(on:)`` are apart.
  package static func notes(on comparison: RunComparison) -> [String] {
    var notes: [String] = []
    let tested = comparison.measures.count { $0.pValue != nil }
    if tested > 1 {
      notes.append(
        "p: sign flips over \(Counted.text(comparison.clusterCount, "cluster")) of traces, held against each other over \(tested) "
          + "metrics (Holm), which intervals are not; percentiles have bootstrap intervals and no p")
    }
    if let first = comparison.measures.first(where: { $0.measure.name == "rebuffer_ratio" })
      ?? comparison.measures.first,
      let counts = first.paired?.counts
    {
      notes.append(
        "\(first.measure.name): \(Counted.text(counts.better, "cluster")) better, \(counts.worse) worse, \(counts.tied) tied"
      )
    }
    for row in comparison.measures {
      if case .none(let error) = row.evidence { notes.append("\(row.measure.name): not compared: \(error)") }
    }
    return notes
  }

  /// Caveats of comparisons, with the policy where there are several.
  package static func warnings(on comparisons: [RunComparison]) -> [String] {
    comparisons.flatMap { comparison in
      let prefix = comparisons.count > 1 ? "\(comparison.candidate.name): " : ""
      return comparison.measures.flatMap { warnings(on: $0, called: prefix + $0.measure.name) }
    }
  }

  /// Caveats of interval and p-value of a measure; nothing where the two sides are the same.
  ///
  /// - Parameter name: what is judged by them.
  static func warnings(on row: MeasureComparison, called name: String) -> [String] {
    guard let paired = row.paired, row.difference != 0 else { return [] }
    var warnings = paired.warnings.map { warning in
      switch warning {
      case .small:
        "\(name): \(carried(by: paired.effectiveSize?.carriers ?? 0)); interval and p-value are not to be relied on"
      case .dominated(let index, let share):
        "\(name): \(paired.clusters[index]) alone is \(Decimals.text(share * 100, digits: 0)) % of all differences"
      }
    }
    if paired.denominatorRatio > greatestDenominatorRatio {
      warnings.append(
        "\(name): one side has \(Decimals.text(paired.denominatorRatio, digits: 1)) times as much of what it is taken over, such as "
          + "time played; interval and p-value may disagree")
    }
    return warnings
  }

  /// How few recordings a difference rests on; those of one cluster count as one.
  static func carried(by count: Int) -> String {
    "\(Counted.text(count, "recording")) \(count == 1 ? "makes" : "make") 90 % of the difference"
  }

  /// Sides of which one is taken over more than so many times as much as the other are warned of.
  private static let greatestDenominatorRatio = 2.0

  private static func right(_ name: String, _ title: String) -> DataTable.Column {
    DataTable.Column(name: name, title: title, scale: 1, digits: 0, isText: false)
  }
}
