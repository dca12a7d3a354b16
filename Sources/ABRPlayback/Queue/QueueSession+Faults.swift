/// Losses of the network, retries and sessions that are resumed.
extension QueueSession {
  /// When the next thing of this file happens.
  mutating func faultTime() -> Double {
    updateLoss()
    return min(nextRetry, resumeTime, reloadTime)
  }

  /// Notices when a request of the item on the screen can make no progress, and when it can again.
  private mutating func updateLoss() {
    let isLost = factor == 0 && hasMainFlow || blockedUntil > now && lossIsRefusal
    if isLost, lossBegan.isNaN {
      lossBegan = now
      openWindows()
    } else if !isLost, !lossBegan.isNaN, hasMainFlow, factor > 0, !lossIsRefusal {
      lossBegan = .nan
    }
    if lossBegan.isNaN { nextRetry = .infinity }
  }

  private mutating func openWindows() {
    let faults = player.faults
    retriesLeft = faults.retryCount == 0 ? 0 : faults.retryCount + (hasReceivedMedia ? 0 : 1) - 1
    nextRetry = now + faults.timeout
  }

  @inline(__always)
  private var hasReceivedMedia: Bool { next > driver.segment(at: playhead) || hasRequested && visit.started }

  /// A request is answered with an error; the next attempt comes after the retry interval.
  mutating func refuse(_ index: Int) {
    let flow = flows.remove(at: index)
    flowsChanged = true
    // What an earlier part of the transfer has brought is still there.
    keepPart(of: flow, bytes: flow.kept)
    log(.refused(item: flow.item, segment: flow.segment))
    preloadsMayHaveWork = true
    blockedUntil = now + player.faults.retryInterval
    if flow.segment == Flow.pageSegment { isPageRequested = false }
    guard flow.purpose == .main else { return }
    lossIsRefusal = true
    if flow.isFirst { hasRequested = false }
    if lossBegan.isNaN {
      lossBegan = now
      openWindows()
    }
  }

  /// Does what is due.
  mutating func handleFaults() {
    if nextRetry <= now {
      if retriesLeft > 0 {
        retriesLeft -= 1
        metrics.retryCount += 1
        nextRetry = now + player.faults.timeout
        // A retry is an attempt, however long the interval between attempts.
        if lossIsRefusal { blockedUntil = now }
        log(.retried)
      } else if player.faults.retryCount == 0, let delay = player.faults.reloadDelay {
        log(.retryAsked)
        nextRetry = .infinity
        lossBegan = .infinity
        reloadTime = now + delay
      } else {
        giveUp()
      }
    }
    if reloadTime <= now {
      reloadTime = .infinity
      metrics.retryCount += 1
      lossBegan = .nan
      log(.retried)
    }
    if resumeTime <= now, !isOver { resumeSession() }
  }

  /// The player stops fetching; the buffer plays on.
  private mutating func giveUp() {
    metrics.errorTime = min(metrics.errorTime, now)
    isGivenUp = true
    lossBegan = .nan
    lossIsRefusal = false
    nextRetry = .infinity
    log(.networkError)
    for index in flows.indices.reversed() where flows[index].purpose != .side { stop(index, booking: .aborted) }
    if state != .playing { failToEnd() }
  }

  /// Whether the app will set a session up again that cannot go on.
  @inline(__always)
  var mayResume: Bool { player.faults.resumeDelay != nil && metrics.resumeCount < player.faults.resumeLimit }

  /// Playback failed to get to the end: the app resumes it, or the session is over.
  mutating func failToEnd() {
    log(.failedToEnd)
    if mayResume, let delay = player.faults.resumeDelay {
      resumeTime = now + delay
    } else {
      end(.failed)
    }
  }

  /// The app sets the player up again at the playhead: the buffer is lost, playlists and startup come again.
  private mutating func resumeSession() {
    resumeTime = .infinity
    metrics.resumeCount += 1
    isGivenUp = false
    blockedUntil = now
    settleRun()
    releaseMemory(of: item, as: .unplayed)
    forgetPart(of: item)
    items[item].hasOverhead = false
    forwardTarget = driver.begin(after: driver)
    nextTick = playingTime + driver.interval
    forgetRequests()
    beginBuffer()
    startsAnew = true
    takeHeld()
    log(.resumeBegan(attempt: metrics.resumeCount))
    startIfReady()
  }
}
