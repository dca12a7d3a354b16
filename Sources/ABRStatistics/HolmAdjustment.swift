/// Holm's step-down adjustment of p-values for asking several questions at once.
///
/// With it, the chance of any false alarm among all questions stays at the level that each adjusted p-value is held
/// against (S. Holm, Scandinavian Journal of Statistics 6, 1979). It is for alarms, of which one is enough to stop a
/// build. Guardrails that must all hold need none: to let a bad change pass, every one of them has to fail
/// (Schultzberg, Ankargren and Frånberg, arXiv 2402.11609).
package enum HolmAdjustment {
  /// The adjusted p-values, in the order given: the largest so far of (*m* − *rank*) × p, at most 1.
  /// - Parameter values: p-values, 0 to 1.
  /// - Complexity: O(*m* log *m*).
  package static func adjusted(_ values: [Double]) -> [Double] {
    precondition(values.allSatisfy((0...1).contains), "a p-value outside 0 to 1")
    var adjusted = values
    var largest = 0.0
    for (rank, index) in values.indices.sorted(by: { values[$0] < values[$1] }).enumerated() {
      largest = max(largest, min(1, Double(values.count - rank) * values[index]))
      adjusted[index] = largest
    }
    return adjusted
  }

  /// The significance at which the method holds each question, in the order given.
  ///
  /// The *k*-th smallest p-value is held against `significance` / (*m* − *k* + 1); the first that is greater, and all
  /// after it, against that of the first. An interval of the level 1 − significance of its own question then leaves 0
  /// out exactly where the adjusted p-value is at most `significance`.
  /// - Parameters:
  ///   - values: p-values, 0 to 1.
  ///   - significance: largest adjusted p-value that counts.
  /// - Complexity: O(*m* log *m*).
  package static func significances(_ values: [Double], of significance: Double) -> [Double] {
    precondition(values.allSatisfy((0...1).contains), "a p-value outside 0 to 1")
    var own = values
    var rejected = 0
    for index in values.indices.sorted(by: { (values[$0], $0) < (values[$1], $1) }) {
      own[index] = significance / Double(values.count - rejected)
      // Once one is not rejected none is: those after it are no less.
      if values[index] <= own[index] { rejected += 1 }
    }
    return own
  }
}
