import ABRMedia

/// Room in the buffer, and what a switch does with what is buffered.
extension Session {
  /// Whether a full buffer would have room again.
  var isBelowRefillLevel: Bool { level < refillLevel && isWithinByteBudget }

  /// The level under which a segment is requested, and that under which a full buffer has room again.
  @inline(__always)
  private var fillLimit: Double { min(buffer.fillLimit(of: driver, at: requests.chosenRendition), declaredLimit) }
  @inline(__always)
  private var refillLevel: Double {
    let level = buffer.refillLevel(of: driver, at: requests.chosenRendition)
    return min(driver.terms.settings.buffer.refillLevel(level, at: effectiveRate, under: fillLimit), declaredLimit)
  }

  /// The level under which there is room for a rendition of the ladder, which the rule has answered with where there
  /// was room for the one before.
  func limit(of rendition: Int) -> Double {
    min(
      driver.terms.topTarget == nil ? .infinity : buffer.fillLimit(of: driver, at: rendition),
      driver.terms.source.declaredLimit(of: rendition))
  }

  /// The level under which a declared budget has room for the rendition that the rule has answered with; infinite as
  /// long as it has not been asked.
  private var declaredLimit: Double { requests.answered.map { driver.terms.source.declaredLimit(of: $0) } ?? .infinity }

  /// Whether bytes leave room for a segment; without a budget nothing is counted.
  @inline(__always)
  private var isWithinByteBudget: Bool {
    let budget = driver.terms.settings.buffer.heldBudget
    return budget == .max || level < driver.terms.settings.buffer.byteBudgetFloor || unplayedBytes < Double(budget)
  }

  /// Bytes of buffered media ahead of the playhead, the segment on the screen by its share.
  private var unplayedBytes: Double {
    store.unplayedBytes(of: item, before: buffer.countedNext, from: playback.playhead, driver)
  }

  /// When a full buffer has room again, as long as media is shown, and the player knows.
  private var roomTime: Double {
    let interval = driver.terms.settings.buffer.levelInterval
    if isBelowRefillLevel, interval == 0 { return now }
    let excess = level - max(0, refillLevel)
    // What the player is to learn of may lie behind.
    let seconds = (interval > 0 ? excess : max(0, excess)) / effectiveRate
    let budget = driver.terms.settings.buffer.heldBudget
    guard budget < .max else {
      return BufferSettings.knowledge(ofFallAt: now + seconds, every: interval, from: playback.shownSince)
    }
    var media = store.media(
      over: Double(budget), of: item, before: buffer.countedNext, from: playback.playhead, driver)
    let floor = driver.terms.settings.buffer.byteBudgetFloor
    if floor > 0 { media = min(media, max(0, level - floor)) }
    return now + max(seconds, media / effectiveRate)
  }

  /// Asks for room for a segment; where there is none, ``RequestState/wakeTime`` says when to look again. Playback that
  /// waits for media begins with a full buffer, whatever its level.
  ///
  /// - Returns: whether there is room.
  mutating func requestRoom() -> Bool {
    buffer.useTarget(of: driver, at: requests.lastRendition)
    let begins = !requests.isWaitingForRoom
    if begins {
      if level < fillLimit, isWithinByteBudget { return true }
      // Nothing more will come before media is shown: whatever the thresholds say, there is no reason to wait.
      startPlaying()
    }
    // A wait that was worked out and has passed is over, though rounding may leave the level at the limit.
    if !requests.hasRoomTimePassed(at: now) {
      let waits = requests.waitForRoom(
        at: now, until: roomTime, pollInterval: driver.terms.settings.buffer.fullPollInterval,
        pollsFromStart: driver.terms.settings.buffer.pollsFromStart,
        isKnown: playback.isShowing || isBelowRefillLevel)
      if waits {
        if begins { log(.bufferFull) }
        return false
      }
    }
    logRoomWait()
    let waited = requests.takeRoom(at: now)
    if waited > 0 { driver.waited(waited) }
    return true
  }

  /// Logs a wait for room that ends here: there is room, or requests stop for another reason.
  mutating func logRoomWait() {
    guard O.isActive, let waited = requests.endRoomWait(at: now) else { return }
    log(.waited(seconds: waited, reason: .bufferFull))
  }

  /// The buffer is empty and begins at the playhead.
  mutating func beginBuffer() {
    buffer.begin(at: playback.playhead, segment: driver.segment(at: playback.playhead))
    playback.forgetFrame()
  }

  // MARK: Switching

  /// Does what the switch mode demands with media already buffered when a request changes the rendition.
  mutating func prepareSwitch(to rendition: Int) {
    switch driver.terms.settings.switchMode {
    case .append, .overwrite: break
    case .replace(let margin):
      if rendition > requests.lastRendition ?? -1 { replace(from: playback.playhead + margin, with: rendition) }
    case .flush:
      if requests.limits.mayFlush, level > 0 { flush() }
    }
    requests.limits.answer(at: buffer.end)
  }

