import ABRPlayback

/// BOLA: the rendition by buffer level alone, checked against throughput only on the way up.
///
/// The choice is the largest score (V (u + γp) − Q) / R, see `BOLATable`, with V = (Q_max − P) / (u_top + γp), P the
/// duration of a segment. Up-switches beyond what the network sustains are held back: to the rendition before when that
/// is above it already; otherwise ``Oscillation/minimised`` (BOLA-O) takes what is sustained and waits until the buffer
/// asks for no more, and ``Oscillation/utility`` (BOLA-U) goes one above it. Spiteri et al., INFOCOM 2016 and ToN 2020;
/// Sabre 09b03bb, `Bola`.
public struct BOLA: Rule {
  /// What happens when the buffer allows more than the network sustains.
  public enum Oscillation: String, Sendable, Hashable, CaseIterable {
    /// BOLA-O: take what the network sustains, and wait. Few switches.
    case minimised
    /// BOLA-U: go one rendition above it. More utility.
    case utility
  }

  /// How much of the buffer the parameters are made for.
  public enum Horizon: String, Sendable, Hashable, CaseIterable {
    /// BOLA-FINITE: no more than half of what has been fetched or is left, whichever is less, but at least three
    /// segments, so that the rule neither dawdles at the start nor buffers for a future that does not come.
    case finite
    /// BOLA-BASIC: the whole buffer all the time; it never gives a download up.
    case basic
  }

  private let abandons: Bool
  private var estimator: ThroughputEstimator
  private var choice: BOLAChoice

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - oscillation: what happens when the buffer allows more than the network sustains.
  ///   - horizon: how much of the buffer the parameters are made for.
  ///   - gammaP: weight of a stall against utility, γp of the paper, in seconds, positive.
  ///   - estimator: how past downloads become an estimate.
  ///   - abandons: whether a download is abandoned when a lower rendition scores higher than the rest of it.
  public init(
    _ oscillation: Oscillation = .minimised, horizon: Horizon = .finite, gammaP: Double = 5,
    estimator: ThroughputEstimator.Method = .ewma(), abandons: Bool = false
  ) {
    choice = BOLAChoice(oscillation, horizon: horizon, gammaP: gammaP)
    self.estimator = ThroughputEstimator(estimator)
    self.abandons = abandons && horizon == .finite
  }

  /// Whether running downloads may be abandoned.
  public var watchesProgress: Bool { abandons }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: BOLA) { estimator = previous.estimator }

  /// Builds the tables of the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    choice.prepare(for: setup)
    estimator.prepare(segmentDuration: setup.segmentDuration)
  }

  /// Chooses by the buffer, checked against the estimate on the way up.
  public mutating func decide(_ context: RequestContext) -> Decision {
    choice.choose(context, estimate: { estimator.estimateWhenReady })
  }

  /// The score, or what the network sustains.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    choice.reason(for: decision.rendition, context, estimate: estimator.estimateWhenReady)
  }

  /// Takes a sample; the session's first rendition, which the player chose, is where the rule starts from.
  public mutating func downloaded(_ download: Download, level: Double) {
    if download.isFirst { choice.start(at: download.rendition) }
    estimator.add(download)
  }

  /// Whether a lower rendition scores higher than the rest of the download.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? { choice.alternative(to: progress) }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds { choice.abandonmentBounds(worst) }
}

extension RuleEntry {
  static let bola = RuleEntry(
    "bola", source: "Spiteri et al., INFOCOM 2016; Sabre 09b03bb, Bola",
    parameters: [
      .variant,
      Parameter(
        "horizon", .choice(BOLA.Horizon.allCases.map(\.rawValue)), default: .value(.choice("finite")),
        "whether the parameters follow the start and end of the video or are made for the whole buffer"),
      .gamma,
    ] + ThroughputEstimator.parameters + [.abandonsInSabre],
    summary: "by the buffer level, checked against throughput on the way up",
    check: { arguments, _ in
      if arguments.choice("horizon") == "basic", arguments.optionalChoice("abandon") == "on" {
        return Problem(
          key: "abandon", found: "abandon=on with horizon=basic",
          allowed: "abandon=off, as it never abandons a download")
      }
      return ThroughputEstimator.problem(of: arguments)
    },
    build: { options in
      BOLA(
        BOLA.Oscillation(of: options.arguments),
        horizon: options.arguments.word("horizon"),
        gammaP: options.arguments.number("gamma"), estimator: ThroughputEstimator.method(of: options.arguments),
        abandons: options.abandonsInSabre)
    })

  static let bolaO = bola.preset("bola-o", ["variant": .choice("o")], summary: "bola(variant=o)")
  static let bolaU = bola.preset("bola-u", ["variant": .choice("u")], summary: "bola(variant=u)")
  static let bolaBasicO = bola.preset(
    "bola-basic-o", ["variant": .choice("o"), "horizon": .choice("basic")], summary: "bola(variant=o,horizon=basic)")
  static let bolaBasicU = bola.preset(
    "bola-basic-u", ["variant": .choice("u"), "horizon": .choice("basic")], summary: "bola(variant=u,horizon=basic)")
}

extension BOLA.Oscillation {
  /// The variant that arguments choose.
  init(of arguments: Arguments) { self = arguments.choice("variant") == "u" ? .utility : .minimised }
}
