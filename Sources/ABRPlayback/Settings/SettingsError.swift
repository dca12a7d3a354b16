import ABRInput

/// A player setting that can never work, named before anything runs.
public struct SettingsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The setting, as a user writes it.
  public let setting: String
  /// What was found.
  public let found: String
  /// What is allowed.
  public let allowed: String

  /// Creates an error.
  public init(setting: String, found: String, allowed: String) {
    self.setting = setting
    self.found = found
    self.allowed = allowed
  }

  /// One line for a person.
  public var description: String { "\(setting): \(FaultText.of(found: found, allowed: allowed))" }
}
