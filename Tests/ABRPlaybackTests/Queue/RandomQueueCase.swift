import ABRMedia
import ABRNetwork

@testable import ABRPlayback

/// A session of several items of any kind the engine knows, drawn from a seed: every action, every preload setting,
/// faults, ads, live streams, flows beside playback.
struct RandomQueueCase {
  let seed: UInt64
  let player: SessionPlayer
  let link: Link
  let offset: Double

  /// - Parameter isPlain: leaves out whatever keeps a whole session off ``FastPath``.
  init(seed: UInt64, isPlain: Bool = false) throws { try self.init(seed: seed, isPlain: isPlain) { $0.rule } }

  /// - Parameter rule: what decides in place of the rule of an item.
  init<R: Rule>(seed: UInt64, isPlain: Bool = false, rule: (RandomCase) -> R) throws {
    self.seed = seed
    var random = TestRandom(seed: seed &* 0x9e37_79b9 &+ 77)
    let first = try RandomCase(seed: random.next())
    link = first.link
    offset = first.offset
    var settings = first.settings
    settings.network.reusesConnections = random.chance(0.8)
    settings.network.dnsLookupTime = random.pick([0, 0, 0.1])
    var path = TestRandom(seed: seed ^ 0x7061_7468)
    if path.chance(0.2) { settings.network.pathQueue = path.pick([1500, 96_000, 2_000_000]) }
    if !isPlain, path.chance(0.15) { settings.stream.subtitleBytes = path.pick([1, 2000, 300_000]) }
    var other = TestRandom(seed: seed &+ 0x7e7)
    settings.retry = isPlain && other.chance(0.9) ? RetrySettings() : RandomCase.retry(&other)
    if isPlain {
      settings.network.reusesConnections = true
      settings.network.fixedLatency = random.pick([0.02, 0.1])
      settings.network.slowStart = .off
      settings.network.traceAdvances = .always
      settings.buffer.fullPollInterval = 0
      if case .overwrite = settings.switchMode {} else { settings.switchMode = .append }
      settings.buffer.byteBudget = .max
    }
    if !isPlain, random.chance(0.1) { settings.initialRendition = .lastThroughput(guess: 1e6) }
    if !isPlain { settings.backBuffer = other.pick([0, 0, 10, .infinity]) }
    var players: [AnyPlayer] = []
    var videos: [Video] = []
    for _ in 0..<(1 + random.integer(below: 3)) {
      let other = try RandomCase(seed: random.next())
      videos.append(other.video.adding(audioBitrate: settings.stream.audioBitrate))
      players.append(
        AnyPlayer(
          VideoPlayer(
            video: other.video, rule: rule(other), target: other.target, settings: settings, eligible: other.eligible)))
    }
    var queue = Self.queue(&random, videos)
    if isPlain {
      for index in queue.items.indices { queue.items[index].live = nil }
      queue.sideFlows = []
      queue.pages = nil
      player = try SessionPlayer(
        players: players, queue: queue, script: Self.script(&random, queue, videos), preload: Self.preload(&random),
        metered: Self.metered(seed: seed, videos))
      return
    }
    if random.chance(0.1) {
      queue.streamLimit = StreamLimit(
        streams: 1 + random.integer(below: 2), heartbeat: random.number(1...40),
        others: [.init(from: random.number(0...100), to: random.number(100...200))])
    }
    for index in queue.items.indices { Self.complete(&queue.items[index], &random, videos) }
    var device = TestRandom(seed: seed ^ 0x6465_7669_6365)
    for index in queue.items.indices where device.chance(0.1) {
      let item = queue.items[index]
      guard item.live == nil, item.sources.isEmpty else { continue }
      queue.items[index].downloadedRendition = device.integer(below: videos[item.player].ladder.count)
    }
    player = try SessionPlayer(
      players: players, queue: queue, script: Self.script(&random, queue, videos, hasAll: true),
      preload: Self.preload(&random), faults: Self.faults(&random),
      cache: CacheSettings(
        capacity: random.pick([0, 0, 2_000_000, 1_000_000_000]),
        authorisationBytes: random.pick([0, 0, 2000]), freeSpace: random.pick([nil, 3_000_000]),
        freeFloor: random.pick([0, 1_000_000])),
      render: RenderSettings(delay: random.pick([0, 0, 0.08, 3]), isAhead: random.chance(0.5)),
      licences: LicenceSettings(
        bytes: 1 + random.integer(below: 10_000), isPersistent: random.chance(0.5), isPreloaded: random.chance(0.5)),
      metered: Self.metered(seed: seed, videos))
  }

