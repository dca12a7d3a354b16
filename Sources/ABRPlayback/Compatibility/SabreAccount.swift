import ABRMedia
import ABRNetwork

/// A session in Sabre's own terms: every quantity that version 09b03bb reports, under its name and in its units
/// (milliseconds, kbit/s).
///
/// Times of the session come from the engine. What Sabre alone accounts for is replayed from the event log: ramp-up,
/// reaction to a better network, and how far throughput estimates were off. Sabre lets the network's clock run before
/// the buffer's during a download, and after it while it waits; the replay keeps that order, on which these quantities
/// depend.
///
/// Two of Sabre's counts depend on rounding and cannot be met to the unit: it counts a stall of 1e-12 ms at the end of
/// a session as an event, and it counts an estimate that is exact as over or under by the last bit of a division,
/// ``exactEstimateCount``.
public struct SabreAccount: Sendable, Hashable {
  /// Stalls, start-up apart.
  public var rebufferEventCount = 0
  /// Milliseconds stalled.
  public var rebufferTime = 0.0
  /// Sum of ln(bitrate / lowest bitrate) over segments played.
  public var playedUtility = 0.0
  /// Sum of kbit/s over segments played.
  public var playedBitrate = 0.0
  /// Milliseconds from the play request to the end, waits included.
  public var totalPlayTime = 0.0
  /// Sum of changes between segments played, in kbit/s.
  public var totalBitrateChange = 0.0
  /// Sum of |ln(bitrate ratio)| at those changes.
  public var totalLogBitrateChange = 0.0
  /// Milliseconds that the player took to show what an improved network sustained.
  public var totalReactionTime = 0.0
  /// Milliseconds until a segment began to play that was as good as the network sustained; `nil` when none was.
  public var rampUpTime: Double?
  /// Milliseconds of the first transfer, its latency not included.
  public var startupTime = 0.0
  /// Downloads that were slower than estimated.
  public var overestimateCount = 0
  /// Mean of what those were overestimated by, in kbit/s.
  public var overestimateAverage = 0.0
  /// Downloads that were as fast as estimated or faster.
  public var goodestimateCount = 0
  /// Mean of what those were underestimated by, in kbit/s.
  public var goodestimateAverage = 0.0
  /// Mean of estimate less throughput over all downloads but the first, in kbit/s.
  public var estimateAverage = 0.0
  /// Downloads whose throughput was the estimate to 1e-9: whether Sabre counts them as over or under is a matter of
  /// rounding.
  public var exactEstimateCount = 0
  /// Milliseconds from the play request to the end of the last download.
  public var networkTotalTime = 0.0
  /// Time-averaged utility less stalls: (utility − γp × stalled time / segment) × segment / play time.
  public var score = 0.0

  /// Accounts for a session that was played with ``SabreModel/settings(maximumLevel:allowsAbandonment:)``.
  ///
  /// - Parameters:
  ///   - log: the session's events.
  ///   - metrics: the session's metrics.
  ///   - video: what was played; its segments have one duration.
  ///   - trace: the network, wrapped, from its start.
  ///   - defaultLatency: seconds, for rows of the trace without latency.
  ///   - maximumLevel: the buffer in seconds.
  ///   - history: the estimator of the rule, without samples.
  ///   - gammaP: weight of a stall in the score, in seconds.
  /// - Complexity: O(*events* × *buffered segments* + *rows passed*).
  public init(
    log: EventLog, metrics: SessionMetrics, video: Video, trace: BandwidthTrace, defaultLatency: Double = 0,
    maximumLevel: Double = 25, history: some SabreThroughputHistory, gammaP: Double = 5
  ) {
    let segmentDuration = video.longestSegmentDuration
    var replay = SabreReplay(
      video: video, trace: trace, defaultLatency: defaultLatency, maximumLevel: maximumLevel,
      end: metrics.wallTime * 1000)
    var estimates = SabreEstimateErrors(history: history, segmentDuration: segmentDuration)
    for event in log.events {
      replay.take(event)
      estimates.take(event)
    }
    rebufferEventCount = metrics.stallCount
    rebufferTime = metrics.stalledTime * 1000
    totalPlayTime = metrics.wallTime * 1000
    startupTime = replay.startupTime
    networkTotalTime = replay.network.time
    totalReactionTime = replay.network.reactionTime
    playedUtility = replay.playout.utility
    playedBitrate = replay.playout.bitrate
    totalBitrateChange = replay.playout.bitrateChange
    totalLogBitrateChange = replay.playout.logBitrateChange
    rampUpTime = replay.playout.rampUp
    overestimateCount = estimates.overCount
    overestimateAverage = estimates.overAverage
    goodestimateCount = estimates.goodCount
    goodestimateAverage = estimates.goodAverage
    estimateAverage = estimates.average
    exactEstimateCount = estimates.exactCount
    if metrics.wallTime > 0 {
      score = (playedUtility - gammaP * metrics.stalledTime / segmentDuration) * segmentDuration / metrics.wallTime
    }
  }

  /// The quantities under Sabre's names, in its order; `nil` where Sabre has `None`.
  public var raw: [(name: String, value: Double?)] {
    [
      ("rebuffer_event_count", Double(rebufferEventCount)), ("rebuffer_time", rebufferTime),
      ("played_utility", playedUtility), ("played_bitrate", playedBitrate), ("total_play_time", totalPlayTime),
      ("total_bitrate_change", totalBitrateChange), ("total_log_bitrate_change", totalLogBitrateChange),
      ("total_reaction_time", totalReactionTime), ("rampup_time", rampUpTime), ("startup_time", startupTime),
      ("overestimate_count", Double(overestimateCount)), ("overestimate_average", overestimateAverage),
      ("goodestimate_count", Double(goodestimateCount)), ("goodestimate_average", goodestimateAverage),
      ("estimate_average", estimateAverage), ("network_total_time", networkTotalTime),
    ]
  }
}
