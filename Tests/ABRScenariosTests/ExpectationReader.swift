import ABRInput
import ABRPolicies

/// An expectation that cannot be read.
struct ExpectationError: Error, Hashable {
  var found: String
  var allowed: String
}

/// Reads expectations: `bytes_wasted(a) <= bytes_wasted(b) + 4e6`, `abs(startup_s(x) - 0.15) < 0.001`.
///
///     comparison = sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)+
///     sum        = product (("+" | "-") product)*
///     product    = factor (("*" | "/") factor)*
///     factor     = number | "(" sum ")" | ("abs" | "min" | "max") "(" sum ("," sum)* ")" | metric "(" variant ")"
struct ExpectationReader {
  private static let deepest = 50

  private let text: [Character]
  private let variants: [String]
  private var place = 0
  private var depth = 0

  /// Reads a text.
  ///
  /// - Parameter variants: names that it may call.
  static func comparison(_ text: String, variants: [String]) throws(ExpectationError) -> Expectation.Comparison {
    var reader = ExpectationReader(text: Array(text), variants: variants)
    var comparison = Expectation.Comparison(operands: [try reader.sum()], relations: [])
    while let relation = reader.relation() {
      comparison.relations.append(relation)
      comparison.operands.append(try reader.sum())
    }
    reader.skipSpaces()
    guard reader.place == reader.text.count else { throw reader.error(allowed: "the end of the comparison") }
    guard !comparison.relations.isEmpty else {
      throw reader.error(allowed: "a comparison with <, <=, >, >=, == or !=")
    }
    return comparison
  }

  private init(text: [Character], variants: [String]) {
    self.text = text
    self.variants = variants
  }

  /// Whether a character may stand in the name of a variant.
  static func isOfVariantName(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-.%".contains(character))
  }

  private mutating func relation() -> Expectation.Relation? {
    skipSpaces()
    // Longer ones first: "<" is the beginning of "<=".
    let relations = Expectation.Relation.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    return relations.first { take($0.rawValue) }
  }

  private mutating func sum() throws(ExpectationError) -> Expectation.Term {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw error(allowed: "parentheses at most \(Self.deepest) deep") }
    var term = try product()
    while true {
      skipSpaces()
      if take("+") {
        term = .sum(term, try product())
      } else if take("-") {
        term = .difference(term, try product())
      } else {
        return term
      }
    }
  }

  private mutating func product() throws(ExpectationError) -> Expectation.Term {
    var term = try factor()
    while true {
      skipSpaces()
      if take("*") {
        term = .product(term, try factor())
      } else if take("/") {
        term = .quotient(term, try factor())
      } else {
        return term
      }
    }
  }

  private mutating func factor() throws(ExpectationError) -> Expectation.Term {
    skipSpaces()
    if take("(") {
      let term = try sum()
      try close()
      return term
    }
    let start = place
    if let first = text[safe: place], first.isNumber {
      while let character = text[safe: place], isOfNumber(character) { place += 1 }
      guard let number = Double(String(text[start..<place])), number.isFinite else {
        throw ExpectationError(found: String(text[start..<place]), allowed: "a number such as 0.5 or 2e6")
      }
      return .number(number)
    }
    while let character = text[safe: place], character.isASCII,
      character.isLetter || character.isNumber || character == "_"
    {
      place += 1
    }
    let name = String(text[start..<place])
    guard !name.isEmpty, take("(") else { throw error(allowed: "a number or metric(variant)") }
    if let function = Expectation.Function(rawValue: name) {
      var arguments = [try sum()]
      skipSpaces()
      while take(",") {
        arguments.append(try sum())
        skipSpaces()
      }
      try close()
      guard function != .abs || arguments.count == 1 else { throw error(allowed: "one number in abs") }
      return .function(function, arguments)
    }
    return try metric(name)
  }

  private mutating func metric(_ name: String) throws(ExpectationError) -> Expectation.Term {
    guard ScenarioMetric.named(name) != nil else {
      throw ExpectationError(found: name + ScenarioMetric.hint(for: name), allowed: "the name of a metric")
    }
    let start = place
    while let character = text[safe: place], Self.isOfVariantName(character) { place += 1 }
    let variant = String(text[start..<place])
    guard variants.contains(variant) else {
      throw ExpectationError(
        found: "\(name)(\(variant))" + NearestName.hint(for: variant, among: variants),
        allowed: "the name of a variant that is played: \(FaultText.choice(variants))")
    }
    try close()
    return .metric(name: name, variant: variant)
  }

  private func isOfNumber(_ character: Character) -> Bool {
    let isSign = (character == "-" || character == "+") && place > 0 && text[place - 1] == "e"
    return character.isNumber || character == "." || character == "e" || isSign
  }

  private mutating func close() throws(ExpectationError) {
    skipSpaces()
    guard take(")") else { throw error(allowed: "a closing parenthesis") }
  }

  private mutating func skipSpaces() {
    while text[safe: place] == " " { place += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    guard text[place...].starts(with: word) else { return false }
    place += word.count
    return true
  }

  private func error(allowed: String) -> ExpectationError {
    let rest = String(text[place...])
    return ExpectationError(found: rest.isEmpty ? "the end" : "\"\(rest)\"", allowed: allowed)
  }
}

extension Array {
  /// The element at an index, `nil` behind the last one.
  fileprivate subscript(safe index: Int) -> Element? { index < count ? self[index] : nil }
}
