import ABRMedia

/// Requests for the item on the screen.
extension QueueSession {
  /// Makes every request that is possible now, and notes when to look again.
  mutating func request() {
    requestTime = .infinity
    if !isStartPlain { awaitStart() }
    requestMain()
    if isOver { return }
    updateGate()
    if wantsPreloads || !waitingSideBytes.isEmpty { requestPreloads() }
  }

  private mutating func requestMain() {
    if isSuspended || isGivenUp || isDownloaded && isAuthorised || hasMainFlow { return }
    guard isKnown else { return }
    if isPaused, let live, !live.fetchesWhilePaused { return }
    guard blockedUntil <= now else {
      requestTime = min(requestTime, blockedUntil)
      return
    }
    if needsOverhead(item) {
      sendOverhead(for: item, purpose: .main)
      return
    }
    guard isAuthorised else {
      sendOverhead(for: item, purpose: .main, bytes: player.cache.authorisationBytes)
      return
    }
    if let live {
      let available = driver.video.starts[next + 1] - live.edge
      guard available <= now else {
        requestTime = min(requestTime, available)
        return
      }
    }
    guard ruleUntil == .infinity else {
      if now < ruleUntil {
        requestTime = min(requestTime, ruleUntil)
        return
      }
      ruleUntil = .infinity
      // Limits may have changed meanwhile: the nearest eligible rendition that is not higher.
      fetch(position: driver.position(of: ruleRendition))
      return
    }
    guard hasRoom() else { return }
    decide()
  }

  @inline(__always)
  private mutating func decide() {
    if !hasRequested {
      if let startRendition {
        fetch(position: driver.position(of: startRendition))
        return
      }
      if !driver.choosesFirstRendition || driver.settings.forcesInitialRendition {
        fetch(position: driver.initialPosition)
        return
      }
    }
    carryOut(driver.decide(context()))
  }

  /// Waits as long as the rule wants and fetches the next segment.
  mutating func carryOut(_ decision: Decision) {
    precondition(driver.ladderIndices.indices.contains(decision.rendition), "a rule answers with an eligible rendition")
    guard decision.delay > 0 else {
      fetch(position: decision.rendition)
      return
    }
    log(.waited(seconds: decision.delay, reason: .rule))
    ruleUntil = now + decision.delay
    ruleRendition = driver.ladderIndices[decision.rendition]
    requestTime = min(requestTime, ruleUntil)
  }

  @inline(__always)
  private func context() -> RequestContext {
    let starts = driver.video.starts
    let duration = starts[next + 1] - starts[next]
    let buffer = driver.settings.buffer
    let ceiling = min(forwardTarget, buffer.maximum)
    let hasAll = live.map { starts[min(next + 2, driver.segmentCount)] - $0.edge > now } ?? false
    return RequestContext(
      segment: next, segmentsLeft: driver.segmentCount - next, segmentDuration: duration, level: level,
      maximumLevel: buffer.ceiling == .wholeSegment ? ceiling : ceiling + duration, isFull: justFilled || hasAll,
      lastRendition: lastPosition, isPlaying: isShowing, rate: effectiveRate, time: now)
  }

  /// Fetches the next segment in the rendition at an eligible position.
  private mutating func fetch(position: Int) {
    let isFirst = !hasRequested
    hasRequested = true
    startRendition = nil
    justFilled = false
    let rendition = driver.ladderIndices[position]
    if rendition != lastRendition, !isFirst { prepareSwitch(to: rendition) }
    unansweredChange = .nan
    let size = driver.video.size(segment: next, rendition: rendition)
    var flow = Flow(
      purpose: .main, item: item, segment: next, rendition: rendition, bytes: size, requestTime: now, latency: 0,
      remaining: 0)
    takePart(into: &flow)
    flow.isFirst = isFirst
    flow.isWatched =
      !isFirst && driver.watchesProgress && network.allowsAbandonment && abandonedInARow < Self.abandonmentsInARow
    isWatched = flow.isWatched
    log(.requested(segment: next, rendition: rendition, bytes: flow.bytes))
    send(flow)
  }

  /// A rule may give one segment up so often; then the download runs to its end, so that no rule makes a session endless.
  static var abandonmentsInARow: Int { 1000 }

  // MARK: Overhead

  @inline(__always)
  func overheadBytes(of item: Int) -> Int {
    max(player.queue.items[item].overheadBytes, network.startupOverheadBytes)
  }

  @inline(__always)
  func needsOverhead(_ item: Int) -> Bool { !items[item].hasOverhead && overheadBytes(of: item) > 0 }

  /// Requests playlists and initialisation data, or the other small answer of so many bytes that an item waits for.
  mutating func sendOverhead(for item: Int, purpose: Flow.Purpose, bytes: Int? = nil) {
    send(
      Flow(
        purpose: purpose, item: item, segment: Flow.overheadSegment, rendition: 0,
        bytes: bytes ?? overheadBytes(of: item), requestTime: now, latency: 0, remaining: 0))
  }

  // MARK: Arrival

