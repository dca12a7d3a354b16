/// A throughput estimate that ``SabreAccount`` compares with what downloads really brought. The estimators of the rules
/// conform.
public protocol SabreThroughputHistory {
  /// Tells how long a segment is, in seconds.
  mutating func prepare(segmentDuration: Double)
  /// Takes a sample: bits, the seconds they took, and the seconds before the first of them.
  mutating func add(bits: Double, seconds: Double, latency: Double)
  /// Estimated throughput in bits per second.
  var throughput: Double { get }
}
