import ABRNetwork

/// How often a rule that watches a download is asked, see ``NetworkSettings/progressInterval``.
@usableFromInline
struct QuestionCadence: Sendable {
  @usableFromInline let seconds: Double
  /// Bytes on the wire.
  @usableFromInline let bytes: Double
  /// Bytes on the wire before the first of the segment.
  @usableFromInline let header: Double
  @usableFromInline let payloadFraction: Double

  init(_ settings: NetworkSettings) {
    seconds = settings.progressInterval
    bytes = settings.progressBytes / settings.payloadFraction
    header = settings.headerOnWire
    payloadFraction = settings.payloadFraction
  }
}

/// The moment of a running download at which its rule was last asked whether to continue.
@usableFromInline
struct ProgressPoll {
  /// Time of the last question, of the first byte before there was one.
  @usableFromInline var time: Double
  /// Bytes on the wire by then.
  @usableFromInline var received = 0.0
  @usableFromInline var cursor: Link.Cursor
  @usableFromInline var hasAsked = false

  @inlinable @inline(__always)
  init(time: Double, cursor: Link.Cursor) {
    self.time = time
    self.cursor = cursor
  }

  /// Media ahead of the playhead at a time, and how fast it is played, in media seconds and media seconds per second.
  @usableFromInline
  struct Level {
    @usableFromInline let seconds: Double
    @usableFromInline let time: Double
    @usableFromInline let drain: Double

    @inlinable @inline(__always)
    init(_ seconds: Double, at time: Double, drain: Double) {
      self.seconds = seconds
      self.time = time
      self.drain = drain
    }

    @inlinable @inline(__always)
    func level(at later: Double) -> Double {
      drain == 0 ? max(0, seconds) : max(0, seconds - max(0, later - time) * drain)
    }

    /// The first moment, not before ``time``, at which the level is not above a bound; infinite where it never is.
    @inlinable @inline(__always)
    func time(downTo bound: Double) -> Double {
      if seconds <= bound { return time }
      return bound < 0 || drain == 0 ? .infinity : time + (seconds - bound) / drain
    }
  }

  /// What came of questions about a download.
  @usableFromInline
  enum Answer {
    case `continue`
    /// The rule wants an eligible rendition instead, since ``ProgressPoll/time``.
    case abandon(instead: Int)
    /// Some of the questions were asked; there are more.
    case askAgain
  }

  /// The most questions gone through at a time: a download of hours must not keep a session from being cancelled.
  @usableFromInline static var questionsAtOnce: Int { 1 << 12 }

  /// Asks about a download that is alone on the link, from the time of its ``PolledDownload/level`` up to another.
  ///
  /// The clock of the first question starts with the request, not with the first byte (Sabre 09b03bb,
  /// `NetworkModel.download`). Questions outside of the rule's bounds are left out, and the poll may stay behind
  /// them; those before the time of the level are never asked again.
  ///
  /// - Parameter end: no question is asked at this time or later.
  /// - Returns: what the rule wants instead, as soon as it does; ``Answer/askAgain`` after ``questionsAtOnce``.
  /// - Complexity: O(questions + trace rows crossed).
  @inlinable @inline(__always)
  mutating func ask<R: Rule>(
    _ rule: inout R, about download: PolledDownload, until end: Double, over link: Link
  ) -> Answer {
    var worst = download.progress
    worst.level = download.level.level(at: end)
    let bounds = rule.abandonmentBounds(worst)
    let sent = download.firstByte - worst.latency
    // A microsecond around each bound is asked about, whatever rounding does.
    let start = max(download.level.time, max(sent + bounds.elapsed, download.level.time(downTo: bounds.level)) - 1e-6)
    guard start < end else { return .continue }
    return askWithin(bounds, &rule, from: start, about: download, until: end, over: link)
  }

  @inlinable
  mutating func askWithin<R: Rule>(
    _ bounds: AbandonmentBounds, _ rule: inout R, from start: Double, about download: PolledDownload, until end: Double,
    over link: Link
  ) -> Answer {
    let progress = download.progress
    let cadence = download.cadence
    var end = end
    if bounds.received < progress.size {
      let wire = bounds.received / cadence.payloadFraction + cadence.header
      var ahead = cursor
      end = min(end, link.arrival(of: max(0, wire - received), from: time, cursor: &ahead) + 1e-6)
    }
    guard start < end, !isFast(bounds.rate, from: start, until: end, download, over: link) else { return .continue }
    return ask(&rule, from: start, until: end, about: download, over: link)
  }

