import ABRMedia
import ABRNetwork
import ABRTestSupport
import Testing

@testable import ABRPlayback

/// Gives a download up at the first question inside of its bounds; states them, or says nothing and is always asked.
private struct BoundedRule: Rule {
  var bounds: AbandonmentBounds
  let statesBounds: Bool
  private var random: TestRandom
  private var count = 1

  init(seed: UInt64, statesBounds: Bool) {
    var random = TestRandom(seed: seed)
    bounds = Self.bounds(&random)
    self.random = random
    self.statesBounds = statesBounds
  }

  var watchesProgress: Bool { true }

  mutating func prepare(for setup: RuleSetup) { count = setup.count }
  mutating func decide(_ context: RequestContext) -> Decision { Decision(random.integer(below: count)) }
  mutating func downloaded(_ download: Download, level: Double) {
    bounds = random.chance(0.3) ? Self.bounds(&random) : .never
  }

  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    let transferTime = progress.elapsed - progress.latency
    let isInside =
      progress.elapsed >= bounds.elapsed && progress.level <= bounds.level && progress.received < bounds.received
      && progress.received < bounds.rate * transferTime
    return isInside ? 0 : nil
  }

  func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds {
    statesBounds ? bounds : AbandonmentBounds()
  }

  private static func bounds(_ random: inout TestRandom) -> AbandonmentBounds {
    AbandonmentBounds(
      elapsed: random.pick([0, random.number(0...10)]), level: random.pick([.infinity, random.number(-5...10)]),
      received: random.pick([.infinity, random.number(0...2_000_000)]),
      rate: random.pick([.infinity, random.number(0...500_000), random.number(0...20_000)]))
  }
}

@Suite struct AbandonmentBoundsTests {
  @Test(
    "4,000 random sessions are the same whether a rule states its bounds or is asked at every question, log or no log",
    arguments: Seeds.blocks(of: 4_000))
  func singleVideo(seeds: Range<UInt64>) throws {
    var abandoned = 0
    for seed in seeds {
      let random = try RandomCase(seed: seed)
      func player(_ statesBounds: Bool) -> VideoPlayer<BoundedRule, ErraticTarget> {
        VideoPlayer(
          video: random.video, rule: BoundedRule(seed: seed, statesBounds: statesBounds), target: random.target,
          settings: random.settings, eligible: random.eligible)
      }
      var (scratch, none, log) = (SessionScratch(), NoLog(), EventLog())
      let (link, offset, viewer) = (random.link, random.offset, random.viewer)
      let asked = player(false).play(over: link, from: offset, viewer: viewer, scratch: &scratch, observer: &none)
      #expect(
        player(true).play(over: link, from: offset, viewer: viewer, scratch: &scratch, observer: &none) == asked,
        "seed \(seed)")
      #expect(
        player(true).play(over: link, from: offset, viewer: viewer, scratch: &scratch, observer: &log) == asked,
        "seed \(seed), with a log")
      abandoned += asked.abandonedCount
    }
    #expect(!Seeds.areAll || abandoned > seeds.count / 2, "only \(abandoned) downloads were abandoned")
  }

  @Test(
    "the same for 2,000 random sessions of several items, whose downloads share the link with others",
    arguments: Seeds.blocks(of: 2_000))
  func severalItems(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = try RandomQueueCase(seed: seed)
      func play(_ statesBounds: Bool) throws -> SessionMetrics {
        let players = random.player.players.enumerated().map { index, player in
          AnyPlayer(
            VideoPlayer(
              video: player.video, rule: BoundedRule(seed: seed &+ UInt64(index), statesBounds: statesBounds),
              target: ConstantTarget(seconds: 12), settings: player.settings))
        }
        let other = random.player
        let queue = try SessionPlayer(
          players: players, queue: other.queue, script: other.script, preload: other.preload, faults: other.faults,
          cache: other.cache, render: other.render, licences: other.licences)
        var (scratch, log) = (SessionScratch(), NoLog())
        return queue.play(
          AnyPlayer.Start(link: random.link, offset: random.offset), scratch: &scratch, observer: &log)
      }
      let asked = try play(false)
      #expect(try play(true) == asked, "seed \(seed)")
    }
  }
}
