/// Bounds outside of which a rule continues with a running download whatever it sees of it.
///
/// The engine asks ``Rule/shouldAbandon(_:)`` only while a download is inside all of them, and works out when that is
/// from the trace. Bounds that are too wide cost time; bounds that are too narrow would change what is abandoned.
public struct AbandonmentBounds: Sendable, Hashable {
  /// Seconds since the request before which the rule continues.
  public var elapsed: Double
  /// Buffer level in media seconds above which it continues.
  public var level: Double
  /// Bytes received from which on it continues.
  public var received: Double
  /// Bytes a second, on average since the first byte, from which on it continues.
  public var rate: Double

  /// Creates bounds; without any the rule is asked at every question.
  @inlinable
  public init(
    elapsed: Double = 0, level: Double = .infinity, received: Double = .infinity, rate: Double = .infinity
  ) {
    self.elapsed = elapsed
    self.level = level
    self.received = received
    self.rate = rate
  }

  /// The rule continues in any case.
  @inlinable public static var never: AbandonmentBounds { AbandonmentBounds(level: -.infinity) }
}