  /// Goes through the questions before a time, and asks the rule those that are not before another.
  @inlinable @inline(__always)
  mutating func ask<R: Rule>(
    _ rule: inout R, from start: Double, until end: Double, about download: PolledDownload, over link: Link
  ) -> Answer {
    var progress = download.progress
    let cadence = download.cadence
    var left = Self.questionsAtOnce
    var step = self.step(cadence, link)
    while moveOn(before: end, by: &step, cadence, latency: progress.latency, link) {
      if time >= start {
        progress.received = max(0, received - cadence.header) * cadence.payloadFraction
        progress.elapsed = progress.latency + (time - download.firstByte)
        progress.level = download.level.level(at: time)
        if let instead = rule.shouldAbandon(progress) { return .abandon(instead: instead) }
      }
      left -= 1
      if left == 0 { return .askAgain }
    }
    return .continue
  }

  /// Goes through all questions before a time, none of which has to be asked any more.
  mutating func catchUp(to end: Double, _ cadence: QuestionCadence, latency: Double, over link: Link) {
    var step = self.step(cadence, link)
    while moveOn(before: end, by: &step, cadence, latency: latency, link) {}
  }

  /// Moves on to the next question.
  ///
  /// - Returns: `false`, and nothing moved, when that is not before the end.
  @inlinable @inline(__always)
  mutating func moveOn(
    before end: Double, by step: inout Step, _ cadence: QuestionCadence, latency: Double, _ link: Link
  ) -> Bool {
    if time + step.seconds < step.end {
      guard time + step.seconds < end else { return false }
      time += step.seconds
      received += step.bytes
    } else {
      let pause = hasAsked ? cadence.seconds : cadence.seconds - latency
      guard advance(seconds: pause, cadence, end, link) else { return false }
      hasAsked = true
      step = self.step(cadence, link)
    }
    return true
  }

  /// The distance of two questions within a row of the trace, and the end of the row: there is nothing to look up. None
  /// before the first question.
  @usableFromInline
  struct Step {
    @usableFromInline var seconds = Double.infinity
    @usableFromInline var bytes = 0.0
    @usableFromInline var end = 0.0

    @inlinable @inline(__always)
    init() {}
  }

  @inlinable @inline(__always)
  func step(_ cadence: QuestionCadence, _ link: Link) -> Step {
    var step = Step()
    guard hasAsked, let row = link.row(at: cursor), row.rate > 0 else { return step }
    let carried = row.rate * cadence.seconds
    let isTimed = carried > cadence.bytes
    step.seconds = isTimed ? cadence.seconds : cadence.bytes / row.rate
    step.bytes = isTimed ? carried : cadence.bytes
    step.end = row.end
    return step
  }

  /// Whether the mean rate since the first byte stays at a rate or above it between two times.
  ///
  /// Within a row it moves to that of the row, so that its least value is at a border or an end.
  /// - Complexity: O(trace rows crossed).
  @inlinable
  func isFast(
    _ rate: Double, from start: Double, until end: Double, _ download: PolledDownload, over link: Link
  ) -> Bool {
    guard rate < .infinity, end < .infinity else { return false }
    var (time, received, ahead) = (time, received, cursor)
    var next = max(time, start)
    // Nothing but the header has come in the beginning.
    guard next > download.firstByte || download.cadence.header == 0 else { return false }
    while true {
      received += link.carried(from: time, to: next, cursor: &ahead)
      time = next
      let payload = max(0, received - download.cadence.header) * download.cadence.payloadFraction
      if payload < rate * (time - download.firstByte) { return false }
      guard time < end, let row = link.row(at: ahead) else { return true }
      // A border on which rounding has left the time is passed.
      next = min(end, row.end > time ? row.end : max(time + 1e-9, time.nextUp))
    }
  }

  /// Moves on by at least so many seconds and the bytes of the cadence, whichever takes longer.
  ///
  /// - Returns: `false`, and nothing moved, when that is not before the end.
  @inlinable @inline(__always)
  mutating func advance(seconds: Double, _ cadence: QuestionCadence, _ end: Double, _ link: Link) -> Bool {
    let earliest = time + seconds
    var ahead = cursor
    let bytesTime = link.arrival(of: cadence.bytes, from: time, cursor: &ahead)
    if bytesTime >= earliest {
      guard bytesTime < end else { return false }
      time = bytesTime
      received += cadence.bytes
      cursor = ahead
    } else {
      guard earliest < end else { return false }
      received += link.carried(from: time, to: earliest, cursor: &cursor)
      time = earliest
    }
    return true
  }
}
