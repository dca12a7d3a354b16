import ABRNetwork
import ABRTestSupport
import Synchronization
import Testing

@testable import ABRPlayback

/// A session without a log takes `FastPath` wherever nothing else can happen; with a log every event is gone through.
@Suite struct FastPathTests {
  /// Random sessions of several items that all blocks have played, and how many of them took the fast path.
  private static let played = Mutex((sessions: 0, fast: 0))

  @Test(
    "of 8,000 random sessions without faults each comes out the same to the last bit with and without a log",
    arguments: Seeds.blocks(of: 8_000))
  func severalItems(seeds: Range<UInt64>) throws {
    var fast = 0
    for seed in seeds {
      let random = try RandomQueueCase(seed: seed, isPlain: true)
      var probe = FastPathProbe(segments: 50)
      var log = NoLog()
      let start = AnyPlayer.Start(link: random.link, offset: random.offset)
      let metrics = random.player.play(start, scratch: &probe.scratch, observer: &log)
      if probe.wasTaken { fast += 1 }
      #expect(metrics == random.play().metrics, "seed \(seed)")
    }
    let played = Self.played.withLock { played in
      played.sessions += seeds.count
      played.fast += fast
      return played
    }
    // The last block knows how many of all took the fast path.
    #expect(
      !Seeds.areAll || played.sessions < 8_000 || played.fast > played.sessions / 4,
      "only \(played.fast) of the random sessions took the fast path")
  }

  @Test(
    "the same for 8,000 random sessions of one video, with rules that abandon downloads",
    arguments: Seeds.blocks(of: 8_000))
  func singleVideo(seeds: Range<UInt64>) throws {
    var fast = 0
    for seed in seeds {
      let random = try RandomCase(seed: seed)
      var probe = FastPathProbe(segments: random.video.segmentCount)
      let metrics = random.playSilently(scratch: &probe.scratch)
      if probe.wasTaken { fast += 1 }
      #expect(metrics == random.play().metrics, "seed \(seed)")
    }
    #expect(!Seeds.areAll || fast > seeds.count / 20, "only \(fast) of the random sessions took the fast path")
  }

  @Test("a queue of one item is the session of its video, to the last bit", arguments: Seeds.blocks(of: 2_000))
  func queueOfOne(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = try RandomCase(seed: seed)
      let player = VideoPlayer(
        video: random.video, rule: random.rule, target: random.target, settings: random.settings,
        eligible: random.eligible)
      let queue = try SessionPlayer(
        players: [AnyPlayer(player)], queue: ItemQueue(playlist: [QueueItem("only")]), script: random.viewer.script)
      var (scratch, log) = (SessionScratch(), NoLog())
      let start = AnyPlayer.Start(link: random.link, offset: random.offset)
      var metrics = queue.play(start, scratch: &scratch, observer: &log)
      #expect(metrics.visits.count == 1, "seed \(seed)")
      metrics.visits = []
      #expect(metrics == random.playSilently(scratch: &scratch), "seed \(seed)")
    }
  }

  @Test("a target at the top rendition of long videos alone is one in either way", arguments: [600.0, 400])
  func longTopTarget(duration: Double) throws {
    let video = try constantVideo(bitrates: [500_000, 2_000_000], duration: 4, count: Int(duration / 4))
    var settings = PlayerSettings()
    settings.buffer.longTopTarget = 60
    let player = AnyPlayer(
      VideoPlayer(
        video: video, rule: ConstantRule(rendition: 1), target: ConstantTarget(seconds: 18), settings: settings))
    let start = AnyPlayer.Start(link: try ConstantQueue.fastLink)
    var (scratch, log) = (SessionScratch(), EventLog())
    let metrics = player.play(start, viewer: Viewer(leavesAt: 100), scratch: &scratch)
    #expect(player.play(start, viewer: Viewer(leavesAt: 100), scratch: &scratch, log: &log) == metrics)
    // At 4 Mbit/s a segment of 2 Mbit/s takes 2 s of 4: after 100 s the buffer holds one of the targets.
    let level = try #require(log.events.last).level
    #expect(duration >= 600 ? level > 40 : level < 24)
  }

  @Test("a tick at the end of a wait comes before the request in either way")
  func tickAtTheEndOfAWait() throws {
    let video = try constantVideo(bitrates: [500_000, 2_000_000], duration: 4, count: 40)
    let player = AnyPlayer(VideoPlayer(video: video, rule: ConstantRule(rendition: 0), target: WholeTarget()))
    let start = AnyPlayer.Start(link: try ConstantQueue.fastLink)
    var (scratch, log) = (SessionScratch(), EventLog())
    let metrics = player.play(start, scratch: &scratch)
    #expect(player.play(start, scratch: &scratch, log: &log) == metrics)
    // From 12 s on the target is 20 s, and a segment of 4 s is requested at each multiple of 4 s of the position.
    let positions = log.events.compactMap { event in
      if case .requested = event.kind, event.position > 12 { event.position } else { nil }
    }
    #expect(positions.count > 20)
    #expect(positions.allSatisfy { abs($0 - ($0 / 4).rounded() * 4) < 1e-6 }, "\(positions)")
  }

  @Test("a wait for room that the end of a visit cuts short does not end the first one of the next visit")
  func waitOfAnEarlierVisit() throws {
    // The k-th segment arrives at 0.5·k s with 1.5·k + 0.5 s in the buffer: the target of 10 s is passed by the 7th.
    // From 5 s on each arrives at a whole second with 11.5 s and 1.5 s to wait, so that the first visit ends, at 11.5
    // s, within a wait.
    let queue = ConstantQueue(
      lengths: [30, 30], target: ConstantTarget(seconds: 10), script: Script([.init(.time(16.5), .leave)]),
      visits: [Visit(item: 0, until: 11), Visit(item: 1)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    let requests = result.times { if case .requested = $0 { true } else { false } }
    #expect(requests.filter { $0 >= 11.5 } == [11.5, 12, 12.5, 13, 13.5, 14, 14.5, 16])
  }
}

/// Grows by what has been viewed from 8 to 20 s, and ticks on every half second.
private struct WholeTarget: ForwardTarget {
  var interval: Double { 0.5 }
  var maximum: Double { 20 }
  mutating func begin() -> Double { 8 }
  mutating func tick(position: Double, watched: Double) -> Double { min(8 + position, maximum) }
}

/// Scratch in which it can be seen whether a session has taken the fast path.
struct FastPathProbe {
  var scratch = SessionScratch()

  init(segments: Int) {
    scratch.renditions = Array(repeating: .max, count: segments)
  }

  var wasTaken: Bool { scratch.renditions.contains { $0 != .max } }
}
