import ABRInput
import ABRPlayers
import ABRPolicies

/// What a spec by itself names, and the option that takes it.
enum NamedPart: String, CaseIterable {
  case policy, player, buffer

  /// The option of the part.
  var option: String { "--\(rawValue)" }

  /// Reads a spec as this part.
  ///
  /// - Throws: what reading a spec throws.
  func read(_ spec: String, rules: RuleRegistry) throws {
    switch self {
    case .policy: _ = try PolicySpec(parsing: spec, registry: rules)
    case .player: _ = try Player(parsing: spec)
    case .buffer: _ = try BufferSpec(parsing: spec)
    }
  }

  /// The parts that a spec can name, policies first.
  static func all(of spec: String, rules: RuleRegistry) -> [NamedPart] {
    allCases.filter { part in
      do {
        try part.read(spec, rules: rules)
        return true
      } catch {
        // A player whose configuration file has a fault is still a player.
        return error is FileFault || error is PlayerConfigurationError
      }
    }
  }

  /// Why a spec names nothing, or not this part.
  ///
  /// - Parameter place: where it stands, for the message.
  func error(of spec: String, at place: String, rules: RuleRegistry) -> UsageError {
    do {
      try read(spec, rules: rules)
    } catch {
      return UsageError("\(place): \(error)")
    }
    return UsageError("\(place): \(spec) names no policy, player or buffer")
  }
}
