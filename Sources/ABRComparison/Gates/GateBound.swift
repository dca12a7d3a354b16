import ABRInput
import ABRPolicies
import ABRRuns

/// How much worse a measure may become, or what it may be at most or at least.
package enum GateBound: Sendable, Hashable {
  /// So much worse than the reference, in the measure's base unit.
  case absolute(Double)
  /// So much worse than the reference, as a share of its magnitude. Of a reference of 0 that is nothing.
  case relative(Double)
  /// No more than this, or no less where more is better, whatever the reference is; in the base unit.
  case limit(Double)

  /// Whether it is the same whatever the reference is.
  package var isLimit: Bool {
    if case .limit = self { true } else { false }
  }

  /// How much worse the candidate may be, in the base unit; `nil` for a limit.
  package func allowance(reference: Double) -> Double? {
    switch self {
    case .absolute(let amount): amount
    case .relative(let share): share * (reference.isFinite ? reference.magnitude : 0)
    case .limit: nil
    }
  }

  /// How strictly a bound is read.
  package enum Form: Sendable, Hashable {
    /// A quantity that has a unit is written with one, but for 0: 220 of what is counted in MB would be bytes.
    case gate
    /// The same, and a share may be a limit in `%`.
    case condition
    /// A bare number is in the base unit: for programs.
    case number
  }

  /// Reads a bound.
  ///
  /// `+0.10pp`, `+50ms`, `-2%` change the reference and need a sign, in the direction in which the measure gets worse;
  /// `3s` and `0.5pp` without one are limits. `%` is a share of the reference, `pp` are percentage points of a share.
  /// - Throws: ``GateError`` saying what was found and what is allowed.
  package init(parsing text: String, for measure: Measure, as form: Form = .gate) throws(GateError) {
    func refuse(_ allowed: String) -> GateError { .badBound(metric: measure.name, found: text, allowed: allowed) }
    guard measure.direction != .neutral else { throw .withoutDirection(metric: measure.name) }
    guard let parts = Parts(text) else { throw refuse(Self.forms(of: measure)) }
    func bounded(_ amount: Double) throws(GateError) -> Double {
      let range = measure.unit.range
      guard parts.sign == nil, measure.direction == .higher else {
        guard amount >= range.upperBound else { return amount }
        throw refuse("less than \(parts.sign.map { "\($0)" } ?? "")100pp, which can never be broken")
      }
      guard amount > range.lowerBound else { throw refuse("more than 0, which can never be broken") }
      guard amount <= range.upperBound else { throw refuse("at most 100pp: what is beyond can never be met") }
      return amount
    }
    let worse: Character = measure.direction == .lower ? "+" : "-"
    if let sign = parts.sign, sign != worse, parts.number != 0 {
      throw refuse("a change for the worse, which for this metric begins with \(worse)")
    }
    if parts.suffix == "%" {
      guard parts.sign != nil else {
        if form == .condition, let point = measure.unit.suffixes["pp"] {
          self = .limit(try bounded(parts.number * point))
          return
        }
        let share = "\(worse)\(parts.digits)%"
        throw refuse(
          measure.unit.suffixes["pp"] == nil
            ? "a sign before a share of the reference, such as \(share)"
            : "\(parts.digits)pp as a limit, or \(share) as a change by a share of the reference, which % is in a gate")
      }
      if measure.direction == .higher, parts.number >= 100, measure.unit.range.lowerBound == 0 {
        throw refuse("a fall of less than 100 %: no value is below 0")
      }
      self = .relative(parts.number / 100)
      return
    }
    guard let factor = parts.factor(of: measure.unit) else { throw refuse(Self.forms(of: measure)) }
    if form != .number, parts.number != 0, measure.unit.needsSuffix, parts.isBare {
      throw .badBound(
        metric: measure.name, found: "\(text) without a unit",
        allowed: "its unit, such as \(parts.mend(of: measure.unit))" + Self.units(of: measure, besides: "/h"))
    }
    let amount = try bounded(parts.number * factor)
    self = parts.sign == nil ? .limit(amount) : .absolute(amount)
  }

  /// Reads an amount that is neither a change nor a limit: `0.05pp`, `50ms`.
  ///
  /// - Returns: the amount in the measure's base unit.
  /// - Throws: ``GateError`` saying what was found and what is allowed.
  package static func amount(parsing text: String, for measure: Measure) throws(GateError) -> Double {
    guard let parts = Parts(text), parts.sign == nil, let factor = parts.factor(of: measure.unit),
      parts.number == 0 || !parts.isBare || !measure.unit.needsSuffix
    else {
      let example = "0.5\(measure.unit.usualSuffix)"
      throw .badBound(
        metric: measure.name, found: text, allowed: "an amount without a sign such as \(example)" + units(of: measure))
    }
    return parts.number * factor
  }

  /// What a bound is written of.
  private struct Parts {
    let sign: Character?
    let digits: Substring
    let number: Double
    let suffix: String

    init?(_ text: String) {
      sign = text.first.flatMap { "+-".contains($0) ? $0 : nil }
      let rest = (sign == nil ? text[...] : text.dropFirst()).drop(while: \.isWhitespace)
      digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      suffix = String(rest.dropFirst(digits.count).drop(while: \.isWhitespace))
      guard let number = Double(digits), number.isFinite else { return nil }
      self.number = number
    }

    /// Whether the text has no unit, or says no more than that it is a rate.
    var isBare: Bool { suffix.isEmpty || suffix == "/h" }

    /// What a bare number was meant as: 0.05 of a share as 5pp, which tables show as 5 %, and large ones as the base
    /// unit, in which a metric's name counts: 1000000 as bit/s.
    func mend(of unit: MeasureUnit) -> String {
      let sign = sign.map { "\($0)" } ?? ""
      if unit.scale < 1, number * unit.scale >= 0.01 { return "\(sign)\(digits)\(unit.name)" }
      guard unit.isShare, number < 1 else { return "\(sign)\(digits)\(unit.usualSuffix)" }
      let percent = DecimalPrinter.significant(100 * number, digits: 6)
      return "\(sign)\(digits)pp, or \(sign)\(percent)pp for the share \(digits)"
    }

    func factor(of unit: MeasureUnit) -> Double? { suffix.isEmpty ? 1 : unit.suffixes[suffix] }
  }

  private static func forms(of measure: Measure) -> String {
    let sign = measure.direction == .lower ? "+" : "-"
    return "a change such as \(sign)1\(measure.unit.usualSuffix) or \(sign)2%, or a limit without a sign"
      + units(of: measure)
  }

  private static func units(of measure: Measure, besides left: String? = nil) -> String {
    let units = measure.unit.orderedSuffixes.filter { $0 != left }
    return units.isEmpty ? "" : ", in \(units.joined(separator: ", "))"
  }
}
