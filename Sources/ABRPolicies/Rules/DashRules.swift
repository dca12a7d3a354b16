import ABRPlayback

/// The rules of dash.js: the lowest rendition that one of them answers with.
///
/// Below one level the throughput rule is asked, above another BOLA; beside them the insufficient-buffer rule, which
/// asks what the network brings before the buffer is empty, and the switch-history rule, which leaves a rendition alone
/// that was left for a lower one among the last eight decisions. A download that takes too long is abandoned once, and
/// for ten seconds after it nothing goes up. dash.js 5.1.1, `ABRRulesCollection`, `AbrController`, `ThroughputModel`
/// and the rules' own files.
///
/// Left out: rules that are off as shipped (dropped frames, L2A, LoL+), and what a server suggests (CMSD).
public struct DashRules: Rule {
  /// Which of the two rules for the throughput and the buffer are on.
  public enum Strategy: String, Sendable, Hashable, CaseIterable {
    /// Both: which one is asked follows the level.
    case dynamic
    case throughput
    case bola
  }

  /// What an app may set.
  public struct Options: Sendable, Hashable {
    /// Which of `throughputRule` and `bolaRule` are on.
    public var strategy = Strategy.dynamic
    /// Level in seconds from which on BOLA is asked, and below half of which the throughput rule is
    /// (`bufferTimeDefault`). Above it no download is abandoned.
    public var stable = 18.0
    /// Share of the estimate that both trust (`bandwidthSafetyFactor`).
    public var safety = 0.9
    /// Half-lives of the two averages in seconds of download, of which one counts 1.5 times
    /// (`throughputFastHalfLifeSeconds`, `throughputSlowHalfLifeSeconds`).
    public var (fast, slow) = (3.0, 8.0)
    /// Bits per second before anything has been measured (`initialBitrate`).
    public var estimate = 1e6
    /// Share of what the network brings while the buffer plays that a segment may have (`throughputSafetyFactor`);
    /// `nil` where the insufficient-buffer rule is off.
    public var bufferSafety: Double? = 0.7
    /// Whether the switch-history rule is on.
    public var watchesHistory = true
    /// See ``BOLAE``: 1 for dash.js 5, 0 for earlier ones.
    public var utilityOffset = 1.0
    /// Seconds from the last byte of a segment to the player.
    public var lag = 0.004
    /// Whether downloads are abandoned.
    public var abandons = true

    /// The defaults of dash.js 5.1.1.
    public init() {}
  }

  private let options: Options
  private let rates: SIMD2<Double>
  private var averages = EWMAPair()
  /// Bits per second, 0 before the first sample.
  private var throughput = 0.0
  private var table = BandwidthTable()
  private var ladderIndices: [Int] = []
  /// Ladder index of the rendition that is fetched.
  private var current = 0
  /// Whether the next request was decided when the one before it was abandoned.
  private var isForced = false
  /// Segments since the last seek.
  private var countSinceSeek = 0
  /// The segment after the one that came last; `nil` before the first.
  private var nextSegment: Int?
  private var isBOLA: Bool
  private var bola = DashBOLA()
  private var history = DashSwitchHistory()
  /// Seconds of the session at which the running download was requested, and up to which nothing goes up.
  private var requestTime = 0.0
  private var heldUntil = -Double.infinity
  private var lastAbandoned = -1
  private var measured = DashMeasurements()
  /// What the last decision was due to.
  private var decider = Decider.start

  /// The rules, and what comes before them.
  private enum Decider {
    case start, abandoned, throughput, bola, insufficientBuffer, switchHistory, noRule
  }

  /// Creates the rules.
  public init(_ options: Options = Options()) {
    self.options = options
    rates = SIMD2(1 / options.fast, 1 / options.slow)
    isBOLA = options.strategy == .bola
  }

