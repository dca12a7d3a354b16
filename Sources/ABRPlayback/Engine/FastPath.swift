import ABRMedia
import ABRNetwork

/// Segments of the item on the screen, fetched one after the other while media plays and nothing else happens.
///
/// A session spends nearly all of its time here: requests, waits for room and for the rule, ticks of the buffer
/// optimizer, questions to a rule that watches its downloads. The arithmetic is that of the session's events, to the
/// last bit, with everything that a segment changes in local variables. Whatever is special (a stall, a step of the
/// viewer, a gate, two things in one instant) is left to the events, where a wait or transfer that has begun continues.
@usableFromInline
struct FastPath {
  /// Seconds, or media seconds, by which an event must be ahead for the path to continue: which of two comes first is
  /// decided by the events wherever they are this close.
  @usableFromInline static var margin: Double { 1e-6 }

  /// The clocks of a viewer who sees media without a break.
  @usableFromInline
  struct Clock {
    @usableFromInline var now: Double
    @usableFromInline var playhead: Double
    @usableFromInline var playingTime: Double
    /// Sums of the session that grow with its clocks: time in which media was shown, and in which preloads may request.
    @usableFromInline var shownTime: Double
    @usableFromInline var gateTime: Double
  }

  /// What holds as long as the path continues, and what ends it.
  @usableFromInline
  struct Terms {
    /// Seconds to the first byte; `nil` where it has to be asked for every request.
    @usableFromInline let latency: Double?
    @usableFromInline let wirePerByte: Double
    /// Bytes on the wire before the first of a segment.
    @usableFromInline let header: Double
    /// Media seconds shown per second.
    @usableFromInline let rate: Double
    /// Where the stretch on the screen began, and media seconds of the visit shown before it.
    @usableFromInline let runStart: Double
    @usableFromInline let watchedBefore: Double
    /// Time and position at which something happens.
    @usableFromInline let nextActionTime: Double
    @usableFromInline let mark: Double
    /// Levels from which on and down to which the events must know.
    @usableFromInline let upperLevel: Double
    @usableFromInline let lowerLevel: Double
    /// Since when the player looks at a full buffer, where that is counted from the start.
    @usableFromInline let pollOrigin: Double
    /// Since when media is on the screen and moves.
    @usableFromInline let shownSince: Double
    /// Whether time in which preloads may request is counted.
    @usableFromInline let countsGateTime: Bool
    /// Ladder indices, as bits, of which segments can be fetched at once.
    @usableFromInline let readyRenditions: UInt64
    /// Ladder index of the highest eligible rendition.
    @usableFromInline let topRendition: Int

    /// The latency where it is known to be constant.
    @inlinable
    var plainLatency: Double { latency ?? 0 }
  }

  /// A segment on its way.
  @usableFromInline
  struct Flight {
    @usableFromInline let rendition: Int
    @usableFromInline let bytes: Int
    @usableFromInline let requestTime: Double
    @usableFromInline let latency: Double
    @usableFromInline let arrival: Double
    @usableFromInline let cursor: Link.Cursor
    @usableFromInline let isWatched: Bool
    @usableFromInline var poll: ProgressPoll

    @inlinable @inline(__always)
    init(
      rendition: Int, bytes: Int, requestTime: Double, latency: Double, arrival: Double, cursor: Link.Cursor,
      isWatched: Bool, poll: ProgressPoll
    ) {
      self.rendition = rendition
      self.bytes = bytes
      self.requestTime = requestTime
      self.latency = latency
      self.arrival = arrival
      self.cursor = cursor
      self.isWatched = isWatched
      self.poll = poll
    }
  }

  /// What is left to the events.
  @usableFromInline
  enum Rest {
    /// The next request.
    case request
    /// A segment has come that lies over another one.
    case replaced
    /// A wait for room that began at a time.
    case room(since: Double)
    /// The same, for a rendition of the ladder that the rule has answered with.
    case answeredRoom(since: Double, rendition: Int)
    /// A request that the rule wants at a time, for a rendition of the ladder.
    case rule(until: Double, rendition: Int)
    /// A segment on its way.
    case flight(Flight)
    /// The same, and the rule wants another eligible rendition instead.
    case abandoned(Flight, instead: Int)
    /// A segment has come that the rule wants another eligible rendition of.
    case discarded(Flight, instead: Int)
  }

