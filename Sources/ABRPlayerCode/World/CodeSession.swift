import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback

/// One session of a player's own code: the network, the clock and the accounts of the lab around a page.
///
/// The page owns timers, doors to the network, source buffers and the media element. The loop takes the earliest of the
/// next timer and the next event of the network; what the network brings at an instant comes before timers.
final class CodeSession {
  /// What is the same in many sessions.
  struct Settings {
    var stream: ServedStream
    var network: NetworkSettings
    var device: DeviceTime
    var watching = Watching()
    var seed: Int
    /// Whether all that the player says is kept, and not the first warnings alone.
    var isLogged = false
  }

  /// Seconds of the session without a request and without a picture after which a player counts as hung.
  static let idleLimit = 120.0
  /// Tasks at one instant after which a player counts as hung.
  static let taskLimit = 200_000
  /// How many problems, and how many of the player's lines, are kept.
  static let noteLimit = 20
  /// How many lines are kept of a player that is logged.
  static let logLimit = 1_000_000
  /// The status of answers while the source refuses: a server that is overloaded or down for maintenance (RFC 9110,
  /// 15.6.4), which every player tries again.
  static let refusalStatus = 503
  /// A wait for media that is shorter is no stall, in seconds: a player moved the playhead.
  static let leastStall = 0.02

  struct Request {
    var record: CodeRequest
    var resource: ServedStream.Resource?
    /// The status of an error that it is answered with.
    var error: Int?

    /// The server answers with an error and no bytes.
    mutating func refuse(at time: Double) {
      error = CodeSession.refusalStatus
      (record.firstByte, record.lastByte, record.bytes) = (time, time, 0)
    }
  }

  enum State { case starting, playing, waiting, seeking, paused, ended }

  let page: BrowserPage
  let settings: Settings
  var ledger = MediaLedger()
  private let video: Video
  var network: RequestNetwork
  var requests: [Request] = []
  private var random: SeededRandom
  private(set) var failure: CodeSessionFailure?
  private var problems: [JavaScriptException] = []
  private var lastException: PlayerLogLine?
  private var playerLog: [PlayerLogLine] = []

  private(set) var state = State.starting
  private var stateTime = 0.0
  private var statePosition = 0.0
  private(set) var rate = 1.0
  /// When something was last shown or on its way, in seconds since the play request.
  private var lastActivity = 0.0
  /// When a session has ended before its clock; `nil` otherwise.
  private var endTime: Double?
  private var lastWait = 0.0
  var metrics = SessionMetrics()
  private var waits: [CodeSessionResult.Wait] = []
  private var shown: [Int?]
  private var sums = ShownSums(SessionMetrics(), last: nil)
  private let terms: [RenditionTerms]
  private let scores: [QualityScores]
  private var quality = QualityAccount()
  private var abandoned: [Int: Int] = [:]
  /// Media time of pictures that is buffered, in order.
  private(set) var buffered: [(from: Double, to: Double)] = []
  private var events: [SessionEvent] = []

  var viewer: ViewerSteps
  /// How the viewer has ended the session; `nil` while it lasts.
  var end: SessionOutcome?
  /// Whether the viewer has paused, or has not pressed play, and since when.
  var isPausedByViewer: Bool
  var pauseTime = 0.0
  /// Since when the viewer waits for the first frame: the play request, or the end of a pause.
  var startupSince = 0.0
  /// Whether playback waits for what the viewer has gone to.
  var isSeeking = false

  init(_ settings: Settings, over start: AnyPlayer.Start, on page: BrowserPage) {
    self.settings = settings
    self.page = page
    video = settings.stream.video
    terms = RenditionTerms.terms(of: video.ladder)
    scores = video.judgedScores
    network = RequestNetwork(start, settings: settings.network, faults: settings.watching.faults)
    viewer = ViewerSteps(settings.watching.script)
    isPausedByViewer = !settings.watching.script.autoplays
    random = SeededRandom(seed: settings.seed, path: "device time")
    shown = Array(repeating: nil, count: video.segmentCount)
  }

  /// Plays the session to its end.
  func play(_ build: PlayerBuild) -> CodeSessionResult {
    do {
      try page.beginSession(self, seed: settings.seed, watching: settings.watching)
      try page.startPlayer(build)
      try run()
      try page.context.run(page.settle, 0)
    } catch {
      failure = failure ?? .code(error)
    }
    page.session = nil
    return result()
  }

