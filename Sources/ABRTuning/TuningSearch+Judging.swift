import ABRComparison

extension TuningSearch {
  /// A setting with its values over some traces.
  struct Judged {
    let setting: Int
    /// Number of the traces, the first ones.
    let traces: Int
    /// In the order of the objectives.
    let values: [Double?]
    /// Values so that less is better; infinite without one.
    let harms: [Double]
    /// By how much the conditions are missed, each as a share of what it is compared with; 0 where all are met.
    let violation: Double

    var isFeasible: Bool { violation == 0 }
  }

  /// Settings over the first traces, which they and the current setting were played over.
  /// - Complexity: O(settings × traces × objectives).
  func judged(_ candidates: [Int], over count: Int) -> [Judged] {
    let beginning = Array(traces.prefix(count))
    func values(_ setting: Int) -> [Double?] {
      goals.objectives.map { outcomes.value(of: $0, setting: setting, over: beginning) }
    }
    let reference = currentIndex.map(values)
    return candidates.map { setting in
      let values = values(setting)
      let violation = goals.constraints.reduce(0.0) { sum, constraint in
        let place = goals.objectives.firstIndex(of: constraint.measure) ?? 0
        return sum + goals.violation(of: values[place], over: constraint, reference: reference?[place])
      }
      return Judged(
        setting: setting, traces: count, values: values, harms: Self.harms(values, goals.objectives),
        violation: violation)
    }
  }

  /// Values as harms: less is better, infinite without a value. They keep 40 binary digits, some 1e-12, below which a
  /// difference tells the order of sums and nothing else, see ``Tie``.
  static func harms(_ values: [Double?], _ objectives: [Measure]) -> [Double] {
    zip(values, objectives).map { value, measure in
      guard let value, !value.isNaN, let harm = measure.direction.harm(of: value), harm.isFinite else {
        return .infinity
      }
      return Double(bitPattern: (harm.bitPattern &+ 0x800) & ~0xfff)
    }
  }

  /// Settings from the best to the worst: those that meet the conditions by the first goal, then the next ones, then
  /// the measures of the conditions; then the others by how far they miss them. Of what is equal in all that the
  /// current setting comes first, then the order of the grid.
  func ranking(_ candidates: [Judged]) -> [Judged] {
    candidates.sorted { one, other in
      if one.violation != other.violation { return one.violation < other.violation }
      for (a, b) in zip(one.harms, other.harms) where a != b { return a < b }
      if (one.setting == currentIndex) != (other.setting == currentIndex) { return one.setting == currentIndex }
      return one.setting < other.setting
    }
  }

  /// The settings that meet the conditions and that no other of them beats in the goals.
  func front(of candidates: [Judged]) -> Set<Int> {
    let feasible = candidates.filter(\.isFeasible)
    let points = feasible.map { Array($0.harms.prefix(goals.goals.count)) }
    return Set(Dominance.front(of: points).map { feasible[$0].setting })
  }

  /// A setting as the result has it.
  func evaluated(_ judged: Judged, isOnFront: Bool, isPromised: Bool? = nil) -> TuningOutcome.Evaluated {
    .init(
      setting: settings[judged.setting], values: judged.values, traces: judged.traces, isFeasible: judged.isFeasible,
      isPromised: isPromised, isOnFront: isOnFront)
  }

  /// Whether a setting is better than another in a goal before it is worse in one.
  func isBetter(_ one: Judged, than other: Judged) -> Bool {
    for (a, b) in zip(one.harms, other.harms).prefix(goals.goals.count) where a != b { return a < b }
    return false
  }
}
