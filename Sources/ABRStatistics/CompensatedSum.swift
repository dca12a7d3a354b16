/// A sum whose rounding error does not grow with the number of terms.
///
/// Neumaier's variant of Kahan summation (A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
/// Summen", ZAMM 54, 1974): what each addition loses is collected apart and added at the end. The result depends on the
/// order of the terms in the last bit, so terms are added in the order of sessions, never by thread.
package struct CompensatedSum: Sendable, Hashable {
  private var sum = 0.0
  private var lost = 0.0

  /// Creates a sum of nothing, which is 0.
  package init() {}

  /// Creates the sum of values in their order.
  /// - Complexity: O(*values*).
  @specialized(where S == [Double])
  package init<S: Sequence<Double>>(_ values: S) {
    for value in values { add(value) }
  }

  /// Adds a term.
  package mutating func add(_ term: Double) {
    let next = sum + term
    // Of the two, the larger one keeps its bits; those of the smaller one are what got lost.
    lost += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
    sum = next
  }

  /// The sum. An infinite or undefined term makes it infinite or undefined, as it does for plain addition.
  package var value: Double { sum.isFinite ? sum + lost : sum }
}

extension Sequence<Double> {
  /// The sum in order, see ``CompensatedSum``.
  /// - Complexity: O(*n*).
  package var compensatedSum: Double {
    @specialized(where Self == [Double]) get { CompensatedSum(self).value }
  }
}

extension Collection<Double> {
  /// The arithmetic mean, summed in order with ``CompensatedSum``; `nil` of nothing.
  /// - Complexity: O(*n*).
  package var mean: Double? { isEmpty ? nil : compensatedSum / Double(count) }
}
