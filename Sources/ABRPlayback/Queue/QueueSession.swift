import ABRMedia
import ABRNetwork

/// A session of several items, flows and actions: the event lane of the engine.
///
/// Between two events everything is linear: media is shown at one rate, every flow gets one share of the link. The session
/// works out the earliest event in closed form, lets time pass to it, and handles what is due. A session of one item over one
/// flow gives what ``Session`` gives, which fetches segment by segment and is the faster lane; tests hold the two together.
///
/// Order at one instant: the network changes and bytes arrive; the optimizer ticks; an item ends; the viewer acts; an empty buffer
/// stalls; requests are made. The viewer's steps at one instant happen in their order.
///
/// A session is never copied: it is large, and a copy would be a bug.
struct QueueSession<O: SessionObserver>: ~Copyable {
  enum State {
    /// Waiting for the first frame of a visit.
    case startup
    /// Media is shown, unless the viewer has paused.
    case playing
    /// Waiting for media after the first frame.
    case stalled
    /// Waiting for media after a seek that left the buffer.
    case seeking
    /// Nothing happens any more.
    case ended
  }

  /// What a session knows of an item between visits.
  struct ItemState {
    /// Where the next visit without a position of its own begins.
    var resumePosition = 0.0
    /// Whether a frame of it was shown, and whether its buffer waits for it to come back.
    var wasPlayed = false
    var isSuspended = false
    var hasOverhead = false
    /// Segments of which there may be copies.
    var held = 0..<0
    /// A part of a segment whose transfer was stopped and can go on by range.
    var partSegment = -1
    var partRendition = 0
    var partBytes = 0
    /// Bytes preloaded and still in memory, and bytes in the cache.
    var preloadedBytes = 0
    var cachedBytes = 0
    var lastAccess = 0.0
    /// Media seconds shown before the buffer was suspended, and the optimizer's clock then.
    var watched = 0.0
    var playingTime = 0.0
    var nextTick = 0.0
    var forwardTarget = 0.0
  }

  let player: QueuePlayer
  let link: Link
  let network: NetworkSettings
  let wirePerByte: Double
  /// Whether a first frame waits for nothing but media.
  let isStartPlain: Bool
  /// Options looked at in every event, taken out of the settings.
  let trigger: PreloadSettings.Trigger
  let isShareStrict: Bool
  let hasFaults: Bool
  let hasLiveItems: Bool
  /// Whether nothing but flows changes the network: no faults, and no side flows of the queue.
  let isLinkPlain: Bool
  /// Whether the options allow ``PlainLane``, those of the item on the screen apart; it and the next two stay as `init` leaves them.
  var isPlain = false
  /// Seconds to the first byte on a connection that stands; not a number where it has to be asked for every request.
  var constantLatency = Double.nan
  /// Ladder indices of what ``PlainLane`` has fetched.
  var plainRenditions: [UInt8] = []
  var observer: O
  var drivers: [ItemDriver]
  var visits: [Visit]
  /// Which driver plays an item; changes when a source falls back.
  var driverOfItem: [Int]
  var items: [ItemState]
  var store: MediaStore
  var metrics = QueueMetrics()

  // MARK: Clock and network
  var now = 0.0
  var cursor: Link.Cursor
  /// Until when the bytes of flows have been counted.
  var networkTime = 0.0
  /// Share of the capacity that the link carries.
  var factor = 1.0
  var nextStretch = 0
  var isInStretch = false
  var flows: [Flow] = []
  /// The one flow there is, while it is none of ``flows``, and the cursor of the link at its last byte.
  var hasLone = false
  var lone = Flow(
    purpose: .main, item: -1, segment: 0, rendition: 0, bytes: 0, requestTime: 0, latency: 0, remaining: 0)
  var loneCursor = Link.Cursor()
  /// The next moment at which a flow changes, and the flow that is complete then.
  var flowEvent = Double.infinity
  var completing = -1
  var flowsChanged = true
  /// From when requests find the shared connection set up; infinite while there is none.
  var connectedFrom = Double.infinity
  /// From when the name lookup, which the first request begins, is over; infinite before.
  var nameKnownFrom = Double.infinity
  var nextSideFlow = 0
  /// Bytes of gated side flows that wait.
  var waitingSideBytes: [Int] = []

