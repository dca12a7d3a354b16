import ABRRuns
import ABRStatistics

/// What became of a gate.
package struct GateOutcome: Sendable {
  /// How it went.
  package enum Status: String, Sendable, Hashable, CaseIterable {
    /// The condition is met.
    case pass
    /// The condition is not met.
    case fail
    /// The traces are too few to tell, of a population gate; or there is no value to judge.
    case inconclusive
  }

  /// The condition.
  package let gate: Gate
  /// What is under test, where a check has several configurations.
  package let configuration: Configuration
  /// What reports and histories call the configuration.
  package let name: String
  /// What it was judged by.
  package let comparison: MeasureComparison
  /// How it went.
  package let status: Status
  /// Whether there was nothing to judge: no recording has a value of the measure in both runs, or for a limit in the
  /// candidate; or no session shows a frame, which meets many a limit. A check never passes on such a gate.
  package let isUncompared: Bool
  /// Whether it is a population gate over so few recordings that no change would fail it. A check never passes on such
  /// a gate either.
  package var hasTooFewRecordings: Bool { !isUncompared && isJudgedByInterval && !comparison.isEnough }

  /// Whether it is met because a percentile falls among sessions without a value in both runs, such as those that never
  /// start: nothing says how much worse they became.
  package var comparesNever: Bool {
    status == .pass && comparison.isNever
  }

  /// Judges a comparison.
  ///
  /// A corpus gate fails when the exact difference for the worse is greater than the bound; equal is met. A population
  /// gate fails when the whole interval is beyond the bound, is met when no value of the interval is beyond it, and is
  /// inconclusive in between, and without an interval. A limit is held against the candidate's own value, by a
  /// population gate too, whatever the reference has.
  ///
  /// - Parameters:
  ///   - gate: the condition.
  ///   - comparison: what it is judged by.
  ///   - configuration: what is under test.
  ///   - name: what reports call it; `nil` for its own name.
  ///   - showsNothing: whether no session shows a frame in either run, so that there is nothing to judge.
  package init(
    _ gate: Gate, _ comparison: MeasureComparison, configuration: Configuration, name: String? = nil,
    showsNothing: Bool = false
  ) {
    self.gate = gate
    self.comparison = comparison
    self.configuration = configuration
    self.name = name ?? configuration.name
    // What has no end in both runs is met by every gate over enough recordings (``comparesNever``).
    let difference = comparison.isNever ? 0 : comparison.difference
    let judged = Self.judge(
      gate, reference: comparison.reference, candidate: comparison.candidate, difference: difference,
      interval: comparison.interval)
    if gate.bound.isLimit {
      status = showsNothing && judged == .pass ? .inconclusive : judged
      isUncompared = status == .inconclusive
    } else {
      let hasInterval =
        gate.kind == .corpus || comparison.interval != nil || comparison.isNever && comparison.isEnough
      status = showsNothing || !hasInterval ? .inconclusive : judged
      isUncompared = showsNothing || difference.flatMap(gate.measure.direction.harm).map(\.isNaN) ?? true
    }
  }

  /// Whether the check fails because of it.
  package var isFailure: Bool { status == .fail && gate.level == .error }
  /// How far the measure is beyond what is allowed, as a share of that; of the reference's magnitude where nothing is
  /// allowed, infinite where that is 0, too. At most 0 where the condition is met.
  package var excess: Double {
    let (beyond, size): (Double, Double)
    if case .limit(let limit) = gate.bound {
      guard let candidate = comparison.candidate else { return 0 }
      (beyond, size) = (gate.measure.direction.harm(of: candidate - limit) ?? 0, limit.magnitude)
    } else {
      guard let reference = comparison.reference, let harm = comparison.harm else { return 0 }
      let allowed = gate.bound.allowance(reference: reference) ?? 0
      (beyond, size) = (harm - allowed, allowed > 0 ? allowed : reference.magnitude)
    }
    if size > 0, size.isFinite, !beyond.isNaN { return beyond / size }
    return beyond > 0 ? .infinity : 0
  }
  /// Whether an interval decides, as of a population gate that bounds a change.
  package var isJudgedByInterval: Bool {
    !gate.bound.isLimit && gate.kind == .population
  }

  /// How a gate goes over the values of a comparison, in the gate's base unit.
  package static func judge(
    _ gate: Gate, reference: Double?, candidate: Double?, difference: Double?, interval: ConfidenceInterval?
  ) -> Status {
    if case .limit(let limit) = gate.bound {
      guard let candidate else { return .inconclusive }
      let isMet = gate.measure.direction == .higher ? candidate >= limit : candidate <= limit
      return isMet ? .pass : .fail
    }
    guard let reference, candidate != nil, let harm = difference.flatMap(gate.measure.direction.harm),
      let allowed = gate.bound.allowance(reference: reference)
    else { return .inconclusive }
    // Beyond the end of all sessions nothing is known: a percentile that fell among sessions without a value.
    if harm.isNaN { return .inconclusive }
    if gate.kind == .corpus || harm == 0 { return harm > allowed ? .fail : .pass }
    guard let interval else { return .inconclusive }
    let (best, worst) =
      gate.measure.direction == .higher ? (-interval.upper, -interval.lower) : (interval.lower, interval.upper)
    if worst <= allowed { return .pass }
    return best > allowed ? .fail : .inconclusive
  }
}
