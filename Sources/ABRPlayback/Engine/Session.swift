import ABRMedia
import ABRNetwork

/// One session: a player, a link and a viewer, from the play request to the end.
///
/// The session advances download by download. Between two moments at which something can be decided everything is linear, so
/// the playhead, stalls and the arrival of bytes are computed in closed form: ``advance(to:inclusive:)`` moves the viewer's
/// side, ``Link`` the network's. Whatever cuts such a stretch short is an event with a time: the end of a download, a tick of
/// the buffer optimizer, a timed action, a position at which the viewer leaves.
///
/// Order at one instant, decided here: a segment that arrives then has arrived; a tick of the optimizer comes before the
/// viewer's actions; actions come before a request that only becomes possible then.
@usableFromInline
struct Session<R: Rule, T: ForwardTarget, O: SessionObserver> {
  @usableFromInline
  enum State {
    /// Waiting for the first frame.
    case startup
    /// Media is shown.
    case playing
    /// Waiting for media after the first frame.
    case stalled
    /// Nothing happens any more.
    case ended
  }

  @usableFromInline let player: Player<R, T>
  @usableFromInline let link: Link
  @usableFromInline let viewer: Viewer
  @usableFromInline var rule: R
  @usableFromInline var target: T
  @usableFromInline var observer: O
  @usableFromInline var scratch = SessionScratch()
  @usableFromInline var metrics = SessionMetrics()

  @usableFromInline var state = State.startup
  /// Seconds since the play request.
  @usableFromInline var now = 0.0
  /// Where the link's clock stands, and how far it lags behind ``now`` where latency does not advance the trace.
  @usableFromInline var cursor: Link.Cursor
  @usableFromInline var linkLag = 0.0
  /// Media seconds shown so far, from the start of the video.
  @usableFromInline var playhead = 0.0
  /// Next segment to fetch. It stands between the two ends of the buffer on purpose: side by side they are loaded as one
  /// vector right after each was stored alone, which the processor cannot forward.
  @usableFromInline var next = 0
  /// End of the buffered media.
  @usableFromInline var bufferEnd = 0.0
  /// Playing seconds of the item, the clock of the buffer optimizer.
  @usableFromInline var playingTime = 0.0
  @usableFromInline var nextTick: Double
  /// Forward target in force.
  @usableFromInline var forwardTarget: Double
  @usableFromInline var rate: Double
  @usableFromInline var stallBegan = 0.0

  /// Options looked at in every request, taken out of the settings.
  @usableFromInline let wirePerByte: Double
  @usableFromInline let constantLatency: Double
  @usableFromInline let hasPlainTransfers: Bool
  @usableFromInline let latencyAdvancesTrace: Bool

  /// Ladder index of each eligible rendition.
  @usableFromInline var ladderIndices: [Int]
  /// Eligible position of the first request.
  @usableFromInline var initialPosition: Int
  /// Eligible position and ladder index of the last request.
  @usableFromInline var lastPosition = 0
  @usableFromInline var lastRendition = -1
  @usableFromInline var hasRequested = false
  @usableFromInline var justFilled = false
  /// Downloads of the next segment given up one after the other.
  @usableFromInline var abandonedInARow = 0

  /// Time of the next timed action or of the viewer's leaving.
  @usableFromInline var nextActionTime: Double
  @usableFromInline var nextAction = 0
  /// Media time at which something happens when the playhead gets there.
  @usableFromInline var mediaMark: Double
  /// A limit change that no request has answered yet, and one whose new rendition is on its way to the screen.
  @usableFromInline var unansweredChange = Double.nan
  @usableFromInline var visibleFrom = Double.infinity
  @usableFromInline var visibleChange = 0.0

  /// Congestion window of the connection in bytes and the end of its last transfer, for slow start.
  @usableFromInline var window = 0.0
  @usableFromInline var lastTransferEnd = 0.0
  @usableFromInline var isConnected = false
  /// Seconds of the name lookup that is still to be paid.
  @usableFromInline var nameLookupTime: Double

  /// A rule may give one segment up so often; then the download runs to its end, so that no rule makes a session endless.
  @usableFromInline static var abandonmentsInARow: Int { 1000 }

  @inlinable
  init(player: Player<R, T>, rule: R, link: Link, offset: Double, viewer: Viewer, observer: O) {
    self.player = player
    self.link = link
    self.viewer = viewer
    self.rule = rule
    self.observer = observer
    var target = player.target
    forwardTarget = target.begin()
    nextTick = target.interval
    self.target = target
    cursor = link.cursor(atOffset: offset)
    rate = player.settings.rate
    let network = player.settings.network
    wirePerByte = 1 / network.payloadFraction
    nameLookupTime = network.nameLookupTime
    // Not a number where it has to be asked for every request.
    constantLatency = network.fixedLatency ?? link.constantLatency ?? .nan
    hasPlainTransfers = network.slowStart == .off
    latencyAdvancesTrace = network.latencyAdvancesTrace
    ladderIndices = player.ladderIndices
    initialPosition = player.initialPosition
    nextActionTime = min(viewer.leavesAt, viewer.actions.first?.time ?? .infinity)
    mediaMark = viewer.leavesAfterWatching
  }

