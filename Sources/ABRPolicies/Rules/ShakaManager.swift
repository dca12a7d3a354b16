import ABRPlayback

/// The manager of Shaka Player, which suggests a rendition every few seconds, in the middle of downloads too.
///
/// The choice is the highest rendition that ``Options/downgradeTarget`` of the estimate carries. It changes at most
/// once in ``Options/interval`` seconds, and a first time as soon as there is an estimate. A download that runs when it
/// changes is abandoned: its own code leaves each in the browsers that the lab has seen, although it looks at what is
/// left (`shouldAbortCurrentRequest_`). Shaka Player 5.2.7, `simple_abr_manager.js`, `ewma_bandwidth_estimator.js` and
/// `http_fetch_plugin.js`.
///
/// Left out: renditions that are banned after dropped frames, because the lab drops none, and what the browser says of
/// the network.
public struct ShakaManager: Rule {
  /// What an app may set.
  public struct Options: Sendable, Hashable {
    /// Share of the estimate that a rendition may take (`bandwidthDowngradeTarget`).
    public var downgradeTarget = 0.95
    /// Share of the estimate that the next rendition may not take (`bandwidthUpgradeTarget`).
    public var upgradeTarget = 0.85
    /// Seconds between two choices (`switchInterval`).
    public var interval = 8.0
    /// Half-lives of the two averages in seconds of download (`advanced.fastHalfLife`, `advanced.slowHalfLife`).
    public var (fast, slow) = (2.0, 5.0)
    /// Bits per second before anything has been measured (`defaultBandwidthEstimate`).
    public var estimate = 1e6
    /// Bytes below which a sample does not count (`advanced.minBytes`), and those that an estimate takes
    /// (`advanced.minTotalBytes`).
    public var (sampleBytes, totalBytes) = (16e3, 128e3)
    /// Seconds from the last byte of a segment to the player.
    public var lag = 0.004
    /// Whether downloads are abandoned.
    public var abandons = true

    /// The defaults of Shaka Player 5.2.7.
    public init() {}
  }

  private let options: Options
  private let rates: SIMD2<Double>
  private var averages = EWMAPair()
  private var sampledBytes = 0.0
  /// Bandwidth of each eligible variant, with the audio beside it, and its ladder index.
  private var bandwidths: [Double] = []
  private var ladderIndices: [Int] = []
  private var rate = 1.0
  /// Ladder index of the variant chosen last, and when in the session; `nil` before the first.
  private var chosen: Int?
  private var chosenAt = 0.0
  private var hasChosenByEstimate = false
  /// Seconds of the session at which the running download was requested, and what of its pictures was sampled.
  private var requestTime = 0.0
  private var sampled = Sampled()
  /// What was sampled of the segment's audio where that is fetched apart, which goes on when pictures are abandoned:
  /// seconds since this request, and bytes of it.
  private var sampledAudio = Sampled()
  private var segment = -1
  /// Whether the running download has audio whose end is still to be sampled.
  private var samplesAudio = false
  /// What the averages keep of their past after a sample of so many seconds: most samples take as long as the last one.
  private var kept = (seconds: -1.0, shares: SIMD2<Double>.zero)

  /// Creates the manager.
  public init(_ options: Options = Options()) {
    self.options = options
    rates = SIMD2(1 / options.fast, 1 / options.slow)
  }

  /// How far a request was sampled.
  private struct Sampled {
    var elapsed = 0.0
    var bytes = 0.0
    /// Whether its end was.
    var isWhole = false
  }

  /// Seconds between two chunks of a body in Chromium, and since a sample before another in the middle of a download
  /// (`http_fetch_plugin.js`).
  private static let chunkInterval = 0.02
  private static let sampleInterval = 0.1
  /// Bytes of a sample in the middle of a download (`minBytesForProgressEvents`).
  private static let progressBytes = 16e3
  /// Seconds below which a sample is believed to come from a cache (`cacheLoadThreshold`).
  private static let cacheTime = 0.005

  /// Samples are taken while a download runs.
  public var watchesProgress: Bool { options.abandons }

  /// What follows an abandoned download is known here. The last sample comes before the segment is appended: where it
  /// causes a switch, the segment is thrown away (`fetchAndAppend_`).
  public func adjust(_ network: inout NetworkSettings) {
    network.watchDownloads(every: Self.chunkInterval, asksAtArrival: true)
  }

  /// What was measured of the network holds for the next item too.
  public mutating func carryOver(from previous: ShakaManager) {
    (averages, sampledBytes) = (previous.averages, previous.sampledBytes)
    hasChosenByEstimate = previous.hasChosenByEstimate
  }

