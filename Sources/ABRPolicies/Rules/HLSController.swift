import ABRPlayback

/// The controller of hls.js, which chooses levels and abandons downloads.
///
/// It takes the highest level that a share of the estimated throughput carries and whose next segment comes before the
/// buffer is empty; where none does, one that stalls for no longer than ``Options/starvation``. A download is looked at
/// every 100 ms once half of its segment's duration has passed, and abandoned where the rest comes too late and a lower
/// level comes sooner. hls.js 1.7.1, `abr-controller.ts` (`findBestLevel`, `getNextABRAutoLevel`,
/// `_abandonRulesCheck`).
///
/// Left out, because the lab has nothing of the kind: codec sets, video ranges and frame rates that keep levels apart,
/// errors of levels, media capabilities, and the time to load a playlist, of which only the round trip counts.
public struct HLSController: Rule {
  /// What an app may set.
  public struct Options: Sendable, Hashable {
    /// Share of the estimate that a level may take which is not above the last one (`abrBandWidthFactor`).
    public var factor = 0.95
    /// The same for a level above it (`abrBandWidthUpFactor`).
    public var upFactor = 0.7
    /// Half-lives of the two averages in seconds of download (`abrEwmaFastVoD`, `abrEwmaSlowVoD`).
    public var (fast, slow) = (3.0, 9.0)
    /// Bits per second before anything has been measured (`abrEwmaDefaultEstimate`); `nil` for 500 kbit/s, or the
    /// bandwidth of the level listed first where that is more, up to ``estimateLimit``.
    public var estimate: Double?
    /// See ``estimate`` (`abrEwmaDefaultEstimateMax`).
    public var estimateLimit = 5e6
    /// Seconds of a stall that are put up with where no level avoids one (`maxStarvationDelay`).
    public var starvation = 4.0
    /// Seconds from the last byte of a segment to its last picture's parsing, which a sample counts.
    public var parsing = 0.004
    /// Whether downloads are abandoned.
    public var abandons = true
    /// Whether the first segment of the lowest level is fetched before the first choice, to measure, and thrown away
    /// (`startLevel` -1 with `testBandwidth`).
    public var tests = false

    /// The defaults of hls.js 1.7.1.
    public init() {}
  }

  /// The test of the lowest level, of which an item has one before its first segment.
  private enum Test {
    case due
    /// It was requested at this time of the session, and has not come.
    case running(since: Double)
    /// It was requested at this time, and has come.
    case complete(Double)
    case over
  }

  private struct Level {
    var bandwidth: Double
    var average: Double
    var ladderIndex: Int
  }

  private let options: Options
  private var levels: [Level] = []
  private var estimator: HLSEstimator
  /// Mean duration of the video's segments in seconds.
  private var meanDuration = 0.0
  /// Ladder index of the level that was loaded last, and of the one listed first.
  private var lastLoaded: Int?
  private var firstListed = 0
  /// Ladder indices, as bits, of levels whose playlists are there.
  private var loadedPlaylists: UInt64 = 0
  /// Ladder index of the level that follows an abandoned download.
  private var forced: Int?
  private var test: Test
  /// Media seconds of the segment requested last; 0 before the first.
  private var duration = 0.0
  private var rate = 1.0
  /// Whether the last choice was by average bandwidths; `nil` where no level came in time.
  private var countsAverage: Bool?
  /// What was known at the question before.
  private var report = (segment: -1, rendition: -1, elapsed: 0.0, received: 0.0)

  /// Creates the controller.
  public init(_ options: Options = Options()) {
    self.options = options
    test = options.tests ? .due : .over
    estimator = HLSEstimator(fast: options.fast, slow: options.slow, assumed: options.estimate ?? Self.leastEstimate)
  }

  /// hls.js, `abrEwmaDefaultEstimate`.
  private static let leastEstimate = 5e5
  /// Seconds between two looks at a download, and between two reports of what has come of it (XHR Standard).
  private static let lookInterval = 0.1
  private static let reportInterval = 0.05
  /// Seconds between two ticks of the stream controller, which requests (`TICK_INTERVAL`).
  private static let tick = 0.1
  /// Times that differ by less are one, in seconds.
  private static let tolerance = 1e-6

  /// Whether running downloads may be abandoned, or a test thrown away.
  public var watchesProgress: Bool { options.abandons || options.tests }

