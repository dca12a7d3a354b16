import ABRMedia

/// Downloads that the rule watches and may abandon.
extension Session {
  /// Asks the rule at the cadence of the network settings whether to go on with the download of the item on the screen.
  ///
  /// - Parameter end: no question is asked at this time or later.
  /// - Returns: when the rule abandons the download, and the rendition of the ladder that it wants instead; `nil` for
  ///   going on.
  @inline(__always)
  mutating func askToAbandon(until end: Double) -> (time: Double, instead: Int)? {
    guard driver.watchesProgress else { return nil }
    if let sole = network.sole { return sole.flow.isWatched ? ask(about: sole, until: end) : nil }
    guard network.capacity > 0, let index = network.flows.firstIndex(where: { $0.isWatched && $0.hasBegun }) else {
      return nil
    }
    return ask(about: index, until: end)
  }

  private func progress(of flow: Flow) -> DownloadProgress {
    let segment = flow.segment ?? 0
    return DownloadProgress(
      segment: segment, rendition: driver.position(of: flow.rendition),
      segmentDuration: driver.video.segmentDuration(segment), size: Double(flow.bytes), received: 0, elapsed: 0,
      latency: flow.latency, level: level)
  }

  private var levelNow: Reading.Level {
    Reading.Level(level, at: now, drain: playback.isShowing ? effectiveRate : 0)
  }

  private mutating func ask(about sole: SoleFlow, until end: Double) -> (time: Double, instead: Int)? {
    var reading = sole.reading
    let driver = driver
    let instead = reading.ask(
      until: end, cadence: driver.source.cadence, over: network.link, firstByte: sole.flow.firstByte, level: levelNow,
      progress: progress(of: sole.flow)
    ) { driver.shouldAbandon($0) }
    network.note(reading)
    return instead.map { (reading.time, driver.ladderIndices[$0]) }
  }

  /// The same for a flow that shares the link with others.
  private mutating func ask(about index: Int, until end: Double) -> (time: Double, instead: Int)? {
    let flow = network.flows[index]
    let cadence = driver.source.cadence
    let wire = Double(flow.bytes) * network.wirePerByte
    let level = levelNow
    var progress = progress(of: flow)
    guard var reading = flow.reading else { return nil }
    defer { network.note(reading, about: index) }
    while true {
      let pause = reading.hasAsked ? cadence.seconds : cadence.seconds - flow.latency
      let missing = reading.received + cadence.bytes - (wire - network.flows[index].remaining)
      let earliest = max(reading.time + pause, network.clock)
      var time = earliest
      if missing > 0 {
        // Slow start waits for the next round trip.
        guard network.flows[index].isTransferring else { return nil }
        time = max(time, network.arrival(ofEach: missing))
      }
      guard time < end else { return nil }
      network.settle(to: time)
      reading.hasAsked = true
      reading.time = time
      // Asked for the bytes, it is so many bytes and not a sum that rounding may leave short of them.
      reading.received = time > earliest ? reading.received + cadence.bytes : wire - network.flows[index].remaining
      progress.received = reading.received * cadence.payloadFraction
      progress.elapsed = time - flow.requestTime
      progress.level = level.level(at: time)
      if let instead = driver.shouldAbandon(progress) { return (time, driver.ladderIndices[instead]) }
    }
  }

  /// Abandons the download that ``askToAbandon(until:)`` named.
  mutating func abandonDownload(insteadFor instead: Int) {
    let flow: Flow
    let received: Double
    if let sole = network.stopAtQuestion() {
      flow = sole.flow
      received = sole.reading.received * network.settings.payloadFraction
    } else {
      guard let index = network.flows.firstIndex(where: { $0.purpose == .main }) else { return }
      flow = network.remove(index, at: now)
      received = (Double(flow.bytes) * network.wirePerByte - flow.remaining) * network.settings.payloadFraction
    }
    let segment = flow.segment ?? 0
    let position = driver.position(of: flow.rendition)
    requests.lastPosition = position
    requests.lastRendition = flow.rendition
    requests.abandonedInARow += 1
    if case .remembered(let seconds) = network.settings.abandonment {
      requests.hold = RequestState.Hold(rendition: instead, until: now + seconds)
    }
    metrics.session.abandonedCount += 1
    metrics.session.mostAbandonedOfSegment = max(metrics.session.mostAbandonedOfSegment, requests.abandonedInARow)
    let bytes = min(flow.bytes, Int(max(0, received)))
    metrics.bytesReceived += bytes
    metrics.session.ledger[.aborted] += bytes + flow.kept
    let transferTime = now - flow.firstByte
    log(
      .abandoned(
        segment: segment, rendition: flow.rendition, received: received, latency: flow.latency,
        transferTime: transferTime, instead: instead))
    driver.downloaded(
      Download(
        segment: segment, rendition: position, segmentDuration: driver.video.segmentDuration(segment),
        bytes: received, transferTime: transferTime, latency: flow.latency,
        samplesLatency: network.settings.samplesLatency, isAborted: true, abortedFor: driver.position(of: instead),
        isFirst: flow.isFirst),
      level: level)
  }
}
