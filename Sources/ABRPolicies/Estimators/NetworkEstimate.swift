/// Throughput in bits per second and latency in seconds that a rule reckons with.
public struct NetworkEstimate: Sendable, Hashable {
  /// Bits per second; 0 when nothing is known.
  public var throughput: Double
  /// Seconds from a request to its first byte.
  public var latency: Double

  /// Creates an estimate.
  public init(throughput: Double, latency: Double) {
    self.throughput = throughput
    self.latency = latency
  }
}
