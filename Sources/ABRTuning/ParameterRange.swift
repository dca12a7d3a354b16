import ABRPolicies

/// The values of a parameter that a search goes through.
///
///     range = [ "log " ] low ".." high [ " by " step | " in " count ]
///     list  = value *( "," value )
///
/// `2..24s by 2s` and `2..24s in 12` are steps of equal length, `log 1..64s in 7` steps of equal ratio. Of a range
/// without either the search takes the ends and round values between them. A low end without a unit has that of the
/// high end, and a value of a list that of the next one; a duration, a bitrate or a size without any is refused.
package struct ParameterRange: Sendable, Hashable {
  /// The values: ascending where they are numbers, otherwise in the order given.
  package let values: [ParameterValue]
  /// The least and the greatest value; `nil` where they are no numbers.
  var bounds: ClosedRange<Double>? {
    guard let low = values.first?.number, let high = values.last?.number else { return nil }
    return low...high
  }

  /// The most values that one parameter takes.
  package static let greatestCount = 1000
  /// The most values of a range that says nothing about its steps.
  static let roundCount = 24
  /// Values of a logarithmic range that says nothing about its steps.
  static let logarithmicCount = 12

  /// Reads the values of a parameter.
  ///
  /// - Parameters:
  ///   - text: such as `2..24s` or `2s,4s`.
  ///   - parameter: what is varied.
  ///   - name: what messages call the parameter.
  /// - Throws: ``TuningError/badRange(parameter:found:allowed:)``.
  /// - Complexity: O(*values*).
  package init(parsing text: String, of parameter: Parameter, name: String) throws(TuningError) {
    let reader = RangeReader(text: text, parameter: parameter, name: name)
    values = try text.contains("..") ? reader.range() : reader.list()
  }
}

/// Reads one text.
private struct RangeReader {
  let text: String
  let parameter: Parameter
  let name: String

  func refusal(_ allowed: String, found: String? = nil) -> TuningError {
    .badRange(parameter: name, found: found ?? text, allowed: allowed)
  }

  func list() throws(TuningError) -> [ParameterValue] {
    let parts = withUnits(text.split(separator: ",", omittingEmptySubsequences: false).map { String(Self.trimmed($0)) })
    var values: [ParameterValue] = []
    for part in parts {
      // 2-12s is taken for a range elsewhere; no number here has a hyphen inside.
      let ends = part.split(whereSeparator: "-–".contains).map { Self.trimmed($0) }
      if parameter.numberUnit != nil, ends.count == 2, ends.allSatisfy({ $0.first?.isNumber == true }) {
        let unit = Self.isBare(String(ends[1])) ? missingUnit?.unit ?? "" : ""
        throw refusal("\(ends[0])..\(ends[1])\(unit)", found: part)
      }
      let value = try value(part)
      guard !values.contains(value) else { throw refusal("each value once", found: "\(part) twice") }
      values.append(value)
    }
    guard values.count <= ParameterRange.greatestCount else { throw tooMany(values.count) }
    return values.allSatisfy { $0.number != nil } ? values.sorted { ($0.number ?? 0) < ($1.number ?? 0) } : values
  }

  func range() throws(TuningError) -> [ParameterValue] {
    guard let unit = parameter.numberUnit else { throw refusal("a list with commas between, of \(parameter.allowed)") }
    var rest = Self.trimmed(text[...])
    let isLogarithmic = rest.hasPrefix("log ")
    if isLogarithmic { rest = Self.trimmed(rest.dropFirst(4)) }
    let words = rest.split(separator: " ").map(String.init)
    guard words.count == 1 || words.count == 3, let dots = words[0].firstRange(of: "..") else { throw refusal(form) }
    let highText = String(words[0][dots.upperBound...])
    var lowText = String(words[0][..<dots.lowerBound])
    if Self.isBare(lowText) { lowText += Self.unit(of: highText) }
    guard let low = try value(lowText).number, let high = try value(highText).number else { throw refusal(form) }
    guard low <= high else { throw refusal("the lower end first") }
    guard !isLogarithmic || low > 0 else { throw refusal("a logarithmic range that begins above 0") }
    let numbers: [Double]
    switch (words.count == 3 ? words[1] : "", isLogarithmic) {
    case ("by", false):
      let step = try amount(words[2])
      guard step > 0 else { throw refusal("a step of more than 0", found: words[2]) }
      numbers = try Self.steps(low, high, step: step).orThrow(tooMany(nil))
    case ("in", _):
      guard let count = Int(words[2]), (1...ParameterRange.greatestCount).contains(count), count > 1 || low == high
      else { throw refusal("2 to \(ParameterRange.greatestCount) values", found: words[2]) }
      numbers = isLogarithmic ? Self.ratios(low, high, count) : Self.evenly(low, high, count)
    case ("", true): numbers = Self.ratios(low, high, ParameterRange.logarithmicCount)
    case ("", false): numbers = Self.round(low, high, isWhole: unit != "s" && !isPlainNumber)
    default: throw refusal(form)
    }
    var values: [ParameterValue] = []
    for number in numbers {
      do {
        let value = try parameter.value(of: number)
        // Whole units can make one of two neighbours.
        if values.last != value { values.append(value) }
      } catch { throw refusal(error.allowed, found: error.found) }
    }
    return values
  }

