/// Which outcomes of a check fail the build beside those that judged nothing: `--fail-on`.
package enum FailOn: String, Sendable, Hashable, CaseIterable {
  /// A regression.
  case regression
  /// A regression, and a gate that could not be judged.
  case inconclusive
  /// A regression, and a run that is only better.
  case improvement
  /// Nothing at all.
  case none

  /// What fails the build then.
  package var outcomes: Set<GateReport.Outcome> {
    switch self {
    case .regression: [.regression]
    case .inconclusive: [.regression, .inconclusive]
    case .improvement: [.regression, .improvement]
    case .none: []
    }
  }
}
