/// Keeping up with a live edge.
extension QueueSession {
  /// Seconds behind the live edge; 0 where nothing is live.
  @inline(__always)
  var delay: Double { live.map { $0.edge + now - playhead } ?? 0 }

  /// When catching up ends; infinite when there is none.
  @inline(__always)
  var catchUpEnd: Double {
    guard isCatchingUp, let live, effectiveRate > 1 else { return .infinity }
    return now + max(0, delay - live.settledDelay) / (effectiveRate - 1)
  }

  /// Starts and ends catching up.
  mutating func keepUp() {
    guard let live, isShowing else { return }
    if isCatchingUp {
      // At the end of catching up the delay equals the settled one up to rounding.
      if delay <= live.settledDelay + 1e-9 || live.catchUpRate <= 1 {
        isCatchingUp = false
        log(.rate(rate))
      }
    } else if delay > live.maxDelay, delay > LiveSettings.smallestDelay, live.catchUpRate > 1 {
      isCatchingUp = true
      log(.rate(effectiveRate))
    }
  }

  /// With far too much live media in the buffer the player jumps to the last segment that has arrived.
  mutating func dropBehindEdge() {
    guard let live, level > live.maxDelay + live.dropMargin, next > 0 else { return }
    let target = driver.video.starts[next - 1]
    guard target > playhead else { return }
    jump(to: target)
  }

  /// After a pause the playhead goes back to the delay from before it.
  mutating func returnToEdge(delay wanted: Double) {
    guard let live else { return }
    let target = live.edge + now - wanted
    guard target > playhead else { return }
    if target < bufferEnd {
      jump(to: target)
    } else {
      settleRun()
      for segment in items[item].held { release(.memory, item, segment: segment, as: .dropped) }
      metrics.droppedMedia += bufferEnd - playhead
      seek(to: target)
    }
  }

  /// Passes over buffered media, whose bytes are dropped.
  private mutating func jump(to target: Double) {
    settleRun()
    let starts = driver.video.starts
    metrics.droppedMedia += target - playhead
    log(.dropped(seconds: target - playhead))
    playhead = target
    runStart = target
    isStepKnown = false
    isCatchingUp = false
    var segment = next - 1
    while segment >= 0, store[item, segment].exists {
      if starts[segment + 1] <= target { release(.memory, item, segment: segment, as: .dropped) }
      segment -= 1
    }
    bufferStart = target
  }
}
