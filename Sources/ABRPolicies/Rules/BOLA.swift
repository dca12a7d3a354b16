import ABRPlayback

/// BOLA: the rendition by buffer level alone, checked against throughput only on the way up.
///
/// The choice is the largest score (V (u + γp) − Q) / R, see `BOLATable`, with V = (Q_max − P) / (u_top + γp), P the duration of a
/// segment. Up-switches beyond what the network sustains are held back: to the rendition before when that is above it already;
/// otherwise ``Oscillation/minimised`` (BOLA-O) takes what is sustained and waits until the buffer asks for no more, and
/// ``Oscillation/utility`` (BOLA-U) goes one above it. Spiteri et al., INFOCOM 2016 and ToN 2020; Sabre 09b03bb, `Bola`.
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
    /// BOLA-FINITE: no more than half of what has been fetched or is left, whichever is less, but at least three segments, so
    /// that the rule neither dawdles at the start nor buffers for a future that does not come.
    case finite
    /// BOLA-BASIC: the whole buffer all the time; it never gives a download up.
    case basic
  }

  private let oscillation: Oscillation
  private let horizon: Horizon
  private let gammaP: Double
  private let abandons: Bool

  private var estimator: ThroughputEstimator
  private var table = BandwidthTable()
  private var scores = BOLATable()
  private var scale = BOLATable.Scale()
  private var last = 0
  private var segmentDuration = 1.0
  private var videoDuration = 1.0

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - oscillation: what happens when the buffer allows more than the network sustains.
  ///   - horizon: how much of the buffer the parameters are made for.
  ///   - gammaP: weight of a stall against utility, γp of the paper, in seconds, positive.
  ///   - estimator: how past downloads become an estimate.
  ///   - abandons: whether a download is given up when a lower rendition scores higher than the rest of it.
  public init(
    _ oscillation: Oscillation = .minimised, horizon: Horizon = .finite, gammaP: Double = 5,
    estimator: ThroughputEstimator.Method = .ewma(), abandons: Bool = false
  ) {
    precondition(gammaP > 0, "γp is positive")
    self.oscillation = oscillation
    self.horizon = horizon
    self.gammaP = gammaP
    self.estimator = ThroughputEstimator(estimator)
    self.abandons = abandons && horizon == .finite
  }

  /// Whether running downloads may be given up.
  public var watchesProgress: Bool { abandons }

  /// Builds the tables of the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    let previous = table
    table.prepare(for: setup)
    scores.prepare(for: setup)
    last = table.position(of: last, in: previous)
    segmentDuration = setup.segmentDuration
    videoDuration = setup.segmentDuration * Double(setup.segmentCount)
    estimator.prepare(segmentDuration: setup.segmentDuration)
  }

  /// Chooses by the buffer and the rule's own estimate.
  public mutating func decide(_ context: RequestContext) -> Decision {
    choose(context, estimator: estimator)
  }

  /// Chooses by the buffer and another's estimate, for rules that this one is a part of. Only an up-switch asks for the estimate.
  @inline(__always)
  mutating func choose(_ context: RequestContext, estimator: ThroughputEstimator) -> Decision {
    // No buffer holds more than the video.
    var usable = min(context.maximumLevel, videoDuration)
    if horizon == .finite {
      let segments = Double(min(context.segment, context.segmentsLeft)) / 2
      usable = min(usable, max(segments, 3) * segmentDuration)
    }
    scale.unit = max(0, usable - segmentDuration) / (scores.utilities[scores.top] + gammaP)
    scale.base = scale.unit * gammaP

    let best = scores.best(at: context.level, scale: scale, near: last)
    if best <= last {
      last = best
      return Decision(best)
    }
    return climb(to: best, context, estimator: estimator)
  }

  /// An up-switch, as far as the network sustains it.
  private mutating func climb(
    to best: Int, _ context: RequestContext, estimator: ThroughputEstimator
  ) -> Decision {
    // Nothing measured, nothing to climb on.
    guard estimator.isReady else { return Decision(last) }
    let sustained = table.highestSustainable(
      estimator.estimate, segmentDuration: context.segmentDuration, near: last)
    if best <= sustained {
      last = best
      return Decision(best)
    }
    if last > sustained { return Decision(last) }
    switch oscillation {
    case .utility:
      last = sustained + 1
      return Decision(last)
    case .minimised:
      last = sustained
      // While nothing plays, waiting would not lower the level. (At the top there is nothing to wait for, but `best` is above.)
      guard context.isPlaying else { return Decision(sustained) }
      let excess = context.level - scores.maximumLevel(sustained, scale: scale)
      return Decision(sustained, after: max(0, excess) / context.rate)
    }
  }

  /// Takes a sample; the session's first rendition, which the player chose, is where the rule starts from.
  public mutating func downloaded(_ download: Download, level: Double) {
    if download.isFirst { start(at: download.rendition) }
    estimator.add(download)
  }

  /// Takes the session's first rendition as where the rule comes from.
  mutating func start(at rendition: Int) { last = rendition }

  /// Whether a lower rendition scores higher than the rest of the download.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    let rest = progress.size - progress.received
    guard progress.received > 0, rest > 0 else { return nil }
    let answer = scores.better(
      than: progress.rendition, at: progress.level, rest: rest, size: progress.size, scale: scale)
    if let answer { last = answer }
    return answer
  }
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
      if arguments.choice("horizon") == "basic", arguments.isOn("abandon") ?? false {
        return Problem(key: "abandon", found: "on with horizon=basic", allowed: "off: it never gives a download up")
      }
      return ThroughputEstimator.problem(of: arguments)
    },
    build: { options in
      BOLA(
        BOLA.Oscillation(of: options.arguments),
        horizon: options.arguments.choice("horizon").flatMap(BOLA.Horizon.init) ?? .finite,
        gammaP: options.arguments.number("gamma") ?? 5, estimator: ThroughputEstimator.method(of: options.arguments),
        abandons: options.arguments.isOn("abandon") ?? (options.model == .sabre))
    })

  static let bolaO = bola.preset("bola-o", ["variant": .choice("o")], summary: "bola(variant=o)")
  static let bolaU = bola.preset("bola-u", ["variant": .choice("u")], summary: "bola(variant=u)")
  static let bolaBasicO = bola.preset(
    "bola-basic-o", ["variant": .choice("o"), "horizon": .choice("basic")], summary: "bola(variant=o,horizon=basic)")
  static let bolaBasicU = bola.preset(
    "bola-basic-u", ["variant": .choice("u"), "horizon": .choice("basic")], summary: "bola(variant=u,horizon=basic)")
}
