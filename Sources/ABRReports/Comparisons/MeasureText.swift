import ABRComparison
import ABRRuns
import ABRStatistics

/// Writes values of a measure for people.
package struct MeasureText: Sendable {
  private let unit: MeasureUnit

  /// The texts of one measure.
  package init(_ measure: Measure) { unit = measure.unit }

  /// The texts of a pooled metric.
  init(unitOf metric: MetricDefinition) { unit = MeasureUnit(of: metric) }

  /// A value with its unit, `none` where there is none and `never` where it has no end.
  package func value(_ value: Double?) -> String {
    guard let value else { return "none" }
    guard value.isFinite else { return "never" }
    return Self.join(number(value), unit.title)
  }

  /// What a value was and what it is, with the unit once: `1.84 -> 6.15 %`.
  package func change(from old: Double?, to new: Double?) -> String {
    let before = old.map { $0.isFinite ? number($0) : "never" } ?? "none"
    guard let new, new.isFinite else { return "\(value(old)) -> \(value(new))" }
    return "\(before) -> \(value(new))"
  }

  /// A difference with its sign and unit.
  package func difference(_ value: Double?) -> String {
    guard let value else { return "none" }
    guard value.isFinite else { return value > 0 ? "to never" : "from never" }
    return Self.join(signed(value), unit.differenceTitle)
  }

  /// An interval of a difference, without unit.
  package func interval(_ interval: ConfidenceInterval?) -> String {
    guard let interval else { return "none" }
    return "[\(end(interval.lower)), \(end(interval.upper))]"
  }

  /// A share of the reference, in percent with its sign.
  package static func relative(_ share: Double?) -> String {
    guard let share, share.isFinite else { return "-" }
    let text = Decimals.text(share * 100, digits: 1)
    return (text.hasPrefix("-") || Double(text) == 0 ? "" : "+") + text + " %"
  }

  /// A p-value.
  package static func pValue(_ value: Double?) -> String {
    guard let value else { return "-" }
    return value < 0.001 ? "<0.001" : Decimals.text(value, digits: 3)
  }

  private func end(_ value: Double) -> String {
    value.isFinite ? signed(value) : value > 0 ? "never" : "from never"
  }

  private func signed(_ value: Double) -> String {
    let text = number(value)
    return (text.hasPrefix("-") || value == 0 || Double(text) == 0 ? "" : "+") + text
  }

  /// As many digits as the unit has, and more where a small value would otherwise look like nothing.
  private func number(_ value: Double) -> String {
    let scaled = value * unit.scale
    var digits = unit.digits
    // What nine digits do not show is rounding of the arithmetic.
    if scaled.magnitude >= 0.5e-9 { while digits < 9, scaled.magnitude < 0.5 * Self.power(digits) { digits += 1 } }
    return Decimals.text(scaled, digits: digits)
  }

  private static func power(_ digits: Int) -> Double { (0..<digits).reduce(1) { value, _ in value / 10 } }

  private static func join(_ number: String, _ unit: String) -> String {
    unit.isEmpty || unit.hasPrefix("/") ? number + unit : "\(number) \(unit)"
  }
}
