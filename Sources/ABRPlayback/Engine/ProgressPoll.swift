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

  /// ``ask(_:about:until:over:)``, compiled for one rule.
  @usableFromInline
  typealias Run<R: Rule> = @Sendable (inout ProgressPoll, inout R, PolledDownload, Double, Link) -> Answer

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
    let (bounds, start) = bounds(of: &rule, for: download, until: end)
    guard start < end else { return .continue }
    return askWithin(bounds, &rule, from: start, about: download, until: end, over: link)
  }

  @inlinable
  mutating func askWithin<R: Rule>(
    _ bounds: AbandonmentBounds, _ rule: inout R, from start: Double, about download: PolledDownload, until end: Double,
    over link: Link
  ) -> Answer {
    guard let end = lastQuestion(within: bounds, from: start, about: download, until: end, over: link) else {
      return .continue
    }
    return ask(&rule, from: start, until: end, about: download, over: link)
  }

  /// Whether ``ask(_:about:until:over:)`` would ask anything. What it would not ask up to a time, it need not be called
  /// for up to a time before.
  @inlinable
  func mayAsk<R: Rule>(
    _ rule: inout R, about download: PolledDownload, until end: Double, over link: Link
  ) -> Bool {
    let (bounds, start) = bounds(of: &rule, for: download, until: end)
    return start < end && lastQuestion(within: bounds, from: start, about: download, until: end, over: link) != nil
  }

  /// The rule's bounds for a download up to a time, and from when on it may be asked.
  @inlinable @inline(__always)
  func bounds<R: Rule>(
    of rule: inout R, for download: PolledDownload, until end: Double
  ) -> (bounds: AbandonmentBounds, start: Double) {
    var worst = download.progress
    worst.level = download.level.level(at: end)
    let bounds = rule.abandonmentBounds(worst)
    let sent = download.firstByte - worst.latency
    // A microsecond around each bound is asked about, whatever rounding does.
    return (
      bounds,
      max(download.level.time, max(sent + bounds.elapsed, download.level.time(downTo: bounds.level)) - 1e-6)
    )
  }

  /// Before when the rule may be asked; `nil` where what comes keeps it from that.
  @inlinable
  func lastQuestion(
    within bounds: AbandonmentBounds, from start: Double, about download: PolledDownload, until end: Double,
    over link: Link
  ) -> Double? {
    if isFast(bounds.rate, from: start, until: end, download, over: link) { return nil }
    guard bounds.received < download.progress.size else { return end }
    let wire = bounds.received / download.cadence.payloadFraction + download.cadence.header
    var ahead = cursor
    let last = min(end, link.arrival(of: max(0, wire - received), from: time, cursor: &ahead) + 1e-6)
    return start < last && !isFast(bounds.rate, from: start, until: last, download, over: link) ? last : nil
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
    // Before it the rule is not asked.
    var next = start
    while true {
      let stop = min(next, min(step.end, end))
      // Local copies stay in registers.
      var (time, received) = (time, received)
      while left > 1, time + step.seconds < stop {
        time += step.seconds
        received += step.bytes
        left -= 1
      }
      (self.time, self.received) = (time, received)
      guard moveOn(before: end, by: &step, cadence, latency: progress.latency, link) else { return .continue }
      if self.time >= next {
        progress.received = max(0, self.received - cadence.header) * cadence.payloadFraction
        progress.elapsed = progress.latency + (self.time - download.firstByte)
        progress.level = download.level.level(at: self.time)
        if let instead = rule.shouldAbandon(progress) { return .abandon(instead: instead) }
        if let elapsed = rule.continuesUntil { next = max(start, download.firstByte - progress.latency + elapsed) }
      }
      left -= 1
      if left == 0 { return .askAgain }
    }
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
  /// - Complexity: O(trace rows crossed).
  @inlinable
  func isFast(
    _ rate: Double, from start: Double, until end: Double, _ download: PolledDownload, over link: Link
  ) -> Bool {
    guard rate < .infinity, end < .infinity else { return false }
    let first = max(time, start)
    // Nothing but the header has come in the beginning.
    guard first > download.firstByte || download.cadence.header == 0 else { return false }
    let slope = rate / download.cadence.payloadFraction
    return link.staysAbove(
      excess: received - download.cadence.header - slope * (time - download.firstByte), slope: slope, since: time,
      from: first, until: end, cursor: cursor)
  }

  /// Moves on by at least so many seconds and the bytes of the cadence, whichever takes longer.
  ///
  /// - Returns: `false`, and nothing moved, when that is not before the end.
  @inlinable @inline(__always)
  mutating func advance(seconds: Double, _ cadence: QuestionCadence, _ end: Double, _ link: Link) -> Bool {
    let earliest = time + seconds
    var ahead = cursor
    // Without bytes to wait for that is now, but for rounding.
    let bytesTime =
      cadence.bytes == 0 && seconds > 1e-6 ? time : link.arrival(of: cadence.bytes, from: time, cursor: &ahead)
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
