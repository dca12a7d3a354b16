/// How a session ended.
public enum SessionOutcome: String, Sendable, Hashable, CaseIterable {
  /// The last frame was shown; of several items that of the last one, or of one that nothing follows by itself.
  case completed
  /// The viewer left while media was on the screen or stalled, or paused and did not come back.
  case left
  /// The viewer left before the first frame.
  case leftBeforeStart = "left_before_start"
  /// The network carries nothing any more and the buffer is empty.
  case networkExhausted = "network_exhausted"
  /// Playback could not continue: the player stopped fetching, or the source refused.
  case failed
}

/// What one session cost and brought. Times are seconds, bitrates declared bandwidths in bits per second.
///
/// Names of exported columns and the direction of each metric stand in one table, `MetricDefinition` of `ABRRuns`.
public struct SessionMetrics: Sendable, Hashable {
  /// How the session ended.
  public var outcome = SessionOutcome.completed
  /// Play request to first frame (CTA-2066 "video startup time") without pauses between the two; the time until the
  /// viewer left when no frame was shown. Of several visits it is that of the first one to content.
  public var startupTime = 0.0
  /// Time in which playback waited for media after it had started, seeks apart.
  public var stalledTime = 0.0
  /// Number of stalls.
  public var stallCount = 0
  /// Media seconds shown.
  public var playedMedia = 0.0
  /// Seconds during which media was shown; media seconds over rate.
  public var playingTime = 0.0
  /// Play request to the end of the session.
  public var wallTime = 0.0
  /// Sum over shown media of declared bandwidth × seconds, in bits.
  public var shownBits = 0.0
  /// Changes of rendition between segments shown one after the other.
  public var switchCount = 0
  /// Sum of the absolute differences of declared bandwidth at those changes, in bits per second.
  public var switchMagnitude = 0.0
  /// Sum of |ln(bandwidth ratio)| at those changes.
  public var switchLogMagnitude = 0.0
  /// Sum over shown segments, a part counting as its share, of bandwidth in Mbit/s.
  public var linearQuality = 0.0
  /// Sum over shown segments, a part counting as its share, of ln(bandwidth / lowest bandwidth of the ladder).
  public var logQuality = 0.0
  /// Sum over shown segments, a part counting as its share, of ``QoEFormula/hdQuality(ofBandwidth:)``.
  public var hdQuality = 0.0
  /// Sum of the absolute differences of that quality at changes of rendition.
  public var switchHDMagnitude = 0.0
  /// Media seconds shown by ladder index; empty where nothing was. Of several ladders each by its own index.
  public var shownTimes: [Double] = []
  /// How good what was shown looked, by measure; empty where the videos have no scores.
  public var quality: [QualityMetrics] = []
  /// Segments whose download was complete.
  public var segmentsDownloaded = 0
  /// Downloads that a rule abandoned.
  public var abandonedCount = 0
  /// The most that a rule abandoned of one segment before it arrived.
  public var mostAbandonedOfSegment = 0
  /// Buffered media seconds that were never shown: left in the buffer or replaced.
  public var unplayedMedia = 0.0
  /// The highest forward target, in seconds, that was in force while media of the item on the screen was left to fetch.
  /// A target that is limited to no less is the same session.
  public var highestTarget = 0.0
  /// Sum over limit changes that changed the rendition of the time from the change to the first frame of the new one.
  public var visibleSwitchLatencySum = 0.0
  /// Number of such changes whose new rendition was seen.
  public var visibleSwitchCount = 0
  /// Where every byte went.
  public var ledger = ByteLedger()
  /// One entry a visit that took place, in order; empty for a video that is played by itself, which is its only visit.
  public var visits: [VisitMetrics] = []
  /// Seconds of startup of all visits.
  public var startupTotal = 0.0
  /// Seconds of waiting after seeks.
  public var seekTime = 0.0
  /// Seeks that left the buffer.
  public var seekCount = 0
  /// Seconds during which the viewer had paused, or had not pressed play.
  public var pausedTime = 0.0
  /// Seconds during which preloads might request: the gate was open, and the network allowed them.
  public var gateOpenTime = 0.0
  /// Retries after time-outs that the player counted.
  public var retryCount = 0
  /// Seconds since the session began at which the player gave the network up; infinite when it did not.
  public var errorTime = Double.infinity
  /// How often the app resumed a session that failed to play to its end.
  public var resumeCount = 0
  /// Requests that were answered with an error.
  public var refusedCount = 0
  /// Licences that came.
  public var licenceCount = 0
  /// Media seconds dropped to keep up with a live edge.
  public var droppedMedia = 0.0
  /// Seconds played at the catch-up rate.
  public var catchUpTime = 0.0
  /// ∫ delay behind the live edge over playing seconds, in s².
  public var delayIntegral = 0.0
  /// Playing seconds of live items.
  public var livePlayingTime = 0.0
  /// Bytes that came over the link, counted where flows end and apart from the ledger, which says where they went.
  public var bytesReceived = 0
  /// Segments preloaded as a whole.
  public var segmentsPreloaded = 0
  /// Bytes of whole segments fetched for the item on the screen, and the seconds from their first byte to their last
  /// one: what a callback of the current download speed reports (ApsaraVideo).
  public var measuredBytes = 0
  /// See ``measuredBytes``.
  public var measuredTime = 0.0

  /// Metrics of a session that has not begun.
  public init() {}

  /// Visits to content after the first one: those that could have been preloaded.
  public var followingVisits: Int { visits.dropFirst().reduce(0) { $0 + ($1.isClip ? 0 : 1) } }

  /// Visits among ``followingVisits`` with the given readiness.
  public func count(of hit: PreloadHit) -> Int {
    visits.dropFirst().reduce(0) { $0 + (!$1.isClip && $1.hit == hit ? 1 : 0) }
  }

  /// Stalled time over stalled and playing time, 0 when nothing was shown (CTA-2066 "rebuffering ratio").
  public var rebufferRatio: Double {
    let denominator = stalledTime + playingTime
    return denominator > 0 ? stalledTime / denominator : 0
  }

  /// Declared bandwidth averaged over the media shown; 0 when nothing was.
  public var meanBitrate: Double { playedMedia > 0 ? shownBits / playedMedia : 0 }

  /// Wasted bytes over all bytes received; 0 when none was.
  public var wasteRatio: Double {
    let downloaded = ledger.downloaded
    return downloaded > 0 ? Double(ledger.wasted) / Double(downloaded) : 0
  }
}
