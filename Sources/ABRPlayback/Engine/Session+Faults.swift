/// What the session does where the network is lost (``FaultState``): retries, an end to fetching, another set-up.
extension Session {
  /// When something of this file is to be done.
  mutating func updateFaults() -> Double {
    let turn = turnTime()
    updateLoss()
    return faults.nextTime(turn: turn, isSilent: network.isSilent, now: now)
  }

  /// When the link next begins or ends to carry bytes, where that matters.
  private mutating func turnTime() -> Double {
    faults.followsLink(hasRequest: hasMainFlow) ? network.turnTime(at: now) : .infinity
  }

  private mutating func updateLoss() {
    guard faults.retry.shortestTimeout != nil else { return }
    let begins = faults.look(
      isServed: network.serves, hasRequest: hasMainFlow, isDownloaded: isDownloaded, isWaiting: isWaiting)
    if begins { faults.beginLoss(at: now, hasReceived: network.hasReceived, hasMedia: hasReceivedMedia) }
  }

  /// Whether playback waits for media.
  private var isWaiting: Bool {
    let options = driver.terms.settings.buffer
    return switch playback.state {
    case .playing, .ended: false
    case .startup: !playback.isPaused || level <= options.media(options.start, at: effectiveRate)
    case .stalled, .seeking: true
    }
  }

  private var hasReceivedMedia: Bool {
    buffer.next > driver.segment(at: playback.playhead) || requests.hasRequested && visit.metrics.started
  }

  /// A request is answered with an error; the next attempt comes after an interval, if there is one.
  mutating func refuse(_ index: Int) {
    let flow = network.remove(index, at: now)
    // What an earlier part of the transfer has brought is still there.
    keepPart(of: flow, bytes: flow.kept)
    log(.refused(item: flow.item, segment: flow.loggedSegment))
    metrics.refusedCount += 1
    preloading.note(.flow)
    // Side requests are not made again, but with the next segment one that its rendition needs.
    if flow.purpose == .side, flow.content != .page {
      if case .renditionResource(let index, let rendition) = flow.content {
        items[flow.item].resources.remove(from: index, of: rendition)
      }
      return
    }
    let isMain = flow.purpose == .main
    let renditions = flow.content.hasRendition ? driver.eligible.mask.nonzeroBitCount : 1
    let delay =
      isMain ? faults.refuse(renditions: renditions, isShowing: playback.isShowing) : faults.retry.interval
    let retryTime = max(now + (delay ?? 0), renewAddress(of: flow.item))
    // What is fetched ahead does not shorten the wait of the item on the screen.
    requests.retry(at: isMain ? retryTime : max(retryTime, requests.refusedUntil))
    // Without a latency the answer comes within the request, and nobody else looks again.
    wake(at: requests.blockedUntil)
    if flow.content == .page { visits.refusePage() }
    guard isMain else { return }
    if flow.isFirst { requests.forgetFirst() }
    if delay == nil || isAddressLost(flow.item) { giveUp() }
  }

  /// Does what is due.
  mutating func handleFaults() {
    // A byte that comes in the instant of the time-out has come.
    _ = turnTime()
    updateLoss()
    let isPlaying = playback.state == .playing
    let command = faults.nextCommand(
      at: now, isSilent: network.isSilent, isPlaying: isPlaying, isShowing: playback.isShowing)
    switch command {
    case .tryAgain(let delay): tryAgain(after: delay)
    case .askApp: log(.retryAsked)
    case .giveUp(let asksApp):
      if asksApp { log(.retryAsked) }
      giveUp()
    case .failToEnd: failToEnd()
    case .resume(let isNetworkBack):
      if isNetworkBack { log(.networkIsBack) }
      setUpAgain(isResume: true)
    case nil: break
    }
  }

  // MARK: Retries

  /// A retry is an attempt, however long the interval between attempts.
  private mutating func tryAgain(after delay: Double) {
    metrics.retryCount += 1
    if faults.isRefused { requests.retry(at: now) }
    guard let index = network.flows.firstIndex(where: { $0.purpose == .main }) else {
      log(.retried)
      return
    }
    send(again(index, after: delay), after: delay)
  }