  /// Draws what few items have.
  private static func complete(_ item: inout QueueItem, _ random: inout TestRandom, _ videos: [Video]) {
    if random.chance(0.1) { item.requestsBefore = [1 + random.integer(below: 20_000), 500] }
    if random.chance(0.15) { item.keys = random.pick([[0], [1], [0, 1]]) }
    if random.chance(0.05) {
      item.addressLifetime = random.number(1...40)
      item.renewal = random.number(0...5)
      item.renewalFails = item.renewal < 1
    }
    guard random.chance(0.1), item.live == nil else { return }
    item.sources = (0..<(1 + random.integer(below: 3))).map { _ in
      QueueItem.Source(player: random.integer(below: videos.count), isRefused: random.chance(0.5))
    }
    for index in item.sources.indices { item.sources[index].isSecure = (item.sources[index].player + index) % 3 > 0 }
  }

  func play() -> (metrics: SessionMetrics, events: [SessionEvent]) {
    var log = EventLog()
    let metrics = player.play(over: link, from: offset, observer: &log)
    return (metrics, log.events)
  }

  private static func queue(_ random: inout TestRandom, _ videos: [Video]) -> ItemQueue {
    let items = (0..<(1 + random.integer(below: 8))).map { index in
      let player = random.integer(below: videos.count)
      var item = QueueItem("item \(index)", player: player, isCacheable: random.chance(0.8))
      if random.chance(0.2) { item.overheadBytes = 1 + random.integer(below: 20_000) }
      if random.chance(0.15) {
        item.live = LiveSettings(
          edge: random.number(1...60), startIndex: 1 + random.integer(below: 4),
          maxDelay: random.pick([0.1, 1, 5, 20]),
          dropMargin: random.pick([0, 5]), fetchesWhilePaused: random.chance(0.5), preservesDelay: random.chance(0.5),
          playlistBytes: index.isMultiple(of: 2) ? 5000 : 0)
      }
      return item
    }
    var visits: [Visit] = []
    for index in items.indices {
      if items[index].live == nil, random.chance(0.2) {
        // An ad break inside the item, or a bumper before it.
        let ad = random.integer(below: items.count)
        let middle = random.number(0.1...20)
        let keeps = random.chance(0.5)
        visits.append(Visit(item: index, until: middle, keepsBuffer: keeps))
        visits.append(Visit(item: ad, role: .ad(skippableAfter: random.pick([0, 1, .infinity]))))
        visits.append(Visit(item: index, from: keeps ? nil : middle))
      } else {
        if random.chance(0.1) { visits.append(Visit(item: random.integer(below: items.count), role: .bumper)) }
        visits.append(Visit(item: index, from: random.chance(0.1) ? random.number(0...30) : nil))
      }
    }
    let sides = (0..<random.integer(below: 3)).map { _ in
      SideFlow(
        at: random.number(0...100), bytes: 1 + random.integer(below: 500_000), isGated: random.chance(0.5),
        isDownload: random.chance(0.3), answer: random.pick([.content, .content, .content, .error]))
    }
    let pages =
      random.chance(0.2)
      ? PageSettings(visits: 1 + random.integer(below: 4), bytes: 1 + random.integer(below: 100_000)) : nil
    return ItemQueue(
      items: items, visits: visits, sideFlows: sides, pages: pages, breaksOnSeek: random.pick([.last, .all, .none]))
  }

  /// - Parameter hasAll: whether there are actions that keep a session off the fast path.
  private static func script(
    _ random: inout TestRandom, _ queue: ItemQueue, _ videos: [Video], hasAll: Bool = false
  ) -> Script {
    var time = 0.0
    let steps = (0..<random.integer(below: 25)).map { _ in
      let moment: Script.Moment
      switch random.integer(below: 5) {
      case 0:
        time += random.number(0...30)
        moment = .time(time)
      case 1: moment = .itemTime(random.number(0...20))
      case 2: moment = .position(random.number(0...40))
      default: moment = .watched(random.pick([0, random.number(0...20)]))
      }
      if hasAll, random.chance(0.1) { return Script.Step(moment, rareAction(&random, queue, videos)) }
      return Script.Step(moment, action(&random, queue, videos))
    }
    return Script(
      steps, patience: random.pick([.infinity, .infinity, 0, 5]), advances: random.chance(0.8),
      autoplays: random.chance(0.9))
  }

