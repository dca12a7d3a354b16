import ABRMedia

/// Segments of the item on the screen, one after the other, while nothing else happens: see ``PlainLane``.
extension QueueSession {
  /// Media seconds or seconds by which an event must be ahead for the lane to go on. Its arithmetic for a moment and that of
  /// the events differ in the last bits: which of two comes first is decided by the events wherever they are this close.
  private static var margin: Double { 1e-6 }

  /// Whether nothing but the requests of the item on the screen can happen before the next event whose time or place is known.
  @inline(__always)
  var mayFetchPlainly: Bool {
    // Nothing is on its way, nothing is about to be sent beside, and nothing special is to be done with the next segment.
    isPlain && isShowing && flows.isEmpty && !hasLone && waitingSideBytes.isEmpty && hasRequested && !isDownloaded
      && !(wantsPreloads && preloadsMayHaveWork && isGateOpen) && driver.isPlain && ruleUntil == .infinity
      && !isWaitingForRoom && !justFilled && startRendition == nil && unansweredChange.isNaN && !isSuspended
      && !isGivenUp && !isRefetching && blockedUntil <= now && connectedFrom <= now && !needsOverhead(item)
      && items[item].partSegment < 0 && items[item].held.upperBound <= next
  }

  /// Fetches segments while nothing else happens.
  /// - Complexity: O(segments fetched + trace rows crossed).
  mutating func fetchPlainly() {
    if !isStepKnown { arm() }
    var terms = PlainLane.Terms(
      forwardTarget: forwardTarget, latency: constantLatency, wirePerByte: wirePerByte, rate: effectiveRate,
      nextTick: nextTick - Self.margin, nextActionTime: nextActionTime,
      mark: fixedMark - Self.margin)
    // At a level of 0 a stall and an arrival are one instant, whose order the events keep.
    terms.lowerLevel = Self.margin
    if wantsPreloads, case .gate(let settings) = trigger {
      if gate.isOpen { terms.lowerLevel = settings.close + Self.margin } else { terms.upperLevel = settings.open }
    }
    var clock = PlainLane.Clock(now: now, playhead: playhead, playingTime: playingTime)
    clock.shownTime = metrics.session.playingTime
    clock.gateTime = metrics.gateOpenTime
    var lane = PlainLane(
      terms: terms, clock: clock, cursor: cursor, next: next, bufferEnd: bufferEnd, lastPosition: lastPosition,
      lastRendition: lastRendition)
    lane.transferTime = metrics.measuredTime
    let pending = driver.fetch(along: &lane, over: link, renditions: &plainRenditions)

    if lane.next > next { append(next..<lane.next, bytes: lane.bytes) }
    metrics.session.playingTime = lane.clock.shownTime
    metrics.measuredTime = lane.transferTime
    if wantsPreloads, isGateOpen { metrics.gateOpenTime = lane.clock.gateTime }
    now = lane.clock.now
    networkTime = now
    playhead = lane.clock.playhead
    playingTime = lane.clock.playingTime
    cursor = lane.cursor
    bufferEnd = lane.bufferEnd
    next = lane.next
    lastPosition = lane.lastPosition
    lastRendition = lane.lastRendition
    if let pending { carryOut(pending) }
  }

  /// Puts segments into memory that the lane has fetched, and counts them.
  private mutating func append(_ segments: Range<Int>, bytes: Int) {
    store.append(item, segments, renditions: plainRenditions)
    hold(segments, of: item)
    abandonedInARow = 0
    metrics.session.segmentsDownloaded += segments.count
    metrics.bytesReceived += bytes
    metrics.measuredBytes += bytes
  }
}