  @usableFromInline let terms: Terms
  @usableFromInline var clock: Clock
  @usableFromInline var cursor: Link.Cursor
  @usableFromInline var forwardTarget: Double
  @usableFromInline var highestTarget: Double
  @usableFromInline var nextTick: Double
  /// Next segment to fetch, and the end of the buffered media.
  @usableFromInline var next: Int
  @usableFromInline var bufferEnd: Double
  /// The segment that follows those that were appended, and up to which those are buffered that are fetched again.
  @usableFromInline var appendedEnd: Int
  @usableFromInline var oldNext: Int
  /// Eligible position and ladder index of the last segment.
  @usableFromInline var lastPosition: Int
  @usableFromInline var lastRendition: Int
  /// Downloads of the next segment abandoned one after the other.
  @usableFromInline var abandonedInARow: Int
  /// The eligible rendition of the next segment where the rule has answered already.
  @usableFromInline var answered: Int?
  /// The rendition of the ladder of which it has been decided whether a switch to it fetches again.
  @usableFromInline var switching: Int?
  /// Before this time the player is busy with the last segment.
  @usableFromInline var pauseEnd = -Double.infinity
  /// Bytes of the segments fetched.
  @usableFromInline var bytes = 0
  /// Sum of the session: seconds from the first byte of a segment to its last.
  @usableFromInline var transferTime: Double

  /// ``run(_:_:source:ladderIndices:link:renditions:)``, compiled for one rule and optimizer.
  @usableFromInline
  typealias Run<R: Rule, T: ForwardTarget> =
    @Sendable (
      inout FastPath, inout R, inout T, Source, [Int], Link, inout [UInt8]
    ) -> Rest

  /// Fetches until something else is about to happen.
  ///
  /// - Parameters:
  ///   - rule: chooses renditions and learns from downloads.
  ///   - target: the buffer optimizer.
  ///   - source: the video.
  ///   - ladderIndices: ladder index of each eligible rendition.
  ///   - link: the network.
  ///   - renditions: the ladder index of each segment that is appended is written here, at the segment's index;
  ///     those of buffered segments stand there where a switch may fetch them again.
  /// - Returns: what the events continue with.
  /// - Complexity: O(segments fetched + ticks + questions + trace rows crossed).
  @inlinable @inline(__always)
  mutating func run<R: Rule, T: ForwardTarget>(
    _ rule: inout R, _ target: inout T, source: Source, ladderIndices: [Int], link: Link, renditions: inout [UInt8]
  ) -> Rest {
    var fetched = renditions.mutableSpan
    guard isPlain(source) else {
      return play(
        &rule, &target, source: source, ladderIndices: ladderIndices, link: link, fetched: &fetched, as: AnyPath.self)
    }
    // A local copy stays in registers.
    var path = self
    let rest = path.play(
      &rule, &target, source: source, ladderIndices: ladderIndices, link: link, fetched: &fetched, as: PlainPath.self)
    path.clock.playingTime = path.clock.playhead
    path.clock.shownTime = path.clock.playhead
    self = path
    return rest
  }

  /// Whether the path is a ``PlainPath``: what it leaves out is not there, and all clocks show the same.
  @inlinable
  func isPlain(_ source: Source) -> Bool {
    terms.plainLatency > 0 && terms.header == 0 && terms.rate == 1 && terms.upperLevel == .infinity
      && terms.lowerLevel == Self.margin && !terms.countsGateTime && terms.readyRenditions == .max
      && source.ceiling == .level && !source.hasOwnPace && answered == nil && nextTick == .infinity
      && clock.playingTime == clock.playhead && clock.shownTime == clock.playhead
  }

