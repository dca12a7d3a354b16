import ABRPlayback

/// The selector of video.js http-streaming: what the last segment's throughput carries with a reserve.
///
/// It takes the highest rendition whose bandwidth, 1.2 times, the network carried with the last segment, the time to
/// the first byte included and slowed by the browser that takes the media in (`systemBandwidth`). It goes up only
/// above a level that grows with the position, up to ``Options/lowWater``, and in neither direction after the first
/// segment of all, of a rendition that is new to the session, or after an abandoned download (`handleAppendsDone_`:
/// `isWalkingForward`). A download that would end after the buffer is empty, less a second, is abandoned for a
/// rendition that comes in time, or stalls for less, and its own is left out for 10 s; one that takes 1.5 times the
/// longest segment is abandoned for the lowest rendition. video.js http-streaming 3.17.4, `playlist-selectors.js` and
/// `segment-loader.js` (`abortRequestEarly_`, `shouldSwitchToMedia_`).
///
/// Left out: the size of the player's element, and the average over buffers that `bufferBasedABR` has.
public struct VHSSelector: Rule {
  /// What an app may set.
  public struct Options: Sendable, Hashable {
    /// What a rendition's bandwidth is multiplied by (`BANDWIDTH_VARIANCE`).
    public var variance = 1.2
    /// Bits per second before anything has been measured (`INITIAL_BANDWIDTH`).
    public var estimate = 4_194_304.0
    /// Whether what was measured replaces ``estimate``: not with `useNetworkInformationApi`, where the browser's own
    /// estimate is below 10 Mbit/s.
    public var measures = true
    /// Seconds in the buffer that an up-switch never needs more of (`MAX_BUFFER_LOW_WATER_LINE`).
    public var lowWater = 30.0
    /// Whether downloads are abandoned.
    public var abandons = true
    /// Seconds for which a rendition is left out after a download of it was abandoned
    /// (`ABORT_EARLY_EXCLUSION_SECONDS`).
    public var exclusion = 10.0
    /// Seconds that the browser takes to append a segment, with the millisecond that `recordThroughput_` adds.
    public var processingTime = 0.006

    /// The defaults of video.js http-streaming 3.17.4.
    public init() {}
  }

  private let options: Options
  private var estimate: Double
  /// Bits a second that the browser took in, averaged over all segments, and their number (`throughput`).
  private var processing = (rate: 0.0, count: 0.0)
  private var bandwidths: [Double] = []
  private var ladderIndices: [Int] = []
  private var starts: [Double] = []
  private var duration = 0.0
  /// Seconds after which a request is given up (`requestOptions_.timeout`).
  private var timeout = Double.infinity
  /// Ladder indices, as bits, of renditions whose playlists are there.
  private var loadedPlaylists: UInt64 = 0
  private var hasRequested = false
  /// Ladder index of the rendition chosen last, whether it came or not (`media()`); `nil` before the first.
  private var selected: Int?
  /// Whether the loader goes on from the segment before (`mediaIndex` is set), and whether it did before the last
  /// download: only then it looks for a switch.
  private var isWalking = false
  private var maySwitch = true
  /// Seconds of the session up to which each rendition of the ladder is left out.
  private var excludedUntil = InlineArray<64, Double>(repeating: 0)
  /// Seconds of the session at which the running download was requested.
  private var requestTime = 0.0
  private var rate = 1.0

  /// Creates the selector.
  public init(_ options: Options = Options()) {
    self.options = options
    estimate = options.estimate
  }

  /// Seconds of a video below which it goes up at any level (`MIN_BUFFER_LOW_WATER_LINE` asks for more of a longer
  /// one).
  private static let shortVideo = 30.0
  /// Seconds after the first byte before which nothing is abandoned: 1 s after the first report of progress.
  private static let firstLook = 1.05
  /// Seconds that a switch has to save, and where nothing is left to play (`TIME_FUDGE_FACTOR`).
  private static let (leastGain, leastGainStalled, stalled) = (0.5, 1.0, 1.0 / 30)

  /// Whether running downloads may be abandoned.
  public var watchesProgress: Bool { options.abandons }

