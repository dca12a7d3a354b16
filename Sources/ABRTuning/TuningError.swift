import ABRPolicies

/// What is wrong with a search for a setting, before anything is played.
package enum TuningError: Error, Sendable, Hashable {
  /// Nothing is to be varied.
  case noParameter
  /// No term of the specs has such a parameter.
  case unknownParameter(found: String, allowed: [String])
  /// Several terms have a parameter of this name.
  case ambiguousParameter(found: String, allowed: [String])
  /// A parameter that is varied twice.
  case parameterTwice(String)
  /// Values that cannot be read, lie outside what the parameter takes, or are none.
  case badRange(parameter: String, found: String, allowed: String)
  /// A condition between parameters that cannot be read.
  case badRelation(found: String, allowed: String)
  /// No combination of the values is a setting that can be played; with why the first one is not.
  case emptySpace(combinations: Int, reason: String)
  /// More settings than a search chooses from, or more combinations than it looks at for them.
  case tooManySettings(combinations: Int, allowed: Int)
  /// A condition relative to a current setting where there is none.
  case noCurrentSetting(keep: String, reason: String)
  /// Too few recordings to set some aside.
  case tooFewTraces(found: Int, allowed: Int)
}

extension TuningError: CustomStringConvertible {
  /// One line for people: what was found, what is allowed, and what may have been meant.
  package var description: String {
    switch self {
    case .noParameter: "found no parameter to vary, allowed one or more, such as --min 2..24s"
    case .unknownParameter(let found, let allowed):
      "parameter: \(NearestName.message(found: found, allowed: allowed))"
    case .ambiguousParameter(let found, let allowed):
      "found \(found), which several terms have, allowed \(allowed.joined(separator: " or "))"
    case .parameterTwice(let name): "found \(name) twice, allowed each parameter once"
    case .badRange(let parameter, let found, let allowed):
      "\(parameter): found \(found.isEmpty ? "nothing" : found), allowed \(allowed)"
    case .badRelation(let found, let allowed): "found \(found.isEmpty ? "nothing" : found), allowed \(allowed)"
    case .emptySpace(let combinations, let reason):
      "found no setting among \(combinations == 1 ? "1 combination" : "\(combinations) combinations") that can be played, allowed at least one; the first: \(reason)"
    case .tooManySettings(let combinations, let allowed):
      "found a grid of \(combinations) combinations, allowed at most \(allowed) settings: wider steps, or fewer parameters"
    case .noCurrentSetting(let keep, let reason):
      "found \(keep), which is relative to the current setting, allowed with one: \(reason)"
    case .tooFewTraces(let found, let allowed):
      "found \(found == 1 ? "1 recording" : "\(found) recordings"), allowed at least \(allowed) where some are held out; --held-out 0 uses all for the search"
    }
  }
}