  /// The loop, for any shape of path: of what a shape leaves out, nothing is compiled.
  @inlinable @inline(__always)
  mutating func play<R: Rule, T: ForwardTarget, S: PathShape>(
    _ rule: inout R, _ target: inout T, source: Source, ladderIndices: [Int], link: Link,
    fetched: inout MutableSpan<UInt8>, as shape: S.Type
  ) -> Rest {
    let starts = source.starts
    let rate = S.isPlain ? 1 : terms.rate
    let kind = S.isPlain ? .level : source.ceiling
    while next < source.segmentCount {
      var duration = starts[next + 1] - starts[next]
      if !S.isPlain { useTarget(source) }
      // A level that opens the gate does so before the player is done with the segment.
      if !S.isPlain, bufferEnd - clock.playhead >= terms.upperLevel { return .request }
      while !S.isPlain, clock.now < pauseEnd {
        guard let hasTicked = advance(to: pauseEnd, &target, source, as: shape) else { return .request }
        if !hasTicked { break }
      }
      var ceiling = ceiling(at: lastRendition, source, as: shape)
      var level = bufferEnd - clock.playhead
      let began = clock.now
      if S.isPlain || answered == nil, level >= kind.fillLimit(under: ceiling, duration) {
        while true {
          let limit = kind.fillLimit(under: ceiling, duration) - source.refill
          let end = look(for: level - max(0, limit), since: began, rate, source, as: shape)
          if end <= clock.now { break }
          guard let hasTicked = advance(to: end, &target, source, as: shape) else { return .room(since: began) }
          ceiling = self.ceiling(at: lastRendition, source, as: shape)
          level = bufferEnd - clock.playhead
          if !hasTicked { break }
        }
        if clock.now > began { rule.waited(clock.now - began) }
      }

      let decision: Decision
      if !S.isPlain, let answered {
        decision = Decision(answered)
        self.answered = nil
      } else {
        decision = rule.decide(
          RequestContext(
            segment: next, segmentsLeft: source.segmentCount - next, segmentDuration: duration, level: level,
            maximumLevel: kind.maximumLevel(under: ceiling, duration), isFull: clock.now > began,
            lastRendition: lastPosition, isPlaying: true, rate: rate, time: clock.now))
      }
      let chosen = ladderIndices[decision.rendition]
      if decision.delay > 0 {
        let end = clock.now + decision.delay
        // A rule that wants nothing at any time changes its mind where the events see it.
        guard end < .infinity else { return .rule(until: end, rendition: chosen) }
        while true {
          guard let hasTicked = advance(to: end, &target, source, as: shape) else {
            return .rule(until: end, rendition: chosen)
          }
          if !hasTicked { break }
        }
      }

      if !S.isPlain, source.limitsRenditions,
        bufferEnd - clock.playhead >= limit(of: chosen, duration, source) + Self.margin
      {
        let waitBegan = clock.now
        while true {
          ceiling = self.ceiling(at: chosen, source, as: shape)
          let limit = min(kind.fillLimit(under: ceiling, duration) - source.refill, source.declaredLimit(of: chosen))
          level = bufferEnd - clock.playhead
          let end = look(for: level - max(0, limit), since: waitBegan, rate, source, as: shape)
          if end <= clock.now { break }
          guard let hasTicked = advance(to: end, &target, source, as: shape) else {
            return .answeredRoom(since: waitBegan, rendition: chosen)
          }
          if !hasTicked { break }
        }
        if clock.now > waitBegan { rule.waited(clock.now - waitBegan) }
      }

      // What a rendition needs before its first segment is requested by the events.
      guard S.isPlain || terms.readyRenditions & (1 << UInt64(chosen)) != 0 else {
        return .rule(until: clock.now, rendition: chosen)
      }

      let latency =
        S.isPlain
        ? terms.plainLatency : terms.latency ?? Self.roundTrip(over: link, from: clock.now, cursor: cursor)
      // A request without latency is answered in the instant in which it is made.
      guard S.isPlain || latency > 0 else { return .rule(until: clock.now, rendition: chosen) }
      if !S.isPlain, source.overwriteMargin != nil {
        overwrite(with: chosen, duration, source, fetched)
        duration = starts[next + 1] - starts[next]
      }
      let bytes = source.sizes[next * source.ladderCount + chosen]
      let requestTime = clock.now
      let firstByte = requestTime + latency
      var cursorAfter = cursor
      let arrival = link.arrival(
        of: Double(bytes) * terms.wirePerByte + (S.isPlain ? 0 : terms.header), from: firstByte, cursor: &cursorAfter)
      // Most rules say at compile time that they do not watch.
      let isWatched = rule.watchesProgress && source.isWatched && abandonedInARow < RequestState.abandonmentsInARow
      var poll = ProgressPoll(time: firstByte, cursor: cursor)
      var asks = isWatched
      if !S.isPlain, isWatched, nextTick - clock.playingTime < arrival - clock.now {
        // A download that is not asked about up to its end is not at the ticks on the way.
        let download = polledDownload(decision.rendition, duration, bytes, firstByte: firstByte, latency, rate, source)
        asks = poll.mayAsk(&rule, about: download, until: arrival, over: link)
      }
      while true {
        if asks {
          // Up to what comes first, as the events ask: a tick, or whatever ends the path.
          let until = quietTime(before: arrival, as: shape)
          if until > clock.now {
            let download = polledDownload(
              decision.rendition, duration, bytes, firstByte: firstByte, latency, rate, source)
            let answer = poll.ask(&rule, about: download, until: until, over: link)
            if case .continue = answer {
            } else {
              let flight = Flight(
                rendition: chosen, bytes: bytes, requestTime: requestTime, latency: latency, arrival: arrival,
                cursor: cursorAfter, isWatched: true, poll: poll)
              if case .abandon(let instead) = answer { return .abandoned(flight, instead: instead) }
              return .flight(flight)
            }
          }
        }
        guard let hasTicked = advance(to: arrival, isArrival: true, &target, source, as: shape) else {
          return .flight(
            Flight(
              rendition: chosen, bytes: bytes, requestTime: requestTime, latency: latency, arrival: arrival,
              cursor: cursorAfter, isWatched: isWatched, poll: poll))
        }
        if !hasTicked { break }
      }

      cursor = cursorAfter
      if !S.isPlain, isWatched, source.asksAtArrival {
        let download = polledDownload(decision.rendition, duration, bytes, firstByte: firstByte, latency, rate, source)
        if let instead = rule.shouldAbandon(download.atEnd(arrival)) {
          return .discarded(
            Flight(
              rendition: chosen, bytes: bytes, requestTime: requestTime, latency: latency, arrival: arrival,
              cursor: cursorAfter, isWatched: true, poll: poll), instead: instead)
        }
      }
      if !S.isPlain {
        let pause = chosen == lastRendition ? source.pause : source.switchPause
        if pause > 0 { pauseEnd = clock.now + pause }
      }
      lastPosition = decision.rendition
      lastRendition = chosen
      abandonedInARow = 0
      self.bytes += bytes
      transferTime += arrival - firstByte
      let replacesMedia = !S.isPlain && next < oldNext
      if !replacesMedia { bufferEnd = starts[next + 1] }
      rule.downloaded(
        Download(
          segment: next, rendition: lastPosition, segmentDuration: duration, bytes: Double(bytes),
          audioBytes: S.isPlain ? 0 : Double(source.audioBytes(of: next)), transferTime: arrival - firstByte,
          latency: latency, samplesLatency: source.samplesLatency,
          replacesMedia: replacesMedia),
        level: bufferEnd - clock.playhead)
      if replacesMedia { return .replaced }
      fetched[next] = UInt8(truncatingIfNeeded: chosen)
      next += 1
      appendedEnd = next
    }
    // What is left is shown, while the optimizer ticks.
    if !S.isPlain, !terms.countsGateTime { while advance(to: .infinity, &target, source, as: shape) != nil {} }
    return .request
  }

