import ABRPlayback

/// What a rule believes about the network from the downloads it has seen: throughput and latency.
///
/// A value without memory of its own: feeding it allocates nothing, and a rule carries it in a stored property.
/// Throughput is in bits per second, latency in seconds. Of several averages the cautious one counts: the smallest
/// throughput, the largest latency.
///
/// Downloads that were abandoned are no samples (Sabre, dash.js). A transfer counts as at least one millisecond long
/// (dash.js), so that an instantaneous link has a finite speed.
public struct ThroughputEstimator: Sendable {
  /// How samples become an estimate.
  public enum Method: Sendable, Hashable {
    /// The smaller of a fast and a slow average that forget by half in so many seconds of download; the latency
    /// likewise, a download counting as a segment's duration.
    ///
    /// `weight` multiplies the seconds of a sample: 1 in Sabre and hls.js, 1.5 in dash.js.
    case ewma(fast: Double = 3, slow: Double = 8, weight: Double = 1)
    /// The harmonic mean of the last samples, as many as given (Yin et al. and Pensieve: 5; FESTIVE: 20), 1 to 20.
    case harmonicMean(last: Int = 5)
    /// The smallest of the arithmetic means over windows of the given numbers of samples, each 1 to 20 (Sabre `-ma
    /// sliding`).
    case slidingMean(windows: [Int] = [3])
    /// A method over chosen samples.
    ///
    /// `smallest` is the bytes under which a download is no sample: what small responses measure is the round trip
    /// (video.js http-streaming issue 1102, Shaka Player issue 3422; Shaka's `minBytes`: 16 kB). `countsLatency` says
    /// whether the time to the first byte is a part of the throughput sample, or apart as latency; `nil` leaves it to
    /// the network's settings.
    indirect case sampling(Method, smallest: Int = 0, countsLatency: Bool? = nil)
  }

  /// Seconds below which no transfer is believed to have ended.
  private static let shortestTransfer = 0.001

  /// Samples taken so far.
  public private(set) var sampleCount = 0

  /// Bytes under which a download is no sample.
  private var smallest = 0.0
  /// Whether the latency is a part of a throughput sample; `nil` as downloads say.
  private var countsLatency: Bool?
  // The method's numbers, laid out so that a sample costs neither a division nor a look into an array.
  private enum Kind { case ewma, harmonicMean, slidingMean }
  private let kind: Kind
  /// Half-lives that a second of download is, for the fast and the slow average.
  private let rates: SIMD2<Double>
  /// Seconds beyond which a download has made averages forget everything.
  private let longestMemory: Double
  private let windows: UInt32
  /// What the latency averages keep of their past at each sample; depends on the duration of a segment.
  private var latencyShares = SIMD2(repeating: 0.5)

  private var throughputPair = EWMAPair()
  private var latencyPair = EWMAPair()
  private var throughputWindow = SampleWindow()
  private var latencyWindow = SampleWindow()
  /// Throughput and latency together; 0 before the first sample. Kept at each sample: to ask averages and windows later
  /// would copy them.
  public private(set) var estimate = NetworkEstimate(throughput: 0, latency: 0)

  /// Creates an estimator without samples.
  ///
  /// - Parameter method: how samples become an estimate. Half-lives and the weight are positive, numbers of samples 1
  ///   to 20, and there is at least one window.
  public init(_ method: Method = .ewma()) {
    var method = method
    if case .sampling(let chosen, let smallest, let countsLatency) = method {
      method = chosen
      self.smallest = Double(smallest)
      self.countsLatency = countsLatency
    }
    switch method {
    case .ewma(let fast, let slow, let weight):
      precondition(fast > 0 && slow > 0 && weight > 0, "half-lives and weight are positive")
      kind = .ewma
      rates = SIMD2(weight / fast, weight / slow)
      windows = 0
    case .harmonicMean(let last):
      precondition((1...SampleWindow.capacity).contains(last), "a window has 1 to 20 samples")
      kind = .harmonicMean
      rates = .zero
      windows = 1 << UInt32(last)
    case .slidingMean(let sizes):
      precondition(!sizes.isEmpty && sizes.allSatisfy { (1...SampleWindow.capacity).contains($0) }, "1 to 20 samples")
      kind = .slidingMean
      rates = .zero
      windows = sizes.reduce(0) { $0 | 1 << UInt32($1) }
    case .sampling: preconditionFailure("samples are chosen once")
    }
    longestMemory = Decay.largestExponent / max(rates[0], rates[1])
  }

  /// Tells how long a segment is, which weighs latency samples; samples taken so far stay.
  public mutating func prepare(segmentDuration: Double) {
    latencyShares = Decay.half(toThe: min(segmentDuration, longestMemory) * rates)
  }

  /// Takes a download as a sample, unless it was abandoned or is too small. Where the latency is part of a throughput
  /// sample, it is not counted a second time as latency.
  @inline(__always)
  public mutating func add(_ download: Download) {
    guard !download.isAborted, download.bytes >= smallest else { return }
    let counts = countsLatency ?? download.samplesLatency
    add(
      bits: download.bytes * 8, seconds: counts ? download.latency + download.transferTime : download.transferTime,
      latency: counts ? 0 : download.latency)
  }

  /// Takes a sample: bits, the seconds they took, and the seconds before the first of them.
  /// - Complexity: O(1) for `ewma`, O(samples kept) otherwise.
  @inline(__always)
  public mutating func add(bits: Double, seconds: Double, latency: Double) {
    let seconds = max(seconds, Self.shortestTransfer)
    let throughput = bits / seconds
    sampleCount += 1
    guard kind == .ewma else {
      addToWindows(throughput, latency: latency)
      return
    }
    throughputPair.add(throughput, keeping: Decay.half(toThe: min(seconds, longestMemory) * rates))
    latencyPair.add(latency, keeping: latencyShares)
    estimate = NetworkEstimate(throughput: throughputPair.minimum, latency: latencyPair.maximum)
  }

  @inline(never)
  private mutating func addToWindows(_ throughput: Double, latency: Double) {
    latencyWindow.add(latency)
    let mean: Double
    if kind == .harmonicMean {
      // The reciprocal of the mean of reciprocals.
      throughputWindow.add(1 / throughput)
      mean = 1 / throughputWindow.smallestMean(over: windows)
    } else {
      throughputWindow.add(throughput)
      mean = throughputWindow.smallestMean(over: windows)
    }
    estimate = NetworkEstimate(throughput: mean, latency: latencyWindow.largestMean(over: windows))
  }

  /// Whether there is an estimate: at least one download has arrived.
  public var isReady: Bool { sampleCount > 0 }

  /// Estimated throughput in bits per second; 0 before the first sample.
  @inline(__always)
  public var throughput: Double { estimate.throughput }

  /// Estimated latency in seconds; 0 before the first sample. With `harmonicMean` it is the arithmetic mean over the
  /// same window, because a latency may be 0.
  @inline(__always)
  public var latency: Double { estimate.latency }

  /// Throughput and latency together; `nil` before the first sample.
  @inline(__always)
  var estimateWhenReady: NetworkEstimate? { isReady ? estimate : nil }
}

extension ThroughputEstimator: SabreThroughputHistory {}
