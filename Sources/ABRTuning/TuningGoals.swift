import ABRComparison
import ABRPolicies

/// What a search wants: measures to make as good as can be, and conditions that a setting must meet.
package struct TuningGoals: Sendable {
  /// The measures, the most important first.
  package let goals: [Measure]
  /// The conditions: limits, or how much worse than the current setting a measure may be.
  package let constraints: [Gate]
  /// Every measure that decides: the goals, then those of the conditions, each once. Values of a setting come in this
  /// order.
  package let objectives: [Measure]
  /// What else is worked out of every setting, for those who look at one; it decides nothing.
  package let besides: [Measure]
  /// How much worse a share may become under a condition that allows nothing, such as `rebuffer_ratio<=+0pp`: no number
  /// of recordings can show that nothing will ever differ.
  package let tolerance: Double
  /// The tolerance where none is asked for: 1.8 s of stalling in an hour.
  package static let usualTolerance = 0.0005

  /// Describes a search.
  ///
  /// - Parameters:
  ///   - goals: names of measures with a direction; at least one.
  ///   - constraints: conditions as `Gate/init(parsing:as:)` reads them.
  ///   - tolerance: see ``tolerance``.
  ///   - severalItems: whether sessions have several items: `startup_s` is then that of the first.
  ///   - form: how strictly their bounds are read: programs write numbers in base units, people with their unit.
  /// - Throws: `GateError`.
  package init(
    goals: [String], constraints: [String], tolerance: Double = 0, severalItems: Bool = false,
    as form: GateBound.Form = .number
  ) throws(GateError) {
    self.tolerance = tolerance
    var measures: [Measure] = []
    for name in goals {
      let measure = try Measure.meant(by: name)
      guard measure.direction != .neutral else { throw .withoutDirection(metric: name) }
      if !measures.contains(measure) { measures.append(measure) }
    }
    var gates: [Gate] = []
    for text in constraints { gates.append(try Gate(parsing: text, as: form)) }
    self.goals = measures
    self.constraints = gates
    for gate in gates where !measures.contains(gate.measure) { measures.append(gate.measure) }
    objectives = measures
    let startup = severalItems ? "startup_s_p50" : "startup_s"
    besides = [startup, "rebuffer_ratio", "bytes_wasted_per_h", "mean_bitrate_bps"].compactMap(Measure.named)
      .filter { !measures.contains($0) }
  }

  /// Names of the goals of a search that states none.
  ///
  /// - Parameter severalItems: whether sessions have several items.
  package static func usual(severalItems: Bool) -> [String] {
    [severalItems ? "wait_ratio" : "rebuffer_ratio", "bytes_wasted_per_h"]
  }

  /// The first condition that is relative to the current setting.
  package var relativeConstraint: Gate? { constraints.first { !$0.bound.isLimit } }

  /// How far a setting is from meeting a condition, in the measure's base unit; 0 where it meets it, infinite without a
  /// value.
  ///
  /// - Parameters:
  ///   - value: the setting's.
  ///   - constraint: the condition.
  ///   - reference: the current setting's; `nil` where there is none.
  package func excess(of value: Double?, over constraint: Gate, reference: Double?) -> Double {
    guard let value, let harm = constraint.measure.direction.harm(of: value),
      let allowed = allowedHarm(by: constraint, reference: reference)
    else { return .infinity }
    return harm <= allowed ? 0 : harm - allowed
  }

  /// The conditions that a setting misses, in their order, each with its value there.
  ///
  /// - Parameters:
  ///   - evaluated: what the setting gave.
  ///   - current: what the current setting gave, if it was played.
  package func missed(
    by evaluated: TuningOutcome.Evaluated, current: TuningOutcome.Evaluated?
  ) -> [(constraint: Gate, value: Double?)] {
    func value(_ evaluated: TuningOutcome.Evaluated?, _ measure: Measure) -> Double? {
      zip(objectives, evaluated?.values ?? []).first { $0.0 == measure }?.1
    }
    return constraints.compactMap { constraint in
      let found = value(evaluated, constraint.measure)
      return excess(of: found, over: constraint, reference: value(current, constraint.measure)) > 0
        ? (constraint, found) : nil
    }
  }

  /// The same as a share of the larger of the two values. All of a value misses a bound of 0, which as a share of
  /// itself would be the same for every setting: there it is a share of the current setting's, or stays as it is where
  /// that has none.
  func violation(of value: Double?, over constraint: Gate, reference: Double?) -> Double {
    let excess = excess(of: value, over: constraint, reference: reference)
    guard excess > 0 else { return 0 }
    let own = allowedHarm(by: constraint, reference: reference) == 0 ? nil : value
    let scale = [own, reference].compactMap { $0 }.filter(\.isFinite).map(\.magnitude).max() ?? 1
    return scale > 0 ? excess / scale : excess
  }

  /// The most harm that meets a condition; `nil` where it is relative to a value that is missing.
  private func allowedHarm(by constraint: Gate, reference: Double?) -> Double? {
    let direction = constraint.measure.direction
    if case .limit(let limit) = constraint.bound { return direction.harm(of: limit) }
    guard let reference, let harm = direction.harm(of: reference) else { return nil }
    return allowance(of: constraint, reference: reference).map { harm + $0 }
  }

  /// How much worse than the current setting a condition lets a measure be, the tolerance included; `nil` for a limit.
  func allowance(of constraint: Gate, reference: Double) -> Double? {
    constraint.bound.allowance(reference: reference).map { $0 + (isTolerant(constraint) ? tolerance : 0) }
  }

  /// Whether the tolerance holds for a condition: one of a share that may not become worse at all.
  package func isTolerant(_ constraint: Gate) -> Bool {
    constraint.measure.unit.isShare && [.absolute(0), .relative(0)].contains(constraint.bound)
  }

  /// Whether the tolerance holds for any condition.
  package var usesTolerance: Bool { constraints.contains(where: isTolerant) }
}
