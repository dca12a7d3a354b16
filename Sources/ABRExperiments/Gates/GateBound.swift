import ABRPolicies

/// How much worse a measure may become, or what it may be at most or at least.
public enum GateBound: Sendable, Hashable {
  /// So much worse than the reference, in the measure's base unit.
  case absolute(Double)
  /// So much worse than the reference, as a share of its magnitude. Of a reference of 0 that is nothing.
  case relative(Double)
  /// No more than this, or no less where more is better, whatever the reference is; in the base unit.
  case limit(Double)

  /// How much worse the candidate may be, in the base unit; `nil` for a limit.
  public func allowance(reference: Double) -> Double? {
    switch self {
    case .absolute(let amount): amount
    case .relative(let share): share * (reference.isFinite ? reference.magnitude : 0)
    case .limit: nil
    }
  }

  /// Reads a bound.
  ///
  /// `+0.10pp`, `+50ms`, `-2%` change the reference and need a sign, in the direction in which the measure gets worse; `3s` and
  /// `0.5pp` without one are limits. `%` is a share of the reference, `pp` are percentage points of a share. A bare number is in
  /// the base unit.
  /// - Throws: ``GateError`` saying what was found and what is allowed.
  public init(parsing text: String, for measure: Measure) throws(GateError) {
    let allowed = Self.forms(of: measure)
    func refuse(_ reason: String? = nil) -> GateError {
      .badBound(metric: measure.name, found: text, allowed: reason ?? allowed)
    }
    guard measure.direction != .neutral else { throw .withoutDirection(metric: measure.name) }
    var rest = text[...]
    let sign = rest.first.flatMap { "+-".contains($0) ? $0 : nil }
    if sign != nil { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let suffix = String(rest.dropFirst(digits.count))
    guard let number = Double(digits), number.isFinite else { throw refuse() }
    let worse: Character = measure.direction == .lower ? "+" : "-"
    if let sign, sign != worse, number != 0 {
      throw refuse("a change for the worse, which for this metric begins with \(worse)")
    }
    if suffix == "%" {
      guard sign != nil else { throw refuse("a sign before a share of the reference, such as \(worse)\(digits)%") }
      self = .relative(number / 100)
      return
    }
    guard let factor = suffix.isEmpty ? 1 : measure.unit.suffixes[suffix] else { throw refuse() }
    self = sign == nil ? .limit(number * factor) : .absolute(number * factor)
  }

  private static func forms(of measure: Measure) -> String {
    let sign = measure.direction == .lower ? "+" : "-"
    let units = measure.unit.suffixes.keys.sorted()
    let example = units.first.map { "\(sign)1\($0)" } ?? "\(sign)1"
    return "a change such as \(example) or \(sign)2%, or a limit without a sign"
      + (units.isEmpty ? "" : ", in \(units.joined(separator: ", "))")
  }
}
