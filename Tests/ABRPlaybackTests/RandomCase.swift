import ABRMedia
import ABRNetwork
import ABRPlayback

/// A session of any kind the engine knows, drawn from a seed.
struct RandomCase {
  let seed: UInt64
  let video: Video
  let link: Link
  let offset: Double
  let viewer: Viewer
  private(set) var settings: PlayerSettings
  let rule: ErraticRule
  let target: ErraticTarget
  let eligible: EligibleSet

  /// What is played: the video with the audio that is fetched apart.
  var played: Video { video.adding(audioBitrate: settings.stream.audioBitrate) }

  /// Whether a segment that has arrived lies over what is there.
  var overwrites: Bool {
    if case .overwrite = settings.switchMode { settings.playable == .wholeSegment } else { false }
  }

  init(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    self.seed = seed
    video = try Self.video(&random)
    link = try Self.link(&random)
    offset = random.chance(0.5) ? 0 : random.number(0...500)
    settings = Self.surrounded(Self.settings(&random, video), seed: seed)
    var other = TestRandom(seed: seed &+ 0x7e7)
    if other.chance(0.2) { settings.retry = Self.retry(&other) }
    viewer = Self.viewer(&random, video)
    rule = ErraticRule(
      random: TestRandom(seed: random.next()), delays: random.chance(0.5), abandons: random.chance(0.4))
    target = ErraticTarget(
      random: TestRandom(seed: random.next()), interval: random.pick([1, 5, .infinity]), maximum: random.number(2...60))
    eligible = Self.eligible(&random, video.ladder)
    // Drawn last, so that all else of a seed is as it was.
    settings.playable = random.playable(settings)
    settings.buffer.startRule = random.startRule()
    if random.chance(0.2) { settings.pace = random.pace() }
    if random.chance(0.15) { settings.switchMode = .overwrite(segments: random.pick([0, 0, 1.5])) }
    if random.chance(0.1) { settings.buffer.topTarget = random.number(5...30) }
    if random.chance(0.1) { settings.buffer.levelInterval = 0.25 }
    if random.chance(0.2) { (settings.buffer.fullPollInterval, settings.buffer.pollsFromStart) = (0.1, true) }
    if random.chance(0.2) {
      settings.buffer.budgetBasis = .declared
      settings.buffer.byteBudget = 1 + random.integer(below: 3_000_000)
      settings.buffer.byteBudgetFloor = random.pick([0, 5])
    }
  }

  func play() -> (metrics: SessionMetrics, events: [SessionEvent]) {
    let player = VideoPlayer(video: video, rule: rule, target: target, settings: settings, eligible: eligible)
    var scratch = SessionScratch()
    var log = EventLog()
    let metrics = player.play(over: link, from: offset, viewer: viewer, scratch: &scratch, observer: &log)
    return (metrics, log.events)
  }

  func playSilently(scratch: inout SessionScratch) -> SessionMetrics {
    let player = VideoPlayer(video: video, rule: rule, target: target, settings: settings, eligible: eligible)
    var log = NoLog()
    return player.play(over: link, from: offset, viewer: viewer, scratch: &scratch, observer: &log)
  }

  private static func video(_ random: inout TestRandom) throws -> Video {
    let count = 1 + random.integer(below: 6)
    let ladder = try Ladder((0..<count).map { Rendition(bandwidth: 200_000 * (1 << $0)) })
    let segments = 1 + random.integer(below: 40)
    let isUniform = random.chance(0.6)
    let duration = random.pick([0.5, 1, 2, 4, 6])
    let durations = (0..<segments).map { _ in isUniform ? duration : random.number(0.2...8) }
    let sizes = durations.map { seconds in
      (0..<count).map { max(1, Int(Double(ladder[$0].bandwidth) * seconds / 8 * random.number(0.3...1.7))) }
    }
    // Scores that say the bandwidth in Mbit/s, whose sums are those of the bandwidth.
    let scores = durations.flatMap { _ in ladder.renditions.map { Double($0.bandwidth) / 1e6 } }
    return try Video(
      name: "v", ladder: ladder, segmentDurations: durations, sizes: sizes,
      scores: [QualityScores(.psnr, values: scores)])
  }

