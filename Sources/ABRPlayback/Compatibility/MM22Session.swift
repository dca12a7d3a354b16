import ABRMedia
import ABRNetwork

extension MM22Queue {
  /// Plays a session (`simulator/controller.py`, version 2fba258).
  ///
  /// - Parameters:
  ///   - watchTimes: milliseconds after which each video is left, at most its duration.
  ///   - link: the network, from its start.
  ///   - policy: the policy.
  /// - Complexity: O(actions × videos), beside the policy and the link.
  public func play(watchTimes: [Int], over link: Link, policy: some MM22Policy) -> MM22Outcome {
    precondition(watchTimes.count == videos.count, "each video has a watch time")
    let items = videos.indices.map { index in
      let longest = Int(videos[index].duration * 1000)
      precondition((0...longest).contains(watchTimes[index]), "nobody watches longer than a video lasts")
      return MM22Item(
        video: videos[index], retention: retention.isEmpty ? nil : retention[index], watchTime: watchTimes[index])
    }
    // It counts whole milliseconds. On a clock of milliseconds they are whole numbers, whose sums are exact: what ends
    // at one moment there ends at one moment here. Behind the last video there is a place in which nothing comes up,
    // where the last action runs to its end.
    let settings = MM22Model.settings(second: 1000)
    let drivers = (videos + videos.suffix(1)).map { video in
      let video = Video(video, unitsPerSecond: 1000)
      return AnyPlayer(VideoPlayer(video: video, rule: NoRule(), target: NoRule(), settings: settings)).makeDriver()
    }
    let script = Script(
      watchTimes.map { Script.Step($0 == 0 ? .itemTime(0) : .watched(Double($0)), .next) })
    var scratch = SessionScratch()
    let session = Session(
      settings: SessionSettings(queue: ItemQueue(playlist: drivers.indices.map { QueueItem(player: $0) })),
      script: script, drivers: drivers, link: Link(link, unitsPerSecond: 1000), offset: 0, memory: &scratch,
      observer: NoLog())
    var play = MM22Session(items, policy: policy, session: session)
    let metrics = play.run()
    return MM22Outcome(steps: play.steps, metrics: SessionMetrics(metrics, of: play.items))
  }
}

/// Rule and buffer of a player that requests nothing of its own.
private struct NoRule: Rule, ForwardTarget {
  let interval = Double.infinity
  let maximum = Double.infinity

  func prepare(for setup: RuleSetup) {}
  func decide(_ context: RequestContext) -> Decision { Decision(0) }
  func downloaded(_ download: Download, level: Double) {}
  func begin() -> Double { maximum }
  func tick(position: Double, watched: Double) -> Double { maximum }
}

/// A session whose app fetches everything by itself, one chunk after the other of any video, as a policy of the MM'22
/// simulator says, on a clock of milliseconds. The session requests nothing of its own; it takes up what was fetched.
private struct MM22Session<Policy: MM22Policy>: ~Copyable {
  private(set) var items: [MM22Item]
  private(set) var steps: [MM22Step] = []
  private var session: Session<NoLog>
  private var policy: Policy
  /// The action that runs, and how things stood when it began.
  private var action: MM22Action?
  private var playing = 0
  private var time = 0.0
  private var shown = 0.0
  private var pauseEnd = 0.0

  init(_ items: [MM22Item], policy: Policy, session: consuming Session<NoLog>) {
    self.items = items
    self.policy = policy
    self.session = session
  }

  /// Plays to the end.
  mutating func run() -> SessionMetrics {
    session.enter(0)
    session.act()
    while !session.isOver {
      request()
      session.step()
    }
    session.finaliseAccounts()
    return session.metrics
  }