  /// Seconds since the play request.
  var now: Double { endTime ?? clockTime }
  /// What the clock of the page says, which runs past the end of a pause for good.
  private var clockTime: Double { page.clock[0] / 1000 }

  private func run() throws(JavaScriptError) {
    // However slow the network, players give up or play; nothing else takes ten times as long as the video at its rate.
    let rate = min(1, settings.watching.rate, viewer.slowestRate)
    let limit = 3600 + 10 * video.duration / rate + viewer.lastTime
    var tasks = (time: -1.0, count: 0)
    while state != .ended, failure == nil, end == nil {
      let timer = page.clock[1]
      let event = network.nextEvent() * 1000
      let action = viewerTime * 1000
      let next = min(timer, event, action)
      let wasActive = isActive
      if event == .infinity, action == .infinity, network.isBusy, state != .playing {
        // The link carries nothing any more; what players do then changes nothing.
        failure = .networkEnded
      } else if next == .infinity {
        endIdle()
      } else if next > limit * 1000 {
        failure = .tooLong(seconds: limit)
      } else if event <= min(timer, action) {
        try takeEvents(at: event)
      } else if action < timer {
        page.clock[0] = max(page.clock[0], action)
        try actAsViewer()
      } else {
        if tasks.time == timer { tasks.count += 1 } else { tasks = (timer, 0) }
        if tasks.count > Self.taskLimit { failure = .endlessTasks(Self.taskLimit) }
        try page.context.run(page.fire, timer)
      }
      try page.context.checkMemory()
      if wasActive || isActive { lastActivity = now }
      if now - lastActivity > Self.idleLimit { endIdle() }
    }
  }

  /// Whether media is shown or on its way, or the viewer will do something after a pause.
  private var isActive: Bool { state == .playing || network.isBusy || isPausedByViewer && viewer.hasSteps }

  /// Nothing is shown and nothing is requested any more: the player hangs, or the viewer has paused for good, which
  /// counts as leaving when the last request has ended.
  private func endIdle() {
    if isPausedByViewer {
      end = end ?? (state == .starting ? .leftBeforeStart : .left)
      endTime = max(lastActivity, stateTime, pauseTime)
      events.removeAll { $0.time > now }
      playerLog.removeAll { $0.time > now }
    } else {
      failure = failure ?? .idle(seconds: Self.idleLimit, exception: lastException)
    }
  }

  private func takeEvents(at time: Double) throws(JavaScriptError) {
    let seconds = time / 1000
    page.clock[0] = max(page.clock[0], time)
    while failure == nil, let event = network.takeEvent(at: max(seconds, network.nextEvent())) {
      switch event {
      case .began(let number):
        requests[number].record.firstByte = seconds
        try page.context.run(page.head, Double(number), time)
      case .complete(let number):
        let bytes = requests[number].record.bytes
        requests[number].record.lastByte = seconds
        requests[number].record.received = bytes
        if requests[number].record.firstByte == nil { requests[number].record.firstByte = seconds }
        logDownload(requests[number].record)
        try page.context.run(page.finish, Double(number), time)
      case .refused(let number):
        metrics.refusedCount += 1
        log(.refused(item: 0, segment: requests[number].record.segment ?? -1))
        requests[number].refuse(at: seconds)
        try page.context.run(page.head, Double(number), time)
        try page.context.run(page.finish, Double(number), time)
      case .capacity(let share): log(.capacity(factor: share))
      }
      guard network.nextEvent() * 1000 <= time else { break }
    }
  }

  private func logDownload(_ record: CodeRequest) {
    guard let segment = record.segment, let rendition = record.rendition, let first = record.firstByte,
      let last = record.lastByte
    else { return }
    log(
      .downloaded(
        segment: segment, rendition: rendition, bytes: record.bytes, latency: first - record.requestTime,
        transferTime: last - first))
  }

  // MARK: Device

  /// Milliseconds that one step of the device takes.
  func lag(_ step: KeyPath<DeviceTime, Double>) -> Double {
    let spread = settings.device.spread
    let factor = spread > 0 ? 1 + spread * (2 * random.uniform() - 1) : 1
    return settings.device[keyPath: step] * 1000 * factor
  }

