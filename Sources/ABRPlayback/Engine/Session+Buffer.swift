import ABRMedia

/// Room in the buffer, and what a switch does with what is buffered.
extension Session {
  /// The level under which a segment is requested.
  @inline(__always)
  private var fillLimit: Double {
    switch driver.settings.buffer.ceiling {
    case .level: return ceiling
    case .wholeSegment: return ceiling - driver.video.segmentDuration(buffer.next)
    }
  }

  /// The forward target, or the maximum level where that is less.
  @inline(__always)
  var ceiling: Double { min(buffer.forwardTarget, driver.settings.buffer.maximum) }

  /// Whether a full buffer would have room again.
  var isBelowRefillLevel: Bool {
    let options = driver.settings.buffer
    return level < fillLimit - options.refill && unplayedBytes < Double(options.byteBudget)
  }

  /// Asks the buffer settings for room for a segment; where there is none, ``RequestState/wakeTime`` says when to look
  /// again. Playback that waits for media begins with a full buffer, whatever its level.
  ///
  /// - Returns: whether there is room.
  mutating func requestRoom() -> Bool {
    let options = driver.settings.buffer
    let limit = fillLimit
    let budget = Double(options.byteBudget)
    var began = now
    var isPassed = false
    if case .waitingForRoom(let since, let until) = requests.phase {
      began = since
      // A wait that was worked out and has passed is over, though rounding may leave the level at the limit.
      isPassed = until.map { $0 <= now } ?? false
    } else {
      if level < limit, unplayedBytes < budget { return true }
      // Nothing more will come before media is shown: whatever the thresholds say, there is no reason to wait.
      startPlaying()
    }
    if !isPassed {
      let excess = max(0, level - max(0, limit - options.refill)) / effectiveRate
      var end = isBelowRefillLevel ? now : now + max(excess, secondsOverByteBudget)
      if options.fullPollInterval > 0 {
        end = began + ((end - began) / options.fullPollInterval).rounded(.up) * options.fullPollInterval
      }
      if end > now {
        requests.phase = .waitingForRoom(since: began, until: playback.isShowing ? end : nil)
        if playback.isShowing { wake(at: end) }
        return false
      }
    }
    requests.phase = .idle
    if now > began {
      requests.justFilled = true
      log(.waited(seconds: now - began, reason: .bufferFull))
      driver.waited(now - began)
    }
    return true
  }

  /// Bytes of buffered media ahead of the playhead, the segment on the screen by its share.
  @inline(__always)
  private var unplayedBytes: Double {
    if driver.settings.buffer.byteBudget == .max { return 0 }
    var bytes = 0.0
    forEachBuffered { _, share, size in
      bytes += share * size
      return true
    }
    return bytes
  }

  /// Seconds of playback until the unplayed bytes are down to the budget.
  @inline(__always)
  private var secondsOverByteBudget: Double {
    if driver.settings.buffer.byteBudget == .max { return 0 }
    var excess = unplayedBytes - Double(driver.settings.buffer.byteBudget)
    var media = 0.0
    forEachBuffered { segment, share, size in
      guard excess > 0 else { return false }
      let duration = driver.video.segmentDuration(segment)
      let bytes = share * size
      media += bytes <= excess ? share * duration : excess / size * duration
      excess -= bytes
      return true
    }
    return media / effectiveRate
  }

  /// Visits buffered segments from the playhead on with the share of each that has not been shown, and its size.
  @inline(__always)
  private func forEachBuffered(_ body: (_ segment: Int, _ share: Double, _ size: Double) -> Bool) {
    let starts = driver.video.starts
    for segment in driver.segment(at: playback.playhead)..<max(buffer.next, driver.segment(at: playback.playhead)) {
      let share =
        (starts[segment + 1] - max(playback.playhead, starts[segment])) / (starts[segment + 1] - starts[segment])
      let size = driver.video.size(segment: segment, rendition: Int(store[item, segment].rendition))
      if share > 0, !body(segment, share, Double(size)) { return }
    }
  }