  /// Downloads are looked at by a timer, and the level that follows one is known here.
  public func adjust(_ network: inout NetworkSettings) {
    network.watchDownloads(every: Self.reportInterval, asksAtArrival: options.tests)
  }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: HLSController) {
    if previous.estimator.isReady { estimator = previous.estimator }
  }

  /// Takes over the eligible levels.
  public mutating func prepare(for setup: RuleSetup) {
    let ladder = setup.video.ladder
    levels = setup.ladderIndices.map { index in
      let bandwidth = Double(ladder[index].bandwidth)
      return Level(
        bandwidth: bandwidth, average: ladder[index].averageBandwidth.map(Double.init) ?? bandwidth, ladderIndex: index)
    }
    meanDuration = setup.video.duration / Double(setup.video.segmentCount)
    firstListed = ladder.firstListed
    if options.estimate == nil {
      let first = min(Double(ladder[firstListed].bandwidth), options.estimateLimit)
      estimator.assume(max(Self.leastEstimate, first))
    }
  }

  /// Where a ladder index stands among the eligible levels: itself or the nearest lower one, or the lowest.
  private func position(of ladderIndex: Int) -> Int { levels.lastIndex { $0.ladderIndex <= ladderIndex } ?? 0 }

  // MARK: Choice

  /// Chooses by the estimate and the buffer level.
  public mutating func decide(_ context: RequestContext) -> Decision {
    rate = context.rate
    if testBegins(context) {
      test = .running(since: context.time)
      loadedPlaylists |= 1 << UInt64(levels[0].ladderIndex)
      return Decision(0)
    }
    let choice = forced.map(position(of:)) ?? choose(seconds: context.level / context.rate)
    loadedPlaylists |= 1 << UInt64(levels[choice].ladderIndex)
    duration = context.segmentDuration
    return Decision(choice, after: timeToTick(at: context.time))
  }

  /// Whether a test is requested, once more where its request was stopped: not of an item of which media is there.
  private func testBegins(_ context: RequestContext) -> Bool {
    switch test {
    case .due: levels.count > 1 && context.level == 0
    case .running: context.level == 0
    case .complete, .over: false
    }
  }

  /// Seconds to the tick that follows a test, 0 after none: ticks begin with its request.
  private mutating func timeToTick(at time: Double) -> Double {
    defer { test = .over }
    guard case .complete(let begin) = test else { return 0 }
    let ticks = ((time - begin) / Self.tick - Self.tolerance).rounded(.up)
    return max(0, begin + ticks * Self.tick - time)
  }

  /// The share of the estimate that decided, a buffer that is too low for it, or that no level comes in time; the test.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    let (level, estimate) = (levels[decision.rendition], estimator.throughput)
    if case .running = test { return DecisionReason(.test) }
    guard forced == nil else { return DecisionReason(.abandoned, estimate: estimate) }
    guard estimator.isReady || lastLoaded != nil else { return DecisionReason(.nothingMeasured, estimate: estimate) }
    func share(_ level: Level) -> Double {
      guard estimator.isReady, let lastLoaded else { return 1 }
      return level.ladderIndex > lastLoaded ? options.upFactor : options.factor
    }
    guard let countsAverage else { return DecisionReason(.leastStall, estimate: estimate, share: share(level)) }
    let higher = levels[(decision.rendition + 1)...]
    if let late = higher.first(where: { estimate * share($0) >= (countsAverage ? $0.average : $0.bandwidth) }) {
      return DecisionReason(.lowLevel, estimate: estimate, share: share(late))
    }
    if let next = higher.first, share(next) != share(level) {
      return DecisionReason(.upSwitch, estimate: estimate, share: share(next))
    }
    let isAverage = countsAverage && estimate * share(level) < level.bandwidth
    let cause: DecisionReason.Cause = isAverage ? .average : .estimate
    return DecisionReason(cause, estimate: estimate, share: share(level))
  }

  /// - Parameter seconds: until the buffer is empty.
  private mutating func choose(seconds: Double) -> Int {
    let top = levels.count - 1
    guard let lastLoaded, estimator.isReady else {
      let estimate = self.lastLoaded == nil ? max(estimator.throughput, levels[0].bandwidth) : estimator.throughput
      return best(estimate, upTo: top, seconds: seconds / 2, stalling: options.starvation, down: 1, up: 1)
        ?? position(of: firstListed)
    }
    let (estimate, down, up) = (estimator.throughput, options.factor, options.upFactor)
    if seconds > 0, let level = best(estimate, upTo: top, seconds: seconds, stalling: 0, down: down, up: up) {
      return level
    }
    let stall = duration > 0 ? min(duration, options.starvation) : options.starvation
    if let level = best(estimate, upTo: top, seconds: seconds, stalling: stall, down: down, up: up) { return level }
    countsAverage = nil
    return levels[0].bandwidth < levels[position(of: lastLoaded)].bandwidth ? 0 : position(of: lastLoaded)
  }

  /// The highest level that an estimate carries and that comes in time; `nil` for none.
  ///
  /// - Parameters:
  ///   - estimate: bits per second.
  ///   - highest: position of the first level to look at.
  ///   - seconds: until the buffer is empty.
  ///   - stall: seconds of a stall that are put up with.
  ///   - down: share of the estimate for levels up to the one loaded last.
  ///   - up: share of the estimate for levels above it.
  private mutating func best(
    _ estimate: Double, upTo highest: Int, seconds: Double, stalling stall: Double, down: Double, up: Double
  ) -> Int? {
    let base = lastLoaded ?? firstListed
    let countsAverage = duration > 0 && seconds >= duration * 2 && stall == 0
    self.countsAverage = countsAverage
    var level = highest
    while level >= 0 {
      let bandwidth = estimate * (levels[level].ladderIndex > base ? up : down)
      let bitrate = countsAverage ? levels[level].average : levels[level].bandwidth
      if bandwidth >= bitrate, loadTime(of: level, bitrate: bitrate, at: bandwidth) < seconds + stall { return level }
      level -= 1
    }
    return nil
  }

  /// Seconds to load a segment of average duration, and the playlist that it needs first.
  private func loadTime(of level: Int, bitrate: Double, at bandwidth: Double) -> Double {
    if hasPlaylist(level) { return estimator.latency + bitrate * meanDuration / bandwidth }
    return 2 * estimator.latency + bitrate * (duration > 0 ? duration : 1) / bandwidth
  }

  private func hasPlaylist(_ level: Int) -> Bool {
    loadedPlaylists & (1 << UInt64(levels[level].ladderIndex)) != 0
  }

  // MARK: What comes of it

  /// Takes a sample. What an abandoned download has brought was one when it was abandoned.
  public mutating func downloaded(_ download: Download, level: Double) {
    guard !download.isAborted else { return }
    lastLoaded = levels[download.rendition].ladderIndex
    loadedPlaylists |= 1 << UInt64(levels[download.rendition].ladderIndex)
    duration = download.segmentDuration
    forced = nil
    estimator.add(latency: download.latency)
    estimator.add(
      bytes: download.videoBytes,
      seconds: download.totalTime + options.parsing - min(download.latency, estimator.latency))
  }

  /// Whether what is left of the download comes after the buffer is empty, and a lower level sooner; not before there
  /// is media (`readyState`).
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    if case .running(let begin) = test { return endTest(since: begin, progress) }
    let level = progress.rendition
    guard options.abandons, lastLoaded != nil, let look = look(at: progress), level > 1,
      look.elapsed > firstLook(progress) + Self.tolerance
    else {
      return nil
    }
    let duration = progress.segmentDuration
    var seen = progress
    seen.received = look.received
    // hls.js measures its pictures alone.
    let (received, size) = (seen.videoReceived, progress.videoSize)
    let seconds = progress.level / rate
    let assumed = estimator.throughput
    // Before the first byte the size is not known either.
    var left = duration * levels[level].average / assumed + estimator.latency
    var throughput = assumed
    if received > 0 {
      var streaming = look.elapsed - progress.latency
      if streaming < 0.001 { streaming = min(look.elapsed, received * 8 / assumed) }
      left = (size - received) * streaming / received
      throughput = received * 8 / streaming
    }
    guard left > seconds else { return nil }
    var next = level - 1
    var loadTime = Double.infinity
    while next > 0 {
      loadTime =
        estimator.latency * (hasPlaylist(next) ? 1 : 2) + duration * levels[next].bandwidth / throughput
      if loadTime < min(seconds, duration + estimator.latency) { break }
      next -= 1
    }
    guard loadTime < left, loadTime <= duration * 10 else { return nil }
    if received > 0 {
      estimator.add(bytes: received, seconds: look.elapsed - min(estimator.latency, progress.latency))
    } else {
      estimator.add(latency: look.elapsed)
    }
    switchDown(to: next, isFar: left > loadTime * 2, seconds: seconds)
    return forced.map(position(of:))
  }

  /// Throws the test away once it has come, and chooses (`_loadBitrateTestFrag`); it is not parsed.
  private mutating func endTest(since begin: Double, _ progress: DownloadProgress) -> Int? {
    guard progress.received >= progress.size else { return nil }
    test = .complete(begin)
    estimator.add(latency: progress.latency)
    estimator.add(
      bytes: progress.videoSize, seconds: progress.elapsed - min(progress.latency, estimator.latency))
    return choose(seconds: progress.level / rate)
  }

  /// Seconds since the request before which no download is abandoned.
  private func firstLook(_ progress: DownloadProgress) -> Double {
    max(estimator.latency, progress.segmentDuration / (2 * rate))
  }

  /// The look that has come since the question before: what had been reported by then, every 50 ms since the first
  /// byte.
  ///
  /// - Returns: `nil` where none has come.
  private mutating func look(at progress: DownloadProgress) -> (elapsed: Double, received: Double)? {
    let isNext = report.segment == progress.segment && report.rendition == progress.rendition
    let before = isNext && report.elapsed < progress.elapsed ? report : nil
    report = (progress.segment, progress.rendition, progress.elapsed, progress.received)
    let elapsed = ((progress.elapsed + Self.tolerance) / Self.lookInterval).rounded(.down) * Self.lookInterval
    guard elapsed > (before?.elapsed ?? progress.elapsed - Self.reportInterval) + Self.tolerance else { return nil }
    guard let before else { return (elapsed, progress.received) }
    let reports = ((elapsed - progress.latency) / Self.reportInterval - Self.tolerance).rounded(.up) - 1
    let time = progress.latency + reports * Self.reportInterval
    let share = min(1, max(0, (time - before.elapsed) / (progress.elapsed - before.elapsed)))
    return (elapsed, before.received + share * (progress.received - before.received))
  }

  private mutating func switchDown(to next: Int, isFar: Bool, seconds: Double) {
    let bandwidth = levels[next].bandwidth
    if estimator.throughput * options.upFactor > bandwidth { estimator.reset(assuming: bandwidth) }
    var choice = best(bandwidth, upTo: next, seconds: 0, stalling: seconds, down: 1, up: 1) ?? next
    if isFar, choice > 0 {
      // hls.js chooses once more, with no more than the bandwidth of the lowest level.
      choice = 0
      estimator.reset(assuming: levels[0].bandwidth)
    }
    forced = levels[choice].ladderIndex
  }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    if case .running = test { return AbandonmentBounds(elapsed: 0) }
    guard options.abandons, lastLoaded != nil, worst.rendition > 1 else { return .never }
    let elapsed = firstLook(worst)
    let seconds = worst.level / rate
    // What is looked at was reported up to 0.1 s earlier: a fifth of half a second less.
    let isSteady = seconds > 0 && elapsed - worst.latency >= 0.5
    return AbandonmentBounds(
      elapsed: elapsed - Self.lookInterval,
      rate: isSteady ? 1.25 * worst.videoSize / worst.leastVideoShare / seconds : .infinity)
  }
}

