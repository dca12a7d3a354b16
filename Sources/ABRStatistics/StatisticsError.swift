/// Why paired values cannot be compared.
package enum StatisticsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which of the two sides of a comparison.
  package enum Side: String, Sendable, Hashable {
    /// What is compared against.
    case reference
    /// What is under test.
    case candidate
  }

  /// The two sides share no cluster.
  case noCommonCluster(reference: Int, candidate: Int)
  /// A side's denominators sum to nothing, so that it has no pooled ratio.
  case noDenominator(Side)
  /// A side has no value at all.
  case noValue(Side)
  /// A session's number lies outside what is allowed.
  case badNumber(Side, cluster: String, field: String, found: Double, allowed: String)

  /// One line for people.
  package var description: String {
    switch self {
    case .noCommonCluster(let reference, let candidate):
      "no cluster in common: \(reference) in the reference, \(candidate) in the candidate"
    case .noDenominator(let side):
      "the \(side.rawValue) has nothing that it is a share or a mean of: what it is taken over sums to 0"
    case .noValue(let side): "the \(side.rawValue) has no value"
    case .badNumber(let side, let cluster, let field, let found, let allowed):
      "\(cluster), \(side.rawValue), \(field): found \(found), expected \(allowed)"
    }
  }
}