  /// Takes over the eligible variants.
  public mutating func prepare(for setup: RuleSetup) {
    bandwidths = setup.bandwidths.map { $0 + setup.audioBitrate }
    ladderIndices = setup.ladderIndices
  }

  private func position(of ladderIndex: Int) -> Int { ladderIndices.eligiblePosition(of: ladderIndex) }

  /// Requests the variant chosen last.
  public mutating func decide(_ context: RequestContext) -> Decision {
    rate = context.rate
    (requestTime, sampled) = (context.time, Sampled())
    if context.segment != segment { (segment, sampledAudio) = (context.segment, Sampled()) }
    samplesAudio = false
    if chosen == nil { choose(at: context.time) }
    return Decision(position(of: chosen ?? 0))
  }

  /// The share of the estimate, or the interval between two choices.
  public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    var copy = self
    copy.choose(at: context.time)
    // Limits may have taken the variant that was chosen last.
    let isEligible = chosen.map { ladderIndices[position(of: $0)] == $0 } ?? true
    return DecisionReason(
      copy.chosen == chosen ? .estimate : isEligible ? .interval : nil, estimate: estimate,
      share: options.downgradeTarget / context.rate)
  }

  private var estimate: Double { sampledBytes < options.totalBytes ? options.estimate : averages.minimum }

  private mutating func choose(at time: Double) {
    let estimate = estimate
    var choice = 0
    for index in bandwidths.indices {
      let next = index + 1 < bandwidths.count ? bandwidths[index + 1] : .infinity
      // At both ends the variant is taken.
      if estimate >= rate * bandwidths[index] / options.downgradeTarget, estimate <= rate * next / options.upgradeTarget
      {
        choice = index
      }
    }
    chosen = ladderIndices[choice]
    chosenAt = time
  }

  /// Chooses anew where it is time to.
  private mutating func suggest(at time: Double) {
    if !hasChosenByEstimate {
      guard sampledBytes >= options.totalBytes else { return }
      hasChosenByEstimate = true
    } else if time - chosenAt < options.interval {
      return
    }
    choose(at: time)
  }

  /// Whether what has come of a request is sampled now.
  @inline(__always)
  private func isDue(_ last: Sampled, elapsed: Double, bytes: Double, isWhole: Bool) -> Bool {
    if isWhole { return !last.isWhole }
    return elapsed - last.elapsed > Self.sampleInterval + 1e-6 && bytes - last.bytes >= Self.progressBytes
  }

  /// Samples what has come of a request since the sample before.
  private mutating func sample(_ now: Sampled, since last: Sampled) {
    let (seconds, amount) = (now.elapsed - last.elapsed, now.bytes - last.bytes)
    guard seconds >= Self.cacheTime, amount >= options.sampleBytes else { return }
    sampledBytes += amount
    if seconds != kept.seconds { kept = (seconds, EWMAPair.shares(keptFor: seconds, rates: rates)) }
    averages.add(8 * amount / seconds, keeping: kept.shares)
  }

  /// Samples the rest of a segment, and chooses where it is time to.
  public mutating func downloaded(_ download: Download, level: Double) {
    defer { sampled = Sampled() }
    guard !download.isAborted else { return }
    if download.audioBytes > 0, !sampledAudio.isWhole {
      // Up to its end the pictures have found the same share of the link.
      let share = min(1, 2 * download.audioBytes / download.bytes)
      sampleAudio(elapsed: download.latency + share * download.transferTime, bytes: download.audioBytes, isWhole: true)
    }
    let elapsed = download.totalTime + options.lag
    sample(Sampled(elapsed: elapsed, bytes: download.videoBytes, isWhole: true), since: sampled)
    suggest(at: requestTime + elapsed)
  }

  private mutating func sampleAudio(elapsed: Double, bytes: Double, isWhole: Bool) {
    let now = Sampled(elapsed: elapsed + (isWhole ? options.lag : 0), bytes: bytes, isWhole: isWhole)
    sample(now, since: sampledAudio)
    sampledAudio = now
  }

  /// Samples what has come, and leaves a download for the variant that is chosen then.
  @inline(__always)
  public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    if progress.elapsed < sampled.elapsed {
      // A request that has timed out is made again.
      requestTime += sampled.elapsed
      (sampled, sampledAudio) = (Sampled(), Sampled())
    }
    if progress.audioSize > 0 {
      return lookAtBoth(
        audio: progress.audioReceived, of: progress.audioSize, video: progress.videoReceived, of: progress.videoSize,
        at: progress.elapsed, rendition: progress.rendition)
    }
    guard let elapsed = sampleVideo(progress.received, of: progress.size, at: progress.elapsed) else { return nil }
    return choice(insteadOf: progress.rendition, at: elapsed)
  }

  /// Samples what has come of the pictures and of audio that is fetched apart.
  @inline(never)
  private mutating func lookAtBoth(
    audio: Double, of audioSize: Double, video: Double, of videoSize: Double, at elapsed: Double, rendition: Int
  ) -> Int? {
    let isWhole = audio >= audioSize
    let isAudioDue = isDue(sampledAudio, elapsed: elapsed, bytes: audio, isWhole: isWhole)
    if isAudioDue { sampleAudio(elapsed: elapsed, bytes: audio, isWhole: isWhole) }
    samplesAudio = !sampledAudio.isWhole
    let videoTime = sampleVideo(video, of: videoSize, at: elapsed)
    guard isAudioDue || videoTime != nil, let choice = choice(insteadOf: rendition, at: videoTime ?? elapsed)
    else { return nil }
    // The audio goes on beside the next request.
    sampledAudio.elapsed -= elapsed
    sampledAudio.bytes -= audio
    return choice
  }

  /// Samples what has come of the pictures.
  ///
  /// - Returns: seconds from the request to the sample; `nil` where it is not time for one.
  @inline(__always)
  private mutating func sampleVideo(_ received: Double, of size: Double, at elapsed: Double) -> Double? {
    let isWhole = received >= size
    guard isDue(sampled, elapsed: elapsed, bytes: received, isWhole: isWhole) else { return nil }
    let elapsed = elapsed + (isWhole ? options.lag : 0)
    let now = Sampled(elapsed: elapsed, bytes: received, isWhole: isWhole)
    sample(now, since: sampled)
    sampled = now
    return elapsed
  }

  /// Chooses anew where it is time to.
  ///
  /// - Returns: the eligible variant that is wanted instead of one; `nil` for that one.
  @inline(__always)
  private mutating func choice(insteadOf rendition: Int, at elapsed: Double) -> Int? {
    suggest(at: requestTime + elapsed)
    let choice = position(of: chosen ?? 0)
    return choice == rendition ? nil : choice
  }

  /// Nothing is sampled before, but the end of the audio.
  @inline(__always)
  public var continuesUntil: Double? { samplesAudio ? nil : sampled.elapsed + Self.sampleInterval }

  /// When the answer of ``shouldAbandon(_:)`` is to go on.
  public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    AbandonmentBounds(elapsed: worst.audioSize > 0 ? 0 : Self.sampleInterval)
  }
}

