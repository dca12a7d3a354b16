import ABRDeterminism
import ABRPlayback

/// BOLA-E: BOLA whose buffer is topped up by a virtual placeholder, so that it starts at the speed of the network and is not
/// fooled by a buffer that cannot fill.
///
/// The rule starts with what throughput sustains and puts as many placeholder seconds on the buffer as would have led it there.
/// Afterwards it chooses by level + placeholder; time in which nothing could be fetched adds to the placeholder, a level above
/// what the choice needs takes from it first, and a download that took long or was given up shrinks it. Up-switches are held to
/// what the network sustains as in ``BOLA``. Parameters are made for a buffer of 10 s + 2 s a rendition, or more when the player
/// holds more. Spiteri, Sitaraman, Sparacio, MMSys 2018; Sabre 09b03bb, `BolaEnh`.
///
/// Without the insufficient-buffer rule it is BOLA-PL, with the parameters of basic BOLA.
public struct BOLAE: Rule {
  /// Seconds of buffer that the lowest rendition is content with.
  private static let minimumBuffer = 10.0
  /// Seconds of buffer added for each rendition.
  private static let bufferPerRendition = 2.0

  private let oscillation: BOLA.Oscillation
  private let isBufferWatched: Bool
  private let gammaP: Double
  private let utilityOffset: Double
  private let abandons: Bool

  private var estimator: ThroughputEstimator
  private var table = BandwidthTable()
  private var scores = BOLATable()
  private var insufficientBuffer = InsufficientBufferRule()
  /// Where thresholds between renditions lie.
  private var choiceScale = BOLATable.Scale()
  /// Where the levels lie that bound the placeholder; differs from ``choiceScale`` by the utility offset.
  private var scale = BOLATable.Scale()
  /// Seconds of buffer that the thresholds are made for.
  private var buffer = 0.0
  private var isSteady = false
  private var placeholder = 0.0
  private var last = 0
  private var segmentDuration = 1.0
  private var videoDuration = 1.0
  private var rate = 1.0

