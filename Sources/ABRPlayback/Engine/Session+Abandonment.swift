import ABRMedia

/// Downloads that the rule watches and may abandon.
extension Session {
  /// What came of asking the rule about the download of the item on the screen.
  enum Verdict {
    case `continue`
    /// The rule abandons it at a time, and wants a rendition of the ladder instead.
    case abandon(at: Double, instead: Int)
    /// There are more questions before the next event.
    case askAgain
  }

  /// Asks the rule at the cadence of the network settings whether to continue the download of the item on the screen.
  ///
  /// - Parameter end: no question is asked at this time or later.
  @inline(__always)
  mutating func askToAbandon(until end: Double) -> Verdict {
    guard driver.terms.watchesProgress else { return .continue }
    let end = min(end, unshownUntil)
    if let sole = network.sole { return sole.flow.isWatched ? ask(about: sole, until: end) : .continue }
    guard let index = network.flows.firstIndex(where: { $0.isWatched && $0.hasBegun }) else { return .continue }
    return ask(about: index, until: end)
  }

  /// A download of which nothing has come.
  @inline(__always)
  private func progress(of flow: CompleteFlow) -> DownloadProgress {
    guard case .segment(let segment, let rendition) = flow.content else { preconditionFailure("segments are watched") }
    return DownloadProgress(
      segment: segment, rendition: driver.position(of: rendition),
      segmentDuration: driver.terms.video.segmentDuration(segment), size: Double(flow.bytes),
      audioSize: Double(flow.audioBytes), received: 0, elapsed: 0, latency: flow.latency, level: levelWithoutPart)
  }

  @inline(__always)
  private var levelNow: ProgressPoll.Level {
    ProgressPoll.Level(levelWithoutPart, at: now, drain: playback.isShowing ? effectiveRate : 0)
  }

  private mutating func ask(about sole: SoleFlow, until end: Double) -> Verdict {
    var poll = sole.poll
    let download = PolledDownload(
      progress(of: CompleteFlow(sole.flow)), firstByte: sole.flow.firstByte, level: levelNow,
      cadence: driver.terms.source.cadence)
    let answer = driver.ask(&poll, about: download, until: end, over: network.link)
    network.note(poll)
    switch answer {
    case .continue: return .continue
    case .abandon(let instead): return .abandon(at: poll.time, instead: driver.ladderIndices[instead])
    case .askAgain: return .askAgain
    }
  }

  /// The same for a flow that shares the link with others.
  private mutating func ask(about index: Int, until end: Double) -> Verdict {
    let flow = network.flows[index]
    let cadence = driver.terms.source.cadence
    let wire = network.wireBytes(of: flow)
    let level = levelNow
    var progress = progress(of: CompleteFlow(flow))
    guard var poll = flow.poll else { return .continue }
    defer { network.note(poll, about: index) }
    for _ in 0..<ProgressPoll.questionsAtOnce {
      let pause = poll.hasAsked ? cadence.seconds : cadence.seconds - flow.latency
      let missing = poll.received + cadence.bytes - (wire - network.flows[index].remaining)
      let earliest = max(poll.time + pause, network.clock)
      var time = earliest
      if missing > 0 {
        // An outage lasts, the path is not clear yet, or slow start waits for the next round trip. What has come
        // before is asked about all the same.
        guard network.capacity > 0, network.leftover == 0, network.flows[index].isTransferring else { return .continue }
        time = max(time, network.arrival(ofEach: missing))
      }
      guard time < end else { return .continue }
      network.settle(to: time)
      poll.hasAsked = true
      poll.time = time
      // Asked for the bytes, it is so many bytes and not a sum that rounding may leave short of them.
      poll.received = time > earliest ? poll.received + cadence.bytes : wire - network.flows[index].remaining
      progress.received = max(0, poll.received - cadence.header) * cadence.payloadFraction
      progress.elapsed = time - flow.requestTime
      progress.level = level.level(at: time)
      if let instead = driver.shouldAbandon(progress) {
        return .abandon(at: time, instead: driver.ladderIndices[instead])
      }
    }
    return .askAgain
  }

