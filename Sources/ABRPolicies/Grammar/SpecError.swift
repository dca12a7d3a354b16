import ABRInput

/// What is wrong with a spec: the short text by which a policy, a buffer or a viewer is named on the command line, in a
/// configuration file and in results.
public enum SpecError: Error, Sendable, Hashable {
  /// A text that does not follow the grammar. `part` is the term or argument, `found` what stands there.
  case malformed(spec: String, part: String, found: String, allowed: String)
  /// A name that no registry knows. `kind` says what was looked for: a rule, a limit, a buffer.
  case unknownName(spec: String, kind: String, found: String, allowed: [String])
  /// A key that the named thing does not take.
  case unknownKey(spec: String, part: String, found: String, allowed: [String])
  /// A value outside what is allowed, or one that is missing.
  case invalidValue(spec: String, part: String, found: String, allowed: String)
  /// Terms that are right alone and cannot stand together.
  case conflict(spec: String, part: String, found: String, allowed: String)

  /// The spec as it was written.
  public var spec: String {
    switch self {
    case .malformed(let spec, _, _, _), .unknownName(let spec, _, _, _), .unknownKey(let spec, _, _, _),
      .invalidValue(let spec, _, _, _), .conflict(let spec, _, _, _):
      spec
    }
  }

  /// The name or key that may have been meant, `nil` when none is near.
  public var suggestion: String? {
    switch self {
    case .unknownName(_, _, let found, let allowed), .unknownKey(_, _, let found, let allowed):
      NearestName.nearest(to: found, among: allowed)
    default: nil
    }
  }
}

extension SpecError: CustomStringConvertible {
  /// One line for a person: spec, part, what was found, what is allowed, and what may have been meant.
  public var description: String {
    switch self {
    case .malformed(let spec, let part, let found, let allowed),
      .invalidValue(let spec, let part, let found, let allowed),
      .conflict(let spec, let part, let found, let allowed):
      return "\"\(spec)\": \(part): \(FaultText.of(found: found, allowed: allowed))"
    case .unknownName(let spec, let kind, let found, let allowed):
      return "\"\(spec)\": \(NearestName.message(found: found, kind: kind, allowed: allowed))"
    case .unknownKey(let spec, let part, let found, let allowed):
      return "\"\(spec)\": \(part): \(NearestName.message(found: found, kind: "key", allowed: allowed))"
    }
  }
}
