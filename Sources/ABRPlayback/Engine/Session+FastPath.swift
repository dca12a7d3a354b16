import ABRMedia

/// Segments of the item on the screen, one after the other, while nothing else happens: see ``FastPath``.
extension Session {
  /// Whether nothing but the requests of the item on the screen can happen before the next event whose time or place is
  /// known.
  @inline(__always)
  var mayTakeFastPath: Bool {
    allowsFastPath && playback.allowsFastPath && driver.terms.allowsFastPath && network.allowsFastPath(at: now)
      && requests.allowsFastPath(at: now) && !isDownloaded && preloading.allowsFastPath(isOpen: isGateOpen)
      && faults.allowsFastPath && items[item].allowsFastPath(from: buffer.countedNext)
  }

  /// Fetches segments while nothing else happens.
  ///
  /// - Returns: whether the path may be taken again in this instant.
  /// - Complexity: O(segments fetched and buffered + ticks + questions + trace rows crossed).
  mutating func takeFastPath() -> Bool {
    armViewer()
    buffer.useTarget(of: driver, at: requests.lastRendition)
    let gateLevels: (close: Double?, open: Double?) = preloading.isActive ? preloading.gateLevels : (nil, nil)
    let first = buffer.next
    if driver.terms.source.overwriteMargin != nil {
      store.copyRenditions(
        of: item, from: playback.playhead, before: buffer.countedNext, driver.terms.video.starts, into: &fastRenditions)
    }
    var answered: Int?
    if case .waitingForRule(_, let rendition) = requests.phase { answered = driver.position(of: rendition) }
    var path = FastPath(
      terms: FastPath.Terms(
        latency: network.constantLatency, wirePerByte: network.wirePerByte, header: network.header,
        rate: effectiveRate, runStart: playback.runStart, watchedBefore: playback.watchedBefore,
        nextActionTime: min(nextActionTime, metered.nextChange),
        mark: fixedMark - FastPath.margin, upperLevel: gateLevels.open ?? .infinity,
        // At a level of 0 a stall and an arrival are one instant, whose order the events keep.
        lowerLevel: FastPath.margin + (gateLevels.close ?? 0),
        pollOrigin: requests.pollOrigin, shownSince: playback.shownSince,
        countsGateTime: preloading.isActive,
        readyRenditions: readyRenditions(of: item), topRendition: driver.ladderIndices[driver.ladderIndices.count - 1]),
      clock: FastPath.Clock(
        now: now, playhead: playback.playhead, playingTime: playback.playingTime,
        shownTime: metrics.playingTime, gateTime: metrics.gateOpenTime),
      cursor: network.cursor, forwardTarget: buffer.forwardTarget, highestTarget: buffer.highestTarget,
      nextTick: buffer.nextTick, next: first,
      bufferEnd: buffer.end, appendedEnd: first, oldNext: buffer.oldNext, lastPosition: requests.lastPosition,
      lastRendition: requests.lastRendition ?? 0, abandonedInARow: requests.abandonedInARow, answered: answered,
      switching: requests.switching, transferTime: metrics.measuredTime)
    let rest = driver.fetch(along: &path, over: network.link, renditions: &fastRenditions)

    if path.appendedEnd > first { append(first..<path.appendedEnd) }
    metrics.bytesReceived += path.bytes
    metrics.measuredBytes += path.bytes
    now = path.clock.now
    playback.take(path.clock)
    metrics.playingTime = path.clock.shownTime
    if preloading.isActive, mayPreload { metrics.gateOpenTime = path.clock.gateTime }
    metrics.measuredTime = path.transferTime
    buffer.take(path)
    requests.take(path)
    network.skip(to: now, cursor: path.cursor)
    if case .replaced = rest {
      place(buffer.next, rendition: path.lastRendition)
      return true
    }
    resume(from: rest)
    return false
  }

  /// Takes over what the path has begun.
  private mutating func resume(from rest: FastPath.Rest) {
    switch rest {
    case .request, .replaced: break
    case .room(let began): requests.waitForRoom(since: began)
    case .answeredRoom(let began, let rendition): requests.waitForRoom(since: began, answered: rendition)
    case .rule(let time, let rendition):
      requests.waitForRule(until: time, rendition: rendition)
    case .flight(let flight): send(flight)
    case .abandoned(let flight, let instead):
      send(flight)
      pass(to: flight.poll.time)
      abandonDownload(insteadFor: driver.ladderIndices[instead])
    case .discarded(let flight, let instead):
      metrics.bytesReceived += flight.bytes
      discardDownload(CompleteFlow(flow(of: flight)), insteadFor: driver.ladderIndices[instead])
    }
  }

  private func flow(of flight: FastPath.Flight) -> Flow {
    var flow = Flow(.main, item: item, .segment(buffer.next, rendition: flight.rendition), bytes: flight.bytes)
    flow.audioBytes = driver.terms.source.audioBytes(of: buffer.next)
    flow.requestTime = flight.requestTime
    flow.latency = flight.latency
    flow.remaining = network.wireBytes(of: flow)
    flow.isWatched = flight.isWatched
    return flow
  }

  private mutating func send(_ flight: FastPath.Flight) {
    var flow = flow(of: flight)
    flow.connection = network.takeConnection(at: flight.requestTime)
    let sole = SoleFlow(flow, arrival: flight.arrival, cursor: flight.cursor, poll: flight.poll)
    network.resume(sole, at: flight.requestTime)
  }

  /// Puts segments into memory that the path has fetched, and counts them.
  private mutating func append(_ segments: Range<Int>) {
    store.append(item, segments, renditions: fastRenditions)
    hold(segments, of: item)
    metrics.segmentsDownloaded += segments.count
  }
}
