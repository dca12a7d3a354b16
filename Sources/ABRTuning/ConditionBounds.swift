import ABRComparison
import ABRStatistics

/// Works out what the conditions of a search may come to on new recordings, for one setting after the other.
///
/// Harms of a recording are what it adds to the change for the worse, less what is allowed:
///
///     e(i) = n · (move(i) of the setting − w · move(i) of the current one) + harm
///
/// with moves as `ClusterMoves` has them, *w* = 1 but for conditions relative to the current value, where the allowance
/// moves with it (1 − share where more is better), and no current setting for limits. A percentile is bounded through
/// the share of values beyond it, which is a ratio (R. S. Woodruff, JASA 47, 1952).
struct ConditionBounds {
  /// What sessions over the recordings gave, for one measure.
  struct Evidence {
    /// Sums of each recording; empty for a percentile.
    var totals: [PairedClusters.Totals] = []
    /// Values of the sessions of each recording, for a percentile.
    var samples: [[Double]] = []
  }

  private let goals: TuningGoals
  private let bound: HarmBound
  /// That of the current setting for each condition; empty where there is none.
  private let current: [Evidence]

  /// Prepares the bounds.
  ///
  /// - Parameters:
  ///   - goals: with the conditions.
  ///   - bound: for as many recordings as the evidence has.
  ///   - current: evidence of the current setting for each condition; empty where there is none.
  init(_ goals: TuningGoals, _ bound: HarmBound, current: [Evidence]) {
    self.goals = goals
    self.bound = bound
    self.current = current
  }

  /// The conditions of a setting.
  ///
  /// - Parameter evidence: its own, for each condition.
  func conditions(of evidence: [Evidence]) -> [TuningPromise.Condition] {
    goals.constraints.indices.map { place in
      let reference = current.isEmpty ? nil : current[place]
      return if case .percentile = goals.constraints[place].measure.estimator {
        percentile(goals.constraints[place], evidence[place], reference)
      } else {
        ratio(goals.constraints[place], evidence[place], reference)
      }
    }
  }

  /// The conditions of the current setting itself: it has not changed against itself.
  var conditionsOfCurrent: [TuningPromise.Condition] {
    zip(goals.constraints, conditions(of: current)).map { constraint, condition in
      if constraint.bound.isLimit { return condition }
      return .init(constraint: constraint, seen: 0, bound: 0, allowed: condition.allowed, holds: true)
    }
  }

  private func ratio(_ constraint: Gate, _ evidence: Evidence, _ reference: Evidence?) -> TuningPromise.Condition {
    let sign = constraint.measure.direction == .higher ? -1.0 : 1
    let count = Double(bound.count)
    let isSum = constraint.measure.isSum
    let none = TuningPromise.Condition(constraint: constraint, seen: nil, bound: nil, allowed: nil, holds: false)
    if case .limit(let limit) = constraint.bound {
      guard let own = ClusterMoves(evidence.totals, isSum: isSum) else { return none }
      let harm = sign * (own.value - limit)
      let upper = bound.value(of: own.moves.map { count * sign * $0 + harm })
      return .init(
        constraint: constraint, seen: own.value, bound: own.value + sign * (upper - harm), allowed: limit,
        holds: upper <= 0)
    }
    guard let reference, let old = ClusterMoves(reference.totals, isSum: isSum),
      // What differs by rounding alone is the same.
      let own = ClusterMoves(
        zip(evidence.totals, reference.totals).map { $0.isTied(with: $1) ? $1 : $0 }, isSum: isSum),
      let allowance = goals.allowance(of: constraint, reference: old.value)
    else { return none }
    let change = Tie.difference(own.value, old.value)
    let harm = sign * change - allowance
    let share = if case .relative(let share) = constraint.bound { share } else { 0.0 }
    let weight = 1 + sign * share * (old.value < 0 ? -1 : 1)
    let upper = bound.value(of: zip(own.moves, old.moves).map { count * sign * ($0 - weight * $1) + harm })
    return .init(
      constraint: constraint, seen: change, bound: change + sign * (upper - harm), allowed: sign * allowance,
      holds: upper <= 0)
  }

  /// The bound is the least harmful value that too many of new values will not be beyond.
  private func percentile(_ constraint: Gate, _ evidence: Evidence, _ reference: Evidence?) -> TuningPromise.Condition {
    guard case .percentile(_, let probability, _, _) = constraint.measure.estimator else {
      preconditionFailure("a ratio")
    }
    let sign = constraint.measure.direction == .higher ? -1.0 : 1
    let none = TuningPromise.Condition(constraint: constraint, seen: nil, bound: nil, allowed: nil, holds: false)
    guard let value = Quantiles(of: evidence.samples.joined()).value(at: probability) else { return none }
    var old: (value: Double, beyond: ClusterMoves)?
    var allowed: Double
    if case .limit(let limit) = constraint.bound {
      allowed = limit
    } else {
      guard let samples = reference?.samples, let value = Quantiles(of: samples.joined()).value(at: probability),
        let allowance = goals.allowance(of: constraint, reference: value),
        let beyond = Self.beyond(value, of: samples, sign)
      else { return none }
      old = (value, beyond)
      allowed = sign * allowance
    }
    let share = old?.beyond.value ?? (sign > 0 ? 1 - probability : probability)
    func isBound(_ threshold: Double) -> Bool {
      guard let own = Self.beyond(threshold, of: evidence.samples, sign) else { return false }
      let count = Double(bound.count)
      let harms = own.moves.indices.map { place in
        count * (own.moves[place] - (old?.beyond.moves[place] ?? 0)) + own.value - share
      }
      return bound.value(of: harms) <= 0
    }
    let candidates = Set(evidence.samples.joined()).sorted { sign * $0 < sign * $1 }
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if isBound(candidates[middle]) { high = middle } else { low = middle + 1 }
    }
    let found = low < candidates.count ? candidates[low] : sign * .infinity
    let base = old?.value ?? 0
    func change(_ value: Double) -> Double { old == nil ? value : Tie.difference(value, base) }
    return .init(
      constraint: constraint, seen: change(value), bound: change(found), allowed: allowed,
      holds: sign * change(found) <= sign * allowed)
  }

  /// The share of values that are worse than one.
  private static func beyond(_ threshold: Double, of samples: [[Double]], _ sign: Double) -> ClusterMoves? {
    ClusterMoves(
      samples.map { values in
        .init(
          numerator: Double(values.count { sign * $0 > sign * threshold }), denominator: Double(values.count))
      })
  }
}