extension RuleEntry {
  static let hlsController = RuleEntry(
    "hls-abr", source: "hls.js 1.7.1, abr-controller.ts and ewma-bandwidth-estimator.ts",
    parameters: [
      Parameter(
        "factor", .number(0.01...10), default: .value(.number(0.95)),
        "share of the estimate that a level up to the last one may take"),
      Parameter(
        "up-factor", .number(0.01...10), default: .value(.number(0.7)),
        "share of the estimate that a level above the last one may take"),
      .halfLife("fast", 3),
      .halfLife("slow", 9),
      .estimate(.absent("500 kbit/s, or the bandwidth of the level listed first")),
      Parameter(
        "estimate-limit", .bitrate, default: .value(.bitrate(5_000_000)),
        "most that the level listed first makes of it"),
      Parameter(
        "starvation", .duration(0...60), default: .value(.duration(4)),
        "stall that is put up with where no level avoids one"),
      Parameter(
        "parsing", .duration(0...1), default: .value(.duration(0.004)),
        "time from the last byte of a segment to the end of a sample"),
      .abandons,
      .onOff(
        "test", default: .value(.choice("off")),
        "whether the first segment of the lowest level is fetched before, to measure, and thrown away"),
    ],
    usesBandwidths: false,
    summary:
      "highest level that a share of the estimate carries and that comes before the buffer is empty, as in hls.js",
    build: { options in
      let arguments = options.arguments
      var chosen = HLSController.Options()
      chosen.factor = arguments.number("factor")
      chosen.upFactor = arguments.number("up-factor")
      (chosen.fast, chosen.slow) = (arguments.seconds("fast"), arguments.seconds("slow"))
      if case .bitrate(let bitrate)? = arguments["estimate"] { chosen.estimate = Double(bitrate) }
      chosen.estimateLimit = Double(arguments.bitrate("estimate-limit"))
      chosen.starvation = arguments.seconds("starvation")
      chosen.parsing = arguments.seconds("parsing")
      chosen.abandons = arguments.isOn("abandon")
      chosen.tests = arguments.isOn("test")
      return HLSController(chosen)
    })
}
