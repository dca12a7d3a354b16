import ABRInput

/// A literal that is not the quantity it should be.
public struct QuantityError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text that was given.
  public let found: String
  /// What would have been right, with examples.
  public let allowed: String

  /// Creates an error.
  public init(found: String, allowed: String) {
    self.found = found
    self.allowed = allowed
  }

  /// What was found and what is allowed, in one line without the name of the field.
  public var description: String { FaultText.of(found: found, allowed: allowed) }
}
