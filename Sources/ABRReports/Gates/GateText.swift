import ABRComparison
import ABRStatistics

/// Writes what a gate judged, with so many digits that numbers and result agree.
struct GateText {
  private let text: MeasureText
  /// Digits beyond those of the unit that values, their difference and its interval have at least.
  let extraDigits: Int
  private let shareDigits: Int

  /// The text of a gate that was judged.
  init(_ outcome: GateOutcome) {
    let comparison = outcome.comparison
    self.init(
      outcome.gate, candidate: comparison.candidate, difference: comparison.difference,
      relative: comparison.relativeDifference, interval: comparison.interval)
  }

  /// The text of a gate.
  ///
  /// - Parameters:
  ///   - gate: the condition.
  ///   - candidate: the value that a limit is held against.
  ///   - difference: what an allowed change is held against by a corpus gate.
  ///   - relative: the same as a share of the reference.
  ///   - interval: what an allowed change is held against by a population gate.
  init(_ gate: Gate, candidate: Double?, difference: Double?, relative: Double?, interval: ConfidenceInterval?) {
    text = MeasureText(gate.measure)
    let direction = gate.measure.direction
    let worse: Double = direction == .higher ? -1 : 1
    let ends = gate.kind == .population ? interval.map { [$0.lower, $0.upper] } : nil
    switch gate.bound {
    case .limit(let limit):
      extraDigits = text.extraDigits(of: [candidate].compactMap(\.self), besides: limit, direction)
      shareDigits = 0
    case .absolute(let amount):
      extraDigits = text.extraDigits(of: ends ?? [difference].compactMap(\.self), besides: worse * amount, direction)
      shareDigits = 0
    case .relative(let share):
      extraDigits = 0
      // An interval is no share.
      let values = ends == nil ? [relative].compactMap(\.self) : []
      shareDigits = MeasureText.extraDigits(ofShares: values, besides: worse * share, direction)
    }
  }

  /// Both values with their change.
  func change(of comparison: MeasureComparison) -> MeasureText.Change {
    text.change(of: comparison, withAtLeast: (extraDigits, shareDigits))
  }

  /// The values of one trace with the unit once, and the digits that both values of the comparison have.
  func change(of trace: TraceChange, in comparison: MeasureComparison) -> String {
    let digits = text.extraDigits(
      from: comparison.reference, to: comparison.candidate, relative: comparison.relativeDifference)
    return text.change(from: trace.reference, to: trace.candidate, extra: max(digits ?? 0, extraDigits))
  }

  /// The interval of the change.
  func interval(_ interval: ConfidenceInterval) -> String { text.interval(interval, extra: extraDigits) }
}
