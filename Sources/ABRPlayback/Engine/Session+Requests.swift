import ABRMedia

/// Requests for the item on the screen.
extension Session {
  /// Makes every request that is possible now, and notes when to look again.
  mutating func request() {
    requests.beginLook()
    if !isStartPlain || playback.awaitsFrame { awaitStart() }
    makeRequests()
  }

  /// Makes every request that is possible now.
  @inline(__always)
  mutating func makeRequests() {
    requestMain()
    // What somebody outside of the engine is to choose is requested before anything beside it.
    if isOver || isAsking { return }
    updateGate()
    if preloading.isActive || !preloading.waitingSideFlows.isEmpty { requestPreloads() }
  }

  /// Whether an ``ExternalRule`` is waiting for its answer.
  @inline(__always)
  var isAsking: Bool {
    if case .waitingForRule(.infinity, _) = requests.phase { driver.terms.isExternal } else { false }
  }

  private mutating func requestMain() {
    if playback.isSuspended || faults.isGivenUp || isDownloaded && mayUseMedia || hasMainFlow { return }
    guard visits.isKnown(visit.index), live.mayFetch(isPaused: playback.isPaused) else { return }
    guard requests.blockedUntil <= now else { return wake(at: requests.blockedUntil) }
    if requestStartResource(of: item, purpose: .main) { return }
    guard visit.isAuthorised else {
      send(Flow(.main, item: item, .authorisation, bytes: settings.cache.authorisationBytes))
      return
    }
    if let key = missingKey(of: item) { return sendLicence(of: key, for: item, purpose: .main) }
    if isDownloaded { return }
    if live.isLive, !isNextSegmentListed() { return }
    if case .waitingForRule(let time, let rendition) = requests.phase {
      if now < time { return wake(at: time) }
      requests.forgetWait()
      // Limits may have changed meanwhile: the nearest eligible rendition that is not higher.
      fetchWhenRoom(position: driver.position(of: rendition))
      return
    }
    guard requestRoom() else { return }
    if let rendition = requests.answered { return fetch(position: driver.position(of: rendition)) }
    decide()
  }

  /// Requests must be looked at again at a time.
  mutating func wake(at time: Double) { requests.wake(at: time) }

  private mutating func decide() {
    // What has arrived of the next segment is playable and counts in the level: its download continues.
    if driver.terms.playsArriving, let part = items[item].part, part.segment == buffer.next,
      let rendition = part.rendition
    {
      fetch(rendition)
      return
    }
    if !requests.hasRequested {
      let isRules = driver.terms.choosesFirstRendition && !driver.terms.settings.forcesInitialRendition
      if let first = requests.startRendition.map(driver.position(of:)) ?? (isRules ? nil : driver.initialPosition) {
        if O.wantsReasons { log(first, because: DecisionReason(.initial)) }
        fetch(position: first)
        return
      }
    }
    let context = context()
    let decision = driver.decide(context)
    precondition(driver.ladderIndices.indices.contains(decision.rendition), "a rule answers with an eligible rendition")
    // An abandoned download is remembered for a while.
    let held = requests.updateHold(at: now)
    let position = held.map { min(decision.rendition, driver.position(of: $0)) } ?? decision.rendition
    if O.wantsReasons {
      let isHeld = position != decision.rendition
      log(position, because: isHeld ? DecisionReason(.abandoned) : driver.reason(for: decision, context))
    }
    guard decision.delay > 0 else {
      fetchWhenRoom(position: position)
      return
    }
    log(.waited(seconds: decision.delay, reason: .rule))
    let time = now + decision.delay
    requests.waitForRule(until: time, rendition: driver.ladderIndices[position])
    wake(at: time)
  }

  /// Logs why the next segment is fetched in the rendition at an eligible position.
  private mutating func log(_ position: Int, because reason: DecisionReason) {
    let ladder = driver.ladderIndices
    log(.decided(segment: buffer.next, rendition: ladder[position], highest: ladder[ladder.count - 1], reason))
  }

  private func context() -> RequestContext {
    let starts = driver.terms.video.starts
    let next = buffer.next
    let duration = starts[next + 1] - starts[next]
    let ceiling = buffer.ceiling(of: driver, at: requests.lastRendition)
    let hasAll = live.stream.map { $0.time(of: starts[min(next + 2, driver.terms.segmentCount)]) > now } ?? false
    return RequestContext(
      segment: next, segmentsLeft: driver.terms.segmentCount - next, segmentDuration: duration, level: ruleLevel(level),
      maximumLevel: driver.terms.settings.buffer.ceiling.maximumLevel(under: ceiling, duration),
      isFull: requests.justFilled || hasAll, lastRendition: requests.lastPosition, isPlaying: playback.isShowing,
      rate: effectiveRate, time: now)
  }

