/// A comparison of metrics of variants, such as `bytes_wasted(a) <= bytes_wasted(b) + 4e6` or
/// `abs(startup_s(x) - 0.15) < 0.001`, worked out while it is read.
///
///     comparison = sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)+
///     sum        = product (("+" | "-") product)*
///     product    = factor (("*" | "/") factor)*
///     factor     = number | "(" sum ")" | ("abs" | "min" | "max") "(" sum ("," sum)* ")" | metric "(" variant ")"
struct Expectation {
  /// What cannot be read.
  struct Unreadable: Error { let rest: String }

  private var rest: Substring
  /// The numbers that are compared; NaN, which fulfils nothing, where no session has a value.
  private var numbers: [Double] = []
  private var holds = true
  private let value: (_ metric: String, _ variant: String) -> Double?

  /// Works a comparison out.
  ///
  /// - Parameter value: value of a metric of a variant; `nil` where there is no such metric or variant.
  /// - Returns: whether it holds, and the numbers that were compared.
  static func check(
    _ text: String, _ value: (_ metric: String, _ variant: String) -> Double?
  ) throws -> (holds: Bool, numbers: [Double]) {
    try withoutActuallyEscaping(value) { value in
      var expectation = Expectation(rest: text[...], value: value)
      try expectation.comparison()
      return (expectation.holds, expectation.numbers)
    }
  }

  private init(rest: Substring, value: @escaping (String, String) -> Double?) {
    self.rest = rest
    self.value = value
  }

  private mutating func comparison() throws {
    numbers = [try sum()]
    repeat {
      // Longer ones first: "<" is the beginning of "<=".
      let relation = try ["<=", ">=", "==", "!=", "<", ">"].first { take($0) } ?? unreadable()
      let (left, right) = (numbers[numbers.count - 1], try sum())
      numbers.append(right)
      let isTrue =
        switch relation {
        case "<=": left <= right
        case ">=": left >= right
        case "==": left == right
        case "!=": left < right || left > right
        case "<": left < right
        default: left > right
        }
      holds = holds && isTrue
    } while !rest.isEmpty
  }

  private mutating func sum() throws -> Double {
    var sum = try product()
    while true {
      if take("+") { sum += try product() } else if take("-") { sum -= try product() } else { return sum }
    }
  }

  private mutating func product() throws -> Double {
    var product = try factor()
    while true {
      if take("*") { product *= try factor() } else if take("/") { product /= try factor() } else { return product }
    }
  }

  private mutating func factor() throws -> Double {
    if take("(") { return try closed(sum()) }
    skipSpaces()
    if rest.first?.isNumber == true {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      var number = String(digits)
      if rest.first == "e" {
        let exponent = rest.prefix { $0.isNumber || $0 == "e" || $0 == "-" }
        rest = rest.dropFirst(exponent.count)
        number += exponent
      }
      return try Double(number) ?? unreadable()
    }
    let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    rest = rest.dropFirst(name.count)
    guard take("(") else { return try unreadable() }
    guard ["abs", "min", "max"].contains(name) else {
      let variant = String(rest.prefix { $0 != ")" })
      rest = rest.dropFirst(variant.count)
      return try closed(value(name, variant) ?? unreadable())
    }
    var arguments = [try sum()]
    while take(",") { arguments.append(try sum()) }
    if arguments.contains(where: \.isNaN) { return try closed(.nan) }
    let (least, greatest) = (arguments.min() ?? .nan, arguments.max() ?? .nan)
    return try closed(name == "abs" ? greatest.magnitude : name == "min" ? least : greatest)
  }

  private mutating func closed(_ number: Double) throws -> Double {
    take(")") ? number : try unreadable()
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

  private mutating func take(_ word: String) -> Bool {
    skipSpaces()
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    skipSpaces()
    return true
  }

  private func unreadable<Value>() throws -> Value { throw Unreadable(rest: String(rest)) }
}