  /// Buffered segments of a lower rendition are fetched again, from the first one that starts at or after `time`. Each
  /// stays until its replacement is there.
  private mutating func replace(from time: Double, with rendition: Int) {
    let starts = driver.terms.video.starts
    var first = buffer.next
    while first > 0, starts[first - 1] >= time, starts[first - 1] > playback.playhead { first -= 1 }
    while first < buffer.next, Int(store[item, first].rendition) >= rendition { first += 1 }
    guard first < buffer.next else { return }
    buffer.replace(from: first, start: starts[first])
  }

  /// See ``SwitchMode/overwrite(segments:)``.
  mutating func overwrite(with rendition: Int) {
    guard case .overwrite(let segments) = driver.terms.settings.switchMode, !driver.terms.playsArriving,
      requests.abandonedInARow == 0, requests.beginSwitch(to: rendition)
    else { return }
    let margin = segments * driver.terms.video.segmentDuration(buffer.next)
    let first = driver.segment(at: playback.playhead + margin)
    guard level >= margin, first < buffer.next, store[item, first].exists,
      Int(store[item, first].rendition) < rendition
    else { return }
    buffer.overwrite(from: first)
  }

  /// Whether a segment is there that is to be replaced and does not count as buffered.
  @inline(__always)
  private var hasOldSegment: Bool {
    buffer.isReplacing && !buffer.isOverwriting && store[item, buffer.next].exists
  }

  /// Keeps what was to be replaced where its rendition is not below the one that is wanted now.
  ///
  /// - Returns: whether it does.
  mutating func keepOldSegments(ifNotBelow rendition: Int) -> Bool {
    guard hasOldSegment, Int(store[item, buffer.next].rendition) >= rendition else { return false }
    takeOldSegments()
    return true
  }

  /// Playback has come to a segment whose replacement is not there: it continues with the old one.
  ///
  /// - Returns: whether there is one.
  mutating func fallBackToOldSegment() -> Bool {
    guard hasOldSegment else { return false }
    stopNextSegment()
    takeOldSegments()
    requests.forgetWait()
    wake(at: now)
    return true
  }

  /// What was to be replaced is buffered as before.
  private mutating func takeOldSegments() {
    while hasOldSegment {
      let rendition = Int(store[item, buffer.next].rendition)
      requests.follow(rendition, at: driver.position(of: rendition))
      buffer.append(buffer.next, end: driver.terms.video.starts[buffer.next + 1])
    }
  }

  /// Drops the old copy of a segment whose replacement is there.
  mutating func dropOldSegment(_ segment: Int, of item: Int) {
    guard item == self.item, segment >= buffer.next, segment < buffer.oldNext, store[item, segment].exists else {
      return
    }
    if buffer.isOverwriting { settleShown() }
    let before = metrics.ledger[.replaced]
    discard(item, segment: segment, as: .replaced)
    log(.replaced(fromSegment: segment, count: 1, bytes: metrics.ledger[.replaced] - before))
  }

  /// A level as the rule is told it: with what is being replaced, where it counts that as buffered.
  @inline(__always)
  func ruleLevel(_ level: Double) -> Double {
    guard buffer.isReplacing, driver.terms.countsReplacedMedia else { return level }
    return max(level, driver.terms.video.starts[buffer.oldNext] - playback.playhead)
  }

  /// The download of the next segment is stopped, where it runs.
  private mutating func stopNextSegment() {
    network.demoteSoleFlowIfNeeded(at: now)
    if let index = network.flows.firstIndex(where: { $0.purpose == .main && $0.segment == buffer.next }) {
      stop(index, as: .aborted)
    }
  }

  /// Drops the whole buffer and starts again at the playhead.
  private mutating func flush() {
    settleShown()
    let current = driver.segment(at: playback.playhead)
    requests.refetch(isPartial: driver.terms.video.starts[current] < playback.playhead)
    drop(from: current)
    if playback.state == .playing { stall() }
  }

  /// The limits have changed: a player that flushes drops at once what may not be chosen any more, and what comes of
  /// it. A downloaded item has but one rendition, which stays.
  mutating func flushIneligible() {
    guard case .flush = driver.terms.settings.switchMode, let last = requests.lastRendition, level > 0,
      !driver.ladderIndices.contains(last), items[item].downloadedRendition == nil
    else { return }
    stopNextSegment()
    requests.forgetWait()
    flush()
    wake(at: now)
  }

  private mutating func drop(from first: Int) {
    let starts = driver.terms.video.starts
    let before = metrics.ledger[.replaced]
    let end = max(buffer.next, buffer.oldNext)
    for segment in first..<end { discard(item, segment: segment, as: .replaced) }
    buffer.drop(from: first, end: max(playback.playhead, starts[first]))
    log(.replaced(fromSegment: first, count: end - first, bytes: metrics.ledger[.replaced] - before))
  }
}
