import ABRPlayback

/// DYNAMIC as in the dash.js player: BOLA-E above one buffer level, the throughput rule below another; only the one in
/// charge is asked.
///
/// Sabre's DYNAMIC-DASH (version 09b03bb, `DynamicDash`) changes over above 10 s and back below 5 s. dash.js 5.1
/// (`AbrController`) changes over from 18 s on, its `bufferTimeDefault`, and back below half of it:
/// `Thresholds.dashJS`.
public struct DynamicDash: Rule {
  /// Buffer levels at which the rules change over, in seconds.
  public struct Thresholds: Sendable, Hashable {
    /// Below this level the throughput rule takes over.
    public var low: Double
    /// From this level on BOLA-E takes over.
    public var high: Double
    /// Whether BOLA-E takes over at exactly ``high``, as in dash.js; in Sabre the level must exceed it.
    public var includesHigh: Bool

    /// Creates thresholds.
    public init(low: Double, high: Double, includesHigh: Bool = false) {
      self.low = low
      self.high = high
      self.includesHigh = includesHigh
    }

    /// Sabre's: 5 s and 10 s.
    public static let sabre = Thresholds(low: 5, high: 10)
    /// Those of dash.js 5.1 with its default `bufferTimeDefault`: 9 s and 18 s.
    public static let dashJS = Thresholds(low: 9, high: 18, includesHigh: true)
  }

  private let thresholds: Thresholds
  private let abandons: Bool
  private var estimator: ThroughputEstimator
  private var bola: BOLAEChoice
  private var throughput: ThroughputChoice
  private var isBOLA = false

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - oscillation: variant of BOLA-E.
  ///   - thresholds: buffer levels at which the rules change over.
  ///   - utilityOffset: see ``BOLAE``; 1 for dash.js 5.
  ///   - safety: share of the estimate that the throughput rule trusts, more than 0.
  ///   - insufficientBuffer: whether a low buffer lowers the choice of either rule.
  ///   - gammaP: see ``BOLAE``.
  ///   - estimator: how past downloads become the estimate that both rules use.
  ///   - abandons: whether the rule in charge may abandon downloads.
  public init(
    _ oscillation: BOLA.Oscillation = .minimised, thresholds: Thresholds = .sabre, utilityOffset: Double = 0,
    safety: Double = 0.9, insufficientBuffer: Bool = true, gammaP: Double = 5,
    estimator: ThroughputEstimator.Method = .ewma(), abandons: Bool = true
  ) {
    self.thresholds = thresholds
    self.abandons = abandons
    self.estimator = ThroughputEstimator(estimator)
    bola = BOLAEChoice(
      oscillation, insufficientBuffer: insufficientBuffer, gammaP: gammaP, utilityOffset: utilityOffset)
    throughput = ThroughputChoice(safety: safety, insufficientBuffer: insufficientBuffer)
  }

  /// Whether running downloads may be abandoned.
  public var watchesProgress: Bool { abandons }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: DynamicDash) { estimator = previous.estimator }

  /// Builds the tables of the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    estimator.prepare(segmentDuration: setup.segmentDuration)
    bola.prepare(for: setup)
    throughput.prepare(for: setup)
  }

  /// Asks the rule in charge.
  public mutating func decide(_ context: RequestContext) -> Decision {
    guard estimator.isReady else { return Decision(context.lastRendition) }
    let margin = thresholds.includesHigh ? -LevelTolerance.seconds : LevelTolerance.seconds
    if isBOLA {
      if context.level < thresholds.low - LevelTolerance.seconds { isBOLA = false }
    } else if context.level > thresholds.high + margin {
      isBOLA = true
    }
    let estimate = estimator.estimate
    if isBOLA { return bola.choose(context, estimate: estimate) }
    return Decision(throughput.choose(context, estimate: estimate))
  }

  /// The reason of the rule in charge.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    guard estimator.isReady else { return DecisionReason(.nothingMeasured) }
    return isBOLA
      ? DecisionReason(.score, by: "bola-e", estimate: estimator.throughput)
      : throughput.reason(for: decision.rendition, context, estimate: estimator.estimate).by("throughput")
  }

  /// Takes a sample; the placeholder of BOLA-E follows the rule in charge.
  public mutating func downloaded(_ download: Download, level: Double) {
    bola.follow(download, level: level)
    estimator.add(download)
  }

  /// See ``BOLAE``.
  public mutating func waited(_ seconds: Double) { bola.waited(seconds) }

  /// Asks the rule in charge.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    isBOLA
      ? bola.alternative(to: progress) : throughput.alternative(to: progress, latency: { estimator.latency })
  }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    isBOLA ? bola.abandonmentBounds(worst) : throughput.abandonmentBounds(worst)
  }
}

extension RuleEntry {
  static let dynamicDash = RuleEntry(
    "dynamic-dash", source: "Sabre 09b03bb, DynamicDash; dash.js 5.1, AbrController",
    parameters: [
      .variant,
      Parameter(
        "thresholds", .choice(["sabre", "dashjs"]), default: .value(.choice("sabre")),
        "levels at which the rules change over: 5s and 10s, or 9s and 18s"),
      Parameter(
        "offset", .integer(0...1), default: .value(.integer(0)),
        "taken from every utility of bola-e: 0 as in dash.js 3 and 4, 1 as in dash.js 5"),
      .safety,
    ] + ThroughputEstimator.parameters + [.insufficientBuffer, .abandons],
    summary: "throughput below one level, bola-e above another, as in dash.js",
    check: { arguments, _ in ThroughputEstimator.problem(of: arguments) },
    build: { options in
      DynamicDash(
        BOLA.Oscillation(of: options.arguments),
        thresholds: options.arguments.choice("thresholds") == "dashjs" ? .dashJS : .sabre,
        utilityOffset: Double(options.arguments.integer("offset")),
        safety: options.arguments.number("safety"),
        insufficientBuffer: options.arguments.isOn("insufficient"),
        estimator: ThroughputEstimator.method(of: options.arguments),
        abandons: options.arguments.isOn("abandon"))
    })

  static let dynamicDashO = dynamicDash.preset(
    "dynamic-dash-o", ["variant": .choice("o")], summary: "dynamic-dash(variant=o)")
  static let dynamicDashU = dynamicDash.preset(
    "dynamic-dash-u", ["variant": .choice("u")], summary: "dynamic-dash(variant=u)")
}
