import ABRMedia
import ABRNetwork

extension Session {
  /// Fetches one segment: latency, transfer, questions to a rule that watches, arrival.
  @inlinable @inline(__always)
  mutating func download(_ segment: Int, position: Int, rendition: Int, isFirst: Bool) {
    let video = player.video
    let size = video.size(segment: segment, rendition: rendition)
    let duration = video.starts[segment + 1] - video.starts[segment]
    record(.requested(segment: segment, rendition: rendition, bytes: size))

    let requestTime = now
    let latency = travel()
    let linkStart = linkTime(requestTime + latency)
    let transfer = makeTransfer(bytes: Double(size) * wirePerByte, from: linkStart, latency: latency)
    var arrival = transfer.arrival(over: link, cursor: &cursor)
    var received = Double(size)
    var position = position
    var instead = -1
    if rule.watchesProgress, !isFirst, player.settings.network.allowsAbandonment,
      abandonedInARow < Self.abandonmentsInARow
    {
      let progress = DownloadProgress(
        segment: segment, rendition: position, segmentDuration: duration, size: Double(size), received: 0, elapsed: 0,
        latency: latency, level: level)
      if let answer = watch(progress, transfer: transfer, arrival: arrival) {
        (arrival, received, instead) = answer
      }
    }

    let transferTime = arrival - linkStart
    let insteadRendition = instead >= 0 ? ladderIndices[instead] : -1
    advance(to: sessionTime(arrival), inclusive: false)
    if isOver {
      cutOff(transfer, segment: segment, rendition: rendition, size: size)
      return
    }
    finish(transfer, at: arrival)
    if !unansweredChange.isNaN {
      // Limits changed while the segment was on its way: the rule numbers the renditions anew.
      position = self.position(of: rendition)
      if instead >= 0 { instead = self.position(of: insteadRendition) }
    }
    lastPosition = position
    lastRendition = rendition
    if instead >= 0 {
      abandonedInARow += 1
      metrics.abandonedCount += 1
      metrics.ledger[.aborted] += Int(received)
      record(
        .abandoned(
          segment: segment, rendition: rendition, received: received, latency: latency, transferTime: transferTime,
          instead: insteadRendition))
    } else {
      abandonedInARow = 0
      metrics.segmentsDownloaded += 1
      append(rendition: rendition)
      record(
        .downloaded(
          segment: segment, rendition: rendition, bytes: size, latency: latency, transferTime: transferTime))
    }
    rule.downloaded(
      Download(
        segment: segment, rendition: position, segmentDuration: duration, bytes: received, transferTime: transferTime,
        latency: latency, samplesLatency: player.settings.network.samplesLatency, isAborted: instead >= 0,
        abortedFor: max(0, instead), isFirst: isFirst),
      level: level)
  }

  /// The link's clock at a time of the session. The two differ only where latency does not advance the trace.
  @inlinable @inline(__always)
  func linkTime(_ time: Double) -> Double { latencyAdvancesTrace ? time : time - linkLag }

  /// The session's clock at a time of the link.
  @inlinable @inline(__always)
  func sessionTime(_ time: Double) -> Double { latencyAdvancesTrace ? time : time + linkLag }

  /// Seconds from a request to its first byte: a round trip, with connection set-up on the first request.
  @inlinable @inline(__always)
  mutating func travel() -> Double {
    var latency = constantLatency.isNaN ? link.roundTrip(from: linkTime(now), cursor: &cursor) : constantLatency
    if !isConnected {
      let network = player.settings.network
      latency *= 1 + network.setupRoundTrips
      latency += nameLookupTime
      nameLookupTime = 0
      isConnected = network.reusesConnections
    }
    if !latencyAdvancesTrace { linkLag += latency }
    return latency
  }

  /// Playlists and initialisation data before the first segment.
  @inlinable
  mutating func fetchOverhead() {
    let bytes = player.settings.network.startupOverheadBytes
    let requestTime = now
    let latency = travel()
    let transfer = makeTransfer(
      bytes: Double(bytes) * wirePerByte, from: linkTime(requestTime + latency), latency: latency)
    let arrival = transfer.arrival(over: link, cursor: &cursor)
    advance(to: sessionTime(arrival), inclusive: false)
    if isOver {
      metrics.ledger[.overhead] += received(of: transfer, limit: bytes)
    } else {
      metrics.ledger[.overhead] += bytes
      finish(transfer, at: arrival)
    }
  }

  /// Asks the rule at the cadence of the network settings whether to go on.
  ///
  /// - Returns: link time of the end, bytes received and the rendition wanted instead, or `nil` when the download completes.
  @inlinable
  mutating func watch(
    _ initial: DownloadProgress, transfer: Transfer, arrival: Double
  ) -> (end: Double, received: Double, instead: Int)? {
    let network = player.settings.network
    let payload = network.payloadFraction
    let interval = network.progressInterval
    let bytes = network.progressBytes / payload
    let drain = state == .playing ? rate : 0
    var progress = initial
    var reading = Transfer.Reading(startOf: transfer)
    // The clock of the first question starts with the request, not with the first byte (Sabre, `NetworkModel.download`).
    var seconds = interval - progress.latency
    while transfer.advance(&reading, seconds: seconds, bytes: bytes, before: arrival, over: link) {
      seconds = interval
      let stride = transfer.stride(after: reading, seconds: interval, bytes: bytes, before: arrival, over: link)
      while true {
        progress.received = reading.received * payload
        progress.elapsed = progress.latency + (reading.time - transfer.start)
        progress.level = max(0, initial.level - progress.elapsed * drain)
        if let instead = rule.shouldAbandon(progress) {
          cursor = reading.cursor
          return (reading.time, progress.received, instead)
        }
        guard reading.time + stride.seconds < stride.end else { break }
        reading.advance(by: stride)
      }
    }
    return nil
  }

  /// Books what had arrived of a download that was running when the session ended.
  @inlinable @inline(never)
  mutating func cutOff(_ transfer: Transfer, segment: Int, rendition: Int, size: Int) {
    let bytes = received(of: transfer, limit: size)
    metrics.ledger[.aborted] += bytes
    record(.cut(segment: segment, rendition: rendition, received: Double(bytes)))
  }

  /// Whole bytes of a transfer that have arrived by now, at most `limit`.
  @inlinable
  func received(of transfer: Transfer, limit: Int) -> Int {
    let wire = transfer.received(until: linkTime(now), over: link)
    return min(limit, Int(min(wire * player.settings.network.payloadFraction, Double(limit))))
  }

  /// The transfer of a request: how its bytes flow once they do.
  @inlinable @inline(__always)
  mutating func makeTransfer(bytes: Double, from start: Double, latency: Double) -> Transfer {
    if hasPlainTransfers { return Transfer(start: start, bytes: bytes, cursor: cursor) }
    switch player.settings.network.slowStart {
    case .off: return Transfer(start: start, bytes: bytes, cursor: cursor)
    case .on(let initialWindow, let idle):
      if window == 0 || start - lastTransferEnd > idle || !isConnected { window = initialWindow }
      return Transfer(start: start, bytes: bytes, cursor: cursor, window: window, roundTrip: latency)
    }
  }

  /// Remembers how fast the connection has become.
  @inlinable @inline(__always)
  mutating func finish(_ transfer: Transfer, at end: Double) {
    guard transfer.isInSlowStart else { return }
    lastTransferEnd = end
    window = transfer.windowAfter(end)
    _ = link.carried(from: transfer.start, to: end, cursor: &cursor)
  }
}
