import ABRNetwork

/// Two sets of traces: which files differ, and how far that moves what the networks of each family carry.
package struct TraceSetComparison: Sendable {
  /// What is compared against.
  package let reference: TraceSet
  /// What is under test, its own folder's family called as the reference's (``TraceSet/aligned(with:)``).
  package let candidate: TraceSet
  /// Capacity in bits per second up to which it is an outage.
  package let outageThreshold: Double
  /// Files that are not the same.
  package let changes: [TraceFileChange]
  /// The families, those that moved most first: those that only one side has, then by the Wasserstein distance over the
  /// mean.
  package let families: [TraceFamilyComparison]
  /// All families together.
  package let whole: TraceFamilyComparison

  /// Compares two sets.
  ///
  /// - Parameters:
  ///   - reference: with at least one trace.
  ///   - candidate: with at least one trace.
  ///   - outageThreshold: capacity in bits per second up to which it is an outage; at least 0.
  /// - Throws: as `TraceSource.trace()`.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  package init(reference: TraceSet, candidate: TraceSet, outageThreshold: Double = 0) throws(TraceError) {
    let candidate = candidate.aligned(with: reference)
    let (changes, unchanged) = try TraceFileChange.all(from: reference, to: candidate)
    let before = Dictionary(grouping: reference.traces, by: \.family)
    let after = Dictionary(grouping: candidate.traces, by: \.family)
    self.reference = reference
    self.candidate = candidate
    self.outageThreshold = outageThreshold
    self.changes = changes
    let families = try Set(before.keys).union(after.keys).sorted().map { family throws(TraceError) in
      try TraceFamilyComparison(
        family: family, reference: before[family] ?? [], candidate: after[family] ?? [],
        changes: changes.filter { $0.families.contains(family) }, unchangedCount: unchanged[family] ?? 0,
        outageThreshold: outageThreshold)
    }
    func movement(_ family: TraceFamilyComparison) -> Double { family.relativeDistance ?? .infinity }
    // By name where two moved alike; Swift's sort keeps the order of equals.
    self.families = families.sorted { movement($0) > movement($1) }
    whole = try TraceFamilyComparison(
      family: nil, reference: reference.traces, candidate: candidate.traces, changes: changes,
      unchangedCount: unchanged.values.reduce(0, +), outageThreshold: outageThreshold)
  }

  /// Whether any family holds other traces.
  package var isChanged: Bool { families.contains(where: \.isChanged) }

  /// The families, and all of them together where there are several.
  package var rows: [TraceFamilyComparison] { families.count > 1 ? families + [whole] : families }
}