  /// Abandons the download that ``askToAbandon(until:)`` named.
  mutating func abandonDownload(insteadFor instead: Int) {
    let flow: Flow
    let received: Double
    if let sole = network.stopAtQuestion() {
      flow = sole.flow
      received = max(0, sole.poll.received - network.header) * network.settings.payloadFraction
    } else {
      guard let index = network.flows.firstIndex(where: { $0.purpose == .main }) else { return }
      flow = network.remove(index, at: now)
      received = max(0, Double(flow.bytes) * network.wirePerByte - flow.remaining) * network.settings.payloadFraction
    }
    let bytes = min(flow.bytes, Int(wholeBytes: max(0, received)))
    metrics.bytesReceived += bytes
    leave(CompleteFlow(flow), received: received, bytes: bytes + flow.kept, insteadFor: instead)
  }

  /// Asks the rule about a download all of which has come, where it looks then.
  ///
  /// - Returns: whether it wants another rendition, and the segment is thrown away.
  mutating func discards(_ flow: CompleteFlow) -> Bool {
    guard driver.terms.source.asksAtArrival, flow.isWatched else { return false }
    let download = PolledDownload(
      progress(of: flow), firstByte: flow.firstByte, level: levelNow, cadence: driver.terms.source.cadence)
    guard let instead = driver.shouldAbandon(download.atEnd(now)) else { return false }
    discardDownload(flow, insteadFor: driver.ladderIndices[instead])
    return true
  }

  /// Throws a segment of the item on the screen away that has come, for another rendition.
  mutating func discardDownload(_ flow: CompleteFlow, insteadFor instead: Int) {
    guard case .segment(let segment, let rendition) = flow.content else { return }
    let bytes = driver.terms.video.size(segment: segment, rendition: rendition)
    leave(flow, received: Double(flow.bytes), bytes: bytes, insteadFor: instead)
  }

  private mutating func leave(_ flow: CompleteFlow, received: Double, bytes: Int, insteadFor instead: Int) {
    guard case .segment(let segment, let rendition) = flow.content else { return }
    let position = driver.position(of: rendition)
    var holdEnd: Double?
    if case .remembered(let seconds) = network.settings.abandonment { holdEnd = now + seconds }
    requests.abandon(rendition, at: position, instead: instead, holdEnd: holdEnd)
    metrics.abandonedCount += 1
    metrics.mostAbandonedOfSegment = max(metrics.mostAbandonedOfSegment, requests.abandonedInARow)
    let newAudio = DownloadProgress.audio(
      of: received, size: Double(flow.bytes), audioSize: Double(flow.audioBytes))
    let audio = keepAudio(of: segment, missing: flow.audioBytes - Int(newAudio))
    accountPart(of: flow.item, segment: segment, bytes: bytes - audio, as: .aborted)
    let transferTime = now - flow.firstByte
    log(
      .abandoned(
        segment: segment, rendition: rendition, received: received, latency: flow.latency,
        transferTime: transferTime, instead: instead))
    if audio > 0 { log(.audioKept(segment: segment, bytes: audio)) }
    driver.downloaded(
      Download(
        segment: segment, rendition: position, segmentDuration: driver.terms.video.segmentDuration(segment),
        bytes: received, audioBytes: newAudio, transferTime: transferTime, latency: flow.latency,
        samplesLatency: network.settings.samplesLatency, isAborted: true, abortedFor: driver.position(of: instead),
        isFirst: flow.isFirst),
      level: ruleLevel(level))
  }

  /// Keeps what has come of a segment's audio that is fetched apart, for whatever rendition comes of it next. Media
  /// that is playable while it arrives is no audio by itself: there it is abandoned, too.
  ///
  /// - Parameter missing: bytes of the audio that are still to come.
  /// - Returns: the bytes that are kept.
  private mutating func keepAudio(of segment: Int, missing: Int) -> Int {
    let bytes = driver.terms.source.audioBytes(of: segment) - missing
    guard bytes > 0, !driver.terms.playsArriving else { return 0 }
    forgetPart(of: item)
    items[item].part = ItemState.Part(segment: segment, rendition: nil, bytes: bytes, audioBytes: bytes)
    return bytes
  }
}
