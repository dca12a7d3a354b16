import ABRRuns
import ABRStatistics

/// One measure of what was played over the traces of a family before and after.
///
/// The two sides are other traces, so that nothing is paired and nothing is said about chance: there are two values and
/// their difference.
package struct TraceResultChange: Sendable, Hashable {
  /// Names of the measures that say most about viewers.
  package static let measureNames = ["rebuffer_ratio", "startup_s_p50", "mean_bitrate_bps"]

  /// Name of the folder; `nil` for all families together.
  package let family: String?
  /// What was measured.
  package let measure: Measure
  /// The value before; `nil` where the side has none, infinite where sessions never start.
  package let reference: Double?
  /// The value after.
  package let candidate: Double?

  /// Candidate less reference, `nil` where a side has no value; 0 where both are infinite.
  package var difference: Double? {
    guard let reference, let candidate else { return nil }
    return reference == candidate ? 0 : candidate - reference
  }

  /// ``difference`` over the magnitude of the reference; `nil` for a reference of 0 or without end.
  package var relativeDifference: Double? {
    guard let difference, let reference, reference != 0, reference.isFinite else { return nil }
    return difference / reference.magnitude
  }

  /// How far the traces move the result, to put results in order: the share of the reference, more than any share where
  /// it was 0.
  private var movement: Double {
    guard let difference else { return -1 }
    return difference == 0 ? 0 : relativeDifference?.magnitude ?? .infinity
  }

  /// What was measured over each row of a comparison: families, those that moved most first, then all of them together.
  ///
  /// - Parameters:
  ///   - comparison: the sets.
  ///   - record: one configuration that was played over the traces of the reference and then over those of the
  ///     candidate.
  /// - Complexity: O(*families* × *sessions*).
  package static func all(of comparison: TraceSetComparison, in record: RunRecord) -> [TraceResultChange] {
    let traces = comparison.reference.traces + comparison.candidate.traces
    precondition(record.traces.map(\.sha256) == traces.map(\.sha256), "the record is that of the traces of both sets")
    let split = comparison.reference.traces.count
    let configuration = record.configurations[0]
    let measures = measureNames.compactMap { Measure.named($0) }
    let changes = comparison.rows.flatMap { row in
      let sessions = configuration.sessions.indices.filter { index in
        row.family == nil || traces[configuration.sessions[index].trace].family == row.family
      }
      let before = sessions.filter { configuration.sessions[$0].trace < split }
      let after = sessions.filter { configuration.sessions[$0].trace >= split }
      return measures.map { measure in
        TraceResultChange(
          family: row.family, measure: measure, reference: measure.value(of: configuration, over: before),
          candidate: measure.value(of: configuration, over: after))
      }
    }
    // Swift's sort keeps the order of equals, which is that of the comparison.
    let ordered = changes.sorted { $0.movement > $1.movement }
    return ordered.filter { $0.family != nil } + ordered.filter { $0.family == nil }
  }
}

extension Measure {
  /// The value over some sessions of a configuration, each counted once; `nil` where they have none.
  ///
  /// - Complexity: O(*n* log *n*) in the number of sessions.
  package func value(of configuration: ConfigurationRecord, over sessions: [Int]) -> Double? {
    if case .percentile(_, let probability, _, _) = estimator {
      return Quantiles(of: sessions.flatMap { samples(of: configuration, at: $0) }).value(at: probability)
    }
    let terms = sessions.compactMap { term(of: configuration, at: $0) }
    let numerator = terms.map(\.numerator).compensatedSum
    guard case .ratio = estimator else { return terms.isEmpty ? nil : numerator }
    let denominator = terms.map(\.denominator).compensatedSum
    return denominator > 0 ? numerator / denominator : nil
  }
}