  /// How many times a second of download counts (`weightDownloadTimeMultiplicationFactor`).
  private static let weight = 1.5
  /// Bytes that the browser adds to those of a body (Resource Timing, "transferSize").
  private static let headerBytes = 300.0
  /// Level in seconds at or below which the buffer is empty (`stallThreshold`), and segments that come before the
  /// insufficient-buffer rule is asked (`segmentIgnoreCount`).
  private static let emptyLevel = 0.3
  private static let ignoredSegments = 2
  /// Seconds for which nothing goes up after a download was abandoned (`abandonLoadTimeout`).
  private static let holdTime = 10.0
  /// Seconds between two reports of progress (XHR Standard): the first of them is the first byte that the player sees.
  private static let reportInterval = 0.05
  /// Seconds after that before a download is judged (`minSegmentDownloadTimeThresholdInMs`), and segments' durations
  /// that it may take (`abandonDurationMultiplier`).
  private static let abandonmentGrace = 0.5
  private static let abandonmentFactor = 1.8
  /// Times are rounded to hundredths of a second where they are compared, rates to kbit/s.
  private static let timeStep = 0.01
  private static let rateStep = 1000.0

  /// Whether running downloads may be abandoned.
  public var watchesProgress: Bool { options.abandons }

  /// Downloads are looked at whenever the browser reports progress, and what follows an abandoned one is known here.
  public func adjust(_ network: inout NetworkSettings) {
    network.watchDownloads(every: Self.reportInterval)
  }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: DashRules) {
    (averages, throughput) = (previous.averages, previous.throughput)
  }

  /// Takes over the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    table.prepare(for: setup)
    bola.prepare(for: setup, stable: options.stable, utilityOffset: options.utilityOffset)
    ladderIndices = setup.ladderIndices
  }

  private func position(of ladderIndex: Int) -> Int { ladderIndices.eligiblePosition(of: ladderIndex) }

  // MARK: Choice

  /// Asks the rules, unless an abandoned download has decided what follows.
  public mutating func decide(_ context: RequestContext) -> Decision {
    requestTime = context.time
    guard nextSegment != nil || isForced else {
      decider = .start
      let start = throughput > 0 ? throughput : options.estimate
      current = ladderIndices[table.highest(within: start, near: 0)]
      return Decision(position(of: current))
    }
    let last = position(of: current)
    if isForced {
      isForced = false
      decider = .abandoned
      return Decision(last)
    }
    noteSeek(context)
    noteLevel(context.level)
    let mayRise = context.time >= heldUntil
    var delay = 0.0
    let answer = lowest(context, last: last, mayRise: mayRise, delay: &delay)
    requestTime += delay
    guard let answer else { return Decision(last, after: delay) }
    history.append(current, isDrop: answer < last)
    if answer < last || mayRise { current = ladderIndices[answer] } else { decider = .abandoned }
    return Decision(position(of: current), after: delay)
  }

  /// The rule whose answer was the lowest.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    let estimate = throughput > 0 ? throughput : nil
    switch decider {
    case .start where estimate == nil: return DecisionReason(.nothingMeasured, estimate: options.estimate)
    case .start: return DecisionReason(.estimate, estimate: estimate, share: 1)
    case .abandoned: return DecisionReason(.abandoned, estimate: estimate)
    case .throughput:
      return DecisionReason(.estimate, by: "throughput", estimate: estimate, share: options.safety)
    case .bola: return DecisionReason(.score, by: "bola", estimate: estimate)
    case .insufficientBuffer:
      // Of what the network brings while the buffer plays.
      let share = options.bufferSafety.map { $0 * context.level / context.segmentDuration }
      return DecisionReason(.lowLevel, by: "insufficient-buffer", estimate: estimate, share: share)
    case .switchHistory: return DecisionReason(.history, by: "switch-history", estimate: estimate)
    case .noRule: return DecisionReason(.emptyBuffer, estimate: estimate)
    }
  }

  /// The lowest rendition that a rule answers with; `nil` where none wants a change.
  private mutating func lowest(
    _ context: RequestContext, last: Int, mayRise: Bool, delay: inout Double
  ) -> Int? {
    let isEmpty = context.level <= Self.emptyLevel
    let sustained = table.highest(within: throughput * options.safety, near: last)
    var answer: Int?
    decider = isBOLA ? .bola : !mayRise ? .abandoned : isEmpty ? .noRule : .throughput
    func take(_ other: Int, _ rule: Decider) {
      if other < answer ?? .max { (answer, decider) = (other, rule) }
    }
    if isBOLA {
      if let choice = bola.choose(level: context.level, last: last, sustained: sustained, delay: &delay) {
        take(choice, .bola)
      }
    } else if mayRise, !isEmpty, throughput > 0 {
      take(sustained, .throughput)
    }
    if let safety = options.bufferSafety, countSinceSeek >= Self.ignoredSegments {
      let limit = throughput * safety * context.level / context.segmentDuration
      if isEmpty {
        take(0, .insufficientBuffer)
      } else if limit > 0 {
        take(table.highest(within: limit, near: last), .insufficientBuffer)
      }
    }
    if options.watchesHistory, let left = history.highestLeft {
      let place = position(of: left.rendition)
      take(left.wasDropped ? max(0, place - 1) : place, .switchHistory)
    }
    return answer
  }

  /// After a seek out of the buffer BOLA begins anew, and so do the segments that the insufficient-buffer rule ignores
  /// (`PLAYBACK_SEEKING`). A segment that is fetched again after a stall is no seek.
  private mutating func noteSeek(_ context: RequestContext) {
    guard let nextSegment, context.level <= Self.emptyLevel,
      context.segment > nextSegment || context.segment < nextSegment - 1
    else { return }
    countSinceSeek = 0
    bola.seek()
  }

  /// The player hears of a level, which decides which of the two rules is asked.
  private mutating func noteLevel(_ level: Double) {
    guard options.strategy == .dynamic else { return }
    isBOLA = level >= (isBOLA ? options.stable / 2 : options.stable)
  }

  // MARK: Downloads

  /// Takes a sample, of an abandoned download too.
  public mutating func downloaded(_ download: Download, level: Double) {
    // The player measures its pictures alone.
    let bytes = download.videoBytes
    if download.isAborted {
      current = ladderIndices[download.abortedFor]
      isForced = true
      if let known = measured.first(of: download) {
        take(known)
      } else if download.transferTime >= 2 * Self.reportInterval {
        // A single report of progress measures nothing.
        sample(bytes, seconds: download.transferTime)
      }
      bola.abandon(for: download.abortedFor, level: level)
      return
    }
    if let known = measured.first(of: download) {
      take(known)
    } else if let sample = sample(bytes + Self.headerBytes, seconds: download.transferTime + options.lag) {
      measured.append(sample, of: download)
    }
    current = ladderIndices[download.rendition]
    countSinceSeek += 1
    nextSegment = download.segment + 1
    let levelBefore = download.replacesMedia ? level : level - download.segmentDuration
    noteLevel(levelBefore)
    if levelBefore <= Self.emptyLevel { bola.forget() }
    bola.follow(download, levelBefore: levelBefore)
    noteLevel(level)
  }

  @discardableResult
  private mutating func sample(_ bytes: Double, seconds: Double) -> DashMeasurements.Sample? {
    guard bytes > 0, seconds > 0 else { return nil }
    let sample = DashMeasurements.Sample(rate: (8 * bytes / seconds / Self.rateStep).rounded(), seconds: seconds)
    take(sample)
    return sample
  }

  private mutating func take(_ sample: DashMeasurements.Sample) {
    averages.add(sample.rate, seconds: Self.weight * sample.seconds, rates: rates)
    throughput = averages.minimum.rounded() * Self.rateStep
  }

  /// BOLA's buffer might have grown meanwhile.
  public mutating func waited(_ seconds: Double) { bola.waited(seconds) }

  /// Gives up a download that takes more than 1.8 times its segment's duration, for a rendition that is smaller than
  /// the rest.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    let seconds = progress.elapsed - progress.latency
    guard progress.rendition > 0, progress.segment != lastAbandoned, progress.level <= options.stable,
      seconds > Self.abandonmentGrace + Self.reportInterval, progress.videoReceived > 0
    else { return nil }
    let rate = (8 * progress.videoReceived / seconds / Self.rateStep).rounded() * Self.rateStep
    guard rate < 8 * leastRate(progress) else { return nil }
    let whole = rate > 0 ? (8 * progress.videoSize / rate / Self.timeStep).rounded() * Self.timeStep : .infinity
    guard whole >= Self.abandonmentFactor * progress.segmentDuration else { return nil }
    let choice = table.highest(within: rate, near: progress.rendition)
    let size = progress.videoSize * table.bandwidth(choice) / table.bandwidth(progress.rendition)
    guard progress.videoSize - progress.videoReceived > size else { return nil }
    lastAbandoned = progress.segment
    heldUntil = requestTime + progress.elapsed + Self.holdTime
    history = DashSwitchHistory()
    return choice
  }

  /// Bytes a second from which on a download ends in time, whatever is rounded.
  private func leastRate(_ progress: DownloadProgress) -> Double {
    let allowed = Self.abandonmentFactor * progress.segmentDuration - Self.timeStep
    return allowed > 0 ? progress.videoSize / allowed + Self.rateStep / 8 : .infinity
  }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  @inline(__always)
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    guard worst.rendition > 0, worst.segment != lastAbandoned else { return .never }
    let lowest = worst.videoSize * table.bandwidth(0) / table.bandwidth(worst.rendition)
    return AbandonmentBounds(
      elapsed: worst.latency + Self.abandonmentGrace + Self.reportInterval, level: options.stable,
      received: worst.size - lowest, rate: leastRate(worst) / worst.leastVideoShare * (1 + AbandonmentRounding.share))
  }
}