  /// The next segment on its way, at the level of now.
  @inlinable @inline(__always)
  func polledDownload(
    _ position: Int, _ duration: Double, _ bytes: Int, firstByte: Double, _ latency: Double, _ rate: Double,
    _ source: Source
  ) -> PolledDownload {
    PolledDownload(
      DownloadProgress(
        segment: next, rendition: position, segmentDuration: duration, size: Double(bytes),
        audioSize: Double(source.audioBytes(of: next)), received: 0, elapsed: 0, latency: latency, level: 0),
      firstByte: firstByte, level: ProgressPoll.Level(bufferEnd - clock.playhead, at: clock.now, drain: rate),
      cadence: source.cadence)
  }

  /// The target where the segment requested last is of a rendition of the ladder, or the maximum level where that is
  /// less.
  @inlinable @inline(__always)
  func ceiling<S: PathShape>(at rendition: Int, _ source: Source, as shape: S.Type) -> Double {
    min(S.isPlain ? forwardTarget : target(at: rendition, source), source.maximum)
  }

  @inlinable @inline(__always)
  func target(at rendition: Int, _ source: Source) -> Double {
    rendition == terms.topRendition ? source.topTarget ?? forwardTarget : forwardTarget
  }

  /// Media is left to fetch, and the target decides when.
  @inlinable @inline(__always)
  mutating func useTarget(_ source: Source) {
    highestTarget = max(highestTarget, target(at: lastRendition, source))
  }

  /// The level under which there is room for a rendition of the ladder, which the rule has answered with.
  @inlinable @inline(__always)
  func limit(of rendition: Int, _ duration: Double, _ source: Source) -> Double {
    let ceiling = ceiling(at: rendition, source, as: AnyPath.self)
    return min(
      source.topTarget == nil ? .infinity : source.ceiling.fillLimit(under: ceiling, duration),
      source.declaredLimit(of: rendition))
  }