  /// Fetches the next segment in the rendition that the rule wants, as soon as the buffer has room for it.
  private mutating func fetchWhenRoom(position: Int) {
    let rendition = driver.ladderIndices[position]
    // A wait that has passed may leave the level at the limit.
    guard level >= limit(of: rendition) + FastPath.margin else {
      return fetch(position: position)
    }
    startPlaying()
    log(.bufferFull)
    requests.waitForRoom(since: now, answered: rendition)
    requestMain()
  }

  /// Fetches the next segment in the rendition at an eligible position.
  private mutating func fetch(position: Int) { fetch(driver.ladderIndices[position]) }

  /// Fetches the next segment in a rendition of the ladder.
  private mutating func fetch(_ rendition: Int) {
    if keepOldSegments(ifNotBelow: rendition) { return requestMain() }
    overwrite(with: rendition)
    if requestResource(of: item, rendition: rendition, purpose: .main) {
      requests.waitForRule(until: now, rendition: rendition)
      return
    }
    let isFirst = requests.makeRequest()
    if rendition != requests.lastRendition, !isFirst { prepareSwitch(to: rendition) }
    requests.limits.unanswered = nil
    let segment = buffer.next
    let size = driver.terms.video.size(segment: segment, rendition: rendition)
    var flow = Flow(.main, item: item, .segment(segment, rendition: rendition), bytes: size)
    flow.audioBytes = driver.terms.source.audioBytes(of: segment)
    takePart(into: &flow)
    flow.isFirst = isFirst
    // A rule that has not chosen the first rendition does not abandon it either (Sabre 09b03bb).
    flow.isWatched =
      (!isFirst || driver.terms.choosesFirstRendition) && driver.terms.watchesProgress
      && requests.abandonedInARow < RequestState.abandonmentsInARow
    log(.requested(segment: segment, rendition: rendition, bytes: flow.bytes))
    send(flow)
    requestSubtitles(of: segment)
  }

  // MARK: Arrival

  /// A segment of the item on the screen has arrived.
  mutating func finishDownload(_ flow: CompleteFlow, segment: Int, rendition: Int) {
    if discards(flow) { return }
    let position = driver.position(of: rendition)
    let replacesMedia = segment < buffer.oldNext
    let pace = driver.terms.settings.pace
    pause(for: pace.segment + (rendition == requests.lastRendition ? 0 : pace.switching))
    requests.complete(rendition, at: position)
    place(segment, rendition: rendition)
    let transferTime = now - flow.firstByte
    if playback.state != .playing {
      requests.addSample(bytes: Double(flow.bytes), seconds: transferTime)
    }
    appendContiguousSegments()
    startIfReady()
    dropBehindEdge()
    faults.endLoss()
    metrics.measuredBytes += flow.bytes
    metrics.measuredTime += transferTime
    log(
      .downloaded(
        segment: segment, rendition: rendition, bytes: flow.bytes, latency: flow.latency, transferTime: transferTime))
    driver.downloaded(
      Download(
        segment: segment, rendition: position, segmentDuration: driver.terms.video.segmentDuration(segment),
        bytes: Double(flow.bytes), audioBytes: Double(flow.audioBytes), transferTime: transferTime,
        latency: flow.latency, samplesLatency: network.settings.samplesLatency, isFirst: flow.isFirst,
        replacesMedia: replacesMedia),
      level: ruleLevel(level))
  }

  /// Puts a segment of the item on the screen that has arrived in its place in the buffer.
  mutating func place(_ segment: Int, rendition: Int) {
    metrics.segmentsDownloaded += 1
    var places: MediaStore.Places = .memory
    let wasShown = buffer.isOverwriting && playback.playhead > driver.terms.video.starts[segment]
    if requests.takeRefetching() || wasShown { places.insert(.refetched) }
    put(item: item, segment: segment, rendition: rendition, places: places)
    buffer.append(segment, end: driver.terms.video.starts[segment + 1])
  }

  /// Takes what is already on the device and follows the buffered media without a gap.
  mutating func appendContiguousSegments() {
    while buffer.next < driver.terms.segmentCount, buffer.next >= buffer.oldNext {
      let index = store.index(item, buffer.next)
      guard store.copies[index].exists else { break }
      store.put(index, into: .memory)
      requestSubtitles(of: buffer.next)
      let rendition = Int(store.copies[index].rendition)
      if store.copies[index].places.contains(.preload), items[item].preloadedBytes > 0 {
        let size = driver.terms.video.size(segment: buffer.next, rendition: rendition)
        items[item].preloadedBytes = max(0, items[item].preloadedBytes - size)
      }
      requests.follow(rendition, at: driver.position(of: rendition))
      requests.begin()
      buffer.append(buffer.next, end: driver.terms.video.starts[buffer.next + 1])
    }
    takeArrived()
  }
}
