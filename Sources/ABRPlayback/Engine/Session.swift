import ABRMedia
import ABRNetwork
import Synchronization

/// One session: a queue of one or more items over one or more flows, from the play request to the end.
///
/// Between two events everything is linear: media is shown at one rate, every flow gets one share of the link. The
/// session works out the earliest event of all its parts in closed form, lets time pass to it, and has each part handle
/// what is due. ``FastPath`` plays plain stretches with the same arithmetic.
///
/// Order at one instant: the network changes and bytes arrive; the optimizer ticks, and a target that it raises is
/// requested for; an item ends; the viewer acts; an empty buffer stalls; other requests are made. The viewer's steps at
/// one instant happen in their order; those at 0 s come before the first request.
///
/// A session is never copied: it is large, and a copy would be a bug. ``anchor`` keeps the compiler from making one to
/// call what only reads it.
struct Session<O: SessionObserver>: ~Copyable {
  // MARK: What is played

  let settings: SessionSettings
  let drivers: [ItemDriver]

  // MARK: Parts

  var now = 0.0
  var network: Network
  var playback: Playback
  var buffer = Buffer()
  var requests = RequestState()
  var viewer: ScriptState
  var preloading: PreloadState
  var faults: FaultState
  var live = LiveState()
  var metered: MeteredState
  var visits: VisitList
  /// The visit that lasts, and the driver of its item.
  var visit: VisitState
  var driver: ItemDriver
  var items: [ItemState] = []
  var store = MediaStore()
  /// Copies of the store beside which subtitles were requested.
  var subtitled: Set<Int> = []
  /// Keys whose licences are there.
  var licensedKeys: Set<Int>
  /// When the service is asked next whether this stream may continue; infinite where nobody counts.
  var nextHeartbeat: Double
  /// Throughput in bits per second over the item before; `nil` before there was one.
  var lastThroughput: Double?
  /// Ladder indices of what ``FastPath`` has fetched.
  var fastRenditions: [UInt8] = []
  /// The visits that are over.
  var pastVisits: [VisitMetrics] = []

  // MARK: Options looked at in every event

  /// Whether a first frame waits for nothing but media.
  let isStartPlain: Bool
  /// Whether the network may be lost: it has faults, or may be silent for longer than the player waits.
  let mayLoseNetwork: Bool
  let hasLiveItems: Bool
  /// Whether nothing but flows changes the network: no faults, and no side flows of the queue.
  let isLinkPlain: Bool
  /// Whether what does not change in a session allows ``FastPath``, the item on the screen apart.
  let allowsFastPath: Bool

  var metrics = SessionMetrics()
  var quality = QualityAccount()
  var observer: O
  /// Events of an attempt after a time-out, which is made after a delay.
  private var delayed: (time: Double, kinds: [SessionEvent.Kind])?

  /// An atomic has one address, and so has what holds it: without one the compiler copies the session, 2.5 kB, to call
  /// a method that reads it and is not inlined.
  private let anchor = Atomic<Bool>(false)

  init(
    settings: SessionSettings, script: Script, drivers: [ItemDriver], link: Link, offset: Double,
    memory: inout SessionScratch, observer: O
  ) {
    // Where sources may change, any item may get the segments of any video.
    let changesSource =
      settings.hasSources || script.steps.contains { if case .source = $0.action { true } else { false } }
    memory.prepare(for: settings.items, drivers: drivers, changesSource: changesSource)
    let first = settings.queue.visits[0]
    let driver = drivers[settings.items[first.item].driver]
    network = Network(
      link: link, settings: driver.terms.settings.network, offset: offset,
      isShareStrict: settings.preload.share == .strict,
      parallelFlows: settings.preload.isActive ? settings.preload.maxParallel : 0)
    // Time-outs are the player's, one for all items.
    let retry = driver.terms.settings.retry
    let timeout = retry.shortestTimeout
    let silence = network.longestSilence
    let mayLoseNetwork = settings.hasFaults || timeout.map { silence >= $0 } ?? false
    if timeout != nil, mayLoseNetwork { network.followStretches() }
    metered = MeteredState(settings.metered, link: link, cursor: network.cursor)
    self.settings = settings
    viewer = ScriptState(script)
    self.drivers = drivers
    self.observer = observer
    visits = VisitList(settings.queue)
    playback = Playback(rate: driver.terms.settings.rate)
    preloading = PreloadState(settings.preload, script: script, sideFlows: settings.queue.sideFlows)
    licensedKeys = settings.licences.held
    nextHeartbeat = settings.heartbeat
    visit = VisitState(index: 0, visit: first, metrics: VisitMetrics(visit: 0, item: first.item, began: 0))
    self.driver = driver
    faults = FaultState(settings.faults, retry: retry)
    self.mayLoseNetwork = mayLoseNetwork
    isStartPlain = settings.isStartPlain
    isLinkPlain = settings.isLinkPlain
    hasLiveItems = settings.hasLiveItems
    allowsFastPath =
      !O.isActive && !mayLoseNetwork && settings.allowsFastPath && network.settings.allowsFastPath
    memory.exchange(&items, &store, &fastRenditions, &pastVisits)
  }

