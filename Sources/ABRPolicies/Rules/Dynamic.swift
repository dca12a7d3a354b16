import ABRPlayback

/// DYNAMIC: the throughput rule while the buffer is low, BOLA once it is not.
///
/// Both rules are asked every time and both remember. BOLA takes over at a level above `threshold` when it wants at
/// least what the throughput rule wants, and hands back below it when it wants less. Downloads are abandoned as the
/// throughput rule says. Spiteri, Sitaraman, Sparacio, MMSys 2018; Sabre 09b03bb, `Dynamic`.
///
/// A request is made at a level of at most the buffer's maximum less a segment, so a maximum of no more than
/// `threshold` + one segment leaves the throughput rule in charge for ever.
public struct Dynamic: Rule {
  private let threshold: Double
  private let abandons: Bool
  private var estimator: ThroughputEstimator
  private var bola: BOLAChoice
  private var throughput: ThroughputChoice
  private var isBOLA = false

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - oscillation: variant of BOLA.
  ///   - horizon: parameters of BOLA.
  ///   - gammaP: γp of BOLA in seconds, positive.
  ///   - threshold: buffer level in seconds at which the rules change over (Sabre, `low_buffer_threshold`).
  ///   - safety: share of the estimate that the throughput rule trusts, more than 0.
  ///   - insufficientBuffer: whether a low buffer lowers the throughput rule's choice.
  ///   - estimator: how past downloads become the estimate that both rules use.
  ///   - abandons: whether downloads that take too long are abandoned.
  public init(
    _ oscillation: BOLA.Oscillation = .minimised, horizon: BOLA.Horizon = .finite, gammaP: Double = 5,
    threshold: Double = 10, safety: Double = 0.9, insufficientBuffer: Bool = true,
    estimator: ThroughputEstimator.Method = .ewma(), abandons: Bool = true
  ) {
    self.threshold = threshold
    self.abandons = abandons
    self.estimator = ThroughputEstimator(estimator)
    bola = BOLAChoice(oscillation, horizon: horizon, gammaP: gammaP)
    throughput = ThroughputChoice(safety: safety, insufficientBuffer: insufficientBuffer)
  }

  /// Whether running downloads may be abandoned.
  public var watchesProgress: Bool { abandons }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: Dynamic) { estimator = previous.estimator }

  /// Builds the tables of the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    estimator.prepare(segmentDuration: setup.segmentDuration)
    bola.prepare(for: setup)
    throughput.prepare(for: setup)
  }

  /// Asks both rules and answers for the one in charge.
  public mutating func decide(_ context: RequestContext) -> Decision {
    guard estimator.isReady else { return Decision(context.lastRendition) }
    let estimate = estimator.estimate
    let byBuffer = bola.choose(context, estimate: { estimate })
    let byThroughput = throughput.choose(context, estimate: estimate)
    if isBOLA {
      if context.level < threshold - LevelTolerance.seconds, byBuffer.rendition < byThroughput { isBOLA = false }
    } else {
      if context.level > threshold + LevelTolerance.seconds, byBuffer.rendition >= byThroughput { isBOLA = true }
    }
    return isBOLA ? byBuffer : Decision(byThroughput)
  }

  /// The reason of the rule in charge.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    guard estimator.isReady else { return DecisionReason(.nothingMeasured) }
    return isBOLA
      ? bola.reason(for: decision.rendition, context, estimate: estimator.estimate).by("bola")
      : throughput.reason(for: decision.rendition, context, estimate: estimator.estimate).by("throughput")
  }

  /// Takes a sample for both rules.
  public mutating func downloaded(_ download: Download, level: Double) {
    if download.isFirst { bola.start(at: download.rendition) }
    estimator.add(download)
  }

  /// Whether the download takes too long, see ``Throughput``.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    throughput.alternative(to: progress, latency: { estimator.latency })
  }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds { throughput.abandonmentBounds(worst) }
}

extension RuleEntry {
  static let dynamic = RuleEntry(
    "dynamic", source: "Spiteri et al., MMSys 2018; Sabre 09b03bb, Dynamic",
    parameters: [
      .variant,
      Parameter(
        "threshold", .duration(0...86_400), default: .value(.duration(10)), "level at which the two rules change over"),
      .gamma, .safety,
    ] + ThroughputEstimator.parameters + [.insufficientBuffer, .abandons],
    summary: "throughput while the buffer is low, bola once it is not",
    check: { arguments, _ in ThroughputEstimator.problem(of: arguments) },
    build: { options in
      Dynamic(
        BOLA.Oscillation(of: options.arguments), gammaP: options.arguments.number("gamma"),
        threshold: options.arguments.seconds("threshold"), safety: options.arguments.number("safety"),
        insufficientBuffer: options.arguments.isOn("insufficient"),
        estimator: ThroughputEstimator.method(of: options.arguments),
        abandons: options.arguments.isOn("abandon"))
    })

  static let dynamicO = dynamic.preset("dynamic-o", ["variant": .choice("o")], summary: "dynamic(variant=o)")
  static let dynamicU = dynamic.preset("dynamic-u", ["variant": .choice("u")], summary: "dynamic(variant=u)")
}
