import ABRMedia

extension FastPath {
  /// What segments are taken from, and how a buffer is filled with them.
  @usableFromInline
  final class Source: Sendable {
    @usableFromInline let starts: [Double]
    @usableFromInline let sizes: [Int]
    /// Bytes, of each segment's size, of audio that is fetched apart; empty without it.
    @usableFromInline let audioSizes: [Int]
    @usableFromInline let ladderCount: Int
    @usableFromInline let segmentCount: Int
    @usableFromInline let maximum: Double
    @usableFromInline let ceiling: BufferSettings.Ceiling
    @usableFromInline let refill: Double
    @usableFromInline let samplesLatency: Bool
    @usableFromInline let isWatched: Bool
    @usableFromInline let cadence: QuestionCadence
    @usableFromInline let asksAtArrival: Bool
    /// Playing seconds between two ticks of the optimizer.
    @usableFromInline let interval: Double
    /// Seconds between two looks at a full buffer, and whether they are counted from the start.
    @usableFromInline let poll: Double
    @usableFromInline let pollsFromStart: Bool
    /// Seconds of play after which the player learns of its level again.
    @usableFromInline let levelInterval: Double
    /// Levels under which a declared byte budget has room, by ladder index; empty without one.
    @usableFromInline let declaredLimits: [Double]
    /// The target at the highest eligible rendition; `nil` for the optimizer's.
    @usableFromInline let topTarget: Double?
    /// Segments ahead of the playhead from which on a switch fetches again; `nil` where it appends.
    @usableFromInline let overwriteMargin: Double?
    /// Whether the player pauses, polls, fetches again, fetches audio apart, or has limits of its own for some
    /// renditions: none of it is in a ``PlainPath``.
    @usableFromInline let hasOwnPace: Bool
    /// Seconds from a segment to the next request, and from the first one of another rendition.
    @usableFromInline let pause: Double
    @usableFromInline let switchPause: Double

    /// Whether the buffer's limit depends on the rendition.
    @inlinable
    var limitsRenditions: Bool { topTarget != nil || !declaredLimits.isEmpty }

    /// Bytes of a segment's audio that is fetched apart.
    @inlinable
    func audioBytes(of segment: Int) -> Int { audioSizes.isEmpty ? 0 : audioSizes[segment] }

    /// The level under which a declared byte budget has room for a rendition; infinite without one.
    @inlinable
    func declaredLimit(of rendition: Int) -> Double {
      declaredLimits.isEmpty ? .infinity : declaredLimits[rendition]
    }

    init(
      video: Video, segmentCount: Int, settings: PlayerSettings, topTarget: Double?, isWatched: Bool, interval: Double
    ) {
      starts = video.starts
      sizes = video.sizes
      let audioBitrate = settings.stream.audioBitrate
      audioSizes =
        audioBitrate > 0 ? (0..<video.segmentCount).map { video.bytes(ofAudio: audioBitrate, segment: $0) } : []
      ladderCount = video.ladder.count
      self.segmentCount = segmentCount
      maximum = settings.buffer.maximum
      ceiling = settings.buffer.ceiling
      refill = settings.buffer.refill
      samplesLatency = settings.network.samplesLatency
      self.isWatched = isWatched
      cadence = QuestionCadence(settings.network)
      asksAtArrival = settings.network.asksAtArrival
      self.interval = interval
      poll = settings.buffer.fullPollInterval
      pollsFromStart = settings.buffer.pollsFromStart
      levelInterval = settings.buffer.levelInterval
      let limits = video.ladder.renditions.map { settings.buffer.declaredLimit(at: Double($0.bandwidth)) }
      declaredLimits = limits.contains { $0 < .infinity } ? limits : []
      pause = settings.pace.segment
      switchPause = settings.pace.segment + settings.pace.switching
      self.topTarget = topTarget
      overwriteMargin = if case .overwrite(let segments) = settings.switchMode { segments } else { nil }
      hasOwnPace =
        switchPause > 0 || poll > 0 || levelInterval > 0 || !declaredLimits.isEmpty || topTarget != nil
        || overwriteMargin != nil || asksAtArrival || !audioSizes.isEmpty
    }
  }
}
