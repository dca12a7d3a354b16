import ABRMedia

extension Session {
  /// Waits until the buffer settings allow a request.
  ///
  /// - Returns: whether a request may be made; `false` when the session ended or must be looked at again.
  @inlinable @inline(__always)
  mutating func waitForRoom() -> Bool {
    if level < fillLimit, player.settings.buffer.byteBudget == .max { return true }
    return waitForRoomByEvents()
  }

  /// The level under which a segment is requested.
  @inlinable
  var fillLimit: Double {
    let buffer = player.settings.buffer
    switch buffer.ceiling {
    case .level: return ceiling
    case .wholeSegment: return ceiling - (player.video.starts[next + 1] - player.video.starts[next])
    }
  }

  /// The forward target, or the maximum level where that is less.
  @inlinable @inline(__always)
  var ceiling: Double { min(forwardTarget, player.settings.buffer.maximum) }

  @inlinable
  mutating func waitForRoomByEvents() -> Bool {
    let buffer = player.settings.buffer
    if level < fillLimit, unplayedBytes < Double(buffer.byteBudget) { return true }
    // Nothing more will come before media is shown: whatever the thresholds say, there is no reason to wait.
    startPlaying()
    let began = now
    while true {
      let excess = max(0, level - max(0, fillLimit - buffer.refill)) / rate
      var wait = max(excess, secondsOverByteBudget)
      if buffer.fullPollInterval > 0 {
        wait = (wait / buffer.fullPollInterval).rounded(.up) * buffer.fullPollInterval
      }
      let untilTick = nextTick - playingTime
      if untilTick <= wait, now + untilTick <= nextActionTime {
        // By events even when it is so close that the clock does not move: the tick must happen.
        advanceByEvents(to: now + untilTick, inclusive: false)
      } else if nextActionTime <= now + wait {
        advance(to: nextActionTime, inclusive: true)
      } else {
        advance(to: now + wait, inclusive: true)
        if isOver { return false }
        break
      }
      if isOver { return false }
      if level < fillLimit - buffer.refill, unplayedBytes < Double(buffer.byteBudget) { break }
    }
    if now > began {
      justFilled = true
      record(.waited(seconds: now - began, reason: .bufferFull))
      rule.waited(now - began)
    }
    return true
  }

  /// Bytes of buffered media ahead of the playhead, the segment on the screen by its share.
  /// - Complexity: O(buffered segments).
  @inlinable
  var unplayedBytes: Double {
    if player.settings.buffer.byteBudget == .max { return 0 }
    var bytes = 0.0
    forEachBuffered { segment, share in
      bytes += share * Double(player.video.size(segment: segment, rendition: Int(scratch.renditions[segment])))
      return true
    }
    return bytes
  }

  /// Seconds of playback until the unplayed bytes are down to the budget.
  /// - Complexity: O(buffered segments).
  @inlinable
  var secondsOverByteBudget: Double {
    if player.settings.buffer.byteBudget == .max { return 0 }
    var excess = unplayedBytes - Double(player.settings.buffer.byteBudget)
    var media = 0.0
    // From the playhead on: what is shown first goes first.
    forEachBuffered { segment, share in
      guard excess > 0 else { return false }
      let size = Double(player.video.size(segment: segment, rendition: Int(scratch.renditions[segment])))
      let duration = player.video.segmentDuration(segment)
      let bytes = share * size
      media += bytes <= excess ? share * duration : excess / size * duration
      excess -= bytes
      return true
    }
    return media / rate
  }

  /// Visits buffered segments from the playhead on with the share of each that has not been shown.
  @inlinable
  func forEachBuffered(_ body: (_ segment: Int, _ share: Double) -> Bool) {
    let starts = player.video.starts
    var segment = next
    while segment > 0, starts[segment] > playhead { segment -= 1 }
    while segment < next {
      let share = (starts[segment + 1] - max(playhead, starts[segment])) / (starts[segment + 1] - starts[segment])
      if share > 0, !body(segment, share) { return }
      segment += 1
    }
  }
}
