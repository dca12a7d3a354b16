import ABRPlayback

/// BOLA-E: BOLA whose buffer is topped up by a virtual placeholder, so that it starts at the speed of the network and
/// is not fooled by a buffer that cannot fill.
///
/// The rule starts with what throughput sustains and puts as many placeholder seconds on the buffer as would have led
/// it there. Afterwards it chooses by level + placeholder; time in which nothing could be fetched adds to the
/// placeholder, a level above what the choice needs takes from it first, and a download that took long or was abandoned
/// shrinks it. Up-switches are held to what the network sustains as in ``BOLA``. Parameters are made for a buffer of 10
/// s + 2 s a rendition, or more when the player holds more. Spiteri, Sitaraman, Sparacio, MMSys 2018; Sabre 09b03bb,
/// `BolaEnh`.
///
/// Without the insufficient-buffer rule it is BOLA-PL, with the parameters of basic BOLA.
public struct BOLAE: Rule {
  private let abandons: Bool
  private var estimator: ThroughputEstimator
  private var choice: BOLAEChoice

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - oscillation: what happens when the buffer allows more than the network sustains.
  ///   - insufficientBuffer: whether a low buffer lowers the choice; without it the rule is BOLA-PL.
  ///   - gammaP: weight of a stall against utility in seconds, more than 1; used only without the insufficient-buffer
  ///     rule, which derives its own.
  ///   - utilityOffset: taken from every utility in the choice. 0 is the paper, Sabre and dash.js 3 and 4; 1 is dash.js
  ///     5 (since change #4536), whose up-switches come V seconds earlier.
  ///   - estimator: how past downloads become an estimate.
  ///   - abandons: whether a download is abandoned when a lower rendition scores higher than the rest of it.
  public init(
    _ oscillation: BOLA.Oscillation = .minimised, insufficientBuffer: Bool = true, gammaP: Double = 5,
    utilityOffset: Double = 0, estimator: ThroughputEstimator.Method = .ewma(), abandons: Bool = true
  ) {
    choice = BOLAEChoice(
      oscillation, insufficientBuffer: insufficientBuffer, gammaP: gammaP, utilityOffset: utilityOffset)
    self.estimator = ThroughputEstimator(estimator)
    self.abandons = abandons
  }

  /// Whether running downloads may be abandoned.
  public var watchesProgress: Bool { abandons }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: BOLAE) { estimator = previous.estimator }

  /// Builds the tables of the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    choice.prepare(for: setup)
    estimator.prepare(segmentDuration: setup.segmentDuration)
  }

  /// Chooses by the buffer, the placeholder and the estimate.
  public mutating func decide(_ context: RequestContext) -> Decision {
    guard estimator.isReady else { return Decision(context.lastRendition) }
    return choice.choose(context, estimate: estimator.estimate)
  }

  /// The score of the level with its placeholder.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    guard estimator.isReady else { return DecisionReason(.nothingMeasured) }
    return DecisionReason(.score, estimate: estimator.throughput)
  }

  /// Time in which the full buffer stopped requests counts as buffer that could have been.
  public mutating func waited(_ seconds: Double) { choice.waited(seconds) }

  /// Takes a sample and adapts the placeholder.
  public mutating func downloaded(_ download: Download, level: Double) {
    choice.follow(download, level: level)
    estimator.add(download)
  }

  /// Whether a lower rendition scores higher than the rest of the download.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? { choice.alternative(to: progress) }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds { choice.abandonmentBounds(worst) }
}

extension RuleEntry {
  static let bolaE = RuleEntry(
    "bola-e", source: "Spiteri et al., MMSys 2018; Sabre 09b03bb, BolaEnh",
    parameters: [
      .variant, .insufficientBuffer,
      Parameter(
        "gamma", .number(1.001...1000), default: .value(.number(5)),
        "γp in seconds, used with insufficient=off; otherwise it follows from the ladder"),
      Parameter(
        "offset", .integer(0...1), default: .value(.integer(0)),
        "taken from every utility: 0 as in the paper and dash.js 3 and 4, 1 as in dash.js 5"),
    ] + ThroughputEstimator.parameters + [.abandons],
    summary: "bola with a virtual placeholder that makes up for a buffer that cannot fill",
    check: { arguments, _ in
      if arguments.has("gamma"), arguments.isOn("insufficient") {
        return Problem(key: "gamma", found: "gamma with insufficient=on", allowed: "gamma with insufficient=off")
      }
      return ThroughputEstimator.problem(of: arguments)
    },
    build: { options in
      BOLAE(
        BOLA.Oscillation(of: options.arguments), insufficientBuffer: options.arguments.isOn("insufficient"),
        gammaP: options.arguments.number("gamma"),
        utilityOffset: Double(options.arguments.integer("offset")),
        estimator: ThroughputEstimator.method(of: options.arguments),
        abandons: options.arguments.isOn("abandon"))
    })

  static let bolaEO = bolaE.preset("bola-e-o", ["variant": .choice("o")], summary: "bola-e(variant=o)")
  static let bolaEU = bolaE.preset("bola-e-u", ["variant": .choice("u")], summary: "bola-e(variant=u)")
  static let bolaPLO = bolaE.preset(
    "bola-pl-o", ["variant": .choice("o"), "insufficient": .choice("off")],
    summary: "bola-e(variant=o,insufficient=off)")
  static let bolaPLU = bolaE.preset(
    "bola-pl-u", ["variant": .choice("u"), "insufficient": .choice("off")],
    summary: "bola-e(variant=u,insufficient=off)")
}