  // MARK: Shorthands

  /// Item on the screen.
  @inline(__always)
  var item: Int { visit.visit.item }
  @inline(__always)
  var isOver: Bool { playback.state == .ended }
  /// Media seconds ahead of the playhead.
  @inline(__always)
  var level: Double { buffer.end - playback.playhead }
  @inline(__always)
  var isDownloaded: Bool { buffer.next == driver.terms.segmentCount }
  @inline(__always)
  var hasMainFlow: Bool { network.hasMainFlow }
  /// Media seconds shown per second.
  @inline(__always)
  var effectiveRate: Double { live.rate(playback.rate) }
  @inline(__always)
  func driver(of item: Int) -> ItemDriver { drivers[items[item].driver] }

  @inline(__always)
  mutating func log(_ kind: SessionEvent.Kind) {
    if O.isActive {
      observer.record(SessionEvent(time: now, level: level, position: playback.playhead, kind: kind))
    }
  }

  /// Logs what happens after a delay, unless ``forgetDelayedLog()`` comes first.
  mutating func log(_ kinds: [SessionEvent.Kind], after delay: Double) {
    guard O.isActive else { return }
    delayed = delay > 0 ? (now + delay, kinds) : nil
    if delay <= 0 { for kind in kinds { log(kind) } }
  }

  /// The attempt after a time-out is not made.
  mutating func forgetDelayedLog() { if O.isActive { delayed = nil } }

  /// Logs what was delayed and is due before a time, to which all changes evenly.
  private mutating func logDelayed(until end: Double) {
    guard let (time, kinds) = delayed, time <= end else { return }
    delayed = nil
    let seconds = max(0, time - now)
    let position = playback.playhead + (playback.isShowing ? seconds * effectiveRate : 0)
    for kind in kinds {
      observer.record(
        SessionEvent(time: max(time, now), level: max(0, buffer.end - position), position: position, kind: kind))
    }
  }

  // MARK: The loop

  /// Plays a session.
  ///
  /// - Parameters:
  ///   - drivers: one for each video, made for this session.
  ///   - memory: shared by the sessions of a thread.
  static func play(
    _ settings: SessionSettings, script: Script, drivers: [ItemDriver], start: AnyPlayer.Start,
    memory: inout SessionScratch, observer: inout O
  ) -> SessionMetrics {
    var session = Session(
      settings: settings, script: script, drivers: drivers, link: start.link, offset: start.offset, memory: &memory,
      observer: observer)
    let metrics = session.run(returning: &memory)
    observer = session.observer
    return metrics
  }

  /// Does all that comes before the first request.
  mutating func begin() {
    enter(0)
    countStreams()
    if !isOver { followNetwork() }
    if !isOver { act() }
  }

  /// Plays the session to its end.
  ///
  /// - Parameter memory: gets back what the session has taken of it.
  mutating func run(returning memory: inout SessionScratch) -> SessionMetrics {
    begin()
    var events = 0
    while !isOver {
      while mayTakeFastPath, takeFastPath() {}
      request()
      if isOver { break }
      step()
      events += 1
      if !isOver, memory.isCancelled(after: events) { end(.left) }
    }
    finaliseAccounts()
    log(.ended(metrics.outcome))
    giveBack(&memory)
    return metrics
  }

  /// Gives back what the session has taken of the memory that sessions share.
  mutating func giveBack(_ memory: inout SessionScratch) {
    memory.exchange(&items, &store, &fastRenditions, &pastVisits)
  }