  // MARK: The visit
  var visitIndex = 0
  /// The entry of the queue, and the live edge of its item: copies, because every event looks at them.
  var currentVisit: Visit
  var live: LiveSettings?
  var item = -1
  var driver: ItemDriver
  var visit = VisitMetrics(visit: 0, item: 0, began: 0)
  var state = State.startup
  var isPaused: Bool
  var isSuspended = false
  var rate: Double
  /// Whether ``rate`` holds for what is on the screen: ads and bumpers play at their own, as in the Brightcove SDK.
  var isAtRate = true
  var playhead = 0.0
  /// Where the stretch on the screen began, and media seconds of the visit shown before it.
  var runStart = 0.0
  var watchedBefore = 0.0
  /// Ends of the contiguous buffered media.
  var bufferStart = 0.0
  var bufferEnd = 0.0
  var next = 0
  var playingTime = 0.0
  var nextTick = Double.infinity
  var forwardTarget = 0.0
  var stallBegan = 0.0
  /// Whether playback begins again as at startup, after the app has resumed a failed session.
  var startsAnew = false
  var hasStartedSession = false
  /// When the first frame of the visit is drawn; infinite before there is enough media.
  var renderTime = Double.infinity
  /// Whether what the cache holds of the item on the screen may be shown.
  var isAuthorised = true
  /// Visits of the list that are known, and whether more of it is on its way.
  var knownVisits: Int
  var isPageRequested = false

  // MARK: Requests of the item on the screen
  var hasRequested = false
  var startRendition: Int?
  var lastPosition = 0
  var lastRendition = -1
  var lastShown = -1
  var justFilled = false
  var abandonedInARow = 0
  var isWaitingForRoom = false
  var waitBegan = 0.0
  /// When there will be room, unless the target or the viewer changes that; infinite when unknown.
  var roomTime = Double.infinity
  /// A decision of the rule that waits for its time.
  var ruleUntil = Double.infinity
  var ruleRendition = 0
  /// When to look at requests again.
  var requestTime = Double.infinity
  /// Requests are of no use before this time.
  var blockedUntil = 0.0
  /// Memory is short until this time.
  var lowMemoryUntil = -Double.infinity
  var unansweredChange = Double.nan
  var visibleFrom = Double.infinity
  var visibleChange = 0.0
  /// Whether the next segment was on the screen in part before its buffer was flushed.
  var isRefetching = false
  /// Whether the rule decides about going on with a download of the item.
  var isWatched = false
  /// The rendition that a rule wants instead of the download it gives up.
  var abandoning = 0

  // MARK: Script, gate, faults, live
  var nextStep = 0
  /// Where and when the next step is due, if that is known; infinite where it waits for something else.
  var isStepKnown = false
  var scriptMark = Double.infinity
  var stepTime = Double.infinity
  var gate: PreloadGate
  var wantsPreloads: Bool
  var preloadsMayHaveWork = true
  /// Whether the log says that the trigger of preloads, where it is no gate, has been reached in this visit.
  var hasLoggedTrigger = false
  /// The copy of which the log says that it waits for memory.
  var waitingPreload = -1
  var lossBegan = Double.nan
  var lossIsRefusal = false
  var nextRetry = Double.infinity
  var retriesLeft = 0
  var isGivenUp = false
  var resumeTime = Double.infinity
  var reloadTime = Double.infinity
  var isCatchingUp = false
  var delayAtPause = 0.0

