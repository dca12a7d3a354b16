/// Keeping up with a live edge.
extension Session {
  /// Seconds behind the live edge; 0 where nothing is live.
  @inline(__always)
  var delay: Double { visit.live.map { $0.edge + now - playback.playhead } ?? 0 }

  /// When catching up ends; infinite when there is none.
  @inline(__always)
  var catchUpEnd: Double {
    guard liveState.isCatchingUp, let live = visit.live, effectiveRate > 1 else { return .infinity }
    return now + max(0, delay - live.settledDelay) / (effectiveRate - 1)
  }

  /// Starts and ends catching up.
  mutating func keepUp() {
    guard let live = visit.live, playback.isShowing, !liveState.isTimeShifted else { return }
    if liveState.isCatchingUp {
      // At the end of catching up the delay equals the settled one up to rounding.
      if delay <= live.settledDelay + 1e-9 || live.catchUpRate <= 1 {
        liveState.isCatchingUp = false
        log(.rate(playback.chosenRate))
      }
    } else if delay > live.maxDelay, delay > LiveSettings.smallestDelay, live.catchUpRate > 1 {
      liveState.isCatchingUp = true
      log(.rate(effectiveRate))
    }
  }

  /// With far too much live media in the buffer the player jumps to the last segment that has arrived; not while the
  /// viewer pauses, nor where the viewer has gone back.
  mutating func dropBehindEdge() {
    guard let live = visit.live, !playback.isPaused, !liveState.isTimeShifted,
      level > live.maxDelay + live.dropMargin, buffer.next > 0
    else { return }
    let target = driver.video.starts[buffer.next - 1]
    guard target > playback.playhead else { return }
    jump(to: target)
  }

  /// Where a viewer joins a live stream now: at the edge less the start index, on whole segments.
  func joinPosition(_ live: LiveSettings, of driver: ItemDriver) -> Double {
    let starts = driver.video.starts
    let edge = min(live.edge + now, driver.duration)
    var available = driver.segment(at: edge)
    if available > 0, starts[available] > edge { available -= 1 }
    return starts[max(0, available - live.startIndex)]
  }

  /// The last position to which a viewer may seek: the end, or in a stream that goes on where a viewer joins now; the
  /// playhead where that is nearer to the edge.
  func seekEnd() -> Double {
    guard let live = visit.live, live.edge + now < driver.duration else { return driver.duration }
    return max(playback.playhead, joinPosition(live, of: driver))
  }

  /// A seek has come to a position, which the viewer has chosen or the live edge has set.
  mutating func judgeDelay(isChosen: Bool) {
    guard let live = visit.live else { return }
    liveState.isTimeShifted = isChosen && delay > live.maxDelay
    guard liveState.isTimeShifted, liveState.isCatchingUp else { return }
    liveState.isCatchingUp = false
    log(.rate(playback.chosenRate))
  }

  /// After a pause the playhead goes back to the delay from before it.
  mutating func returnToEdge(delay wanted: Double) {
    guard let live = visit.live else { return }
    let target = live.edge + now - wanted
    guard target > playback.playhead else { return }
    if target < buffer.end {
      jump(to: target)
    } else {
      endRun()
      release(.memory, item, items[item].held, as: .dropped)
      metrics.droppedMedia += buffer.end - playback.playhead
      go(to: target)
    }
  }

  /// Passes over buffered media, whose bytes are dropped.
  private mutating func jump(to target: Double) {
    endRun()
    let starts = driver.video.starts
    metrics.droppedMedia += target - playback.playhead
    log(.dropped(seconds: target - playback.playhead))
    movePlayhead(to: target)
    liveState.isCatchingUp = false
    var segment = buffer.next - 1
    while segment >= 0, store[item, segment].exists {
      if starts[segment + 1] <= target { release(.memory, item, segment: segment, as: .dropped) }
      segment -= 1
    }
    buffer.start = target
  }
}