  /// A segment of the item on the screen has arrived.
  mutating func finishDownload(_ flow: Flow) {
    let position = driver.position(of: flow.rendition)
    lastPosition = position
    lastRendition = flow.rendition
    abandonedInARow = 0
    metrics.session.segmentsDownloaded += 1
    var places: MediaStore.Places = .memory
    if isRefetching {
      places.insert(.refetched)
      isRefetching = false
    }
    put(item: item, segment: flow.segment, rendition: flow.rendition, places: places)
    next = flow.segment + 1
    bufferEnd = driver.video.starts[next]
    takeHeld()
    startIfReady()
    dropBehindEdge()
    lossBegan = .nan
    let transferTime = now - flow.firstByte
    metrics.measuredBytes += flow.bytes
    metrics.measuredTime += transferTime
    log(
      .downloaded(
        segment: flow.segment, rendition: flow.rendition, bytes: flow.bytes, latency: flow.latency,
        transferTime: transferTime))
    driver.downloaded(
      Download(
        segment: flow.segment, rendition: position,
        segmentDuration: driver.video.segmentDuration(flow.segment), bytes: Double(flow.bytes),
        transferTime: transferTime, latency: flow.latency, samplesLatency: network.samplesLatency,
        isFirst: flow.isFirst),
      level: level)
  }

  /// Takes what is already on the device and follows the buffered media without a gap.
  @inline(__always)
  mutating func takeHeld() {
    while next < driver.segmentCount {
      let index = store.index(item, next)
      guard store.copies[index].exists else { break }
      store.copies[index].places.insert(.memory)
      if store.copies[index].places.contains(.preload), items[item].preloadedBytes > 0 {
        let size = driver.video.size(segment: next, rendition: Int(store.copies[index].rendition))
        items[item].preloadedBytes = max(0, items[item].preloadedBytes - size)
      }
      lastRendition = Int(store.copies[index].rendition)
      lastPosition = driver.position(of: lastRendition)
      hasRequested = true
      next += 1
      bufferEnd = driver.video.starts[next]
    }
  }

  // MARK: Abandonment

  /// Asks the rule at the cadence of the network settings whether to go on, up to a time.
  ///
  /// - Returns: when the rule gave the download up, or `nil`.
  mutating func ask(until end: Double) -> Double? {
    guard let index = flows.firstIndex(where: { $0.isWatched && $0.isTransferring }), factor > 0 else { return nil }
    let flow = flows[index]
    let wire = Double(flow.bytes) * wirePerByte
    let duration = driver.video.segmentDuration(flow.segment)
    let drain = isShowing ? effectiveRate : 0
    var progress = DownloadProgress(
      segment: flow.segment, rendition: driver.position(of: flow.rendition), segmentDuration: duration,
      size: Double(flow.bytes), received: 0, elapsed: 0, latency: flow.latency, level: level)
    var questionTime = flow.questionTime
    var questionReceived = flow.questionReceived
    defer {
      flows[index].questionTime = questionTime
      flows[index].questionReceived = questionReceived
    }
    let share = Double(servedCount(mainActive: mainActive))
    while true {
      // The clock of the first question starts with the request, not with the first byte (Sabre, `NetworkModel.download`).
      let pause = questionReceived == 0 ? network.progressInterval - flow.latency : network.progressInterval
      let settled = wire - flows[index].remaining
      let missing = questionReceived + network.progressBytes * wirePerByte - settled
      let earliest = max(questionTime + pause, networkTime)
      var time = earliest
      if missing > 0 {
        var ahead = cursor
        time = max(time, link.arrival(of: missing * share / factor, from: networkTime, cursor: &ahead))
      }
      guard time < end else { return nil }
      settle(to: time)
      questionTime = time
      // Asked for the bytes, it is so many bytes and not a sum that rounding may leave short of them.
      questionReceived =
        time > earliest ? questionReceived + network.progressBytes * wirePerByte : wire - flows[index].remaining
      progress.received = questionReceived * network.payloadFraction
      progress.elapsed = time - flow.requestTime
      progress.level = max(0, level - max(0, time - now) * drain)
      if let instead = driver.shouldAbandon(progress) {
        abandoning = driver.ladderIndices[instead]
        return time
      }
    }
  }

  /// Gives the download up that ``ask(until:)`` named.
  mutating func abandonDownload() {
    guard let index = flows.firstIndex(where: { $0.purpose == .main }) else { return }
    let flow = flows.remove(at: index)
    flowsChanged = true
    let received = (Double(flow.bytes) * wirePerByte - flow.remaining) * network.payloadFraction
    let position = driver.position(of: flow.rendition)
    lastPosition = position
    lastRendition = flow.rendition
    abandonedInARow += 1
    metrics.session.abandonedCount += 1
    let bytes = min(flow.bytes, Int(max(0, received)))
    metrics.bytesReceived += bytes
    metrics.session.ledger[.aborted] += bytes + flow.kept
    let transferTime = now - flow.firstByte
    log(
      .abandoned(
        segment: flow.segment, rendition: flow.rendition, received: received, latency: flow.latency,
        transferTime: transferTime, instead: abandoning))
    driver.downloaded(
      Download(
        segment: flow.segment, rendition: position,
        segmentDuration: driver.video.segmentDuration(flow.segment), bytes: received, transferTime: transferTime,
        latency: flow.latency, samplesLatency: network.samplesLatency, isAborted: true,
        abortedFor: driver.position(of: abandoning), isFirst: flow.isFirst),
      level: level)
  }
}
