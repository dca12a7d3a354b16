import ABRNetwork

/// One family of traces in two sets, or all of them.
package struct TraceFamilyComparison: Sendable {
  /// Name of the folder; `nil` for all families together.
  package let family: String?
  /// The traces before; `nil` where there are none.
  package let reference: TraceSummary?
  /// The traces after; `nil` where there are none.
  package let candidate: TraceSummary?
  /// Number of files under the same name with the same bytes.
  package let unchangedCount: Int
  /// Number of files by what became of them. A file that moved from one family to another counts as renamed in both.
  package let counts: [TraceFileChange.Kind: Int]
  /// Whether the two sides hold other traces: files with other bytes, more or fewer of them. Names alone change
  /// nothing.
  package let isChanged: Bool
  /// From the capacity before to that after; `nil` where a side has no traces.
  package let distance: CapacityDistance?

  /// Compares the traces of two sides.
  ///
  /// - Throws: as `TraceSource.trace()`.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  init(
    family: String?, reference: [TraceSource], candidate: [TraceSource], changes: [TraceFileChange],
    unchangedCount: Int, outageThreshold: Double
  ) throws(TraceError) {
    self.family = family
    let before = reference.isEmpty ? nil : try TraceSummary(of: reference, outageThreshold: outageThreshold)
    let after = candidate.isEmpty ? nil : try TraceSummary(of: candidate, outageThreshold: outageThreshold)
    self.reference = before
    self.candidate = after
    self.unchangedCount = unchangedCount
    counts = Dictionary(changes.map { ($0.kind, 1) }, uniquingKeysWith: +)
    isChanged = reference.map(\.sha256).sorted() != candidate.map(\.sha256).sorted()
    distance = before.flatMap { before in after.map { before.capacity.distance(to: $0.capacity) } }
  }

  /// Wasserstein distance over the mean capacity before: the share by which capacity must move. `nil` where a side has
  /// no traces.
  package var relativeDistance: Double? {
    guard let distance, let reference else { return nil }
    // A trace that carries nothing is refused when it is read, so that no mean is 0.
    return distance.wasserstein / reference.capacity.mean
  }

  /// `changed` or `unchanged`.
  package var verdict: String { isChanged ? "changed" : "unchanged" }
}