  init(player: QueuePlayer, link: Link, offset: Double, observer: O) {
    self.player = player
    self.link = link
    self.observer = observer
    drivers = player.players.map { $0.makeDriver() }
    driver = drivers[player.queue.items[player.queue.visits[0].item].player]
    network = driver.settings.network
    wirePerByte = 1 / network.payloadFraction
    visits = player.queue.visits
    currentVisit = visits[0]
    isStartPlain = player.render.delay == 0 && player.queue.pages == nil && player.cache.authorisationBytes == 0
    knownVisits = player.queue.pages?.visits ?? .max
    trigger = player.preload.trigger
    isShareStrict = player.preload.share == .strict
    hasLiveItems = player.queue.items.contains { $0.live != nil }
    hasFaults = !player.faults.stretches.isEmpty || !player.faults.refusals.isEmpty
    isLinkPlain = !hasFaults && player.queue.sideFlows.isEmpty
    driverOfItem = player.queue.items.map(\.player)
    items = Array(repeating: ItemState(), count: player.queue.items.count)
    cursor = link.cursor(atOffset: offset)
    rate = driver.settings.rate
    isPaused = !player.script.autoplays
    if case .gate(let settings) = player.preload.trigger { gate = PreloadGate(settings) } else { gate = PreloadGate() }
    wantsPreloads = player.preload.isActive
    flows.reserveCapacity(player.preload.maxParallel + 2)
    // Where sources may change, any item may get the segments of any video.
    let changesSource = player.script.steps.contains { if case .source = $0.action { true } else { false } }
    let most = drivers.map(\.segmentCount).max() ?? 0
    store = MediaStore(
      segmentCounts: driverOfItem.map { [drivers] in changesSource ? most : drivers[$0].segmentCount })
    if let latency = network.fixedLatency ?? link.constantLatency { constantLatency = latency }
    guard !O.isActive, isLinkPlain, isStartPlain, !hasLiveItems, constantLatency > 0, player.cache.capacity == 0 else {
      return
    }
    isPlain = true
    plainRenditions = Array(repeating: 0, count: most)
  }

  @inline(__always)
  var isOver: Bool { state == .ended }
  /// Media seconds ahead of the playhead.
  @inline(__always)
  var level: Double { bufferEnd - playhead }
  @inline(__always)
  var isDownloaded: Bool { next == driver.segmentCount }
  @inline(__always)
  var isShowing: Bool { state == .playing && !isPaused }
  /// Media seconds shown per second.
  @inline(__always)
  var effectiveRate: Double {
    let rate = isAtRate ? rate : 1
    return isCatchingUp ? rate * (live?.catchUpRate ?? 1) : rate
  }
  @inline(__always)
  var watched: Double { watchedBefore + (playhead - runStart) }
  @inline(__always)
  var hasMainFlow: Bool { hasLone || flows.contains { $0.purpose == .main } }

  @inline(__always)
  mutating func log(_ kind: SessionEvent.Kind) {
    if O.isActive { observer.record(SessionEvent(time: now, level: level, position: playhead, kind: kind)) }
  }

  /// Plays the session to its end.
  mutating func run() -> QueueMetrics {
    enter(0)
    if let refusal = player.script.refusalAtStart {
      nextStep = 1
      refuse(for: refusal)
    }
    while !isOver {
      if mayFetchPlainly { fetchPlainly() }
      request()
      if isOver { break }
      step()
    }
    close()
    log(.ended(metrics.session.outcome))
    return metrics
  }

  /// Lets time pass to the next event and handles what is due then.
  mutating func step() {
    if !isStepKnown { arm() }
    var end = min(networkEvent(), requestTime, nextActionTime)
    if hasFaults { end = min(end, faultTime()) }
    var stop = Double.infinity
    var stopTime = Double.infinity
    var tickTime = Double.infinity
    if isShowing {
      // A mark that is behind, such as a position passed by a seek, is due now.
      stop = max(playhead, min(bufferEnd, nextMark))
      stopTime = now + (stop - playhead) / effectiveRate
      tickTime = now + (nextTick - playingTime)
      end = min(end, stopTime, tickTime, catchUpEnd)
    }
    end = max(end, now)
    if isWatched, let question = ask(until: end) {
      pass(to: question)
      abandonDownload()
      return
    }
    guard end < .infinity else {
      // The last question to the rule may lie ahead, and the bytes up to it have been counted.
      pass(to: max(now, networkTime))
      // One who has paused and does nothing more does not come back.
      if isPaused { return self.end(hasStartedSession ? .left : .leftBeforeStart) }
      self.end(.starved)
      return
    }
    pass(to: end)
    if stopTime <= end, isShowing { playhead = stop }
    if tickTime <= end, isShowing { playingTime = nextTick }
    handleNetwork()
    if tickTime <= end, state == .playing { tick() }
    if stopTime <= end, state == .playing { reachStop() }
    if !isOver { act() }
    if hasFaults, !isOver { handleFaults() }
    if live != nil, !isOver { keepUp() }
    if isShowing, !isOver, playhead >= bufferEnd { runOut() }
  }

