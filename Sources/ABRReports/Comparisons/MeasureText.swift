import ABRComparison
import ABRRuns
import ABRStatistics

/// Writes values of a measure for people.
package struct MeasureText: Sendable {
  private let unit: MeasureUnit
  /// Whether values are numbers of things, which have no digits where they are whole.
  private var isCount = false

  /// The texts of one measure.
  package init(_ measure: Measure) {
    unit = measure.unit
    isCount = measure.isSum && unit.title.isEmpty && unit != "score"
  }

  /// The texts of a unit.
  init(unit: MeasureUnit) { self.unit = unit }

  /// The texts of a pooled metric.
  init(unitOf metric: MetricDefinition) { unit = metric.unit }

  /// A value with its unit, `none` where there is none and `never` where it has no end.
  package func value(_ value: Double?) -> String { self.value(value, extra: 0) }

  /// The same with more digits than the unit has.
  func value(_ value: Double?, extra: Int) -> String {
    guard let value else { return "none" }
    guard value.isFinite else { return "never" }
    return unit.join(number(value, extra: extra))
  }

  /// What a value was and what it is, with the unit once: `1.84 -> 6.15 %`.
  package func change(from old: Double?, to new: Double?, extra: Int = 0) -> String {
    let before = old.map { $0.isFinite ? number($0, extra: extra) : "never" } ?? "none"
    guard let new, new.isFinite else { return "\(value(old, extra: extra)) -> \(value(new))" }
    return "\(before) -> \(value(new, extra: extra))"
  }

  /// A difference with its sign and unit.
  package func difference(_ value: Double?) -> String { difference(value, extra: 0) }

  /// The same with more digits than the unit has.
  func difference(_ value: Double?, extra: Int) -> String {
    guard let value else { return "none" }
    guard value.isFinite else { return value > 0 ? "to never" : "from never" }
    return Self.join(signed(value, extra: extra), unit.differenceTitle)
  }

  /// Two values and their change for people, with so many digits that what is seen differs as what was measured does.
  package struct Change: Sendable, Hashable {
    /// The value before, with its unit.
    package let reference: String
    /// The value now, with its unit.
    package let candidate: String
    /// The difference, with sign and unit.
    package let difference: String
    /// The difference as a share of the value before, in percent with its sign, or that this was nearly 0.
    package let relative: String
  }

  /// Most digits beyond those of the unit that tell two values apart.
  static let extraDigits = 3
  /// Digits of a share of the value before, in percent.
  private static let shareDigits = 1

  /// Digits beyond those of the unit with which values, as they are printed, are beyond a bound exactly where they are:
  /// 1.0413 s, as 1.041 s would meet a bound of 1.041 s; 0 where nine digits do not tell.
  ///
  /// - Parameters:
  ///   - values: those that are held against the bound, in the base unit.
  ///   - bound: what they may come to.
  ///   - direction: which way is better.
  func extraDigits(of values: [Double], besides bound: Double, _ direction: Direction) -> Int {
    Self.extraDigits(of: values, besides: bound, direction, scale: unit.scale) { number($0, extra: $1) }
  }

  /// The same of shares of a value before, in percent.
  static func extraDigits(ofShares values: [Double], besides bound: Double, _ direction: Direction) -> Int {
    extraDigits(of: values, besides: bound, direction, scale: 100) {
      Decimals.text($0 * 100, digits: shareDigits + $1)
    }
  }

  private static func extraDigits(
    of values: [Double], besides bound: Double, _ direction: Direction, scale: Double, _ text: (Double, Int) -> String
  ) -> Int {
    func isBeyond(_ value: Double, _ bound: Double) -> Bool { direction == .higher ? value < bound : value > bound }
    // As people write it.
    let written = Double(Decimals.text(bound * scale, digits: 9)) ?? bound * scale
    func isRight(_ extra: Int) -> Bool {
      values.allSatisfy { value in
        guard let printed = Double(text(value, extra)) else { return true }
        return isBeyond(printed, written) == isBeyond(value, bound)
      }
    }
    return (0...2 * extraDigits).first(where: isRight) ?? 0
  }

  /// Two values side by side, with their change.
  ///
  /// - Parameters:
  ///   - old: the value before; `nil` where there is none.
  ///   - new: the value now; `nil` where there is none.
  ///   - difference: what lies between them; `nil` where nothing does.
  ///   - relative: the same as a share of the value before; `nil` where there is none.
  ///   - least: digits beyond those of the unit that values have at least, and those of the share beyond its one.
  package func change(
    from old: Double?, to new: Double?, difference: Double?, relative: Double?,
    withAtLeast least: (values: Int, share: Int) = (0, 0)
  ) -> Change {
    let enough = extraDigits(from: old, to: new, relative: relative)
    // What nothing shows is nothing.
    let isFromNothing = enough == nil && relative.map { $0.isFinite && $0 >= 10 } ?? false && old != nil && new != nil
    let share = isFromNothing ? "from nearly 0" : Self.relative(relative, extra: least.share)
    let extra = max(enough ?? 0, least.values)
    return Change(
      reference: value(old, extra: extra), candidate: value(new, extra: extra),
      difference: self.difference(difference, extra: extra), relative: share)
  }

  /// Digits beyond those of the unit with which two values, as they are printed, differ by as large a share of the
  /// first as they do; `nil` where no few digits do, or there is no such share.
  func extraDigits(from old: Double?, to new: Double?, relative: Double?) -> Int? {
    guard let old, let new, let relative, relative.isFinite else { return nil }
    return (0...Self.extraDigits).first { extra in
      let digits = unit.digits + extra
      guard let before = Double(Decimals.text(old * unit.scale, digits: digits)), before != 0,
        let now = Double(Decimals.text(new * unit.scale, digits: digits))
      else { return false }
      return ((now - before) / before.magnitude - relative).magnitude <= max(0.0005, 0.05 * relative.magnitude)
    }
  }

  /// The two values of a measure that was compared, with their change.
  func change(of row: MeasureComparison, withAtLeast least: (values: Int, share: Int) = (0, 0)) -> Change {
    change(
      from: row.reference, to: row.candidate, difference: row.difference, relative: row.relativeDifference,
      withAtLeast: least)
  }

  /// An interval of a difference, without unit.
  package func interval(_ interval: ConfidenceInterval?) -> String { self.interval(interval, extra: 0) }

  /// The same with more digits than the unit has.
  func interval(_ interval: ConfidenceInterval?, extra: Int) -> String {
    guard let interval else { return "none" }
    return "[\(end(interval.lower, extra: extra)), \(end(interval.upper, extra: extra))]"
  }

  /// The same in a sentence: `-59.83 to -0.41 MB/h`.
  func range(_ interval: ConfidenceInterval) -> String {
    Self.join("\(end(interval.lower)) to \(end(interval.upper))", unit.differenceTitle)
  }

  /// The least and the most of some values: `0.000 to 0.047 %`.
  func range(_ least: Double?, _ most: Double?) -> String {
    least.map { $0.isFinite ? number($0) : "never" }.map { "\($0) to \(value(most))" } ?? value(most)
  }

  /// A share of the reference, in percent with its sign.
  package static func relative(_ share: Double?) -> String { relative(share, extra: 0) }

  private static func relative(_ share: Double?, extra: Int) -> String {
    guard let share, share.isFinite else { return "-" }
    let text = Decimals.text(share * 100, digits: shareDigits + extra)
    return (text.hasPrefix("-") || Double(text) == 0 ? "" : "+") + text + " %"
  }

  /// A p-value.
  package static func pValue(_ value: Double?) -> String {
    guard let value else { return "-" }
    return value < 0.001 ? "<0.001" : Decimals.text(value, digits: 3)
  }

  private func end(_ value: Double, extra: Int = 0) -> String {
    value.isFinite ? signed(value, extra: extra) : value > 0 ? "never" : "from never"
  }

  private func signed(_ value: Double, extra: Int = 0) -> String {
    let text = number(value, extra: extra)
    return (text.hasPrefix("-") || value == 0 || Double(text) == 0 ? "" : "+") + text
  }

  /// As many digits as the unit has, and more where a small value would otherwise look like nothing.
  func number(_ value: Double, extra: Int = 0) -> String {
    let scaled = value * unit.scale
    if isCount, (scaled - scaled.rounded()).magnitude < 0.5e-9 { return Decimals.text(scaled.rounded(), digits: 0) }
    var digits = unit.digits + extra
    // What nine digits do not show is rounding of the arithmetic.
    if scaled.magnitude >= 0.5e-9 { while digits < 9, scaled.magnitude < 0.5 * Self.power(digits) { digits += 1 } }
    return Decimals.text(scaled, digits: digits)
  }

  private static func power(_ digits: Int) -> Double { (0..<digits).reduce(1) { value, _ in value / 10 } }

  private static func join(_ number: String, _ unit: String) -> String {
    unit.isEmpty || unit.hasPrefix("/") ? number + unit : "\(number) \(unit)"
  }
}
