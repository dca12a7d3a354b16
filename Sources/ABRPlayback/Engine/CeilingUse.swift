/// For which ceilings of the buffer everything would have been decided alike that was decided under one of them.
///
/// The ceiling is the forward target, or the maximum level where that is less. Between two evaluations of the target it is one number,
/// and a session asks few things of it: whether the level is under it, how long the buffer stays full, and what a rule makes of it.
@usableFromInline
struct CeilingUse: Sendable, Hashable {
  /// The ceiling has to be above this: levels at which there was room.
  @usableFromInline var passedLevel = -Double.infinity
  /// The ceiling has to be within these for the rule to decide alike.
  @usableFromInline var least = -Double.infinity
  @usableFromInline var greatest = Double.infinity
  /// The ceiling has to be this; not a number where it need not be any.
  @usableFromInline var exact = Double.nan

  @inlinable @inline(__always)
  init() {}

  /// There was room at a level.
  @inlinable @inline(__always)
  mutating func pass(_ level: Double) { passedLevel = max(passedLevel, level) }

  /// The time at which something happened follows from the ceiling.
  @inlinable @inline(__always)
  mutating func need(_ ceiling: Double) { exact = ceiling }

  /// Something is the same for all ceilings within some; where the ceiling is none of them it has to be what it is.
  ///
  /// - Parameters:
  ///   - ceilings: the range.
  ///   - surplus: taken off both ends: a rule is shown the ceiling and so much more.
  @inlinable @inline(__always)
  mutating func need(_ ceiling: Double, within ceilings: ClosedRange<Double>, less surplus: Double = 0) {
    // Well within what rounding of sums could take away.
    let lower = ceilings.lowerBound - surplus + 1e-9
    let upper = ceilings.upperBound - surplus - 1e-9
    if lower <= ceiling, ceiling <= upper {
      least = max(least, lower)
      greatest = min(greatest, upper)
    } else {
      exact = ceiling
    }
  }

  /// Whether all would have been the same under another ceiling.
  @inlinable @inline(__always)
  func allows(_ ceiling: Double) -> Bool {
    ceiling > passedLevel && ceiling >= least && ceiling <= greatest && (exact.isNaN || exact == ceiling)
  }
}
