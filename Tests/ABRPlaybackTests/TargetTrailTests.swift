import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// A session says for which other forward targets it would have been the same; the session is then played with them.
@Suite struct TargetTrailTests {
  static let casesPerBlock = 500

  /// Follows what has been viewed between two bounds, as Brightcove's optimizer does.
  struct Growth: ForwardTarget {
    var minimum: Double
    var maximum: Double
    var interval: Double
    mutating func begin() -> Double { minimum }
    mutating func tick(position: Double, watched: Double) -> Double { min(max(watched, minimum), maximum) }
  }

  /// Decides at random, sometimes after a wait, and looks at the maximum level in no way, in steps, or to the last bit.
  struct ShownRule: Rule {
    enum Look: CaseIterable { case none, steps, exact }
    var look: Look
    var random: TestRandom
    private var count = 1
    private var step = 0
    /// What it was shown last; a fresh rule, or one whose limits have changed, remembers nothing and must not be asked.
    private var shown: Double?

    init(look: Look, random: TestRandom) {
      self.look = look
      self.random = random
    }

    mutating func prepare(for setup: RuleSetup) {
      count = setup.count
      shown = nil
    }

    mutating func decide(_ context: RequestContext) -> Decision {
      shown = context.maximumLevel
      let seen =
        switch look {
        case .none: 0.0
        case .steps: min((context.maximumLevel / 7).rounded(.down), 1e6)
        case .exact: min(context.maximumLevel, 1e6)
        }
      step += Int(seen)
      let delay = random.chance(0.2) ? random.number(0...3) + seen / 10 : 0
      return Decision((random.integer(below: count) + step) % count, after: delay)
    }

    func levelsDecidedAlike(_ context: RequestContext, cutAfter seconds: Double?) -> ClosedRange<Double> {
      guard let shown, look != .none else { return -.infinity ... .infinity }
      let step = (shown / 7).rounded(.down) * 7
      return look == .steps && step < 1e6 ? step...(step + 7) : shown...shown
    }

    mutating func downloaded(_ download: Download, level: Double) {}
  }

  /// Targets near one another, so that some of them make the same session.
  private static func targets(_ random: inout TestRandom) -> [Growth] {
    let (low, high, interval) = (random.number(1...20), random.number(5...60), random.pick([1.0, 5]))
    return (0..<6).map { _ in
      let minimum = random.chance(0.4) ? low : random.pick([low + 0.5, low + 3, low * 2, random.number(1...30)])
      let maximum = random.chance(0.4) ? high : random.pick([high + 1, high * 2, random.number(5...90)])
      return Growth(minimum: minimum, maximum: max(minimum, maximum), interval: interval)
    }
  }

