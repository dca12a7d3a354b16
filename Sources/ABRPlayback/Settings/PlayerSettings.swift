import ABRMedia

/// Everything about a player that is not its rule, its limits or its buffer optimizer.
public struct PlayerSettings: Sendable, Hashable {
  /// Levels and ceilings of the buffer.
  public var buffer: BufferSettings
  /// Media seconds behind the playhead that stay in memory for a seek back.
  public var backBuffer = 0.0
  /// Costs of requests.
  public var network: NetworkSettings
  /// Time-outs and retries; a player without any never times out.
  public var retry: RetrySettings
  /// What is fetched beside the segments of a video.
  public var stream: StreamSettings
  /// What the player itself takes time for.
  public var pace: PaceSettings
  /// Media seconds played in one second, more than 0.
  public var rate: Double
  /// What happens to buffered media on a switch.
  public var switchMode: SwitchMode
  /// Which rendition the first request asks for.
  public var initialRendition: InitialRendition
  /// Whether ``initialRendition`` also binds a rule that would choose its own (Pensieve's harness: always rung 1).
  public var forcesInitialRendition: Bool
  /// Which media of a segment can be played.
  public var playable: PlayableMedia
  /// Segments of the video that are played; the rest is neither fetched nor shown (a preview; Pensieve's 48 of 49).
  public var segmentLimit: Int

  /// Creates settings; the defaults are those of the lab.
  public init(
    buffer: BufferSettings = BufferSettings(), network: NetworkSettings = NetworkSettings(),
    retry: RetrySettings = RetrySettings(), stream: StreamSettings = StreamSettings(),
    pace: PaceSettings = PaceSettings(), rate: Double = 1,
    switchMode: SwitchMode = .append, initialRendition: InitialRendition = .closest(to: 0),
    forcesInitialRendition: Bool = false, playable: PlayableMedia = .wholeSegment,
    segmentLimit: Int = .max
  ) {
    self.buffer = buffer
    self.network = network
    self.retry = retry
    self.stream = stream
    self.pace = pace
    self.rate = rate
    self.switchMode = switchMode
    self.initialRendition = initialRendition
    self.forcesInitialRendition = forcesInitialRendition
    self.playable = playable
    self.segmentLimit = segmentLimit
  }
}

/// What happens to buffered media when the rendition changes.
public enum SwitchMode: Sendable, Hashable {
  /// Buffered media is kept; the new rendition follows it (Brightcove, AVPlayer, most players).
  case append
  /// On an up-switch buffered media of a lower rendition is fetched again, from the first segment that starts at least
  /// `margin` seconds ahead of the playhead (CicadaPlayer: 40 video packets, 1.6 s at 25 fps; dash.js: 1.5 segments).
  ///
  /// Each segment stays until its replacement is there, or, where media is playable while it arrives, the first byte of
  /// it: the old one is played where that comes too late, and no rendition that is not above its own replaces it. So
  /// dash.js does, whose replacements are appended over what is buffered; CicadaPlayer drops all of it with the first
  /// packet of the new rendition.
  case replace(margin: Double)
  /// On a switch, the segment that the viewer sees so many segments' durations later is fetched again where its
  /// rendition is lower than the new one and the buffer reaches that far, and after it all that follow, in the
  /// renditions that the rule answers with.
  ///
  /// What is there stays buffered and counts in the level. A segment that has arrived lies over it from the playhead
  /// on, one that arrives too late is never shown; no request is stopped for that. dash.js 5: 0 segments, because the
  /// representations that its rules name know no duration (`StreamProcessor`, `_prepareForFastQualitySwitch`);
  /// dash.js 4: 1.5. Where media is playable while it arrives nothing is fetched again.
  case overwrite(segments: Double)
  /// When a changed limit changes the rendition, the whole buffer is dropped and fetched again from the playhead
  /// (ApsaraVideo `selectTrackBufferMode` 1): at once where the limit forbids the last rendition, as the choice of
  /// another one does; otherwise with the request that changes it. Switches of the rule append.
  case flush

  /// Whether ``FastPath`` knows what a switch does with buffered media.
  var allowsFastPath: Bool {
    switch self {
    case .append, .overwrite: true
    case .replace, .flush: false
    }
  }
}

/// Which rendition a session starts with.
public enum InitialRendition: Sendable, Hashable {
  /// The eligible rendition of the lowest bandwidth.
  case lowest
  /// The one the source listed first, when it is eligible; otherwise the nearest eligible one below, or the lowest.
  case firstListed
  /// The eligible rendition whose bandwidth is closest to so many bits per second, the lower one on a tie; 0 means the
  /// lowest (CicadaPlayer, ApsaraVideo default bandwidth).
  case closest(to: Double)
  /// A ladder index, when it is eligible; otherwise the nearest eligible one below, or the lowest.
  case index(Int)
  /// The highest eligible rendition whose bandwidth is not above a throughput in bits per second: the guess for the
  /// first item, such as the last session's, and for later ones what was measured over the item before. AVPlayer since
  /// it no longer takes the first one listed.
  case lastThroughput(guess: Double)
  /// The one that the rule answers with before anything has been measured (hls.js).
  case chosenByRule

  /// The position among the eligible renditions at which a session starts, or an item.
  ///
  /// - Parameters:
  ///   - ladder: the renditions.
  ///   - eligible: those that limits leave.
  ///   - throughput: what was measured in bits per second over the item before; `nil` for the first one.
  public func position(in ladder: Ladder, eligible: EligibleSet, throughput: Double? = nil) -> Int {
    let indices = eligible.indices
    switch self {
    case .lowest, .chosenByRule: return 0
    case .firstListed: return indices.lastIndex { $0 <= ladder.firstListed } ?? 0
    case .index(let index): return indices.lastIndex { $0 <= index } ?? 0
    case .lastThroughput(let guess):
      return indices.lastIndex { Double(ladder[$0].bandwidth) <= throughput ?? guess } ?? 0
    case .closest(let bandwidth):
      guard bandwidth > 0 else { return 0 }
      var best = 0
      for position in indices.indices
      where abs(Double(ladder[indices[position]].bandwidth) - bandwidth)
        < abs(Double(ladder[indices[best]].bandwidth) - bandwidth)
      {
        best = position
      }
      return best
    }
  }
}