  /// Media seconds ahead of the playhead.
  @inlinable var level: Double { bufferEnd - playhead }

  @inlinable var isOver: Bool { state == .ended }

  /// Whether a change of rendition does more than append; plain appending is not worth a call.
  @inlinable var mustPrepareSwitch: Bool { !unansweredChange.isNaN || player.settings.switchMode != .append }

  @inlinable var isDownloaded: Bool { next == player.segmentCount }

  /// Plays the session to its end in memory of the caller's.
  @inlinable
  mutating func run(in memory: inout SessionScratch) -> SessionMetrics {
    swap(&scratch, &memory)
    defer { swap(&scratch, &memory) }
    scratch.clear(segments: player.segmentCount)
    record(.target(seconds: forwardTarget))
    if player.settings.network.startupOverheadBytes > 0 { fetchOverhead() }
    let hasPlainRequests = hasPlainRequests
    while !isOver {
      if isDownloaded {
        advance(to: .infinity, inclusive: true)
      } else if waitForRoom() {
        request()
        if hasPlainRequests, state == .playing, unansweredChange.isNaN { fetchPlainly() }
      }
    }
    record(.ended(metrics.outcome))
    account()
    return metrics
  }

  @inlinable @inline(__always)
  mutating func record(_ kind: SessionEvent.Kind) {
    if O.isActive { observer.record(SessionEvent(time: now, level: level, position: playhead, kind: kind)) }
  }

  // MARK: Requests

  /// Asks the rule, waits as long as it wants, and fetches one segment.
  @inlinable
  mutating func request() {
    if !hasRequested, !rule.choosesFirstRendition || player.settings.forcesInitialRendition {
      fetch(position: initialPosition)
    } else {
      carryOut(rule.decide(context()))
    }
  }

  /// Waits as long as the rule wants and fetches one segment.
  @inlinable
  mutating func carryOut(_ decision: Decision) {
    var position = decision.rendition
    precondition(ladderIndices.indices.contains(position), "a rule answers with an eligible rendition")
    guard decision.delay > 0 else {
      fetch(position: position)
      return
    }
    let rendition = ladderIndices[position]
    record(.waited(seconds: decision.delay, reason: .rule))
    advance(to: now + decision.delay, inclusive: true)
    if isOver { return }
    // Limits may have changed meanwhile: the nearest eligible rendition that is not higher.
    position = self.position(of: rendition)
    fetch(position: position)
  }

  /// Fetches one segment in the rendition at an eligible position.
  @inlinable
  mutating func fetch(position: Int) {
    let isFirst = !hasRequested
    hasRequested = true
    justFilled = false
    let rendition = ladderIndices[position]
    if rendition != lastRendition, !isFirst, mustPrepareSwitch { prepareSwitch(to: rendition) }
    unansweredChange = .nan
    download(next, position: position, rendition: rendition, isFirst: isFirst)
  }

  @inlinable @inline(__always)
  func context() -> RequestContext {
    let starts = player.video.starts
    let duration = starts[next + 1] - starts[next]
    let buffer = player.settings.buffer
    let ceiling = ceiling
    return RequestContext(
      segment: next, segmentsLeft: player.segmentCount - next, segmentDuration: duration, level: level,
      maximumLevel: buffer.ceiling == .wholeSegment ? ceiling : ceiling + duration, isFull: justFilled,
      lastRendition: lastPosition, isPlaying: state == .playing, rate: rate, time: now)
  }

  // MARK: The buffer's side

  /// Adds a segment to the buffer and starts or resumes playback when there is enough.
  @inlinable @inline(__always)
  mutating func append(rendition: Int) {
    scratch.renditions[next] = UInt8(truncatingIfNeeded: rendition)
    next += 1
    bufferEnd = player.video.starts[next]
    if state != .playing { startIfReady() }
  }

  /// Starts or resumes playback when the level exceeds its threshold or nothing is left to fetch.
  @inlinable
  mutating func startIfReady() {
    let threshold = state == .startup ? player.settings.buffer.start : player.settings.buffer.resume
    if level > threshold || isDownloaded { startPlaying() }
  }

  @inlinable
  mutating func startPlaying() {
    if state == .startup {
      metrics.startupTime = now
      state = .playing
      record(.started)
    } else if state == .stalled {
      state = .playing
      record(.resumed(after: now - stallBegan))
    }
  }

  /// Ends the session.
  @inlinable
  mutating func end(_ outcome: SessionOutcome) {
    if state == .startup { metrics.startupTime = now }
    state = .ended
    metrics.outcome = outcome
    metrics.wallTime = now
  }
}
