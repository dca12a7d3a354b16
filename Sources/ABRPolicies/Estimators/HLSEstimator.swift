/// What hls.js believes about the network: throughput and time to the first byte.
///
/// The throughput is the smaller of two averages that forget by half in so many seconds of download; the time to the
/// first byte is one average, in which a late byte weighs less. hls.js 1.7.1, `ewma-bandwidth-estimator.ts`.
struct HLSEstimator: Sendable {
  private let rates: SIMD2<Double>
  private var averages = EWMAPair()
  private var latencies = EWMAPair()
  /// Bits per second before the first sample.
  private var assumed: Double
  /// The latency of the last sample, and what the average of latencies keeps at it.
  private var lastLatency = (seconds: -1.0, share: 1.0)
  /// Whether anything has been measured.
  private(set) var isReady = false
  /// Bits per second.
  private(set) var throughput: Double
  /// Seconds from a request to its first byte.
  private(set) var latency = Self.assumedLatency

  /// `defaultTTFB`.
  private static let assumedLatency = 0.1
  /// `minDelayMs_`, and bytes of a sample for each second that it counts at least.
  private static let leastSeconds = 0.05
  private static let bytesPerSecond = 1e8
  /// The least time to the first byte that an average takes.
  private static let leastLatency = 0.005

  /// - Parameters:
  ///   - fast: half-life in seconds of download, more than 0.
  ///   - slow: the same of the slow average, and of that of latencies.
  ///   - assumed: bits per second before the first sample.
  init(fast: Double, slow: Double, assumed: Double) {
    rates = SIMD2(1 / fast, 1 / slow)
    self.assumed = assumed
    throughput = assumed
  }

  /// Sets what is believed before the first sample.
  mutating func assume(_ throughput: Double) {
    assumed = throughput
    if !isReady { self.throughput = throughput }
  }

  /// Forgets everything.
  mutating func reset(assuming throughput: Double) {
    self = HLSEstimator(fast: 1 / rates[0], slow: 1 / rates[1], assumed: throughput)
  }

  /// Takes a sample: bytes and the seconds that they took.
  mutating func add(bytes: Double, seconds: Double) {
    guard bytes > 0 else { return }
    let seconds = max(seconds, min(Self.leastSeconds, bytes / Self.bytesPerSecond))
    averages.add(8 * bytes / seconds, seconds: seconds, rates: rates)
    throughput = averages.minimum
    isReady = true
  }

  /// Takes a time to the first byte.
  mutating func add(latency seconds: Double) {
    if seconds != lastLatency.seconds {
      // √2 · e^(−s²/2), by powers of one half.
      let exponent = min(seconds * seconds / (2 * 0.693_147_180_559_945_3), Decay.largestExponent)
      let weight = 2.0.squareRoot() * Decay.half(toThe: SIMD2(repeating: exponent))[0]
      lastLatency = (seconds, Decay.half(toThe: SIMD2(repeating: weight * rates[1]))[0])
    }
    latencies.add(max(seconds, Self.leastLatency), keeping: SIMD2(repeating: lastLatency.share))
    latency = latencies.minimum
  }
}
