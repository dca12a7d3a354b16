/// Two exponentially weighted averages of one series, a fast and a slow one, each corrected for its start at 0.
///
/// A sample of weight *w* keeps 0.5^(w / half-life) of what was before; an average whose samples weigh *W* together is divided by
/// 1 − 0.5^(W / half-life). Sabre (version 09b03bb, `Ewma`), dash.js 5.1 (`ThroughputModel`), hls.js (`EWMA`) agree on this form.
struct EWMAPair: Sendable {
  private var fast = 0.0
  private var slow = 0.0
  /// What is left of the initial 0: 0.5^(W / half-life).
  private var fastStart = 1.0
  private var slowStart = 1.0

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - value: the sample.
  ///   - fastShare: what the fast average keeps of its past, in 0..<1.
  ///   - slowShare: what the slow average keeps of its past, in 0..<1.
  @inline(__always)
  mutating func add(_ value: Double, keeping fastShare: Double, _ slowShare: Double) {
    fast = fastShare * fast + (1 - fastShare) * value
    slow = slowShare * slow + (1 - slowShare) * value
    fastStart = Self.product(fastStart, fastShare)
    slowStart = Self.product(slowStart, slowShare)
  }

  /// A product that becomes 0 once it no longer shows beside 1, long before it becomes a slow subnormal number.
  @inline(__always)
  private static func product(_ a: Double, _ b: Double) -> Double {
    let product = a * b
    return product < 1e-20 ? 0 : product
  }

  /// The smaller of the two averages; not a number before the first sample.
  @inline(__always)
  var minimum: Double { min(fast / (1 - fastStart), slow / (1 - slowStart)) }

  /// The larger of the two averages; not a number before the first sample.
  @inline(__always)
  var maximum: Double { max(fast / (1 - fastStart), slow / (1 - slowStart)) }
}
