import ABRPolicies

/// A condition between two parameters, or a parameter and a value, that every setting of a search meets:
/// `network-balance.open<=growth.min`.
package struct ParameterRelation: Sendable {
  private enum Side: Sendable {
    case parameter(TunedParameter.Place, Parameter)
    case number(Double)
  }

  /// The condition as it was written.
  package let text: String
  private let left: Side
  private let right: Side
  private let sign: String

  /// Reads a condition.
  ///
  /// - Parameter templates: the specs whose parameters it may name.
  /// - Throws: ``TuningError``.
  init(parsing text: String, in templates: [SpecTemplate]) throws(TuningError) {
    let compact = text.filter { $0 != " " }
    let form = "A<=B, A<B, A>=B or A>B, of parameters or a parameter and a value"
    guard
      let found = ["<=", ">=", "<", ">"].lazy.compactMap({ sign in compact.firstRange(of: sign).map { (sign, $0) } })
        .first
    else { throw .badRelation(found: text, allowed: form) }
    let (one, other) = (String(compact[..<found.1.lowerBound]), String(compact[found.1.upperBound...]))
    guard !one.isEmpty, !other.isEmpty else { throw .badRelation(found: text, allowed: form) }
    let (_, place, parameter) = try TunedParameter.find(one, in: templates)
    guard let unit = parameter.numberUnit else {
      throw .badRelation(found: one, allowed: "a parameter that is a number")
    }
    left = .parameter(place, parameter)
    if let number = try? parameter.amount(other) {
      right = .number(number)
    } else {
      let (_, place, second) = try TunedParameter.find(other, in: templates)
      guard second.numberUnit == unit else {
        throw .badRelation(found: text, allowed: "two parameters of one kind, \(one) is \(parameter.allowed)")
      }
      right = .parameter(place, second)
    }
    self.text = text
    sign = found.0
  }

  /// Whether a setting meets the condition. A parameter without a value meets every one.
  func holds(in templates: [SpecTemplate]) -> Bool {
    func number(_ side: Side) -> Double? {
      switch side {
      case .number(let number): number
      case .parameter(let place, let parameter):
        templates.value(of: parameter, at: place)?.number
      }
    }
    guard let left = number(left), let right = number(right) else { return true }
    return switch sign {
    case "<=": left <= right
    case ">=": left >= right
    case "<": left < right
    default: left > right
    }
  }
}
