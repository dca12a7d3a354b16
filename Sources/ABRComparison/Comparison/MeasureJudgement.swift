import ABRStatistics

/// What is said of one measure among several that are compared at once: interval, p-value and verdict from one
/// decision, at the level at which Holm's method holds the measure.
///
/// The verdict is on which side of 0 the interval lies, and the p-value is at most
/// ``RunComparison/significance`` exactly where the interval leaves 0 out, so that the three cannot disagree. A
/// percentile has no p-value and takes no part in the adjustment: its interval is ``MeasureComparison/interval``.
package struct MeasureJudgement: Sendable, Hashable {
  /// Interval of the difference at the level of this measure among the others.
  package let interval: ConfidenceInterval?
  /// Two-sided p-value, adjusted for all measures; `nil` for a percentile.
  package let pValue: Double?
  /// What the interval says about traces like these.
  package let verdict: Verdict

  /// A measure that is judged by itself.
  init(_ comparison: MeasureComparison) {
    interval = comparison.interval
    pValue = comparison.pValue
    verdict = comparison.verdict
  }

  /// A measure among others.
  init(_ comparison: MeasureComparison, _ own: PairedComparison.Judgement) {
    let scale = comparison.scale
    interval = own.interval.map { ConfidenceInterval(lower: $0.lower * scale, upper: $0.upper * scale) }
    pValue = own.pValue
    verdict = own.verdict
  }
}
