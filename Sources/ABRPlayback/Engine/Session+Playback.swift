extension Session {
  /// Lets time pass until `end`: media is shown or waited for, ticks and actions happen at their times.
  ///
  /// - Parameters:
  ///   - end: seconds since the play request, not before ``now``; infinite to play out.
  ///   - inclusive: whether an action at exactly `end` happens now or is left for the next stretch.
  /// - Complexity: O(1) plus O(1) for each tick and action on the way.
  @inlinable @inline(__always)
  mutating func advance(to end: Double, inclusive: Bool) {
    let seconds = end - now
    let position = playhead + seconds * rate
    if state == .playing, position <= bufferEnd, position < mediaMark, end < nextActionTime,
      playingTime + seconds < nextTick
    {
      playhead = position
      playingTime += seconds
      now = end
      return
    }
    advanceByEvents(to: end, inclusive: inclusive)
  }

  @inlinable @inline(never)
  mutating func advanceByEvents(to end: Double, inclusive: Bool) {
    while !isOver {
      let limit = min(end, nextActionTime)
      if state == .playing {
        play(until: limit)
      } else if limit == .infinity {
        self.end(.starved)
        return
      } else {
        if state == .stalled { metrics.stalledTime += limit - now }
        now = limit
      }
      if isOver { return }
      if now >= nextActionTime, inclusive || nextActionTime < end {
        act()
      } else if now >= end {
        return
      }
    }
  }

  /// Shows media until a time, or until the first thing that happens on the way.
  @inlinable
  mutating func play(until limit: Double) {
    let stop = min(bufferEnd, mediaMark)
    let untilStop = (stop - playhead) / rate
    let untilTick = nextTick - playingTime
    // Compared as times of the clock, in which a wait for a tick was expressed too: a difference of the last bit between the
    // two ways of counting must not leave the session short of its tick for ever.
    let stopTime = now + untilStop
    let tickTime = now + untilTick
    if limit < stopTime, limit < tickTime {
      playhead += (limit - now) * rate
      playingTime += limit - now
      now = limit
    } else if tickTime <= stopTime {
      playhead = tickTime == stopTime ? stop : playhead + untilTick * rate
      // The tick's own time, not a sum that rounding may leave short of it.
      playingTime = nextTick
      now = max(now, tickTime)
      tick()
    } else {
      playhead = stop
      playingTime += untilStop
      now = stopTime
      reachStop(at: limit)
    }
  }

  @inlinable
  mutating func reachStop(at limit: Double) {
    if playhead >= bufferEnd, isDownloaded {
      end(.completed)
    } else if playhead >= viewer.leavesAfterWatching || (playhead >= mediaMark && playhead < bufferEnd) {
      // At the end of the buffer the first frame of another rendition is still to come.
      reachMark()
    } else if now < limit {
      // Media is out and time goes on: a stall. One of no length is none.
      state = .stalled
      stallBegan = now
      metrics.stallCount += 1
      record(.stalled)
      if limit == .infinity { end(.starved) }
    }
  }

  @inlinable
  mutating func reachMark() {
    if playhead >= visibleFrom {
      let latency = now - visibleChange
      metrics.visibleSwitchLatencySum += latency
      metrics.visibleSwitchCount += 1
      visibleFrom = .infinity
      record(.switchVisible(latency: latency))
    }
    mediaMark = min(viewer.leavesAfterWatching, visibleFrom)
    if playhead >= viewer.leavesAfterWatching { end(.left) }
  }

  /// A tick of the buffer optimizer.
  @inlinable
  mutating func tick() {
    nextTick += target.interval
    let before = forwardTarget
    forwardTarget = target.tick(position: playhead, watched: playhead)
    if forwardTarget != before { record(.target(seconds: forwardTarget)) }
  }

  /// What the viewer or the environment does at ``nextActionTime``.
  @inlinable @inline(never)
  mutating func act() {
    if viewer.leavesAt <= now {
      end(state == .startup ? .leftBeforeStart : .left)
      return
    }
    let action = viewer.actions[nextAction]
    nextAction += 1
    switch action.kind {
    case .rate(let newRate):
      rate = newRate
      record(.rate(newRate))
    case .eligible(let eligible):
      change(to: eligible)
    }
    let following = nextAction < viewer.actions.count ? viewer.actions[nextAction].time : .infinity
    nextActionTime = min(viewer.leavesAt, following)
  }
}
