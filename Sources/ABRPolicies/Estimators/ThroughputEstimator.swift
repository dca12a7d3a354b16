import ABRPlayback

/// What a rule believes about the network from the downloads it has seen: throughput and latency.
///
/// A value without memory of its own: feeding it allocates nothing, and a rule carries it in a stored property. Throughput is in
/// bits per second, latency in seconds. Of several averages the cautious one counts: the smallest throughput, the largest latency.
///
/// Downloads that were given up are no samples (Sabre, dash.js). A transfer counts as at least one millisecond long (dash.js),
/// so that an instantaneous link has a finite speed.
public struct ThroughputEstimator: Sendable {
  /// How samples become an estimate.
  public enum Method: Sendable, Hashable {
    /// The smaller of a fast and a slow average that forget by half in so many seconds of download; the latency likewise, a
    /// download counting as a segment's duration.
    ///
    /// `weight` multiplies the seconds of a sample: 1 in Sabre and hls.js, 1.5 in dash.js.
    case ewma(fast: Double = 3, slow: Double = 8, weight: Double = 1)
    /// The harmonic mean of the last samples, as many as given (Yin et al. and Pensieve: 5; FESTIVE: 20), 1 to 20.
    case harmonicMean(last: Int = 5)
    /// The smallest of the arithmetic means over windows of the given numbers of samples, each 1 to 20 (Sabre `-ma sliding`).
    case slidingMean(windows: [Int] = [3])
  }

  /// Seconds below which no transfer is believed to have ended.
  private static let shortestTransfer = 0.001

  /// How samples become an estimate.
  public let method: Method
  /// Samples taken so far.
  public private(set) var sampleCount = 0

  // The method's numbers, laid out so that a sample costs neither a division nor a look into an array.
  private enum Kind { case ewma, harmonicMean, slidingMean }
  private let kind: Kind
  private let fastRate: Double
  private let slowRate: Double
  private let windowSize: Int
  private let windows: UInt32
  /// What the latency averages keep of their past at each sample; depends on the duration of a segment.
  private var latencyShares = (fast: 0.5, slow: 0.5)

  private var throughputPair = EWMAPair()
  private var latencyPair = EWMAPair()
  private var throughputWindow = SampleWindow()
  private var latencyWindow = SampleWindow()

  /// Creates an estimator without samples.
  ///
  /// - Parameter method: how samples become an estimate. Half-lives and the weight are positive, numbers of samples 1 to 20, and
  ///   there is at least one window.
  public init(_ method: Method = .ewma()) {
    self.method = method
    switch method {
    case .ewma(let fast, let slow, let weight):
      precondition(fast > 0 && slow > 0 && weight > 0, "half-lives and weight are positive")
      kind = .ewma
      fastRate = weight / fast
      slowRate = weight / slow
      windowSize = 0
      windows = 0
    case .harmonicMean(let last):
      precondition((1...SampleWindow.capacity).contains(last), "a window has 1 to 20 samples")
      kind = .harmonicMean
      fastRate = 0
      slowRate = 0
      windowSize = last
      windows = 0
    case .slidingMean(let sizes):
      precondition(!sizes.isEmpty && sizes.allSatisfy { (1...SampleWindow.capacity).contains($0) }, "1 to 20 samples")
      kind = .slidingMean
      fastRate = 0
      slowRate = 0
      windowSize = 0
      windows = sizes.reduce(0) { $0 | 1 << UInt32($1) }
    }
  }

  /// Tells how long a segment is, which weighs latency samples; samples taken so far stay.
  public mutating func prepare(segmentDuration: Double) {
    latencyShares = (Decay.half(toThe: segmentDuration * fastRate), Decay.half(toThe: segmentDuration * slowRate))
  }

  /// Takes a download as a sample, unless it was given up. Where the latency is part of a throughput sample, it is not counted a
  /// second time as latency.
  public mutating func add(_ download: Download) {
    guard !download.isAborted else { return }
    add(
      bits: download.bytes * 8, seconds: download.sampleTime, latency: download.samplesLatency ? 0 : download.latency)
  }

  /// Takes a sample: bits, the seconds they took, and the seconds before the first of them.
  public mutating func add(bits: Double, seconds: Double, latency: Double) {
    let seconds = max(seconds, Self.shortestTransfer)
    let throughput = bits / seconds
    sampleCount += 1
    if kind == .ewma {
      throughputPair.add(
        throughput, keeping: Decay.half(toThe: seconds * fastRate), Decay.half(toThe: seconds * slowRate))
      latencyPair.add(latency, keeping: latencyShares.fast, latencyShares.slow)
    } else {
      throughputWindow.add(throughput)
      latencyWindow.add(latency)
    }
  }

  /// Whether there is an estimate: at least one download has arrived.
  public var isReady: Bool { sampleCount > 0 }

  /// Estimated throughput in bits per second; 0 before the first sample.
  /// - Complexity: O(1) for `ewma`, O(samples in the window) otherwise.
  public var throughput: Double {
    guard isReady else { return 0 }
    switch kind {
    case .ewma: return throughputPair.minimum
    case .harmonicMean: return throughputWindow.harmonicMean(ofLast: windowSize)
    case .slidingMean: return throughputWindow.smallestMean(over: windows)
    }
  }

  /// Estimated latency in seconds; 0 before the first sample. With `harmonicMean` it is the arithmetic mean over the same window,
  /// because a latency may be 0.
  /// - Complexity: as ``throughput``.
  public var latency: Double {
    guard isReady else { return 0 }
    switch kind {
    case .ewma: return latencyPair.maximum
    case .harmonicMean: return latencyWindow.largestMean(over: 1 << UInt32(windowSize))
    case .slidingMean: return latencyWindow.largestMean(over: windows)
    }
  }

  /// Throughput and latency together.
  public var estimate: NetworkEstimate { NetworkEstimate(throughput: throughput, latency: latency) }
}

extension ThroughputEstimator: SabreThroughputHistory {}
