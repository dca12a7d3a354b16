/// What must hold between variants of a scenario.
package struct Expectation: Sendable, Hashable {
  /// The comparison as it was written.
  package let text: String
  /// Why it holds, where that is not plain.
  package let why: String
  /// Whether it holds on each link by itself; otherwise over the sessions of all links.
  package let onEachLink: Bool
  let comparison: Comparison

  /// Numbers and relations between them: `a < b`, `a <= b <= c`.
  struct Comparison: Sendable, Hashable {
    var operands: [Term]
    var relations: [Relation]
  }

  /// A relation of two numbers.
  enum Relation: String, Sendable, Hashable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="

    func holds(_ left: Double, _ right: Double) -> Bool {
      switch self {
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      case .equal: left == right
      case .notEqual: left != right
      }
    }
  }

  /// A number that comes out of variants.
  indirect enum Term: Sendable, Hashable {
    case number(Double)
    case metric(name: String, variant: String)
    case sum(Term, Term)
    case difference(Term, Term)
    case product(Term, Term)
    case quotient(Term, Term)
    case function(Function, [Term])
  }

  /// A function of numbers.
  enum Function: String, Sendable, Hashable, CaseIterable {
    case abs, min, max
  }
}

extension Expectation {
  /// Names of the variants that it compares.
  ///
  /// - Complexity: O(terms).
  package var variants: Set<String> { Set(comparison.operands.flatMap(\.variants)) }
}

extension Expectation.Comparison {
  /// Works the comparison out.
  ///
  /// - Parameter value: value of a metric of a variant; `nil` where no session has one.
  /// - Returns: whether it holds, and the numbers; a comparison with a missing number does not hold.
  func evaluate(_ value: (_ metric: String, _ variant: String) -> Double?) -> (holds: Bool, values: [Double?]) {
    let values = operands.map { $0.value(value) }
    let holds = relations.indices.allSatisfy { index in
      guard let left = values[index], let right = values[index + 1] else { return false }
      return relations[index].holds(left, right)
    }
    return (holds, values)
  }
}

extension Expectation.Term {
  /// Names of the variants in it, each as often as it stands there.
  var variants: [String] {
    switch self {
    case .number: []
    case .metric(_, let variant): [variant]
    case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
      .quotient(let left, let right):
      left.variants + right.variants
    case .function(_, let arguments): arguments.flatMap(\.variants)
    }
  }

  func value(_ lookup: (_ metric: String, _ variant: String) -> Double?) -> Double? {
    func both(_ left: Self, _ right: Self, _ join: (Double, Double) -> Double) -> Double? {
      guard let left = left.value(lookup), let right = right.value(lookup) else { return nil }
      let joined = join(left, right)
      return joined.isNaN ? nil : joined
    }
    switch self {
    case .number(let number): return number
    case .metric(let name, let variant): return lookup(name, variant)
    case .sum(let left, let right): return both(left, right, +)
    case .difference(let left, let right): return both(left, right, -)
    case .product(let left, let right): return both(left, right, *)
    case .quotient(let left, let right): return both(left, right, /)
    case .function(let function, let arguments):
      let values = arguments.compactMap { $0.value(lookup) }
      guard values.count == arguments.count, let first = values.first else { return nil }
      return switch function {
      case .abs: first.magnitude
      case .min: values.min()
      case .max: values.max()
      }
    }
  }
}
