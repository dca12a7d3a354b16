import ABRMedia
import ABRNetwork

extension Session {
  /// Whether the options leave nothing to do in a request but to ask, to fetch and to append.
  ///
  /// Not where somebody keeps a log, bytes are counted or polled for, a connection is slow at first or made for each request,
  /// latencies differ, buffered media is replaced or a rule watches its downloads.
  @inlinable
  var hasPlainRequests: Bool {
    let settings = player.settings
    return !O.isActive && hasPlainTransfers && latencyAdvancesTrace && !constantLatency.isNaN
      && settings.network.reusesConnections
      && settings.switchMode == .append && settings.buffer.byteBudget == .max && settings.buffer.fullPollInterval == 0
      && !(rule.watchesProgress && settings.network.allowsAbandonment)
  }

  /// Fetches segments while media plays and nothing else happens: no stall, no tick, no action, no leaving.
  ///
  /// The same arithmetic as ``waitForRoom()`` and ``request()``, whose special cases cannot occur here, with everything that a
  /// segment changes in local variables: a session spends nearly all of its time here, and loads and stores would double it.
  /// Whatever is special is left untouched for the general way, and the segment in hand is finished there.
  /// - Complexity: O(segments fetched + trace rows crossed).
  @inlinable
  mutating func fetchPlainly() {
    let starts = player.video.starts
    let sizes = player.video.sizes
    let ladderCount = player.video.ladder.count
    let ladderIndices = ladderIndices
    let segmentCount = player.segmentCount
    let buffer = player.settings.buffer
    let ceiling = min(forwardTarget, buffer.maximum)
    let fitsWhole = buffer.ceiling == .wholeSegment
    let samplesLatency = player.settings.network.samplesLatency
    let link = link
    let latency = constantLatency
    let wirePerByte = wirePerByte

    var clock = Clock(of: self)
    var cursor = cursor
    var bufferEnd = bufferEnd
    var next = next
    var lastPosition = lastPosition
    var rendition = lastRendition
    var pending: Decision?

    while next < segmentCount {
      let duration = starts[next + 1] - starts[next]
      let limit = fitsWhole ? ceiling - duration : ceiling
      var level = bufferEnd - clock.playhead
      var isFull = false
      if level >= limit {
        let wait = max(0, level - max(0, limit - buffer.refill)) / clock.rate
        let began = clock.now
        guard clock.advance(to: began + wait, bufferEnd: bufferEnd, wait: wait) else { break }
        if clock.now > began {
          isFull = true
          rule.waited(clock.now - began)
        }
        level = bufferEnd - clock.playhead
      }

      let decision = rule.decide(
        RequestContext(
          segment: next, segmentsLeft: segmentCount - next, segmentDuration: duration, level: level,
          maximumLevel: fitsWhole ? ceiling : ceiling + duration, isFull: isFull, lastRendition: lastPosition,
          isPlaying: true, rate: clock.rate, time: clock.now))
      let atDecision = clock
      if decision.delay > 0, !clock.advance(to: clock.now + decision.delay, bufferEnd: bufferEnd) {
        pending = decision
        break
      }
      let chosen = ladderIndices[decision.rendition]
      let size = Double(sizes[next * ladderCount + chosen])
      let linkStart = clock.now + latency
      var cursorAfter = cursor
      let arrival = link.arrival(of: size * wirePerByte, from: linkStart, cursor: &cursorAfter)
      guard clock.advance(to: arrival, bufferEnd: bufferEnd) else {
        clock = atDecision
        pending = decision
        break
      }
      cursor = cursorAfter
      lastPosition = decision.rendition
      rendition = chosen
      scratch.renditions[next] = UInt8(truncatingIfNeeded: chosen)
      rule.downloaded(
        Download(
          segment: next, rendition: lastPosition, segmentDuration: duration, bytes: size,
          transferTime: arrival - linkStart, latency: latency, samplesLatency: samplesLatency),
        level: starts[next + 1] - clock.playhead)
      next += 1
      bufferEnd = starts[next]
    }

    metrics.segmentsDownloaded += next - self.next
    now = clock.now
    playhead = clock.playhead
    playingTime = clock.playingTime
    self.cursor = cursor
    self.bufferEnd = bufferEnd
    self.next = next
    self.lastPosition = lastPosition
    lastRendition = rendition
    if let pending { carryOut(pending) }
  }

  /// The clocks of a viewer who sees media without a break.
  @usableFromInline
  struct Clock {
    @usableFromInline var now: Double
    @usableFromInline var playhead: Double
    @usableFromInline var playingTime: Double
    @usableFromInline let rate: Double
    @usableFromInline let nextTick: Double
    @usableFromInline let nextActionTime: Double
    @usableFromInline let mediaMark: Double

    @inlinable @inline(__always)
    init(of session: borrowing Session) {
      now = session.now
      playhead = session.playhead
      playingTime = session.playingTime
      rate = session.rate
      nextTick = session.nextTick
      nextActionTime = session.nextActionTime
      mediaMark = session.mediaMark
    }

    /// Lets time pass until `end`, as ``Session/advance(to:inclusive:)`` does.
    ///
    /// - Parameter wait: seconds to `end` where a tick due within them comes first.
    /// - Returns: `false`, and the clocks untouched, when something happens on the way.
    @inlinable @inline(__always)
    mutating func advance(to end: Double, bufferEnd: Double, wait: Double = -.infinity) -> Bool {
      let seconds = end - now
      let position = playhead + seconds * rate
      guard position <= bufferEnd, position < mediaMark, end < nextActionTime, playingTime + seconds < nextTick,
        nextTick - playingTime > wait
      else { return false }
      playhead = position
      playingTime += seconds
      now = end
      return true
    }
  }
}