  /// What follows an abandoned download is chosen anew.
  public func adjust(_ network: inout NetworkSettings) {
    network.watchDownloads(every: network.progressInterval)
  }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: VHSSelector) { estimate = previous.estimate }

  /// Takes over the eligible renditions.
  public mutating func prepare(for setup: RuleSetup) {
    (bandwidths, ladderIndices) = (setup.bandwidths, setup.ladderIndices)
    (starts, duration) = (setup.video.starts, setup.video.duration)
    // A playlist's target duration in whole seconds.
    timeout = 1.5 * setup.video.longestSegmentDuration.rounded(.up)
  }

  /// What the network and the browser carry together, in bits a second.
  private var carried: Double { processing.count == 0 ? estimate : 1 / (1 / estimate + 1 / processing.rate) }

  /// Chooses by the last segment's throughput and the buffer level.
  public mutating func decide(_ context: RequestContext) -> Decision {
    rate = context.rate
    requestTime = context.time
    let last = selected.map(ladderIndices.eligiblePosition(of:)) ?? context.lastRendition
    let choice = maySwitch ? choose(at: context.time) : last
    let position = starts[context.segment] - context.level
    let lowWater = min(max(0, position), options.lowWater)
    let stays =
      hasRequested && choice > last && duration >= Self.shortVideo
      && context.level < lowWater - LevelTolerance.seconds
    hasRequested = true
    let rendition = stays ? last : choice
    let playlist: UInt64 = 1 << UInt64(ladderIndices[rendition])
    // A playlist that is there is taken at once, and the loader then goes on as if nothing had changed.
    if rendition != last, loadedPlaylists & playlist == 0 { isWalking = false }
    loadedPlaylists |= playlist
    selected = ladderIndices[rendition]
    return Decision(rendition)
  }

  /// The last throughput, a level that holds the rendition, or one that is left out.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    var copy = self
    let best = bandwidths.lastIndex { $0 * options.variance < carried } ?? 0
    let cause: DecisionReason.Cause =
      !maySwitch
      ? .interval
      : decision.rendition < copy.choose(at: context.time)
        ? .lowForUpSwitch : decision.rendition < best ? .abandoned : .estimate
    return DecisionReason(cause, estimate: carried, share: 1 / options.variance)
  }

  /// The highest rendition that the throughput carries and that is not left out.
  private mutating func choose(at time: Double) -> Int {
    var rendition = bandwidths.count - 1
    while rendition > 0 {
      if bandwidths[rendition] * options.variance < carried, isEnabled(rendition, at: time) { return rendition }
      rendition -= 1
    }
    return 0
  }

  private func isEnabled(_ rendition: Int, at time: Double) -> Bool { excludedUntil[ladderIndices[rendition]] <= time }

  /// Takes the throughput of a segment.
  public mutating func downloaded(_ download: Download, level: Double) {
    hasRequested = true
    guard !download.isAborted else { return }
    (maySwitch, isWalking) = (isWalking, true)
    guard download.bytes > 0, download.totalTime > 0 else { return }
    // What counts is the loader of the pictures alone (`mainSegmentLoader_.bandwidth`).
    let bits = 8 * download.videoBytes
    if options.measures { estimate = bits / download.totalTime }
    processing.count += 1
    processing.rate += (bits / options.processingTime - processing.rate) / processing.count
  }

  /// Whether the download ends too late, and another rendition less late.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    guard progress.rendition > 0 else { return nil }
    if progress.elapsed >= timeout {
      abandon(for: 1)
      return 0
    }
    guard progress.elapsed - progress.latency >= Self.firstLook - LevelTolerance.seconds else { return nil }
    let received = progress.videoReceived
    guard received > 0 else { return nil }
    let throughput = 8 * received / progress.elapsed
    let left = (progress.segmentDuration * bandwidths[progress.rendition] - 8 * received) / throughput
    let slack = progress.level / rate - 1
    guard left > slack else { return nil }
    let now = requestTime + progress.elapsed
    func time(_ rendition: Int) -> Double { progress.segmentDuration * bandwidths[rendition] / throughput }
    var best: Int?
    for rendition in bandwidths.indices where isEnabled(rendition, at: now) && (best == nil || time(rendition) <= slack)
    {
      best = rendition
    }
    guard let best, best != progress.rendition,
      left - time(best) >= (slack <= Self.stalled ? Self.leastGainStalled : Self.leastGain)
    else { return nil }
    excludedUntil[ladderIndices[progress.rendition]] = now + options.exclusion
    abandon(for: bandwidths[best] * options.variance + 1)
    return best
  }

  /// What follows is chosen anew by an estimate that nothing measured: so much that the network alone would carry just
  /// one rendition (`earlyAbortWhenNeeded_`), or nothing (`handleTimeout_`).
  private mutating func abandon(for estimate: Double) {
    if options.measures { self.estimate = estimate }
    (maySwitch, isWalking) = (true, false)
  }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  @inline(__always)
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    guard worst.rendition > 0 else { return .never }
    // What is left comes in time when rate since the request · (time of it + slack) is the whole, and the more of
    // both the later.
    let first = worst.latency + Self.firstLook
    let whole = worst.segmentDuration * bandwidths[worst.rendition] / 8
    let least = whole * first / (worst.level / rate - 1 + first) / Self.firstLook / worst.leastVideoShare
    let inTime = worst.size / max(0, timeout - worst.latency)
    return AbandonmentBounds(elapsed: min(first, timeout), rate: max(least, inTime) * (1 + AbandonmentRounding.share))
  }
}

extension RuleEntry {
  static let vhsSelector = RuleEntry(
    "vhs-abr", source: "video.js http-streaming 3.17.4, playlist-selectors.js and segment-loader.js",
    parameters: [
      Parameter(
        "variance", .number(0.01...10), default: .value(.number(1.2)),
        "what a rendition's bandwidth is multiplied by"),
      .estimate(.value(.bitrate(4_194_304))),
      .onOff("measure", default: .value(.choice("on")), "whether what was measured replaces the estimate"),
      Parameter(
        "low-water", .duration(0...3_600), default: .value(.duration(30)),
        "level that an up-switch needs: the position in seconds, and so much at most"),
      .abandons,
    ],
    summary: "highest rendition of which 1.2 times came with the last segment's throughput, as in video.js",
    build: { options in
      let arguments = options.arguments
      var chosen = VHSSelector.Options()
      chosen.variance = arguments.number("variance")
      chosen.estimate = Double(arguments.bitrate("estimate"))
      chosen.measures = arguments.isOn("measure")
      chosen.lowWater = arguments.seconds("low-water")
      chosen.abandons = arguments.isOn("abandon")
      return VHSSelector(chosen)
    })
}
