/// Which way a quantity is better, for viewers or for the bill.
package enum Direction: String, Sendable, Hashable {
  /// Less is better.
  case lower
  /// More is better.
  case higher
  /// Neither: it describes.
  case neutral

  /// How much worse a change makes it: positive is harm; `nil` without a direction.
  package func harm(of change: Double) -> Double? {
    switch self {
    case .lower: change
    case .higher: -change
    case .neutral: nil
    }
  }

  /// The changes for the worse, worst first, equal ones by name; without a direction all that are not 0, the largest
  /// first.
  /// - Complexity: O(*n* log *n*).
  package func worst<Change>(
    of changes: some Sequence<Change>, by key: (Change) -> (name: String, contribution: Double)
  ) -> [Change] {
    func harm(_ change: Change) -> Double {
      let contribution = key(change).contribution
      return self.harm(of: contribution) ?? contribution.magnitude
    }
    return changes.filter { harm($0) > 0 }.sorted { (harm($0), key($1).name) > (harm($1), key($0).name) }
  }
}
