/// A range that holds the true value in a stated share of repetitions.
public struct ConfidenceInterval: Sendable, Hashable {
  /// Lower end, in the unit of the value.
  public let lower: Double
  /// Upper end, in the unit of the value; at least ``lower``.
  public let upper: Double

  /// Describes a range.
  public init(lower: Double, upper: Double) {
    precondition(lower <= upper, "an interval from \(lower) to \(upper)")
    self.lower = lower
    self.upper = upper
  }

  /// Whether the value lies inside, the ends included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// Whether every value of the range is within ±`margin` of 0, the ends included.
  public func isWithin(margin: Double) -> Bool { -margin <= lower && upper <= margin }
}