  /// Asks the policy what comes next, once nothing is on its way and no pause lasts.
  private mutating func request() {
    session.requests.beginLook()
    guard session.network.isQuiet else { return }
    guard pauseEnd <= session.now else { return session.wake(at: pauseEnd) }
    var playing = session.visit.index
    // A video that nobody watches is left as soon as time passes: one that came up right now is still there.
    if session.visit.metrics.began == session.now {
      while playing > 0, items[playing - 1].watchTime == 0 { playing -= 1 }
    }
    if let action { finish(action, playing: playing) }
    (self.playing, time, shown) = (playing, session.now, session.metrics.playingTime)
    guard playing < items.count else { return }
    items[playing].position = session.playback.playhead
    let action = decide()
    self.action = action
    switch action {
    case .fetch(let item, let rendition):
      let segment = items[item].chunkCount
      items[item].request(rendition)
      let bytes = items[item].video.size(segment: segment, rendition: rendition)
      // A preload: it continues when its video is left.
      let flow = Flow(.preload, item: item, .segment(segment, rendition: rendition), bytes: bytes)
      _ = session.network.send(flow, at: session.now, mayBeSole: true)
    case .sleep(let milliseconds):
      precondition(milliseconds >= 1, "a pause lasts at least a millisecond")
      pauseEnd = session.now + milliseconds.rounded(.towardZero)
      session.wake(at: pauseEnd)
    }
  }

  private mutating func decide() -> MM22Action {
    guard let last = steps.last else { return .fetch(item: 0, rendition: policy.firstRendition) }
    let queue = playing..<min(playing + MM22Model.queueLength, items.count)
    let action = policy.decide(MM22Context(items: items, queue: queue, last: last))
    if case .fetch(let item, _) = action { precondition(queue.contains(item), "only videos of the queue are fetched") }
    return action
  }

  private mutating func finish(_ action: MM22Action, playing: Int) {
    // Nobody waits once the last video is left.
    let end = session.visit.index == items.count ? session.visit.metrics.began : session.now
    var step = MM22Step(
      item: self.playing, rendition: 0, sleep: 0, delay: session.now - time,
      rebuffering: end - time - (session.metrics.playingTime - shown), bytes: 0,
      endsVideo: playing == items.count || items[playing].remainingCount == 0, playing: playing, wastedBytes: 0)
    for left in self.playing..<playing {
      step.wastedBytes += items[left].unwatchedBytes
      items[left].position = items[left].watchTime
    }
    switch action {
    case .fetch(let item, let rendition):
      let isLate = playing > item
      step.item = item
      step.rendition = rendition
      step.bytes = items[item].video.size(segment: items[item].chunkCount - 1, rendition: rendition)
      step.endsVideo = isLate || items[item].remainingCount == 0
      if isLate { step.wastedBytes += step.bytes }
    case .sleep(let milliseconds): step.sleep = milliseconds
    }
    steps.append(step)
  }
}

extension SessionMetrics {
  /// Metrics of a session that was played on a clock of milliseconds, its last visit apart, which shows nothing.
  ///
  /// Startup is the wait for the first frame of the first video; later waits are stalls, also those at the beginning of
  /// a video. A chunk of which anything is watched is played as a whole; every other chunk is waste once: `unplayed`,
  /// or `preloaded` where nothing of its video was watched.
  fileprivate init(_ queue: SessionMetrics, of items: [MM22Item]) {
    self = queue
    let waits = queue.visits.prefix(items.count).map(\.startupTime).filter { $0 > 0 }
    startupTime = (waits.first ?? 0) / 1000
    stalledTime = (stalledTime + waits.dropFirst().reduce(0, +)) / 1000
    stallCount += max(0, waits.count - 1)
    playingTime /= 1000
    playedMedia /= 1000
    shownBits /= 1000
    shownTimes = queue.shownTimes.map { $0 / 1000 }
    quality = queue.quality.map { $0.scaled(unitsPerSecond: 1000) }
    // What only sessions of several items report has no meaning here.
    visits = []
    (startupTotal, gateOpenTime, pausedTime) = (startupTime, 0, 0)
    wallTime = (queue.visits.count > items.count ? queue.visits[items.count].began : wallTime) / 1000
    segmentsDownloaded = items.reduce(0) { $0 + $1.chunkCount }
    unplayedMedia = Double(segmentsDownloaded) - items.reduce(0) { $0 + $1.watchTime } / 1000
    ledger = ByteLedger()
    for item in items {
      ledger.credit(item.requestedBytes - item.unwatchedBytes, to: .played)
      ledger.credit(item.unwatchedBytes, to: item.watchTime > 0 ? .unplayed : .preloaded)
    }
    if queue.visits.count > items.count {
      let isWatched = items.last.map { $0.watchTime == $0.video.duration * 1000 } ?? false
      outcome = playedMedia == 0 ? .leftBeforeStart : isWatched ? .completed : .left
    }
  }
}
