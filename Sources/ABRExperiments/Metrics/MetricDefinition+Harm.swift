extension MetricDefinition.Direction {
  /// How much worse a change makes it: positive is harm; `nil` without a direction.
  func harm(of change: Double) -> Double? {
    switch self {
    case .lower: change
    case .higher: -change
    case .neutral: nil
    }
  }

  /// The changes for the worse, worst first, equal ones by name; without a direction all that are not 0, the largest first.
  /// - Complexity: O(*n* log *n*).
  func worst(of changes: some Sequence<(name: String, contribution: Double)>) -> [(name: String, contribution: Double)]
  {
    func harm(_ change: Double) -> Double { self.harm(of: change) ?? change.magnitude }
    return changes.filter { harm($0.contribution) > 0 }
      .sorted { (harm($0.contribution), $1.name) > (harm($1.contribution), $0.name) }
  }
}