  /// Lets time pass to the next event and handles what is due then.
  mutating func step() {
    armViewer()
    var end = nextEvent()
    var stop = Double.infinity
    var stopTime = Double.infinity
    var tickTime = Double.infinity
    let growth = settleGrowth()
    if playback.isShowing {
      // A mark that is behind, such as a position passed by a seek, is due now. An end that moves is crossed below.
      let isStill = driver.terms.fragment != nil || growth.map { $0.header > 0 } ?? true
      let bound = isStill ? min(buffer.end, nextMark) : fixedMark
      stop = max(playback.playhead, bound)
      stopTime = now + (stop - playback.playhead) / effectiveRate
      tickTime = now + (buffer.nextTick - playback.playingTime)
      let catchUpEnd = live.catchUpEnd(of: playback.playhead, at: now, rate: effectiveRate)
      end = min(end, min(stopTime, min(tickTime, catchUpEnd)))
    }
    // A session in which nothing else happens any more is over, even where its streams are counted and the network
    // changes.
    if end < .infinity { end = min(end, min(nextHeartbeat, metered.nextChange)) }
    end = max(end, now)
    var crossing: LevelCrossing?
    if let growth { crossing = nextCrossing(growth, before: end) }
    if let crossing { end = max(now, crossing.time) }
    switch askToAbandon(until: end) {
    case .continue: break
    case .abandon(let time, let instead):
      pass(to: time)
      abandonDownload(insteadFor: instead)
      return
    case .askAgain: return
    }
    guard end < .infinity else {
      // The last question to the rule may lie ahead, and the bytes up to it have been counted.
      pass(to: max(now, network.clock))
      // One who has paused and does nothing more does not come back.
      if playback.isPaused { return self.end(playback.hasStarted ? .left : .leftBeforeStart) }
      self.end(faults.isGivenUp ? .failed : .networkExhausted)
      return
    }
    pass(to: end)
    if stopTime <= end, playback.isShowing { playback.reach(stop) }
    if tickTime <= end, playback.isShowing { playback.reach(playingTime: buffer.nextTick) }
    if driver.terms.playsArriving {
      takeArrived()
      if let crossing { reach(crossing) }
    }
    handleNetwork()
    if metered.nextChange <= now, !isOver { followNetwork() }
    if driver.terms.playsArriving, crossing?.isLevel ?? false || looksInEveryEvent || nextActionTime > now {
      startIfReady()
    }
    if tickTime <= end, playback.state == .playing {
      tick()
      armViewer()
      if nextActionTime <= now {
        requestAfterTick()
        // The rest of the instant follows the answer.
        if isAsking { return }
      }
    }
    if stopTime <= end, playback.state == .playing { reachStop() }
    if !isOver { act() }
    if mayLoseNetwork, !isOver { handleFaults() }
    if live.isLive, !isOver { keepUp() }
    if playback.isShowing, !isOver, playback.playhead >= buffer.end { runOut() }
  }

  /// When the network, the viewer or the app does something next; infinite where they do nothing any more.
  mutating func nextEvent() -> Double {
    // Of three or more, `min` makes an array.
    var next = min(network.nextEvent(at: now), min(requests.wakeTime, nextActionTime))
    if !isLinkPlain { next = min(next, min(faults.capacityTime, sideFlowTime)) }
    if mayLoseNetwork { next = min(next, updateFaults()) }
    return next
  }

  /// A target that has risen is requested for, though the viewer acts in the same instant.
  private mutating func requestAfterTick() {
    while !isOver, !isDownloaded, !hasMainFlow, isBelowRefillLevel {
      request()
      guard network.nextEvent(at: now) <= now else { return }
      handleNetwork()
    }
  }

  /// Lets time pass: everything that accumulates does.
  mutating func pass(to end: Double) {
    if O.isActive { logDelayed(until: end) }
    let seconds = end - now
    if seconds > 0 {
      // Asked before time passes: at its end preloads may have been allowed by the position.
      if preloading.isActive, mayPreload { metrics.gateOpenTime += seconds }
      if playback.isPaused {
        metrics.pausedTime += seconds
      } else {
        if O.isActive, let cause = playback.awaits { observer.wait(for: cause, from: now, to: end) }
        switch playback.state {
        case .startup:
          visit.metrics.startupTime += seconds
          metrics.startupTotal += seconds
        case .stalled:
          metrics.stalledTime += seconds
          visit.metrics.stalledTime += seconds
        case .seeking: metrics.seekTime += seconds
        case .playing: show(seconds)
        case .ended: break
        }
      }
    }
    now = end
  }

  private mutating func show(_ seconds: Double) {
    if live.isLive {
      // The delay changes linearly while media is shown.
      metrics.delayIntegral += seconds * (delay + (1 - effectiveRate) * seconds / 2)
      metrics.livePlayingTime += seconds
      if live.isCatchingUp { metrics.catchUpTime += seconds }
    }
    playback.show(seconds, rate: effectiveRate)
    metrics.playingTime += seconds
  }

  /// Ends the session.
  mutating func end(_ outcome: SessionOutcome) {
    logStepsLeft()
    leaveVisit(as: .unplayed)
    playback.end()
    metrics.outcome = outcome
    metrics.wallTime = now
    metrics.highestTarget = buffer.highestTarget
  }
}