  private static func link(_ random: inout TestRandom) throws -> Link {
    if random.chance(0.05) { return Link(instantaneousWithLatency: random.pick([0, 0.05])) }
    let hasLatency = random.chance(0.3)
    let top = random.pick([3e5, 1e6, 3e6, 2e7])
    var rows: [BandwidthTrace.Row] = []
    for _ in 0..<(1 + random.integer(below: 30)) {
      rows.append(
        .init(
          duration: random.pick([0.001, 0.5, 1, 10, 60]), bandwidth: random.chance(0.2) ? 0 : random.number(1e4...top),
          latency: hasLatency ? random.pick([0, 0.01, 0.1, 2]) : nil))
    }
    rows.append(.init(duration: 1, bandwidth: top))
    // Of their own seed, so that all else stays as it was.
    var classes = TestRandom(seed: UInt64(rows.count) &+ rows[0].bandwidth.bitPattern)
    if classes.chance(0.5) {
      for index in rows.indices {
        rows[index].networkClass = classes.pick([nil, .wifi, .cellular, .cellular, .ethernet])
      }
    }
    return Link(
      try BandwidthTrace(name: "t", rows: rows), end: random.pick([.wrap, .wrap, .wrap, .hold, .stop]),
      defaultLatency: random.pick([0, 0.05]))
  }

  private static func settings(_ random: inout TestRandom, _ video: Video) -> PlayerSettings {
    let start = random.pick([0, 0.5, 3])
    let resume = start + random.pick([0, 2.5])
    var buffer = BufferSettings(start: start, resume: resume)
    if random.chance(0.5) { buffer.maximum = resume + random.number(1...40) }
    if random.chance(0.2) { buffer.refill = 1 }
    if random.chance(0.2) { buffer.byteBudget = 1 + random.integer(below: 3_000_000) }
    if random.chance(0.2) { buffer.ceiling = .wholeSegment }
    if random.chance(0.1) { buffer.fullPollInterval = 0.5 }
    var network = NetworkSettings(setupRoundTrips: random.pick([0, 2]))
    if random.chance(0.3) { network.fixedLatency = random.pick([0, 0.08]) }
    if random.chance(0.2) { network.traceAdvances = .exceptLatency }
    if random.chance(0.2) { network.payloadFraction = 0.95 }
    if random.chance(0.2) { network.slowStart = .on(initialWindow: 14600, idle: 1) }
    network.abandonment = random.pick([.remembered(hold: 10), .remembered(hold: 0), .forgotten])
    let stream = StreamSettings(
      start: random.chance(0.2) ? [.init(.other, bytes: 1 + random.integer(below: 50_000))] : [])
    return PlayerSettings(
      buffer: buffer, network: network, stream: stream, rate: random.pick([1, 1, 0.5, 2]),
      switchMode: random.pick([.append, .append, .replace(margin: 1.6), .flush]),
      initialRendition: random.pick([.lowest, .firstListed, .closest(to: 1e6), .index(3)]),
      segmentLimit: random.chance(0.1) ? 1 + random.integer(below: video.segmentCount) : .max)
  }

  /// Options of the path to the server, from random numbers of their own: cases without them stay what they are.
  private static func surrounded(_ settings: PlayerSettings, seed: UInt64) -> PlayerSettings {
    var random = TestRandom(seed: seed ^ 0x7061_7468)
    var settings = settings
    if random.chance(0.2) { settings.network.connections = random.pick([.h1, .h1, .h3]) }
    if random.chance(0.1) { settings.network.responseHeader = 325 }
    func resources() -> [StreamSettings.Resource] {
      (0..<random.integer(below: 3)).map { _ in .init(.other, bytes: 1 + random.integer(below: 50_000)) }
    }
    if random.chance(0.1) { settings.stream.start += resources() }
    if random.chance(0.2) { settings.stream.rendition = resources() }
    if random.chance(0.2) {
      settings.stream.audioBitrate = random.pick([32_000, 128_000])
      settings.stream.audio = Array(resources().prefix(settings.stream.rendition.count))
    }
    return settings
  }