  func deliveryLag(of number: Int) -> Double {
    guard requests.indices.contains(number), let resource = requests[number].resource else { return lag(\.segment) }
    switch resource {
    case .manifest, .playlist: return lag(\.manifest)
    case .initialisation, .segment: return lag(\.segment)
    }
  }

  // MARK: Playback

  /// The media element has changed its state.
  func playback(_ name: String, position: Double, rate: Double) {
    let next = state(after: name)
    // A wait in which the playhead moves is one wait.
    if next != state || next == .playing {
      close(at: position)
      logPlayback(name)
    }
    if state == .starting, next != .starting { metrics.startupTime = startup }
    if next == .playing { isSeeking = false }
    (state, statePosition, self.rate) = (next, position, rate)
  }

  private func state(after name: String) -> State {
    switch name {
    case "playing": .playing
    case "ended": .ended
    case _ where state == .starting: .starting
    case "paused": .paused
    default: isSeeking ? .seeking : .waiting
    }
  }

  /// Seconds of startup so far, pauses apart.
  var startup: Double { now - metrics.pausedTime - (isPausedByViewer ? now - pauseTime : 0) }

  /// Media seconds shown so far.
  var watched: Double { metrics.playedMedia + (state == .playing ? position - statePosition : 0) }

  /// Events of playback; short waits, in which a player moves the playhead, are in them, too.
  private func logPlayback(_ name: String) {
    switch (name, state) {
    case ("playing", .starting): log(.started)
    case ("playing", .waiting): log(.resumed(after: lastWait))
    case ("playing", .paused): log(.played)
    case ("paused", .playing): log(.paused)
    case ("waiting", .playing) where !isSeeking: log(.stalled)
    case ("ended", _): log(.ended(.completed))
    default: break
    }
  }

  /// Media time of the playhead.
  var position: Double { state == .playing ? statePosition + (now - stateTime) * rate : statePosition }

  func log(_ kind: SessionEvent.Kind) {
    let position = position
    let end = buffered.first { $0.from <= position + 0.1 && $0.to > position }?.to ?? position
    events.append(SessionEvent(time: now, level: end - position, position: position, kind: kind))
  }

  /// Media of an answer was buffered.
  func append(_ number: Int, from start: Double, to end: Double) {
    ledger.append(number, from: start, to: end)
    guard isVideo(number) else { return }
    let place = buffered.firstIndex { $0.from > start } ?? buffered.count
    buffered.insert((start, end), at: place)
    var merged: [(from: Double, to: Double)] = []
    for interval in buffered {
      // Media that lies nearer together plays on.
      if let last = merged.last, interval.from <= last.to + 0.02 {
        merged[merged.count - 1].to = max(last.to, interval.to)
      } else {
        merged.append(interval)
      }
    }
    buffered = merged
  }

  /// Media of an answer left the buffer, for other media or for good.
  func drop(_ number: Int, from start: Double, to end: Double, isReplaced: Bool) {
    ledger.drop(number, from: start, to: end, isReplaced: isReplaced)
    guard isVideo(number) else { return }
    buffered = buffered.flatMap { interval in
      [(interval.from, min(interval.to, start)), (max(interval.from, end), interval.to)].filter { $0.1 > $0.0 }
    }
  }

  private func isVideo(_ number: Int) -> Bool {
    requests.indices.contains(number) && requests[number].record.rendition != nil
  }

  /// Accounts for the time in the state that ends.
  private func close(at position: Double) {
    let seconds = now - stateTime
    lastWait = seconds
    switch state {
    case .playing:
      metrics.playingTime += seconds
      metrics.playedMedia += max(0, position - statePosition)
    case .waiting where seconds >= Self.leastStall:
      metrics.stalledTime += seconds
      metrics.stallCount += 1
      note(.stall, from: stateTime)
    case .waiting, .seeking:
      metrics.seekTime += seconds
      note(.seek, from: stateTime)
    case .paused: metrics.pausedTime += seconds
    case .starting: closeStartup()
    case .ended: break
    }
    stateTime = now
    statePosition = position
  }

  /// Startup ends, or the viewer pauses in it.
  func closeStartup() {
    if !isPausedByViewer { note(.startup, from: startupSince) }
  }

