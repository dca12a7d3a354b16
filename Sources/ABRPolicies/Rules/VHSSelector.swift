import ABRPlayback

/// The selector of video.js http-streaming: what the last segment's throughput carries with a reserve.
///
/// It takes the highest rendition whose bandwidth, 1.2 times, the network carried with the last segment, the time to
/// the first byte included. It goes up only above a level that grows with the position, up to ``Options/lowWater``. A
/// download that would end after the buffer is empty, less a second, is abandoned for a rendition that comes in time,
/// or stalls for less, and its own is left out for two minutes. video.js http-streaming 3.17.4, `playlist-selectors.js`
/// and `segment-loader.js` (`abortRequestEarly_`, `shouldSwitchToMedia_`).
///
/// Left out: the time that the browser takes to append, the size of the player's element, and the average over buffers
/// that `bufferBasedABR` has.
public struct VHSSelector: Rule {
  /// What an app may set.
  public struct Options: Sendable, Hashable {
    /// What a rendition's bandwidth is multiplied by (`BANDWIDTH_VARIANCE`).
    public var variance = 1.2
    /// Bits per second before anything has been measured (`INITIAL_BANDWIDTH`).
    public var estimate = 4_194_304.0
    /// Seconds in the buffer that an up-switch never needs more of (`MAX_BUFFER_LOW_WATER_LINE`).
    public var lowWater = 30.0
    /// Whether downloads are abandoned.
    public var abandons = true
    /// Seconds for which a rendition is left out after a download of it was abandoned
    /// (`ABORT_EARLY_EXCLUSION_SECONDS`).
    public var exclusion = 120.0

    /// The defaults of video.js http-streaming 3.17.4.
    public init() {}
  }

  private let options: Options
  private var estimate: Double
  private var bandwidths: [Double] = []
  private var ladderIndices: [Int] = []
  private var starts: [Double] = []
  private var duration = 0.0
  /// Ladder indices, as bits, of renditions whose playlists are there.
  private var loadedPlaylists: UInt64 = 0
  private var hasRequested = false
  /// Seconds of the session up to which each rendition of the ladder is left out.
  private var excludedUntil = InlineArray<64, Double>(repeating: 0)
  /// Seconds of the session at which the running download was requested.
  private var requestTime = 0.0
  private var rate = 1.0
  /// Bytes a second of audio that is fetched apart: what counts is the loader of the video alone
  /// (`mainSegmentLoader_.bandwidth`).
  private var audioRate = 0.0

  /// Creates the selector.
  public init(_ options: Options = Options()) {
    self.options = options
    estimate = options.estimate
  }

  /// Seconds of a video below which it goes up at any level (`MIN_BUFFER_LOW_WATER_LINE` asks for more of a longer
  /// one).
  private static let shortVideo = 30.0
  /// Seconds after the first byte before which nothing is abandoned, and that a switch has to save.
  private static let firstLook = 1.0
  private static let leastGain = 0.5

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
    audioRate = setup.audioBitrate / 8
  }

  /// Chooses by the last segment's throughput and the buffer level.
  public mutating func decide(_ context: RequestContext) -> Decision {
    rate = context.rate
    requestTime = context.time
    let choice = choose(at: context.time)
    let last = context.lastRendition
    let position = starts[context.segment] - context.level
    let lowWater = min(max(0, position), options.lowWater)
    let stays =
      hasRequested && choice > last && duration >= Self.shortVideo
      && context.level < lowWater - LevelTolerance.seconds
    hasRequested = true
    let rendition = stays ? last : choice
    loadedPlaylists |= 1 << UInt64(ladderIndices[rendition])
    return Decision(rendition)
  }

  /// The last throughput, a level that holds the rendition, or one that is left out.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    var copy = self
    let carried = bandwidths.lastIndex { $0 * options.variance < estimate } ?? 0
    let cause: DecisionReason.Cause =
      decision.rendition < copy.choose(at: context.time)
      ? .lowForUpSwitch : decision.rendition < carried ? .abandoned : .estimate
    return DecisionReason(cause, estimate: estimate, share: 1 / options.variance)
  }

  /// The highest rendition that the throughput carries and that is not left out.
  private mutating func choose(at time: Double) -> Int {
    var rendition = bandwidths.count - 1
    while rendition > 0 {
      if bandwidths[rendition] * options.variance < estimate, excludedUntil[ladderIndices[rendition]] <= time {
        return rendition
      }
      rendition -= 1
    }
    return 0
  }

  /// Takes the throughput of a segment.
  public mutating func downloaded(_ download: Download, level: Double) {
    hasRequested = true
    guard !download.isAborted, download.bytes > 0, download.totalTime > 0 else { return }
    estimate = 8 * max(0, download.bytes - audioRate * download.segmentDuration) / download.totalTime
  }

  /// Whether the download ends too late, and another rendition less late.
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    guard progress.rendition > 0, progress.elapsed - progress.latency >= Self.firstLook, progress.received > 0 else {
      return nil
    }
    let received = progress.received * videoShare(of: progress)
    guard received > 0 else { return nil }
    let throughput = 8 * received / progress.elapsed
    let left = (progress.segmentDuration * bandwidths[progress.rendition] - 8 * received) / throughput
    let slack = progress.level / rate - 1
    guard left > slack else { return nil }
    var best = (rendition: 0, stall: Double.infinity)
    for rendition in bandwidths.indices.reversed() {
      let requests = loadedPlaylists & (1 << UInt64(ladderIndices[rendition])) != 0 ? 1.0 : 2.0
      let stall = max(0, requests * progress.segmentDuration * bandwidths[rendition] / throughput - slack)
      if stall < best.stall { best = (rendition, stall) }
    }
    let gain = left - slack - best.stall
    // Where it stalls already, a switch has to save more.
    guard best.rendition != progress.rendition, gain >= (slack <= 0 ? 1 : Self.leastGain) else { return nil }
    excludedUntil[ladderIndices[progress.rendition]] = requestTime + progress.elapsed + options.exclusion
    // So much that the selector takes just this rendition.
    estimate = bandwidths[best.rendition] * options.variance + 1
    return best.rendition
  }

  /// What of the bytes of a segment is video: both arrive side by side.
  private func videoShare(of progress: DownloadProgress) -> Double {
    max(0, 1 - audioRate * progress.segmentDuration / progress.size)
  }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    guard worst.rendition > 0 else { return .never }
    // What is left comes in time when rate since the request · (time of it + slack) is the whole, and the more of
    // both the later.
    let first = worst.latency + Self.firstLook
    let whole = worst.segmentDuration * bandwidths[worst.rendition] / 8
    let least = whole * first / (worst.level / rate - 1 + first) / Self.firstLook / videoShare(of: worst)
    return AbandonmentBounds(elapsed: first, rate: least * (1 + AbandonmentRounding.share))
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
      chosen.lowWater = arguments.seconds("low-water")
      chosen.abandons = arguments.isOn("abandon")
      return VHSSelector(chosen)
    })
}