  /// Creates the rule.
  ///
  /// - Parameters:
  ///   - oscillation: what happens when the buffer allows more than the network sustains.
  ///   - insufficientBuffer: whether a low buffer lowers the choice; without it the rule is BOLA-PL.
  ///   - gammaP: weight of a stall against utility in seconds, more than 1; used only without the insufficient-buffer rule, which
  ///     derives its own.
  ///   - utilityOffset: taken from every utility in the choice. 0 is the paper, Sabre and dash.js 3 and 4; 1 is dash.js 5 (since
  ///     change #4536), whose up-switches come V seconds earlier.
  ///   - estimator: how past downloads become an estimate.
  ///   - abandons: whether a download is given up when a lower rendition scores higher than the rest of it.
  public init(
    _ oscillation: BOLA.Oscillation = .minimised, insufficientBuffer: Bool = true, gammaP: Double = 5,
    utilityOffset: Double = 0, estimator: ThroughputEstimator.Method = .ewma(), abandons: Bool = true
  ) {
    precondition(gammaP > 1, "γp is more than 1 s")
    self.oscillation = oscillation
    isBufferWatched = insufficientBuffer
    self.gammaP = gammaP
    self.utilityOffset = utilityOffset
    self.estimator = ThroughputEstimator(estimator)
    self.abandons = abandons
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

  /// Places the thresholds on a buffer.
  @inline(__always)
  private mutating func scale(to maximumLevel: Double) {
    // No buffer holds more than the video.
    let usable = min(maximumLevel, videoDuration)
    let topUtility = scores.utilities[scores.top]
    if isBufferWatched {
      buffer = max(Self.minimumBuffer + Self.bufferPerRendition * Double(scores.top + 1), usable)
      scale.unit = (buffer - Self.minimumBuffer) / topUtility
      // γp of utilities that begin at 1 is 10 s / V; here they begin at 0.
      scale.base = Self.minimumBuffer + scale.unit
    } else {
      buffer = usable
      scale.unit = max(0, usable - segmentDuration) / (topUtility + gammaP)
      scale.base = scale.unit * gammaP
    }
    choiceScale = BOLATable.Scale(unit: scale.unit, base: scale.base - utilityOffset * scale.unit)
  }

  /// Chooses by the buffer, the placeholder and the rule's own estimate.
  public mutating func decide(_ context: RequestContext) -> Decision {
    choose(context, estimator: estimator)
  }

  /// Chooses with another's estimate, for rules that this one is a part of.
  mutating func choose(_ context: RequestContext, estimator: ThroughputEstimator) -> Decision {
    // One bitrate: nothing to choose, and no utility to divide by.
    if scores.isFlat { return Decision(0) }
    guard estimator.isReady else { return Decision(last) }
    rate = context.rate
    scale(to: context.maximumLevel)
    let estimate = estimator.estimate
    let level = context.level
    let sustained = table.highestSustainable(estimate, segmentDuration: context.segmentDuration, near: last)
    if !isSteady {
      isSteady = true
      insufficientBuffer = InsufficientBufferRule()
      placeholder = max(0, scores.minimumLevel(sustained, scale: scale) - level)
      return Decision(sustained)
    }

    var choice = settle(scores.best(at: level + placeholder, scale: choiceScale, near: last), at: level + placeholder)
    if choice > last, choice > sustained {
      choice = max(last, sustained) + (oscillation == .utility ? 1 : 0)
    }

    // What is more than the choice needs: placeholder goes first, then the viewer plays it off.
    var excess = max(0, level + placeholder - scores.maximumLevel(choice, scale: scale))
    let virtual = min(excess, placeholder)
    placeholder -= virtual
    excess -= virtual
    if choice == scores.top || !context.isPlaying { excess = 0 }

    if isBufferWatched {
      let limited = insufficientBuffer.limit(
        choice, level: level, estimate: estimate, segmentDuration: context.segmentDuration, table: table)
      if limited < choice {
        choice = limited
        excess = 0
        placeholder = min(placeholder, max(0, scores.minimumLevel(choice, scale: scale) - level))
      }
    }
    return Decision(choice, after: excess / context.rate)
  }

  /// Decides between two renditions whose scores are equal but for rounding.
  ///
  /// This is no rare accident: an abandoned download leaves a placeholder that puts the level exactly on the threshold of the
  /// rendition it was given up for. Sabre computes both scores and takes the larger, so the last bit decides; here that is done
  /// too, in Sabre's units and order of operations, for the level that the threshold is. dash.js takes the higher rendition.
  @inline(__always)
  private func settle(_ choice: Int, at level: Double) -> Int {
    if choice < scores.top, level > scores.threshold(choice + 1, scale: choiceScale) - LevelTolerance.seconds {
      return prefersByRounding(choice + 1) ? choice + 1 : choice
    }
    if choice > 0, level < scores.threshold(choice, scale: choiceScale) + LevelTolerance.seconds {
      return prefersByRounding(choice) ? choice : choice - 1
    }
    return choice
  }

  /// Whether a rendition's score exceeds that of the one below it at the level where they are equal.
  private func prefersByRounding(_ rendition: Int) -> Bool {
    let bitrates = table.bandwidths
    let bitrate = bitrates[rendition] / 1000
    let lower = bitrates[rendition - 1] / 1000
    guard bitrate > lower else { return false }
    if utilityOffset != 0 { return true }
    let offset = 1 - ReproducibleMath.log(bitrates[0] / 1000)
    let utility = ReproducibleMath.log(bitrate) + offset
    let lowerUtility = ReproducibleMath.log(lower) + offset
    let topUtility = ReproducibleMath.log(bitrates[table.top] / 1000) + offset
    let gamma: Double
    let unit: Double
    if isBufferWatched {
      gamma = (topUtility - 1) / (buffer * 1000 / (Self.minimumBuffer * 1000) - 1)
      unit = Self.minimumBuffer * 1000 / gamma
    } else {
      gamma = gammaP - 1
      unit = (buffer * 1000 - segmentDuration * 1000) / (topUtility + gamma)
    }
    let level = unit * (gamma + (bitrate * lowerUtility - lower * utility) / (bitrate - lower))
    return (unit * (utility + gamma) - level) / bitrate > (unit * (lowerUtility + gamma) - level) / lower
  }

  /// Time in which the full buffer stopped requests counts as buffer that could have been.
  public mutating func waited(_ seconds: Double) { placeholder += seconds * rate }

  /// Takes a sample and adapts the placeholder.
  public mutating func downloaded(_ download: Download, level: Double) {
    follow(download, level: level)
    estimator.add(download)
  }

  /// Adapts the placeholder to a download.
  mutating func follow(_ download: Download, level: Double) {
    last = download.rendition
    if download.isAborted {
      let wanted =
        download.abortedFor > 0 ? scores.minimumLevel(download.abortedFor, scale: scale) : Self.minimumBuffer
      placeholder = min(placeholder, max(0, wanted - level))
    } else {
      // No more than what would still have led to this rendition, and no less than what did.
      let levelBefore = level + download.totalTime * rate
      placeholder = min(placeholder, max(0, scores.maximumLevel(download.rendition, scale: scale) - levelBefore))
      if level > 0 {
        placeholder = max(placeholder, scores.minimumLevel(download.rendition, scale: scale) - levelBefore)
      }
    }
  }

  /// Whether a lower rendition scores higher than the rest of the download, reckoned after the round trip that it would cost.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    let transferTime = progress.elapsed - progress.latency
    guard progress.received > 0, transferTime > 0 else { return nil }
    let level = max(0, progress.level + placeholder - progress.latency * rate)
    if level > scores.threshold(progress.rendition, scale: scale) { return nil }
    let arriving = progress.latency * progress.received / transferTime
    let rest = progress.size - progress.received - arriving
    guard rest > 0 else { return nil }
    return scores.better(
      than: progress.rendition, at: level, rest: rest, size: progress.size, scale: scale)
  }
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
      if arguments.has("gamma"), arguments.isOn("insufficient") ?? true {
        return Problem(key: "gamma", found: "gamma with insufficient=on", allowed: "gamma with insufficient=off")
      }
      return ThroughputEstimator.problem(of: arguments)
    },
    build: { options in
      BOLAE(
        BOLA.Oscillation(of: options.arguments), insufficientBuffer: options.arguments.isOn("insufficient") ?? true,
        gammaP: options.arguments.number("gamma") ?? 5,
        utilityOffset: Double(options.arguments.integer("offset") ?? 0),
        estimator: ThroughputEstimator.method(of: options.arguments),
        abandons: options.arguments.isOn("abandon") ?? true)
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