  private var isPlainNumber: Bool { if case .number = parameter.kind { true } else { false } }

  private var form: String {
    "LOW..HIGH, LOW..HIGH by STEP, LOW..HIGH in COUNT, log LOW..HIGH, or a list with commas between"
  }

  private func tooMany(_ count: Int?) -> TuningError {
    refusal("at most \(ParameterRange.greatestCount) values", found: count.map { "\($0) values" })
  }

  private func value(_ text: some StringProtocol) throws(TuningError) -> ParameterValue {
    try requireUnit(String(text))
    do { return try parameter.value(String(text)) } catch { throw refusal(error.allowed, found: error.found) }
  }

  /// Refuses a bare number of seconds, bits per second or bytes, with the text as it is with a unit.
  private func requireUnit(_ value: String) throws(TuningError) {
    guard Self.isBare(value), let number = Double(value), number != 0, let (kind, unit) = missingUnit else { return }
    let isWholeBare = text != value && text.allSatisfy { $0.isNumber || ".,".contains($0) }
    throw refusal(
      "a \(kind) with its unit, such as \(value)\(unit)" + (isWholeBare ? " or \(text)\(unit)" : ""),
      found: "\(value) without a unit")
  }

  /// What a number without a unit may be meant in; `nil` where it needs none.
  private var missingUnit: (kind: String, unit: String)? {
    switch parameter.kind {
    case .duration: ("duration", "s")
    case .bitrate: ("bitrate", "M")
    case .bytes, .bytesOrNone: ("size", "MB")
    default: nil
    }
  }

  /// The values of a list, each without a unit with that of the next one that has one.
  private func withUnits(_ parts: [String]) -> [String] {
    guard parameter.numberUnit != nil else { return parts }
    var unit = ""
    return parts.reversed().map { part in
      if part.isEmpty || !Self.isBare(part) { unit = Self.unit(of: part) }
      return !part.isEmpty && Self.isBare(part) ? part + unit : part
    }.reversed()
  }

  private static func isBare(_ text: String) -> Bool { text.allSatisfy { $0.isNumber || $0 == "." } }

  private static func unit(of text: String) -> String { String(text.drop { $0.isNumber || $0 == "." }) }

  private func amount(_ text: String) throws(TuningError) -> Double {
    try requireUnit(text)
    do { return try parameter.amount(text) } catch { throw refusal(error.allowed, found: error.found) }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0 == " " }
    return rest.dropLast(rest.reversed().prefix { $0 == " " }.count)
  }

  /// `low`, `low + step`, … up to `high`, which need not be one of them.
  static func steps(_ low: Double, _ high: Double, step: Double) -> [Double]? {
    let count = ((high - low) / step * (1 + 1e-12)).rounded(.down)
    guard count < Double(ParameterRange.greatestCount) else { return nil }
    return (0...Int(count)).map { low + Double($0) * step }
  }

  static func evenly(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    guard count > 1 else { return [low] }
    return (0..<count).map { $0 == count - 1 ? high : low + (high - low) * Double($0) / Double(count - 1) }
  }

  /// Values of equal ratios, by repeated square roots and products alone where that is exact, and rounded to five
  /// digits anyway.
  static func ratios(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
    guard count > 1, high > low else { return [low] }
    return (0..<count).map { index in
      index == 0 ? low : index == count - 1 ? high : rounded(low * power(high / low, Double(index) / Double(count - 1)))
    }
  }

  /// A positive base to an exponent inside 0 and 1, bit by bit of the exponent from square roots, which are exact
  /// everywhere.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    var (result, root, rest) = (1.0, base, exponent)
    for _ in 0..<52 where rest > 0 {
      root = root.squareRoot()
      rest *= 2
      if rest >= 1 {
        result *= root
        rest -= 1
      }
    }
    return result
  }

  /// Five significant digits.
  private static func rounded(_ value: Double) -> Double {
    var scale = 1.0
    while value * scale < 10_000 { scale *= 10 }
    while value * scale >= 100_000 { scale /= 10 }
    return (value * scale).rounded() / scale
  }

  /// The ends and the multiples of a round step (1, 2 or 5 and zeros) between them, at most
  /// ``ParameterRange/roundCount``.
  static func round(_ low: Double, _ high: Double, isWhole: Bool) -> [Double] {
    guard high > low else { return [low] }
    var step = isWhole ? 1.0 : 1e-6
    var factors = [2.0, 2.5, 2.0].makeIterator()
    while (high - low) / step > Double(ParameterRange.roundCount - 2) {
      if let factor = factors.next() {
        step *= factor
      } else {
        factors = [2.0, 2.5, 2.0].makeIterator()
      }
    }
    let first = (low / step).rounded(.down) + 1
    let last = (high / step).rounded(.up) - 1
    return [low] + (first <= last ? (0...Int(last - first)).map { (first + Double($0)) * step } : []) + [high]
  }
}

extension Optional {
  /// The value, or an error where there is none.
  fileprivate func orThrow<Failure: Error>(_ error: @autoclosure () -> Failure) throws(Failure) -> Wrapped {
    guard let self else { throw error() }
    return self
  }
}
