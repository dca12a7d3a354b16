import ABRInput

/// What is wrong with a player's configuration.
package struct PlayerConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  package var file: String
  /// Line of the value, from 1; `nil` where it is not about one.
  package var line: Int?
  /// The option, or what else is wrong.
  package var field: String
  /// What stands there.
  package var found: String
  /// What is allowed.
  package var allowed: String

  package var description: String {
    FaultText.at(file, line: line, field: field, found: found, allowed: allowed)
  }
}
