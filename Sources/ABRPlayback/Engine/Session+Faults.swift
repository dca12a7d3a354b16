/// Losses of the network, retries and sessions that are resumed.
extension Session {
  /// When the next thing of this file happens.
  mutating func faultTime() -> Double {
    let turn = turnTime()
    updateLoss()
    switch faults.state {
    case .fine: return turn
    case .lost(let timeout, _): return min(turn, timeout)
    case .reloading(let time): return time
    case .givenUp: return .infinity
    case .failed(let time?): return time
    case .failed(nil): return network.isSilent ? turn : now
    }
  }

  /// When the link next begins or ends to carry bytes, where that matters.
  private mutating func turnTime() -> Double {
    switch faults.state {
    case .fine, .lost: return hasMainFlow ? network.turnTime(at: now) : .infinity
    case .failed(nil): return network.turnTime(at: now)
    case .reloading, .givenUp, .failed: return .infinity
    }
  }

  /// Notices when no byte comes for the item on the screen, and when some do again.
  private mutating func updateLoss() {
    guard retry.timeout != nil else { return }
    let isServed = network.serves
    if isServed { faults.isRefused = false }
    if !hasMainFlow, !faults.isRefused { forgetRetries() }
    let isLost = !isServed && (hasMainFlow || faults.isRefused && !isDownloaded)
    let counts = isLost && (retry.counting == .always || isWaiting)
    switch faults.state {
    case .fine: if counts { beginLoss() }
    case .lost: if !counts { faults.state = .fine }
    case .reloading, .givenUp, .failed: break
    }
  }

  /// Whether playback waits for media.
  private var isWaiting: Bool {
    switch playback.state {
    case .playing, .ended: false
    case .startup: !playback.isPaused || level <= driver.settings.buffer.start
    case .stalled, .seeking: true
    }
  }

  private mutating func beginLoss() {
    guard let timeout = retry.timeout else { return }
    // Bytes that the next retry will throw away are no progress: without this a link that fails again and again would
    // make a session endless.
    if retry.fetchesRest, network.hasReceived { forgetRetries() }
    var left = retry.count
    if case .eachRetry = retry.windows { left = max(0, left - (hasReceivedMedia || left == 0 ? 1 : 0)) }
    faults.state = .lost(timeout: now + timeout, retriesLeft: faults.retriesLeft ?? left)
  }

  private mutating func forgetRetries() {
    faults.retriesLeft = nil
    faults.reloadsInARow = 0
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
    preloading.note(.flow)
    // Side requests are not made again.
    if flow.purpose == .side, flow.content != .page { return }
    requests.blockedUntil = max(now + retry.interval, renewAddress(of: flow.item))
    // Without a latency the answer comes within the request, and nobody else looks again.
    wake(at: requests.blockedUntil)
    if flow.content == .page { isPageRequested = false }
    guard flow.purpose == .main else { return }
    faults.isRefused = true
    if flow.isFirst { requests.hasRequested = false }
  }

  /// Does what is due.
  mutating func handleFaults() {
    // A byte that comes in the instant of the time-out has come.
    _ = turnTime()
    updateLoss()
    switch faults.state {
    case .lost(let time, let retriesLeft): if time <= now { timeOut(retriesLeft: retriesLeft) }
    case .reloading(let time):
      guard time <= now else { return }
      faults.state = .fine
      tryAgain()
    case .givenUp: if playback.state != .playing { failToEnd() }
    case .failed(let time?): if time <= now { resumeSession() }
    case .failed(nil):
      guard !network.isSilent else { return }
      log(.networkIsBack)
      resumeSession()
    case .fine: break
    }
  }

  // MARK: Retries

  private mutating func timeOut(retriesLeft: Int) {
    if retriesLeft > 0 {
      faults.retriesLeft = retriesLeft - 1
      faults.state = .lost(timeout: now + (retry.timeout ?? 0), retriesLeft: retriesLeft - 1)
      tryAgain()
      return
    }
    if case .eachRetry = retry.windows, retry.count == 0 {
      log(.retryAsked)
      if let delay = retry.reloadDelay, faults.reloadsInARow < FaultState.mostReloadsInARow {
        faults.reloadsInARow += 1
        faults.state = .reloading(at: now + delay)
        return
      }
    }
    giveUp()
  }

