/// When two numbers that were worked out in different ways count as the same: the one place that says so.
///
/// Two policies may wait for the very same byte. The wait is the difference of two clocks, each the sum of what was
/// played before, so that its last bits tell the order of sums and nothing about the network. Numbers that agree to
/// ``tolerance`` of the greater one are tied: their difference is exactly 0.
package enum Tie {
  /// Share of the greater magnitude up to which two numbers are the same.
  package static let tolerance = 1e-12

  /// Whether two numbers are the same; two that are infinite on one side are.
  package static func holds(_ one: Double, _ other: Double) -> Bool {
    one == other
      || (one.isFinite && other.isFinite && (one - other).magnitude <= tolerance * max(one.magnitude, other.magnitude))
  }

  /// Whether two times are the same that are differences of a clock's readings, and so have the rounding of these.
  ///
  /// - Parameters:
  ///   - one: seconds.
  ///   - other: seconds.
  ///   - clock: the clock's greatest reading.
  package static func holds(_ one: Double, _ other: Double, onClock clock: Double) -> Bool {
    holds(one, other) || (one - other).magnitude <= tolerance * clock
  }

  /// One less the other; 0 where they are the same.
  package static func difference(_ new: Double, _ old: Double) -> Double { holds(new, old) ? 0 : new - old }
}
