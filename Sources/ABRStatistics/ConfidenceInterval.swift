/// A range that holds the true value in a stated share of repetitions.
package struct ConfidenceInterval: Sendable, Hashable {
  /// Lower end, in the unit of the value.
  package let lower: Double
  /// Upper end, in the unit of the value; at least ``lower``.
  package let upper: Double

  /// Describes a range.
  package init(lower: Double, upper: Double) {
    precondition(lower <= upper, "an interval from \(lower) to \(upper)")
    self.lower = lower
    self.upper = upper
  }

  /// Whether the value lies inside, the ends included.
  package func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// Whether every value of the range is within ±`margin` of 0, the ends included.
  package func isWithin(margin: Double) -> Bool { -margin <= lower && upper <= margin }
}
