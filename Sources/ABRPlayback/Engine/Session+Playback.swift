/// What is on the screen: marks, stalls, ticks of the buffer optimizer.
extension Session {
  /// A tick of the buffer optimizer.
  mutating func tick() {
    requests.reconsiderRoom()
    let target = driver.tick(position: playback.playhead, watched: playback.watched)
    if buffer.tick(target: target, interval: driver.terms.interval) { log(.target(seconds: buffer.forwardTarget)) }
    if !isDownloaded { buffer.useTarget(of: driver, at: requests.lastRendition) }
  }

  /// The next position at which something happens beside the end of the buffer.
  @inline(__always)
  var nextMark: Double {
    let mark = fixedMark
    guard preloading.isActive, !isDownloaded, let closeLevel = preloading.gateLevels.close else { return mark }
    let close = buffer.end - closeLevel
    // A mark at the playhead or behind has been dealt with.
    return close > playback.playhead ? min(mark, close) : mark
  }

  /// The same without positions that move with the end of the buffer.
  @inline(__always)
  var fixedMark: Double {
    var mark = min(visit.visit.until, leaveMark)
    if let visible = requests.limits.visible.first { mark = min(mark, visible.from) }
    if case .position(let position) = viewer.due { mark = min(mark, position) }
    guard preloading.isActive, case .progress(let share) = settings.preload.trigger else { return mark }
    let position = share * driver.terms.duration
    return position > playback.playhead ? min(mark, position) : mark
  }

  /// The playhead is at the end of the buffer or at a mark.
  mutating func reachStop() {
    if let visible = requests.limits.visible.first, playback.playhead >= visible.from, playback.playhead < buffer.end {
      let latency = now - visible.since
      requests.limits.visible.removeFirst()
      metrics.visibleSwitchLatencySum += latency
      metrics.visibleSwitchCount += 1
      log(.switchVisible(latency: latency))
    }
    preloading.note(.position)
    if playback.playhead >= visit.visit.until || (playback.playhead >= buffer.end && isDownloaded) { endVisit() }
  }

  /// Media is out and time passes: a stall. Where something else happens at the same time there is none yet.
  mutating func runOut() {
    if isDownloaded || fallBackToOldSegment() { return }
    // A session that is over waits for nothing.
    if !mayLoseNetwork, hasMainFlow, nextEvent() == .infinity { return end(.networkExhausted) }
    if !faults.isGivenUp || faults.mayResume { stall() }
    if faults.isGivenUp { failToEnd() }
  }

  /// Playback waits for media.
  mutating func stall() {
    playback.stall(at: now)
    requests.forgetSample()
    metrics.stallCount += 1
    log(.stalled)
    if preloading.handle(.stall) { gateChanged() }
  }

  mutating func startPlaying() {
    switch playback.state {
    case .startup:
      if visit.wanted != nil {
        // The viewer acts after what has made the item ready has been dealt with.
        visit.wanted?.isReady = true
        wake(at: now)
        return
      }
      if playback.isPaused || !drawFirstFrame() { return }
      playback.start(at: now)
      visit.metrics.started = true
      items[item].wasPlayed = true
      log(.started)
    case .stalled, .seeking:
      guard drawNextFrame() else { return }
      if let waited = playback.start(at: now) { log(.resumed(after: waited)) }
    case .playing, .ended: break
    }
    if faults.isResuming, !playback.isPaused { endResume(isComplete: true) }
  }
}