  /// Compares sessions under several targets: those that are said to be the same are, and the other way round.
  ///
  /// - Returns: how many pairs are said to be the same.
  private static func compare<Metrics: Equatable>(
    _ targets: [Growth], maximum: Double, seed: Int, play: (Growth) throws -> (Metrics, TargetTrail)
  ) rethrows -> Int {
    let played = try targets.map(play)
    var same = 0
    for (one, target) in targets.enumerated() {
      #expect(
        played[one].1.firstCeilings == nil || played[one].1.isSame(under: target, maximum: maximum),
        "seed \(seed): not the same as itself")
      for (other, another) in targets.enumerated() where other != one {
        let isSame = played[one].1.isSame(under: another, maximum: maximum)
        #expect(isSame == played[other].1.isSame(under: target, maximum: maximum), "seed \(seed): not an equivalence")
        guard isSame else { continue }
        same += 1
        #expect(played[one].0 == played[other].0, "seed \(seed): \(target) and \(another)")
        let first = min(another.minimum, maximum)
        #expect(played[one].1.firstCeilings?.contains(first) ?? false, "seed \(seed): sieved out")
      }
    }
    return same
  }

  @Test(
    "of 4,000 random sessions those under targets said to make the same one are the same to the last bit",
    arguments: 0..<8)
  func sessions(block: Int) throws {
    var same = 0
    for seed in (block * Self.casesPerBlock)..<((block + 1) * Self.casesPerBlock) {
      let drawn = try RandomCase(seed: UInt64(seed) &* 31 &+ 5)
      var random = TestRandom(seed: UInt64(seed) &* 977 &+ 3)
      let rule = ShownRule(look: random.pick(ShownRule.Look.allCases), random: random)
      let targets = Self.targets(&random)
      same += Self.compare(targets, maximum: drawn.settings.buffer.maximum, seed: seed) { target in
        var scratch = SessionScratch()
        scratch.keepsTrail = true
        let player = Player(
          video: drawn.video, rule: rule, target: target, settings: drawn.settings, eligible: drawn.eligible)
        var log = NoLog()
        let metrics = player.play(
          over: drawn.link, from: drawn.offset, viewer: drawn.viewer, scratch: &scratch, observer: &log)
        return (metrics, scratch.trail)
      }
    }
    #expect(same > Self.casesPerBlock, "only \(same) pairs")
  }

  @Test(
    "of 4,000 random sessions of several items those under targets said to make the same one are the same",
    arguments: 0..<8)
  func queues(block: Int) throws {
    var same = 0
    for seed in (block * Self.casesPerBlock)..<((block + 1) * Self.casesPerBlock) {
      let drawn = try RandomQueueCase(seed: UInt64(seed) &* 17 &+ 1, isPlain: seed.isMultiple(of: 2))
      var random = TestRandom(seed: UInt64(seed) &* 613 &+ 9)
      let rule = ShownRule(look: random.pick(ShownRule.Look.allCases), random: random)
      let targets = Self.targets(&random)
      let settings = drawn.player.players[0].settings
      same += try Self.compare(targets, maximum: settings.buffer.maximum, seed: seed) { target in
        let player = try QueuePlayer(
          players: drawn.player.players.map {
            AnyPlayer(Player(video: $0.video, rule: rule, target: target, settings: $0.settings))
          }, queue: drawn.player.queue, script: drawn.player.script, preload: drawn.player.preload,
          faults: drawn.player.faults, cache: drawn.player.cache, backBuffer: drawn.player.backBuffer,
          render: drawn.player.render)
        var trail = TargetTrail()
        let metrics = player.play(over: drawn.link, from: drawn.offset, trail: &trail)
        return (metrics, trail)
      }
    }
    #expect(same > Self.casesPerBlock / 2, "only \(same) pairs")
  }

  @Test("keeping a trail changes nothing")
  func harmless() throws {
    for seed in 0..<300 {
      let drawn = try RandomQueueCase(seed: UInt64(seed), isPlain: true)
      var trail = TargetTrail()
      #expect(
        drawn.player.play(over: drawn.link, from: drawn.offset, trail: &trail)
          == drawn.player.play(over: drawn.link, from: drawn.offset), "seed \(seed)")
    }
  }

  @Test("who leaves before the buffer has room makes the same session under every target that is full by then")
  func leftWhileFull() throws {
    // Segments of 2 s, fetched in 0.2 s each: the level passes 10 s after 1.1 s or so, and falls to 7.5 s before the viewer leaves.
    let video = try constantVideo(bitrates: [1_000_000], duration: 2, count: 30)
    let link = Link(try BandwidthTrace(name: "t", rows: [.init(duration: 1, bandwidth: 10_000_000)]))
    var scratch = SessionScratch()
    scratch.keepsTrail = true
    let player = Player(video: video, rule: ConstantRule(rendition: 0), target: ConstantTarget(seconds: 10))
    var log = NoLog()
    _ = player.play(over: link, viewer: Viewer(leavesAt: 1.2), scratch: &scratch, observer: &log)
    #expect(scratch.trail.isSame(under: ConstantTarget(seconds: 10), maximum: .infinity))
    #expect(!scratch.trail.isSame(under: ConstantTarget(seconds: 60), maximum: .infinity))
  }
}
