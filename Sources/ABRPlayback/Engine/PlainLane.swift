import ABRMedia
import ABRNetwork

/// Segments fetched one after the other while media plays and nothing else happens: no stall, no tick, no action, no leaving.
///
/// Sessions of one item and of several spend nearly all of their time here. The arithmetic is that of their general ways, whose
/// special cases cannot occur here, with everything that a segment changes in local variables: loads and stores would double the
/// time. Whatever is special is left untouched for the general way, and the segment in hand is finished there.
@usableFromInline
struct PlainLane {
  /// The clocks of a viewer who sees media without a break.
  @usableFromInline
  struct Clock {
    @usableFromInline var now: Double
    @usableFromInline var playhead: Double
    @usableFromInline var playingTime: Double
    /// Sums of the session that grow with its clocks: time in which media was shown, and in which preloads may request.
    @usableFromInline var shownTime = 0.0
    @usableFromInline var gateTime = 0.0

    @inlinable @inline(__always)
    init(now: Double, playhead: Double, playingTime: Double) {
      self.now = now
      self.playhead = playhead
      self.playingTime = playingTime
    }
  }

  /// What segments are taken from, and how a buffer is filled with them.
  @usableFromInline
  struct Source {
    @usableFromInline let starts: [Double]
    @usableFromInline let sizes: [Int]
    @usableFromInline let ladderCount: Int
    @usableFromInline let segmentCount: Int
    @usableFromInline let maximum: Double
    @usableFromInline let fitsWhole: Bool
    @usableFromInline let refill: Double
    @usableFromInline let samplesLatency: Bool

    @inlinable @inline(__always)
    init(video: Video, segmentCount: Int, settings: PlayerSettings) {
      starts = video.starts
      sizes = video.sizes
      ladderCount = video.ladder.count
      self.segmentCount = segmentCount
      maximum = settings.buffer.maximum
      fitsWhole = settings.buffer.ceiling == .wholeSegment
      refill = settings.buffer.refill
      samplesLatency = settings.network.samplesLatency
    }
  }

  /// What holds as long as the lane goes on, and what ends it.
  @usableFromInline
  struct Terms {
    /// The forward target in force.
    @usableFromInline var forwardTarget: Double
    @usableFromInline var latency: Double
    @usableFromInline var wirePerByte: Double
    /// Media seconds shown per second.
    @usableFromInline var rate: Double
    /// Playing time, time and position at which something happens.
    @usableFromInline var nextTick: Double
    @usableFromInline var nextActionTime: Double
    @usableFromInline var mark: Double
    /// Levels from which on and down to which the general way must know.
    @usableFromInline var upperLevel = Double.infinity
    @usableFromInline var lowerLevel = -Double.infinity

    @inlinable @inline(__always)
    init(
      forwardTarget: Double, latency: Double, wirePerByte: Double, rate: Double, nextTick: Double,
      nextActionTime: Double, mark: Double
    ) {
      self.forwardTarget = forwardTarget
      self.latency = latency
      self.wirePerByte = wirePerByte
      self.rate = rate
      self.nextTick = nextTick
      self.nextActionTime = nextActionTime
      self.mark = mark
    }
  }

  @usableFromInline let terms: Terms
  @usableFromInline var clock: Clock
  @usableFromInline var cursor: Link.Cursor
  /// Next segment to fetch, and the end of the buffered media.
  @usableFromInline var next: Int
  @usableFromInline var bufferEnd: Double
  /// Eligible position and ladder index of the last request.
  @usableFromInline var lastPosition: Int
  @usableFromInline var lastRendition: Int
  /// Bytes of the segments fetched.
  @usableFromInline var bytes = 0
  /// Sum of the session: seconds from the first byte of a segment to its last.
  @usableFromInline var transferTime = 0.0

  @inlinable @inline(__always)
  init(
    terms: Terms, clock: Clock, cursor: Link.Cursor, next: Int, bufferEnd: Double, lastPosition: Int, lastRendition: Int
  ) {
    self.terms = terms
    self.clock = clock
    self.cursor = cursor
    self.next = next
    self.bufferEnd = bufferEnd
    self.lastPosition = lastPosition
    self.lastRendition = lastRendition
  }

  /// ``run(_:source:ladderIndices:link:renditions:)``, compiled for one rule.
  @usableFromInline
  typealias Run<R: Rule> = (inout R, inout PlainLane, Source, [Int], Link, inout [UInt8]) -> Decision?

