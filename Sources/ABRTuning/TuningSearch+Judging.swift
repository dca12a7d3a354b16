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
  /// current setting comes first, then what changes least of it, then the order of the grid.
  func ranking(_ candidates: [Judged]) -> [Judged] {
    let current = currentIndex.map { (values: settings[$0].values, places: places(of: settings[$0])) }
    func change(_ setting: Int) -> (parameters: Int, steps: Int) {
      guard let current else { return (0, 0) }
      return (
        zip(settings[setting].values, current.values).count { $0 != $1 },
        zip(places(of: settings[setting]), current.places).reduce(0) { $0 + abs($1.0 - $1.1) }
      )
    }
    return candidates.sorted { one, other in
      if one.violation != other.violation { return one.violation < other.violation }
      for (a, b) in zip(one.harms, other.harms) where a != b { return a < b }
      let (a, b) = (change(one.setting), change(other.setting))
      return a == b ? one.setting < other.setting : a < b
    }
  }

  /// Where the values of a setting lie in the ranges of their parameters; for one off the grid how many lie below.
  private func places(of setting: TuningSetting) -> [Int] {
    setting.place
      ?? zip(space.parameters, setting.values).map { tuned, value in
        tuned.range.values.count { ($0.number ?? .infinity) < (value.number ?? -.infinity) }
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
    let traces = Array(traces.prefix(judged.traces))
    return .init(
      setting: settings[judged.setting], values: judged.values,
      besides: goals.besides.map { outcomes.value(of: $0, setting: judged.setting, over: traces) },
      traces: judged.traces, isFeasible: judged.isFeasible,
      isPromised: isPromised, isOnFront: isOnFront)
  }

  /// Whether a setting is better than another in a goal before it is worse in one.
  func isBetter(_ one: Judged, than other: Judged) -> Bool {
    for (a, b) in zip(one.harms, other.harms).prefix(goals.goals.count) where a != b { return a < b }
    return false
  }
}
