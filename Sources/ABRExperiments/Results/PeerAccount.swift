/// A peer simulator's own quantities of one session, under its own names and in its own units.
public struct PeerAccount: Sendable, Hashable {
  /// A quantity.
  public enum Value: Sendable, Hashable {
    /// One number.
    case number(Double)
    /// A table, row by row.
    case rows([[Double]])
  }

  /// The quantities by the peer's names.
  public let values: [String: Value]

  /// Creates an account.
  public init(_ values: [String: Value]) { self.values = values }
}