  private func note(_ cause: SessionEvent.WaitCause, from start: Double) {
    if now > start { waits.append(CodeSessionResult.Wait(cause: cause, start: start, end: now)) }
  }

  /// Media of an answer was shown.
  func show(_ number: Int, from start: Double, to end: Double) {
    guard requests.indices.contains(number) else { return }
    ledger.show(number, from: start, to: end)
    guard let segment = requests[number].record.segment, let rendition = requests[number].record.rendition else {
      return
    }
    let duration = video.segmentDuration(segment)
    sums.add(rendition, terms, seconds: end - start, of: duration)
    while metrics.shownTimes.count <= rendition { metrics.shownTimes.append(0) }
    metrics.shownTimes[rendition] += end - start
    quality.show(scores, at: segment * video.ladder.count + rendition, seconds: end - start, of: duration)
    shown[segment] = rendition
  }

  // MARK: Notes

  func fail(_ failure: CodeSessionFailure) { self.failure = self.failure ?? failure }
  func note(_ problem: JavaScriptException) {
    if problems.count < Self.noteLimit { problems.append(problem) }
    lastException = PlayerLogLine(time: now, source: "exception", text: "\(problem)")
    note("exception", "\(problem)")
  }
  func note(_ source: String, _ text: String) {
    guard playerLog.count < (settings.isLogged ? Self.logLimit : Self.noteLimit) else { return }
    playerLog.append(PlayerLogLine(time: now, source: source, text: text))
  }

  // MARK: Result

  private func result() -> CodeSessionResult {
    close(at: position)
    metrics.wallTime = now
    if state == .starting {
      metrics.startupTime = startup
      if isPausedByViewer { metrics.pausedTime += now - pauseTime }
    }
    metrics.startupTotal = metrics.startupTime
    if settings.watching.isListed { metrics.visits = [visit] }
    switch failure {
    case nil: metrics.outcome = end ?? .completed
    case .networkEnded: metrics.outcome = .networkExhausted
    default:
      metrics.outcome = .failed
      metrics.errorTime = now
    }
    sums.write(to: &metrics)
    metrics.quality = quality.metrics
    account()
    if metrics.outcome != .completed { log(.ended(metrics.outcome)) }
    return CodeSessionResult(
      metrics: metrics, requests: requests.map(\.record), shownRenditions: shown, waits: waits, failure: failure,
      events: events, problems: problems, log: playerLog)
  }

  /// The session as the one visit of a list.
  private var visit: VisitMetrics {
    var visit = VisitMetrics(visit: 0, item: 0, began: 0)
    (visit.startupTime, visit.started) = (metrics.startupTime, state != .starting)
    (visit.playedMedia, visit.stalledTime) = (metrics.playedMedia, metrics.stalledTime)
    return visit
  }

  /// Puts every byte into its account.
  private func account() {
    for number in requests.indices where requests[number].record.lastByte == nil {
      if requests[number].record.abortTime == nil {
        requests[number].record.received = network.abort(number, at: clockTime)
        logCut(requests[number].record)
      }
    }
    for (number, request) in requests.enumerated() where request.error == nil {
      let record = request.record
      metrics.bytesReceived += record.received
      guard let segment = record.segment else {
        metrics.ledger.credit(record.received, to: .overhead)
        continue
      }
      guard let lastByte = record.lastByte, record.abortTime.map({ $0 > lastByte }) ?? true else {
        metrics.ledger.credit(record.received, to: .aborted)
        guard record.abortTime != nil, record.rendition != nil else { continue }
        metrics.abandonedCount += 1
        abandoned[segment, default: 0] += 1
        continue
      }
      ledger.credit(
        record.received, of: number, wasShownFromOther: record.rendition != nil && shown[segment] != nil,
        to: &metrics.ledger)
      guard record.rendition != nil else { continue }
      metrics.segmentsDownloaded += 1
      metrics.unplayedMedia += ledger.unshownLength(of: number)
      metrics.measuredBytes += record.received
      metrics.measuredTime += lastByte - (record.firstByte ?? lastByte)
    }
    metrics.mostAbandonedOfSegment = abandoned.values.max() ?? 0
    let left = network.takeDelivered(at: clockTime)
    metrics.bytesReceived += left
    metrics.ledger.credit(left, to: .aborted)
  }
}
