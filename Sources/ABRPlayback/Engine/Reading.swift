import ABRNetwork

/// How often a rule that watches a download is asked, see ``NetworkSettings/progressInterval``.
@usableFromInline
struct QuestionCadence {
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

/// The moment of a running download at which its rule was last asked whether to go on.
@usableFromInline
struct Reading {
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
    func level(at later: Double) -> Double { max(0, seconds - max(0, later - time) * drain) }
  }

  /// What came of questions about a download.
  @usableFromInline
  enum Answer {
    case goOn
    /// The rule wants an eligible rendition instead, since ``Reading/time``.
    case abandon(instead: Int)
    /// The questions up to ``Reading/time`` were asked; there are more.
    case askAgain
  }

  /// The most questions asked at a time: a download of hours must not keep a session from being cancelled.
  @usableFromInline static var questionsAtOnce: Int { 1 << 12 }

  /// Asks about a download that is alone on the link, up to a time.
  ///
  /// The clock of the first question starts with the request, not with the first byte (Sabre 09b03bb,
  /// `NetworkModel.download`).
  ///
  /// - Parameters:
  ///   - end: no question is asked at this time or later.
  ///   - firstByte: when the first byte came.
  ///   - progress: what the questions have in common.
  ///   - ask: the rule; `nil` for going on.
  /// - Returns: what the rule wants instead, as soon as it does; ``Answer/askAgain`` after ``questionsAtOnce``.
  /// - Complexity: O(questions + trace rows crossed).
  @inlinable @inline(__always)
  mutating func ask(
    until end: Double, cadence: QuestionCadence, over link: Link, firstByte: Double, level: Level,
    progress: DownloadProgress, _ ask: (DownloadProgress) -> Int?
  ) -> Answer {
    var progress = progress
    var left = Self.questionsAtOnce
    while advance(seconds: hasAsked ? cadence.seconds : cadence.seconds - progress.latency, cadence, end, link) {
      hasAsked = true
      // While a row of the trace lasts, the questions have one distance and there is nothing to look up.
      var step = (seconds: Double.infinity, bytes: 0.0, end: end)
      if let row = link.row(at: cursor), row.rate > 0 {
        let carried = row.rate * cadence.seconds
        step =
          carried > cadence.bytes
          ? (cadence.seconds, carried, min(row.end, end)) : (cadence.bytes / row.rate, cadence.bytes, min(row.end, end))
      }
      while true {
        progress.received = max(0, received - cadence.header) * cadence.payloadFraction
        progress.elapsed = progress.latency + (time - firstByte)
        progress.level = level.level(at: time)
        if let instead = ask(progress) { return .abandon(instead: instead) }
        left -= 1
        if left == 0 { return .askAgain }
        guard time + step.seconds < step.end else { break }
        time += step.seconds
        received += step.bytes
      }
    }
    return .goOn
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