extension RuleEntry {
  static let shakaManager = RuleEntry(
    "shaka-abr", source: "Shaka Player 5.2.7, simple_abr_manager.js and streaming_engine.js",
    parameters: [
      Parameter(
        "downgrade", .number(0.01...10), default: .value(.number(0.95)),
        "share of the estimate that a rendition may take"),
      Parameter(
        "upgrade", .number(0.01...10), default: .value(.number(0.85)),
        "share of the estimate that the next rendition may not take"),
      Parameter("interval", .duration(0...3_600), default: .value(.duration(8)), "time between two choices"),
      .halfLife("fast", 2),
      .halfLife("slow", 5),
      Parameter(
        "estimate", .bitrate, default: .value(.bitrate(1_000_000)), "throughput before enough is measured"),
      Parameter(
        "sample", .bytes, default: .value(.bytes(16_000)), "bytes below which a sample does not count"),
      Parameter("enough", .bytes, default: .value(.bytes(128_000)), "bytes that an estimate takes"),
      .abandons,
    ],
    summary: "highest rendition that a share of the estimate carries, chosen every 8 s, as in Shaka Player",
    build: { options in
      let arguments = options.arguments
      var chosen = ShakaManager.Options()
      chosen.downgradeTarget = arguments.number("downgrade")
      chosen.upgradeTarget = arguments.number("upgrade")
      chosen.interval = arguments.seconds("interval")
      (chosen.fast, chosen.slow) = (arguments.seconds("fast"), arguments.seconds("slow"))
      chosen.estimate = Double(arguments.bitrate("estimate"))
      (chosen.sampleBytes, chosen.totalBytes) = (Double(arguments.bytes("sample")), Double(arguments.bytes("enough")))
      chosen.abandons = arguments.isOn("abandon")
      return ShakaManager(chosen)
    })
}
