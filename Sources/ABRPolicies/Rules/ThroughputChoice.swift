import ABRPlayback

/// What the throughput rule decides, given an estimate: the part of ``Throughput`` that other rules share.
struct ThroughputChoice: Sendable {
  /// Sabre, `abandon_grace_time`, in seconds; a nanosecond less, because questions come at multiples of 50 ms and 12
  /// kbit and the one at half a second must not be lost to rounding.
  private static let abandonmentGrace = 0.5 - 1e-9
  /// Sabre, `abandon_multiplier`.
  private static let abandonmentFactor = 1.8

  private let safety: Double
  private let isBufferWatched: Bool
  private var table = BandwidthTable()
  private var insufficientBuffer = InsufficientBufferRule()
  private var last = 0

  /// See ``Throughput``.
  init(safety: Double, insufficientBuffer: Bool) {
    precondition(safety > 0, "a share of the estimate is positive")
    self.safety = safety
    isBufferWatched = insufficientBuffer
  }

  /// Takes over the eligible renditions.
  mutating func prepare(for setup: RuleSetup) {
    let previous = table
    table.prepare(for: setup)
    last = table.position(of: last, in: previous)
  }

  /// Chooses a rendition.
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

  /// Why a rendition was chosen with an estimate.
  func reason(for rendition: Int, _ context: RequestContext, estimate: NetworkEstimate) -> DecisionReason {
    let trusted = NetworkEstimate(throughput: estimate.throughput * safety, latency: estimate.latency)
    let sustained = table.highestSustainable(trusted, segmentDuration: context.segmentDuration, near: rendition)
    return DecisionReason(
      rendition < sustained ? .lowLevel : .estimate, estimate: estimate.throughput, share: safety,
      latency: estimate.latency)
  }

  /// A rendition that is worth giving a running download up for, or `nil` to go on.
  ///
  /// - Parameter latency: the estimate; it is made only for a download that takes too long.
  @inline(__always)
  func alternative(to progress: DownloadProgress, latency: () -> Double) -> Int? {
    guard progress.elapsed >= Self.abandonmentGrace else { return nil }
    let transferTime = progress.elapsed - progress.latency
    guard transferTime > 0, progress.received > 0 else { return nil }
    let rest = progress.size - progress.received
    // elapsed + rest / rate ≤ allowed, without the division.
    let allowed = Self.abandonmentFactor * progress.segmentDuration
    if rest * transferTime <= (allowed - progress.elapsed) * progress.received { return nil }
    let rate = NetworkEstimate(throughput: progress.received * 8 / transferTime * safety, latency: latency())
    let rendition = table.highestSustainable(rate, segmentDuration: progress.segmentDuration, near: progress.rendition)
    guard rendition < progress.rendition else { return nil }
    let size = progress.size * table.bandwidth(rendition) / table.bandwidth(progress.rendition)
    return size < rest ? rendition : nil
  }

  /// Bounds outside of which ``alternative(to:latency:)`` is to go on.
  ///
  /// A transfer of *S* bytes with *R* of them after *t* seconds takes *S t / R* at its mean rate. With the latency that
  /// is no more than what is allowed as long as *R / t* is at least *S* / (allowed − latency).
  @inline(__always)
  func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    guard worst.rendition > 0 else { return .never }
    let allowed = Self.abandonmentFactor * worst.segmentDuration - worst.latency
    // A lower rendition is smaller than the rest only as long as the lowest is.
    let lowest = worst.size * table.bandwidth(0) / table.bandwidth(worst.rendition)
    return AbandonmentBounds(
      elapsed: Self.abandonmentGrace, received: worst.size - lowest,
      rate: allowed > 0 ? worst.size / allowed * (1 + AbandonmentRounding.share) : .infinity)
  }
}