extension RuleEntry {
  static let dashRules = RuleEntry(
    "dash-abr", source: "dash.js 5.1.1, ABRRulesCollection and its rules",
    parameters: [
      Parameter(
        "strategy", .choice(DashRules.Strategy.allCases.map(\.rawValue)), default: .value(.choice("dynamic")),
        "throughput, bola, or by the level one of them"),
      Parameter(
        "stable", .duration(0...86_400), default: .value(.duration(18)),
        "level from which on bola is asked, and below half of which it is not"),
      .safety,
      .halfLife("fast", 3),
      .halfLife("slow", 8),
      .estimate(.value(.bitrate(1_000_000))),
      .insufficientBuffer,
      Parameter(
        "buffer-safety", .number(0.01...10), default: .value(.number(0.7)),
        "share of what comes while the buffer plays that a segment may have"),
      .onOff(
        "history", default: .value(.choice("on")), "whether a rendition that was left for a lower one is left alone"),
      Parameter(
        "offset", .integer(0...1), default: .value(.integer(1)),
        "taken from every utility of bola: 0 as in dash.js 3 and 4, 1 as in dash.js 5"),
      .abandons,
    ],
    summary: "throughput, bola, low buffers and past switches, the lowest of them, as in dash.js",
    build: { options in
      let arguments = options.arguments
      var chosen = DashRules.Options()
      chosen.strategy = DashRules.Strategy(rawValue: arguments.choice("strategy")) ?? .dynamic
      chosen.stable = arguments.seconds("stable")
      chosen.safety = arguments.number("safety")
      (chosen.fast, chosen.slow) = (arguments.seconds("fast"), arguments.seconds("slow"))
      chosen.estimate = Double(arguments.bitrate("estimate"))
      chosen.bufferSafety = arguments.isOn("insufficient") ? arguments.number("buffer-safety") : nil
      chosen.watchesHistory = arguments.isOn("history")
      chosen.utilityOffset = Double(arguments.integer("offset"))
      chosen.abandons = arguments.isOn("abandon")
      return DashRules(chosen)
    })
}
