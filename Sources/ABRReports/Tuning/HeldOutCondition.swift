import ABRComparison

/// What the answer of a search comes to in one of its conditions, over recordings that the search never saw.
package struct HeldOutCondition: Sendable {
  /// The condition.
  package let constraint: Gate
  /// The value where the condition is a limit, otherwise the change against the current setting; `nil` where there is
  /// none.
  package let seen: Double?
  /// Whether the condition is met.
  package let isMet: Bool

  /// Describes a condition.
  package init(constraint: Gate, seen: Double?, isMet: Bool) {
    self.constraint = constraint
    self.seen = seen
    self.isMet = isMet
  }

  /// That it is missed, in words: a bound on a change beside a change, and a limit beside a value.
  var missed: String { "\(constraint.name) is missed: it comes to \(text)" }

  /// What it comes to, for people.
  var text: String {
    let text = MeasureText(constraint.measure)
    return constraint.bound.isLimit ? text.value(seen) : text.difference(seen)
  }
}