  /// The buffer is empty and begins at the playhead.
  mutating func beginBuffer() {
    buffer.next = driver.segment(at: playback.playhead)
    buffer.start = playback.playhead
    buffer.end = playback.playhead
    buffer.oldNext = 0
    playback.forgetFrame()
  }

  // MARK: Switching

  /// Does what the switch mode demands with media already buffered when a request changes the rendition.
  mutating func prepareSwitch(to rendition: Int) {
    let change = requests.limits.unanswered
    switch driver.settings.switchMode {
    case .append: break
    case .replace(let margin):
      if rendition > requests.lastRendition ?? -1 { replace(from: playback.playhead + margin, with: rendition) }
    case .flush:
      if change != nil, level > 0 { flush() }
    }
    if let change { requests.limits.visible = (since: change, from: buffer.end) }
  }

  /// Buffered segments of a lower rendition are fetched again, from the first one that starts at or after `time`. Each
  /// stays until its replacement is there.
  private mutating func replace(from time: Double, with rendition: Int) {
    let starts = driver.video.starts
    var first = buffer.next
    while first > 0, starts[first - 1] >= time, starts[first - 1] > playback.playhead { first -= 1 }
    while first < buffer.next, Int(store[item, first].rendition) >= rendition { first += 1 }
    guard first < buffer.next else { return }
    buffer.oldNext = max(buffer.oldNext, buffer.next)
    buffer.next = first
    buffer.end = starts[first]
  }

  /// Whether a segment is there that is to be replaced.
  @inline(__always)
  private var hasOldSegment: Bool { buffer.next < buffer.oldNext && store[item, buffer.next].exists }

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
    network.demoteSoleFlowIfNeeded(at: now)
    if let index = network.flows.firstIndex(where: { $0.purpose == .main && $0.segment == buffer.next }) {
      stop(index, as: .aborted)
    }
    takeOldSegments()
    requests.phase = .idle
    wake(at: now)
    return true
  }

  /// What was to be replaced is buffered as before.
  private mutating func takeOldSegments() {
    while hasOldSegment {
      requests.lastRendition = Int(store[item, buffer.next].rendition)
      buffer.next += 1
    }
    buffer.end = driver.video.starts[buffer.next]
    requests.lastPosition = driver.position(of: requests.lastRendition ?? 0)
  }

  /// Drops the old copy of a segment whose replacement is there.
  mutating func dropOldSegment(_ segment: Int, of item: Int) {
    guard item == self.item, segment >= buffer.next, segment < buffer.oldNext, store[item, segment].exists else {
      return
    }
    let before = metrics.session.ledger[.replaced]
    discard(item, segment: segment, as: .replaced)
    log(.replaced(fromSegment: segment, count: 1, bytes: metrics.session.ledger[.replaced] - before))
  }

  /// A level as the rule is told it: with what is being replaced, where it counts that as buffered.
  @inline(__always)
  func ruleLevel(_ level: Double) -> Double {
    guard buffer.oldNext > buffer.next, driver.countsReplacedMedia else { return level }
    return max(level, driver.video.starts[buffer.oldNext] - playback.playhead)
  }

  /// Drops the whole buffer and starts again at the playhead.
  private mutating func flush() {
    settleShown()
    let current = driver.segment(at: playback.playhead)
    requests.isRefetching = driver.video.starts[current] < playback.playhead
    drop(from: current)
    if playback.state == .playing { stall() }
  }

  private mutating func drop(from first: Int) {
    let starts = driver.video.starts
    let before = metrics.session.ledger[.replaced]
    let end = max(buffer.next, buffer.oldNext)
    for segment in first..<end { discard(item, segment: segment, as: .replaced) }
    buffer.next = first
    buffer.oldNext = 0
    buffer.end = max(playback.playhead, starts[first])
    log(.replaced(fromSegment: first, count: end - first, bytes: metrics.session.ledger[.replaced] - before))
  }
}
