import ABRInput
import ABRPolicies

/// What is wrong with a search for a setting, before anything is played.
package enum TuningError: Error, Sendable, Hashable {
  /// Nothing is to be varied.
  case noParameter
  /// No term of the specs has such a parameter.
  case unknownParameter(found: String, allowed: [String])
  /// A limit that the policy does not have; `policy` is one that has it.
  case missingLimit(found: String, policy: String)
  /// A parameter of a target that grows, where the buffer has another; `growing` is one that has it.
  case constantTarget(found: String, buffer: String, growing: String)
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
  case noCurrentSetting(constraint: String, reason: String)
  /// Too few recordings to set some aside.
  case tooFewTraces(found: Int, allowed: Int)
}

extension TuningError: CustomStringConvertible {
  /// One line for people: what was found, what is allowed, and what may have been meant.
  package var description: String {
    switch self {
    case .noParameter:
      "nothing to vary; name a parameter and its range, such as --min 2..24s or --vary growth.max=20..90s"
    case .unknownParameter(let found, let allowed):
      NearestName.message(found: found, kind: "parameter", allowed: allowed)
    case .missingLimit(let found, let policy): "\(found): the policy has no such limit; write --policy \(policy)"
    case .constantTarget(let found, let buffer, let growing):
      "\(found): the target of \(buffer) does not grow; write --buffer '\(growing)'"
    case .ambiguousParameter(let found, let allowed):
      "\(found) belongs to several terms; say which: \(allowed.joined(separator: " or "))"
    case .parameterTwice(let name): "\(name) is varied twice"
    case .badRange(let parameter, let found, let allowed):
      "\(parameter): \(FaultText.of(found: found, allowed: allowed))"
    case .badRelation(let found, let allowed): FaultText.of(found: found, allowed: allowed)
    case .emptySpace(let combinations, let reason):
      "\(combinations == 1 ? "the only combination cannot" : "none of \(combinations) combinations can") be played; the first: \(reason)"
    case .tooManySettings(let combinations, let allowed):
      "the grid has \(combinations) combinations, more than \(allowed); take wider steps or fewer parameters"
    case .noCurrentSetting(let constraint, let reason):
      "\(constraint) is relative to the current setting, and there is none: \(reason)"
    case .tooFewTraces(let found, _):
      "only \(found == 1 ? "1 recording" : "\(found) recordings"), too few to hold some out; add traces, or use all for the search with --held-out 0"
    }
  }
}