  /// Lets time pass: everything that accumulates does.
  mutating func pass(to end: Double) {
    let seconds = end - now
    if seconds > 0 {
      // Asked before time passes: at its end preloads may have been allowed by the position.
      if wantsPreloads, isGateOpen { metrics.gateOpenTime += seconds }
      if isPaused {
        metrics.pausedTime += seconds
      } else {
        switch state {
        case .startup:
          visit.startupTime += seconds
          metrics.startupTotal += seconds
        case .stalled:
          metrics.session.stalledTime += seconds
          visit.stalledTime += seconds
        case .seeking: metrics.seekTime += seconds
        case .playing: show(seconds)
        case .ended: break
        }
      }
    }
    now = end
  }

  private mutating func show(_ seconds: Double) {
    if live != nil {
      // The delay changes linearly while media is shown.
      metrics.delayIntegral += seconds * (delay + (1 - effectiveRate) * seconds / 2)
      metrics.livePlayingTime += seconds
      if isCatchingUp { metrics.catchUpTime += seconds }
    }
    playhead += seconds * effectiveRate
    playingTime += seconds
    metrics.session.playingTime += seconds
  }

  /// A tick of the buffer optimizer.
  mutating func tick() {
    nextTick += driver.interval
    roomTime = .infinity
    let before = forwardTarget
    forwardTarget = driver.tick(position: playhead, watched: watched)
    if forwardTarget != before { log(.target(seconds: forwardTarget)) }
  }

  /// The next position at which something happens beside the end of the buffer.
  @inline(__always)
  var nextMark: Double {
    let mark = fixedMark
    guard wantsPreloads, gate.isOpen, !isDownloaded, case .gate(let settings) = trigger else { return mark }
    let close = bufferEnd - settings.close
    // A mark at the playhead or behind has been dealt with.
    return close > playhead ? min(mark, close) : mark
  }

  /// The same without positions that move with the end of the buffer.
  @inline(__always)
  var fixedMark: Double {
    let mark = min(currentVisit.until, visibleFrom, scriptMark)
    guard wantsPreloads, case .progress(let share) = trigger else { return mark }
    let position = share * driver.duration
    return position > playhead ? min(mark, position) : mark
  }

  /// The playhead is at the end of the buffer or at a mark.
  mutating func reachStop() {
    if playhead >= visibleFrom, playhead < bufferEnd {
      let latency = now - visibleChange
      metrics.session.visibleSwitchLatencySum += latency
      metrics.session.visibleSwitchCount += 1
      visibleFrom = .infinity
      log(.switchVisible(latency: latency))
    }
    preloadsMayHaveWork = true
    if playhead >= currentVisit.until || (playhead >= bufferEnd && isDownloaded) { endVisit() }
  }

  /// Media is out and time goes on: a stall. Where something else happens at the same time there is none yet.
  mutating func runOut() {
    if isDownloaded { return }
    // A session that is over waits for nothing.
    if !isGivenUp || mayResume { stall() }
    if isGivenUp { failToEnd() }
  }

  /// Playback waits for media.
  mutating func stall() {
    state = .stalled
    stallBegan = now
    metrics.session.stallCount += 1
    log(.stalled)
    if gate.take(.stall) { gateChanged() }
  }

  /// Starts or resumes playback when the level exceeds its threshold or nothing is left to fetch.
  mutating func startIfReady() {
    if state == .playing || (state == .startup && isPaused) { return }
    let buffer = driver.settings.buffer
    var threshold = state == .stalled && !startsAnew ? buffer.resume : buffer.start
    if now < lowMemoryUntil { threshold = min(threshold, Self.lowMemoryLevel) }
    if level > threshold || isDownloaded { startPlaying() }
  }

  mutating func startPlaying() {
    switch state {
    case .startup:
      if isPaused || !mayShow() { return }
      state = .playing
      visit.started = true
      items[item].wasPlayed = true
      hasStartedSession = true
      log(.started)
    case .stalled:
      state = .playing
      startsAnew = false
      log(.resumed(after: now - stallBegan))
    case .seeking:
      state = .playing
      log(.resumed(after: now - stallBegan))
    case .playing, .ended: break
    }
  }

  /// Ends the session.
  mutating func end(_ outcome: SessionOutcome) {
    logStepsLeft()
    leaveVisit(as: .unplayed)
    state = .ended
    metrics.session.outcome = outcome
    metrics.session.wallTime = now
  }
}