  /// A segment is about to be requested; a switch goes back to media of a lower rendition, see
  /// ``SwitchMode/overwrite(segments:)``.
  @inlinable @inline(__always)
  mutating func overwrite(
    with rendition: Int, _ duration: Double, _ source: Source, _ renditions: borrowing MutableSpan<UInt8>
  ) {
    let isDecided = rendition == lastRendition || rendition == switching || abandonedInARow > 0
    switching = nil
    guard !isDecided, let segments = source.overwriteMargin, bufferEnd - clock.playhead >= segments * duration else {
      return
    }
    let position = clock.playhead + segments * duration
    var first = next
    while source.starts[first] > position { first -= 1 }
    guard first < next, Int(renditions[first]) < rendition else { return }
    oldNext = max(oldNext, next)
    next = first
  }

  /// When the player sees that a full buffer has room, after a wait that began at a time.
  ///
  /// - Parameter excess: media seconds to be shown until it has; negative where it has had for a while.
  @inlinable @inline(__always)
  func look<S: PathShape>(
    for excess: Double, since began: Double, _ rate: Double, _ source: Source, as shape: S.Type
  ) -> Double {
    guard !S.isPlain else { return clock.now + max(0, excess) / rate }
    let seconds = (source.levelInterval > 0 ? excess : max(0, excess)) / rate
    let known = BufferSettings.knowledge(
      ofFallAt: clock.now + seconds, every: source.levelInterval, from: terms.shownSince)
    return BufferSettings.look(at: known, every: source.poll, from: source.pollsFromStart ? terms.pollOrigin : began)
  }

  @inlinable @inline(never)
  static func roundTrip(over link: Link, from time: Double, cursor: Link.Cursor) -> Double {
    var cursor = cursor
    return link.roundTrip(from: time, cursor: &cursor)
  }

  /// Until when nothing happens but what the path knows: a tick, or `end`.
  ///
  /// - Returns: a time not after `end`; ``Clock/now`` where something else may come first.
  @inlinable @inline(__always)
  func quietTime<S: PathShape>(before end: Double, as shape: S.Type) -> Double {
    let stop = S.isPlain ? end : min(end, clock.now + (nextTick - clock.playingTime))
    return isQuiet(until: stop, as: shape) ? stop : clock.now
  }

  /// Whether the viewer sees media and nothing else happens until a time.
  @inlinable @inline(__always)
  func isQuiet<S: PathShape>(until end: Double, as shape: S.Type) -> Bool {
    let position = clock.playhead + (end - clock.now) * (S.isPlain ? 1 : terms.rate)
    let lowerLevel = S.isPlain ? Self.margin : terms.lowerLevel
    return bufferEnd - position > lowerLevel && position < terms.mark && end < terms.nextActionTime
  }

  /// Lets time pass until `end`, or until the next tick of the optimizer, which is carried out. A tick at the end of a
  /// wait comes before what the wait was for; which of a tick and an arrival comes first is left to the events.
  ///
  /// - Parameter isArrival: whether a segment arrives at `end`.
  /// - Returns: whether it was a tick; `nil`, and nothing changed, when something else happens on the way.
  @inlinable @inline(__always)
  mutating func advance<T: ForwardTarget, S: PathShape>(
    to end: Double, isArrival: Bool = false, _ target: inout T, _ source: Source, as shape: S.Type
  ) -> Bool? {
    if S.isPlain { return pass(to: end, as: shape) ? false : nil }
    let tick = clock.now + (nextTick - clock.playingTime)
    let margin = isArrival ? Self.margin : 0
    if end < tick - margin {
      guard pass(to: end, as: shape) else { return nil }
      return false
    }
    guard tick <= end - margin, pass(to: tick, as: shape) else { return nil }
    clock.playingTime = nextTick
    nextTick += source.interval
    forwardTarget = target.tick(
      position: clock.playhead, watched: terms.watchedBefore + (clock.playhead - terms.runStart))
    if next < source.segmentCount { useTarget(source) }
    return true
  }

  @inlinable @inline(__always)
  mutating func pass<S: PathShape>(to end: Double, as shape: S.Type) -> Bool {
    guard isQuiet(until: end, as: shape) else { return false }
    let seconds = end - clock.now
    if S.isPlain {
      clock.playhead += seconds
    } else {
      clock.playhead += seconds * terms.rate
      clock.playingTime += seconds
      clock.shownTime += seconds
      clock.gateTime += seconds
    }
    clock.now = end
    return true
  }
}