  private static func rareAction(_ random: inout TestRandom, _ queue: ItemQueue, _ videos: [Video]) -> Script.Action {
    let item = random.integer(below: queue.items.count)
    switch random.integer(below: 8) {
    case 7: return .downloads(isPaused: random.chance(0.5))
    case 6: return .clearCache
    case 0: return .loader(.add(seconds: random.number(0.1...30)), item: item)
    case 1: return .loader(random.pick([.cancel, .pause, .resume]), item: item)
    case 2: return .preloading(isAllowed: random.chance(0.5))
    case 3: return .loader(.add(seconds: 4), item: item)
    default:
      let (small, all) = (videos.map { _ in EligibleSet([0]) }, videos.map { EligibleSet(all: $0.ladder) })
      return .eligibleInPicture(
        EligibleSets(normal: small, expensive: small), after: EligibleSets(normal: all, expensive: small),
        begins: random.chance(0.7))
    }
  }

  private static func sets(_ random: inout TestRandom, _ videos: [Video]) -> [EligibleSet] {
    videos.map { video in
      let chosen = (0..<video.ladder.count).filter { _ in random.chance(0.5) }
      return EligibleSet(chosen.isEmpty ? [0] : chosen)
    }
  }

  /// Draws what the app does on an expensive network.
  private static func metered(seed: UInt64, _ videos: [Video]) -> MeteredNetwork? {
    var random = TestRandom(seed: seed ^ 0x6d65_7465)
    guard random.chance(0.5) else { return nil }
    return MeteredNetwork(
      isExpensiveAtStart: random.chance(0.3),
      eligible: EligibleSets(normal: sets(&random, videos), expensive: sets(&random, videos)),
      plays: random.chance(0.95), preloads: random.chance(0.5))
  }

  private static func action(_ random: inout TestRandom, _ queue: ItemQueue, _ videos: [Video]) -> Script.Action {
    switch random.integer(below: 23) {
    case 0: return .pause
    case 1, 2: return .play
    case 3: return .suspend
    case 4, 5: return .seek(to: random.number(0...60))
    case 6, 7: return .seekBy(random.number(-20...20))
    case 8: return .rate(random.pick([0.5, 1, 1.5, 2]))
    case 9, 10, 11: return .next
    case 12: return .previous
    case 13: return .index(random.integer(below: queue.visits.count))
    case 14: return .insert(item: random.integer(below: queue.items.count))
    case 15: return .skip
    case 16:
      return .eligible(EligibleSets(normal: sets(&random, videos), expensive: videos.map { _ in EligibleSet([0]) }))
    case 17: return .source(videos.indices.map { _ in random.integer(below: videos.count) })
    case 18: return .sideFlow(bytes: 1 + random.integer(below: 200_000))
    case 19: return .refresh(seconds: random.number(0...5))
    case 20:
      return random.chance(0.2)
        ? random.pick([.fail, .rebuild, .rebuild, .refuse(.streamLimit), .refuse(.expensiveNetwork)]) : .next
    case 21: return .lowMemory(seconds: random.number(0...20))
    default: return random.chance(0.2) ? .leave : .next
    }
  }

  private static func preload(_ random: inout TestRandom) -> PreloadSettings {
    let close = random.number(0...5)
    let gate = PreloadGate.Settings(
      open: close + random.number(0.1...15), close: close, closesOnRebuffer: random.chance(0.5),
      closesOnSwipe: random.chance(0.5))
    return PreloadSettings(
      trigger: random.pick([
        .never, .always, .gate(gate), .gate(gate), .progress(random.number(0...1)), .currentComplete,
      ]),
      previousCount: random.integer(below: 3), nextCount: random.integer(below: 4),
      amount: random.pick([.seconds([1]), .seconds([5, 2, 1]), .seconds([100, 100]), .target]),
      maxParallel: 1 + random.integer(below: 3), memoryCap: random.pick([20_000_000, 100_000_000]),
      onClose: random.pick(PreloadSettings.Closing.allCases), share: random.pick(PreloadSettings.Share.allCases),
      rendition: random.pick([.initial, .bandwidth(1e6), .index(2), .current, .pixels(1000)]),
      start: random.pick(PreloadSettings.Start.allCases))
  }

  private static func faults(_ random: inout TestRandom) -> FaultSettings {
    var faults = FaultSettings()
    var time = 0.0
    while random.chance(0.3) {
      time += random.number(0...60)
      let duration = random.number(0.1...60)
      faults.stretches.append(.init(from: time, for: duration, factor: random.pick([0, 0, 0.1, 2])))
      time += duration
    }
    if random.chance(0.15) { faults.refusals.append(.init(from: random.number(0...50), for: random.number(0.1...40))) }
    return faults
  }
}