  /// Whether the options of a player leave nothing to do with a segment but to append it to what is buffered.
  @inlinable
  static func allows(_ settings: PlayerSettings, watchesProgress: Bool) -> Bool {
    settings.switchMode == .append && settings.buffer.byteBudget == .max && settings.network.reusesConnections
      && !(watchesProgress && settings.network.allowsAbandonment)
  }

  /// Fetches until something else is about to happen.
  ///
  /// - Parameters:
  ///   - rule: chooses renditions and learns from downloads.
  ///   - source: the video.
  ///   - ladderIndices: ladder index of each eligible rendition.
  ///   - link: the network.
  ///   - renditions: the ladder index of each segment that is fetched is written here, at the segment's index.
  /// - Returns: a decision of the rule that was not carried out, because something happens before its segment has arrived.
  /// - Complexity: O(segments fetched + trace rows crossed).
  @inlinable @inline(__always)
  mutating func run<R: Rule>(
    _ rule: inout R, source: Source, ladderIndices: [Int], link: Link, renditions: inout [UInt8]
  ) -> Decision? {
    let starts = source.starts
    let ceiling = min(terms.forwardTarget, source.maximum)
    while next < source.segmentCount {
      let duration = starts[next + 1] - starts[next]
      let limit = source.fitsWhole ? ceiling - duration : ceiling
      var level = bufferEnd - clock.playhead
      if level >= terms.upperLevel { return nil }
      var isFull = false
      if level >= limit {
        let wait = max(0, level - max(0, limit - source.refill)) / terms.rate
        let began = clock.now
        // A wait that something cuts short is judged there.
        guard advance(to: began + wait, wait: wait) else { return nil }
        if clock.now > began {
          isFull = true
          rule.waited(clock.now - began)
        }
        level = bufferEnd - clock.playhead
      }

      let decision = rule.decide(
        RequestContext(
          segment: next, segmentsLeft: source.segmentCount - next, segmentDuration: duration, level: level,
          maximumLevel: source.fitsWhole ? ceiling : ceiling + duration, isFull: isFull,
          lastRendition: lastPosition, isPlaying: true, rate: terms.rate, time: clock.now))
      let atDecision = clock
      if decision.delay > 0, !advance(to: clock.now + decision.delay) { return decision }
      let chosen = ladderIndices[decision.rendition]
      let bytes = source.sizes[next * source.ladderCount + chosen]
      let size = Double(bytes)
      let linkStart = clock.now + terms.latency
      var cursorAfter = cursor
      let arrival = link.arrival(of: size * terms.wirePerByte, from: linkStart, cursor: &cursorAfter)
      guard advance(to: arrival) else {
        clock = atDecision
        return decision
      }
      cursor = cursorAfter
      lastPosition = decision.rendition
      lastRendition = chosen
      renditions[next] = UInt8(truncatingIfNeeded: chosen)
      self.bytes += bytes
      transferTime += arrival - linkStart
      rule.downloaded(
        Download(
          segment: next, rendition: lastPosition, segmentDuration: duration, bytes: size,
          transferTime: arrival - linkStart, latency: terms.latency, samplesLatency: source.samplesLatency),
        level: starts[next + 1] - clock.playhead)
      next += 1
      bufferEnd = starts[next]
    }
    return nil
  }

  /// Lets time pass until `end`, as ``Session/advance(to:inclusive:)`` and ``QueueSession/pass(to:)`` do.
  ///
  /// - Parameter wait: seconds to `end` where a tick due within them comes first.
  /// - Returns: `false`, and the clocks untouched, when something happens on the way.
  @inlinable @inline(__always)
  mutating func advance(to end: Double, wait: Double = -.infinity) -> Bool {
    let seconds = end - clock.now
    let position = clock.playhead + seconds * terms.rate
    guard position <= bufferEnd, bufferEnd - position > terms.lowerLevel, position < terms.mark,
      end < terms.nextActionTime, clock.playingTime + seconds < terms.nextTick,
      terms.nextTick - clock.playingTime > wait
    else { return false }
    clock.playhead = position
    clock.playingTime += seconds
    clock.shownTime += seconds
    clock.gateTime += seconds
    clock.now = end
    return true
  }
}
