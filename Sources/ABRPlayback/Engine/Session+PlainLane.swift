import ABRMedia
import ABRNetwork

extension Session {
  /// Whether the options leave nothing to do in a request but to ask, to fetch and to append.
  ///
  /// Not where somebody keeps a log, bytes are counted or polled for, a connection is slow at first or made for each request,
  /// latencies differ, buffered media is replaced or a rule watches its downloads.
  @inlinable
  var hasPlainRequests: Bool {
    !O.isActive && hasPlainTransfers && latencyAdvancesTrace && !constantLatency.isNaN
      && player.settings.buffer.fullPollInterval == 0
      && PlainLane.allows(player.settings, watchesProgress: rule.watchesProgress)
  }

  /// Fetches segments while media plays and nothing else happens.
  /// - Complexity: O(segments fetched + trace rows crossed).
  @inlinable
  mutating func fetchPlainly() {
    var lane = PlainLane(
      terms: PlainLane.Terms(
        forwardTarget: forwardTarget, latency: constantLatency, wirePerByte: wirePerByte, rate: rate,
        nextTick: nextTick, nextActionTime: nextActionTime, mark: mediaMark),
      clock: PlainLane.Clock(now: now, playhead: playhead, playingTime: playingTime), cursor: cursor, next: next,
      bufferEnd: bufferEnd, lastPosition: lastPosition, lastRendition: lastRendition)
    let pending = lane.run(
      &rule,
      source: PlainLane.Source(video: player.video, segmentCount: player.segmentCount, settings: player.settings),
      ladderIndices: ladderIndices, link: link, renditions: &scratch.renditions)

    metrics.segmentsDownloaded += lane.next - next
    now = lane.clock.now
    playhead = lane.clock.playhead
    playingTime = lane.clock.playingTime
    cursor = lane.cursor
    bufferEnd = lane.bufferEnd
    next = lane.next
    lastPosition = lane.lastPosition
    lastRendition = lane.lastRendition
    if let pending { carryOut(pending) }
  }
}