  /// A player that bears silence for a time only.
  static func retry(_ random: inout TestRandom) -> RetrySettings {
    var retry = RetrySettings(
      timeout: random.pick([1, 5, 15]), count: random.integer(below: 3),
      counting: random.pick(RetrySettings.Counting.allCases), windows: random.pick(RetrySettings.Windows.allCases),
      fetchesRest: random.chance(0.7))
    if random.chance(0.5) { retry.reloadDelay = random.number(0...5) }
    if random.chance(0.6) { retry.resume = random.pick([.whenNetworkIsBack, .after(random.number(0...5))]) }
    if random.chance(0.4) { retry.firstByteTimeout = random.pick([2, 8, 15]) }
    if retry.firstByteTimeout != nil, random.chance(0.3) { retry.timeout = nil }
    if random.chance(0.3) { retry.delay = random.pick([0.5, 1, 3]) }
    if random.chance(0.5) {
      retry.errorCount = random.integer(below: 4)
      retry.countsErrorsPerRendition = random.chance(0.3)
      retry.backoff = random.pick(RetryBackoff.allCases)
      retry.longestDelay = random.pick([1, 4, .infinity])
    }
    return retry
  }

  private static func viewer(_ random: inout TestRandom, _ video: Video) -> Viewer {
    var viewer = Viewer(
      actions: (0..<random.integer(below: 4)).map { _ in
        let kind: TimedAction.Kind =
          random.chance(0.7) ? .eligible(eligible(&random, video.ladder)) : .rate(random.pick([0.5, 1, 1.5, 2]))
        return TimedAction(at: random.number(0...200), kind)
      })
    if random.chance(0.4) { viewer.leavesAt = random.pick([0, random.number(0...150)]) }
    if random.chance(0.2) { viewer.leavesAfterWatching = random.number(0...100) }
    return viewer
  }

  private static func eligible(_ random: inout TestRandom, _ ladder: Ladder) -> EligibleSet {
    if random.chance(0.5) { return EligibleSet(all: ladder) }
    let chosen = (0..<ladder.count).filter { _ in random.chance(0.5) }
    return EligibleSet(chosen.isEmpty ? [0] : chosen)
  }
}

extension TestRandom {
  /// Media that is playable while it arrives leaves the fast path: mostly drawn where other settings do so anyway.
  mutating func playable(_ settings: PlayerSettings) -> PlayableMedia {
    var isPlain = settings.switchMode == .append && settings.buffer.byteBudget == .max
    if settings.network.slowStart != .off || settings.network.traceAdvances != .always { isPlain = false }
    if settings.buffer.fullPollInterval > 0 { isPlain = false }
    guard chance(isPlain ? 0.04 : 0.3) else { return .wholeSegment }
    return .arriving(fragment: chance(0.7) ? nil : pick([0.04, 0.5, 1.5]))
  }

  /// Times of a player, and resources that it asks for together with segments.
  mutating func pace() -> PaceSettings {
    PaceSettings(
      playlist: pick([0, 0.025]), segment: pick([0, 0.009, 0.3]), switching: pick([0, 0.005]), frame: pick([0, 0.04]),
      resume: pick([0, 0.04]),
      initialisation: pick(PaceSettings.Initialisation.allCases))
  }

  mutating func startRule() -> StartRule {
    if chance(0.7) { return .above }
    return chance(0.5) ? .reached : .likelyToKeepUp(horizon: pick([.infinity, number(0.1...60)]))
  }
}