  /// Gives a request up, and makes the one that asks for what is missing of its answer, or for all of it.
  private mutating func again(_ index: Int, after delay: Double) -> Flow {
    let flow = network.remove(index, at: now)
    // The last byte is still to come, though rounding may say otherwise.
    let arrived = min(network.received(flow), flow.bytes - 1)
    metrics.bytesReceived += arrived
    var again = Flow(flow.purpose, item: flow.item, flow.content, bytes: flow.bytes + flow.kept)
    if flow.segment == nil {
      credit(arrived, to: .overhead)
      if faults.retry.fetchesRest { again.bytes -= arrived }
    } else if faults.retry.fetchesRest {
      again.audioBytes = flow.audioBytes - flow.audio(of: arrived)
      again.kept = flow.kept + arrived
      again.bytes -= again.kept
    } else if let segment = flow.segment {
      again.audioBytes = driver.terms.source.audioBytes(of: segment)
      accountPart(of: flow.item, segment: segment, bytes: flow.kept + arrived, as: .aborted)
    }
    again.isFirst = flow.isFirst
    again.isWatched = flow.isWatched
    log(.timedOut(segment: flow.loggedSegment, received: arrived, isKept: faults.retry.fetchesRest))
    var attempt = [SessionEvent.Kind.retried]
    if case .segment(let segment, let rendition) = flow.content {
      attempt.append(.requested(segment: segment, rendition: rendition, bytes: again.bytes))
    }
    log(attempt, after: delay)
    return again
  }

  // MARK: Failure

  /// The player stops fetching; the buffer plays on.
  private mutating func giveUp() {
    metrics.errorTime = min(metrics.errorTime, now)
    faults.giveUp()
    log(.networkError)
    for index in network.flows.indices.reversed() where network.flows[index].purpose != .side {
      // What has arrived of a segment plays on with the buffer where it is playable.
      if driver.terms.playsArriving, network.flows[index].purpose == .main {
        suspend(index)
      } else {
        stop(index, as: .aborted)
      }
    }
    if playback.state != .playing { failToEnd() }
  }

  /// Playback failed to get to the end: the app resumes it, or the session is over.
  mutating func failToEnd() {
    if faults.isResuming { endResume(isComplete: false) }
    log(.failedToEnd)
    if !faults.fail(at: now) { end(.failed) }
  }

  /// The app sets the player up again at the playhead: the buffer is lost, playlists and startup come again.
  ///
  /// - Parameter isResume: whether because the session failed.
  private mutating func setUpAgain(isResume: Bool) {
    faults.beginSetUp(isResume: isResume)
    metrics.resumeCount = faults.resumeCount
    forgetErrors()
    settleShown()
    releaseMemory(of: item, as: .unplayed)
    forgetPart(of: item)
    items[item].resources = missingResources(of: item)
    beginTarget(after: driver)
    requests.forget()
    beginBuffer()
    playback.startAnew()
    appendContiguousSegments()
    log(.resumeBegan(attempt: isResume ? faults.resumeCount : 0))
    startIfReady()
  }

  /// Player and item are made anew, whatever they were at.
  mutating func rebuild() {
    network.demoteSoleFlowIfNeeded(at: now)
    for index in network.flows.indices.reversed() where network.flows[index].purpose == .main {
      stop(index, as: .aborted)
    }
    setUpAgain(isResume: false)
  }

  /// Playback continues after the app has set the player up again, or fails again.
  mutating func endResume(isComplete: Bool) {
    faults.endResume()
    log(.resumeEnded(isComplete: isComplete))
  }

  // MARK: Memory

  /// Reading stops for so many seconds: requests of the item on the screen and of its neighbours are stopped, what has
  /// come of them is kept, and they continue by range. What is in memory stays there.
  mutating func runLow(for seconds: Double) {
    faults.runLow(until: now + seconds)
    logRoomWait()
    requests.block(atLeastUntil: faults.lowMemoryUntil)
    log(.lowMemory(seconds: seconds))
    network.demoteSoleFlowIfNeeded(at: now)
    for index in network.flows.indices.reversed() where network.flows[index].purpose != .side {
      if network.flows[index].purpose == .main, network.flows[index].isFirst { requests.forgetFirst() }
      suspend(index)
    }
    preloading.note(.memory)
    startIfReady()
  }
}