  /// A retry is an attempt, however long the interval between attempts.
  private mutating func tryAgain() {
    metrics.retryCount += 1
    if faults.isRefused { requests.blockedUntil = now }
    guard let index = network.flows.firstIndex(where: { $0.purpose == .main }) else {
      log(.retried)
      return
    }
    send(again(index))
  }

  /// Gives a request up, and makes the one that asks for what is missing of its answer, or for all of it.
  private mutating func again(_ index: Int) -> Flow {
    let flow = network.remove(index, at: now)
    // The last byte is still to come, though rounding may say otherwise.
    let arrived = min(network.received(flow), flow.bytes - 1)
    metrics.bytesReceived += arrived
    var again = Flow(flow.purpose, item: flow.item, flow.content, bytes: flow.bytes + flow.kept)
    if flow.segment == nil {
      credit(arrived, to: .overhead)
      if retry.fetchesRest { again.bytes -= arrived }
    } else if retry.fetchesRest {
      again.kept = flow.kept + arrived
      again.bytes -= again.kept
    } else if let segment = flow.segment {
      accountPart(of: flow.item, segment: segment, bytes: flow.kept + arrived, as: .aborted)
    }
    again.isFirst = flow.isFirst
    again.isWatched = flow.isWatched
    log(.timedOut(segment: flow.loggedSegment, received: arrived, isKept: retry.fetchesRest))
    log(.retried)
    if case .segment(let segment, let rendition) = flow.content {
      log(.requested(segment: segment, rendition: rendition, bytes: again.bytes))
    }
    return again
  }

  // MARK: Failure

  /// The player stops fetching; the buffer plays on.
  private mutating func giveUp() {
    metrics.errorTime = min(metrics.errorTime, now)
    faults.state = .givenUp
    faults.isRefused = false
    log(.networkError)
    for index in network.flows.indices.reversed() where network.flows[index].purpose != .side {
      // What has arrived of a segment plays on with the buffer where it is playable.
      if driver.playsArriving, network.flows[index].purpose == .main {
        suspend(index)
      } else {
        stop(index, as: .aborted)
      }
    }
    if playback.state != .playing { failToEnd() }
  }

  /// Whether the app will set a session up again that cannot go on.
  var mayResume: Bool { retry.resume != nil && metrics.resumeCount < retry.resumeLimit }

  /// Playback failed to get to the end: the app resumes it, or the session is over.
  mutating func failToEnd() {
    if faults.isResuming { endResume(isComplete: false) }
    log(.failedToEnd)
    guard mayResume, let resume = retry.resume else { return end(.failed) }
    switch resume {
    case .after(let delay): faults.state = .failed(resumesAt: now + delay)
    case .whenNetworkIsBack: faults.state = .failed(resumesAt: nil)
    }
  }

  /// The app sets the player up again at the playhead: the buffer is lost, playlists and startup come again.
  private mutating func resumeSession() {
    metrics.resumeCount += 1
    faults.state = .fine
    faults.isResuming = true
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

  /// Player and item are made anew, whatever they were at.
  mutating func rebuild() {
    network.demoteSoleFlowIfNeeded(at: now)
    for index in network.flows.indices.reversed() where network.flows[index].purpose == .main {
      stop(index, as: .aborted)
    }
    resumeSession()
  }

  /// Playback goes on after the app has set the player up again, or fails again.
  mutating func endResume(isComplete: Bool) {
    faults.isResuming = false
    log(.resumeEnded(isComplete: isComplete))
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
    network.demoteSoleFlowIfNeeded(at: now)
    for index in network.flows.indices.reversed() where network.flows[index].purpose != .side {
      if network.flows[index].purpose == .main, network.flows[index].isFirst { requests.hasRequested = false }
      suspend(index)
    }
    preloading.note(.memory)
    startIfReady()
  }
}
