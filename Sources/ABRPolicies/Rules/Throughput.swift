import ABRPlayback

/// The throughput rule: the highest rendition that the network sustains, with a margin.
///
/// The choice is the highest rendition of which a segment arrives, latency included, within its own duration at
/// `safety` × the estimated throughput. With `insufficientBuffer` it is lowered to what the buffer can survive; with
/// `abandons` a download is abandoned that would take more than 1.8 × the duration of its segment, once it has run for
/// half a second and a smaller rendition is worth more than the rest. Sabre's THROUGHPUT (version 09b03bb,
/// `ThroughputRule`; the throughput part of Spiteri et al., MMSys 2018) is this rule with everything on.
///
/// Before anything has been measured it keeps the rendition it is at.
public struct Throughput: Rule {
  private let abandons: Bool
  private var estimator: ThroughputEstimator
  private var choice: ThroughputChoice

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - estimator: how past downloads become an estimate.
  ///   - safety: share of the estimate that is trusted, more than 0.
  ///   - insufficientBuffer: whether a low buffer lowers the choice.
  ///   - abandons: whether downloads that take too long are abandoned.
  public init(
    estimator: ThroughputEstimator.Method = .ewma(), safety: Double = 0.9, insufficientBuffer: Bool = true,
    abandons: Bool = false
  ) {
    self.estimator = ThroughputEstimator(estimator)
    choice = ThroughputChoice(safety: safety, insufficientBuffer: insufficientBuffer)
    self.abandons = abandons
  }

  /// Whether running downloads may be abandoned.
  public var watchesProgress: Bool { abandons }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: Throughput) { estimator = previous.estimator }

  /// Takes over the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    choice.prepare(for: setup)
    estimator.prepare(segmentDuration: setup.segmentDuration)
  }

  /// Chooses by the estimate and the buffer level.
  public mutating func decide(_ context: RequestContext) -> Decision {
    guard estimator.isReady else { return Decision(context.lastRendition) }
    return Decision(choice.choose(context, estimate: estimator.estimate))
  }

  /// The share of the estimate, or a low buffer.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    guard estimator.isReady else { return DecisionReason(.nothingMeasured) }
    return choice.reason(for: decision.rendition, context, estimate: estimator.estimate)
  }

  /// Takes a sample.
  public mutating func downloaded(_ download: Download, level: Double) { estimator.add(download) }

  /// Whether the download takes too long and a lower rendition is smaller than what is left of it.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    choice.alternative(to: progress, latency: { estimator.latency })
  }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds { choice.abandonmentBounds(worst) }
}

extension RuleEntry {
  static let throughput = RuleEntry(
    "throughput", source: "Sabre 09b03bb, THROUGHPUT; Spiteri et al., MMSys 2018",
    parameters: [.safety] + ThroughputEstimator.parameters + [.insufficientBuffer, .abandonsInSabre],
    summary: "highest rendition that the estimated throughput sustains",
    check: { arguments, _ in ThroughputEstimator.problem(of: arguments) },
    build: { options in
      Throughput(
        estimator: ThroughputEstimator.method(of: options.arguments), safety: options.arguments.number("safety"),
        insufficientBuffer: options.arguments.isOn("insufficient"),
        abandons: options.abandonsInSabre)
    })
}
