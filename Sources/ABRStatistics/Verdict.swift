/// What a comparison says about traces like these, not about these very traces.
package enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The candidate differs, in the metric's good direction.
  case better
  /// The candidate differs, in the metric's bad direction.
  case worse
  /// The two differ by no more than the margin, whichever value of the interval is true.
  case same
  /// These clusters are too few to tell.
  case inconclusive
  /// The candidate differs, in a metric that has no direction.
  case different

  /// Judges a difference by its interval alone, so that what is said beside an interval is what the interval says.
  ///
  /// In this order:
  /// 1. ``same`` when the whole interval lies within ±`margin`, the ends included. A difference that is real and too
  ///    small to matter is the same, and with a margin of 0 only what never differs is.
  /// 2. ``better``, ``worse`` or ``different`` when the interval lies on one side of 0.
  /// 3. ``inconclusive`` otherwise, and without an interval.
  /// - Parameters:
  ///   - interval: a range of the difference, candidate less reference; `nil` where clusters are too few for one.
  ///   - direction: which way is better.
  ///   - margin: differences up to this do not matter; at least 0, in the unit of the difference.
  package init(interval: ConfidenceInterval?, direction: Direction, margin: Double) {
    precondition(margin >= 0, "a margin of \(margin)")
    guard let interval else {
      self = .inconclusive
      return
    }
    if interval.isWithin(margin: margin) {
      self = .same
      return
    }
    let isGreater = interval.lower > 0
    guard isGreater || interval.upper < 0 else {
      self = .inconclusive
      return
    }
    switch direction {
    case .lower: self = isGreater ? .worse : .better
    case .higher: self = isGreater ? .better : .worse
    case .neutral: self = .different
    }
  }
}
