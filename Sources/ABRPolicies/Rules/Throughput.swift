import ABRPlayback

/// The throughput rule: the highest rendition that the network sustains, with a margin.
///
/// The choice is the highest rendition of which a segment arrives, latency included, within its own duration at `safety` × the
/// estimated throughput. With ``insufficientBuffer`` it is lowered to what the buffer can survive; with `abandons` a download is
/// given up that would take more than 1.8 × the duration of its segment, once it has run for half a second and a smaller
/// rendition is worth more than the rest. Sabre's THROUGHPUT (version 09b03bb, `ThroughputRule`; the throughput part of
/// Spiteri et al., MMSys 2018) is this rule with everything on.
///
/// Before anything has been measured it keeps the rendition it is at.
public struct Throughput: Rule {
  /// Sabre, `abandon_grace_time`, in seconds; a nanosecond less, because questions come at multiples of 50 ms and 12 kbit and
  /// the one at half a second must not be lost to rounding.
  private static let abandonmentGrace = 0.5 - 1e-9
  /// Sabre, `abandon_multiplier`.
  private static let abandonmentFactor = 1.8

  private let safety: Double
  private let isBufferWatched: Bool
  private let abandons: Bool

  private var estimator: ThroughputEstimator
  private var table = BandwidthTable()
  private var insufficientBuffer = InsufficientBufferRule()
  private var last = 0

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - estimator: how past downloads become an estimate.
  ///   - safety: share of the estimate that is trusted, more than 0.
  ///   - insufficientBuffer: whether a low buffer lowers the choice.
  ///   - abandons: whether downloads that take too long are given up.
  public init(
    estimator: ThroughputEstimator.Method = .ewma(), safety: Double = 0.9, insufficientBuffer: Bool = true,
    abandons: Bool = false
  ) {
    precondition(safety > 0, "a share of the estimate is positive")
    self.estimator = ThroughputEstimator(estimator)
    self.safety = safety
    isBufferWatched = insufficientBuffer
    self.abandons = abandons
  }

  /// Whether running downloads may be given up.
  public var watchesProgress: Bool { abandons }

  /// Takes over the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    let previous = table
    table.prepare(for: setup)
    last = table.position(of: last, in: previous)
    estimator.prepare(segmentDuration: setup.segmentDuration)
  }

  /// Chooses by the rule's own estimate.
  public mutating func decide(_ context: RequestContext) -> Decision {
    guard estimator.isReady else { return Decision(context.lastRendition) }
    return Decision(choose(context, estimate: estimator.estimate))
  }

  /// Chooses by a given estimate, for rules that this one is a part of.
  @inline(__always)
  mutating func choose(_ context: RequestContext, estimate: NetworkEstimate) -> Int {
    let trusted = NetworkEstimate(throughput: estimate.throughput * safety, latency: estimate.latency)
    var rendition = table.highestSustainable(trusted, segmentDuration: context.segmentDuration, near: last)
    if isBufferWatched {
      rendition = insufficientBuffer.limit(
        rendition, level: context.level, estimate: estimate, segmentDuration: context.segmentDuration, table: table)
    }
    last = rendition
    return rendition
  }

  /// Takes a sample.
  public mutating func downloaded(_ download: Download, level: Double) { estimator.add(download) }

  /// Whether the download takes too long and a lower rendition is smaller than what is left of it.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    alternative(to: progress, latency: estimator)
  }

  /// See ``shouldAbandon(_:)``; the estimator is asked for its latency only when the download takes too long.
  @inline(__always)
  func alternative(to progress: DownloadProgress, latency estimator: borrowing ThroughputEstimator) -> Int? {
    guard progress.elapsed >= Self.abandonmentGrace else { return nil }
    let transferTime = progress.elapsed - progress.latency
    guard transferTime > 0, progress.received > 0 else { return nil }
    let rest = progress.size - progress.received
    // elapsed + rest / rate ≤ allowed, without the division.
    let allowed = Self.abandonmentFactor * progress.segmentDuration
    if rest * transferTime <= (allowed - progress.elapsed) * progress.received { return nil }
    let rate = NetworkEstimate(
      throughput: progress.received * 8 / transferTime * safety, latency: estimator.latency)
    let rendition = table.highestSustainable(
      rate, segmentDuration: progress.segmentDuration, near: progress.rendition)
    guard rendition < progress.rendition else { return nil }
    let size = progress.size * table.bandwidths[rendition] / table.bandwidths[progress.rendition]
    return size < rest ? rendition : nil
  }
}

extension RuleEntry {
  static let throughput = RuleEntry(
    "throughput", source: "Sabre 09b03bb, THROUGHPUT; Spiteri et al., MMSys 2018",
    parameters: [.safety] + ThroughputEstimator.parameters + [.insufficientBuffer, .abandonsInSabre],
    summary: "highest rendition that the estimated throughput sustains",
    check: { arguments, _ in ThroughputEstimator.problem(of: arguments) },
    build: { options in
      Throughput(
        estimator: ThroughputEstimator.method(of: options.arguments), safety: options.arguments.number("safety") ?? 0.9,
        insufficientBuffer: options.arguments.isOn("insufficient") ?? true,
        abandons: options.arguments.isOn("abandon") ?? (options.model == .sabre))
    })
}
