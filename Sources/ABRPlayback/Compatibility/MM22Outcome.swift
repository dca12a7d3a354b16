/// What a session of the MM'22 simulator gave.
public struct MM22Outcome: Sendable, Hashable {
  /// Its actions in order.
  public var steps: [MM22Step]
  /// What the session cost and brought, each byte counted once.
  public var metrics: SessionMetrics
}
