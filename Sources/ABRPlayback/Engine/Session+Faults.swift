/// Losses of the network, retries and sessions that are resumed.
extension Session {
  /// When the next thing of this file happens.
  mutating func faultTime() -> Double {
    updateLoss()
    switch faults.state {
    case .fine: return .infinity
    case .lost(let nextRetry, _): return nextRetry
    case .reloading(let time): return time
    case .givenUp(let time): return time ?? .infinity
    }
  }

  /// Notices when a request of the item on the screen can make no progress, and when it can again.
  private mutating func updateLoss() {
    switch faults.state {
    case .fine:
      if network.capacity == 0 && hasMainFlow || requests.blockedUntil > now && faults.isRefused { beginLoss() }
    case .lost:
      if hasMainFlow, network.capacity > 0, !faults.isRefused { faults.state = .fine }
    case .reloading, .givenUp: break
    }
  }

  /// One window is opened now and one at each counted retry, so an item that has not received a byte bears one more
  /// (CicadaPlayer `SuperMediaPlayerDataSourceListener`).
  private mutating func beginLoss() {
    let count = settings.faults.retryCount
    let left = count == 0 ? 0 : count + (hasReceivedMedia ? 0 : 1) - 1
    faults.state = .lost(nextRetry: now + settings.faults.timeout, retriesLeft: left)
  }

  private var hasReceivedMedia: Bool {
    buffer.next > driver.segment(at: playback.playhead) || requests.hasRequested && visit.metrics.started
  }

  /// A segment has come.
  mutating func endLoss() {
    if case .lost = faults.state { faults.state = .fine }
    faults.isRefused = false
  }

  /// A request is answered with an error; the next attempt comes after the retry interval.
  mutating func refuse(_ index: Int) {
    let flow = network.remove(index, at: now)
    // What an earlier part of the transfer has brought is still there.
    keepPart(of: flow, bytes: flow.kept)
    log(.refused(item: flow.item, segment: flow.loggedSegment))
    metrics.refusedCount += 1
    preloading.mayHaveWork = true
    // What was asked for beside playback is not asked for again.
    if flow.purpose == .side, flow.content != .page { return }
    requests.blockedUntil = max(now + settings.faults.retryInterval, renewAddress(of: flow.item))
    // Without a latency the answer comes within the request, and nobody else looks again.
    wake(at: requests.blockedUntil)
    if flow.content == .page { isPageRequested = false }
    guard flow.purpose == .main else { return }
    faults.isRefused = true
    if flow.isFirst { requests.hasRequested = false }
    if case .fine = faults.state { beginLoss() }
  }

  /// Does what is due.
  mutating func handleFaults() {
    switch faults.state {
    case .lost(let nextRetry, let retriesLeft):
      guard nextRetry <= now else { return }
      if retriesLeft > 0 {
        metrics.retryCount += 1
        faults.state = .lost(nextRetry: now + settings.faults.timeout, retriesLeft: retriesLeft - 1)
        // A retry is an attempt, however long the interval between attempts.
        if faults.isRefused { requests.blockedUntil = now }
        log(.retried)
      } else if settings.faults.retryCount == 0, let delay = settings.faults.reloadDelay {
        log(.retryAsked)
        faults.state = .reloading(at: now + delay)
      } else {
        giveUp()
      }
    case .reloading(let time):
      guard time <= now else { return }
      metrics.retryCount += 1
      faults.state = .fine
      log(.retried)
    case .givenUp(let time?): if time <= now { resumeSession() }
    case .givenUp, .fine: break
    }
  }

  /// The player stops fetching; the buffer plays on.
  private mutating func giveUp() {
    metrics.errorTime = min(metrics.errorTime, now)
    faults.state = .givenUp(resumesAt: nil)
    faults.isRefused = false
    log(.networkError)
    for index in network.flows.indices.reversed() where network.flows[index].purpose != .side {
      // What has arrived of a segment plays on with the buffer where it is playable.
      if driver.playsArriving, network.flows[index].purpose == .main {
        suspend(index)
      } else {
        stop(index, booking: .aborted)
      }
    }
    if playback.state != .playing { failToEnd() }
  }

  /// Whether the app will set a session up again that cannot go on.
  var mayResume: Bool { settings.faults.resumeDelay != nil && metrics.resumeCount < settings.faults.resumeLimit }

  /// Playback failed to get to the end: the app resumes it, or the session is over.
  mutating func failToEnd() {
    log(.failedToEnd)
    if mayResume, let delay = settings.faults.resumeDelay {
      faults.state = .givenUp(resumesAt: now + delay)
    } else {
      end(.failed)
    }
  }

  /// The app sets the player up again at the playhead: the buffer is lost, playlists and startup come again.
  private mutating func resumeSession() {
    metrics.resumeCount += 1
    faults.state = .fine
    requests.blockedUntil = now
    settleShown()
    releaseMemory(of: item, as: .unplayed)
    forgetPart(of: item)
    items[item].resources = missingResources(of: item)
    beginTarget(after: driver)
    requests.forget()
    beginBuffer()
    playback.startsAnew = true
    appendContiguousSegments()
    log(.resumeBegan(attempt: metrics.resumeCount))
    startIfReady()
  }

  // MARK: Memory

  /// The level in media seconds above which playback begins and goes on while memory is short (CicadaPlayer, observed).
  static var lowMemoryLevel: Double { 0.8 }

  /// Reading stops for so many seconds: requests of the item on the screen and of its neighbours are stopped, what has
  /// come of them is kept, and they go on by range. What is in memory stays there.
  mutating func runLow(for seconds: Double) {
    faults.lowMemoryUntil = max(faults.lowMemoryUntil, now + seconds)
    requests.blockedUntil = max(requests.blockedUntil, faults.lowMemoryUntil)
    log(.lowMemory(seconds: seconds))
    network.share(at: now)
    for index in network.flows.indices.reversed() where network.flows[index].purpose != .side {
      if network.flows[index].purpose == .main, network.flows[index].isFirst { requests.hasRequested = false }
      suspend(index)
    }
    preloading.mayHaveWork = true
    startIfReady()
  }
}
