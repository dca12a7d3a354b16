import ABRMedia
import ABRNetwork
import ABRTestSupport
import Testing

@testable import ABRPlayback

/// Sessions whose renditions somebody else chooses come out as with a rule that chooses the same.
@Suite struct SteppedSessionTests {
  @Test(
    "4,000 random sessions that wait for each answer come out as with a rule that answers the same, to the last bit",
    arguments: Seeds.blocks(of: 4_000))
  func sameAsARule(seeds: Range<UInt64>) throws {
    var fast = 0
    var previous: SteppedSession<NoLog>?
    for seed in seeds {
      let random = try RandomCase(seed: seed)
      let start = AnyPlayer.Start(link: random.link, offset: random.offset)
      var (scratch, log) = (SessionScratch(), NoLog())
      let expected = Self.player(random, MindfulRule()).play(
        over: random.link, from: random.offset, viewer: random.viewer, scratch: &scratch, observer: &log)

      var probe = FastPathProbe(segments: random.video.segmentCount)
      let player = SessionPlayer(of: AnyPlayer(Self.player(random, ExternalRule())), viewer: random.viewer)
      let stepped = SteppedSession(player, start: start, observer: NoLog(), memory: probe.scratch)
      Self.finish(stepped)
      #expect(stepped.metrics == expected, "seed \(seed)")
      stepped.giveBack(&probe.scratch)
      if probe.wasTaken { fast += 1 }

      stepped.restart(start, observer: NoLog())
      Self.finish(stepped)
      #expect(stepped.metrics == expected, "seed \(seed), played again")
      previous = stepped

      let logged = SteppedSession(player, start: start, observer: EventLog())
      Self.finish(logged)
      #expect(logged.metrics == expected, "seed \(seed), with a log")
    }
    #expect(previous?.question == nil)
    #expect(!Seeds.areAll || fast > seeds.count / 20, "only \(fast) of the random sessions took the fast path")
  }

  @Test("so do 4,000 random sessions of several items", arguments: Seeds.blocks(of: 4_000))
  func severalItems(seeds: Range<UInt64>) throws {
    var questions = 0
    for seed in seeds {
      let memory = MindfulRule.Memory()
      let expected = try RandomQueueCase(seed: seed) { _ in MindfulRule(memory: memory, choosesFirstRendition: false) }
      let random = try RandomQueueCase(seed: seed) { _ in ExternalRule(choosesFirstRendition: false) }
      let start = AnyPlayer.Start(link: random.link, offset: random.offset)
      let stepped = SteppedSession(random.player, start: start, observer: NoLog())
      questions += Self.finish(stepped)
      let metrics = expected.player.play(over: random.link, from: random.offset)
      #expect(stepped.metrics == metrics, "seed \(seed)")
    }
    #expect(!Seeds.areAll || questions > seeds.count * 10)
  }

  @Test("a question has the state of the player, the download before it, and what may be chosen")
  func question() throws {
    let ladder = try Ladder([100_000, 200_000, 400_000].map { Rendition(bandwidth: $0) })
    let video = try Video(
      name: "v", ladder: ladder, segmentDuration: 2, sizes: Array(repeating: [25_000, 50_000, 100_000], count: 3))
    let player = VideoPlayer(
      video: video, rule: ExternalRule(), target: ConstantTarget(seconds: 30),
      settings: PlayerSettings(initialRendition: .index(2)), eligible: EligibleSet([0, 2]))
    let link = Link(
      try BandwidthTrace(name: "t", rows: [.init(duration: 1, bandwidth: 800_000, latency: 0.5)]))
    let session = SteppedSession(
      SessionPlayer(of: AnyPlayer(player)), start: AnyPlayer.Start(link: link), observer: NoLog())
    #expect(session.eligible == [0, 2] && session.initialPosition == 1)
    #expect(session.downloads.isEmpty && session.state.time == 0)
    let first = try #require(session.question)
    #expect((first.segment, first.segmentsLeft, first.level, first.isPlaying) == (0, 3, 0, false))

    session.answer(1)
    let second = try #require(session.question)
    // Two round trips of half a second to connect and one to ask, and a second for 100 kB.
    #expect((second.segment, second.lastRendition, session.state.time) == (1, 1, 2.5))
    #expect(session.downloads.map(\.bytes) == [100_000] && session.downloads[0].totalTime == 2.5)

    session.answer(0)
    session.answer(0)
    #expect(session.state.isOver && session.question == nil && session.metrics.outcome == .completed)
    session.answer(1)
    #expect(session.metrics.segmentsDownloaded == 3)
  }

  private static func player<R: Rule>(_ random: RandomCase, _ rule: R) -> VideoPlayer<R, ErraticTarget> {
    VideoPlayer(
      video: random.video, rule: rule, target: random.target, settings: random.settings, eligible: random.eligible)
  }

  /// Answers every question.
  ///
  /// - Returns: how many there were.
  @discardableResult
  private static func finish<O: SessionObserver>(_ session: SteppedSession<O>) -> Int {
    var rule = MindfulRule()
    var count = 0
    while let question = session.question {
      count += 1
      rule.count = session.eligible.count
      for download in session.downloads { rule.downloaded(download, level: 0) }
      rule.waited(session.waited)
      session.answer(rule.decide(question).rendition)
    }
    return count
  }
}

/// Answers by all that it is told: a bit that differs leads elsewhere. What it is told of one item it knows at the
/// next.
private struct MindfulRule: Rule {
  final class Memory: @unchecked Sendable {
    var heard = 0
    var waited = 0.0
  }

  var count = 1
  private let memory: Memory?
  private var own = Memory()
  let choosesFirstRendition: Bool

  /// - Parameter memory: that of a session of several items; `nil` for one that begins with each session.
  init(memory: Memory? = nil, choosesFirstRendition: Bool = true) {
    self.memory = memory
    self.choosesFirstRendition = choosesFirstRendition
  }

  private var now: Memory { memory ?? own }

  mutating func prepare(for setup: RuleSetup) { count = setup.count }

  mutating func decide(_ context: RequestContext) -> Decision {
    var hasher = TestHash()
    hasher.combine(
      now.heard, context.segment, context.lastRendition, context.isFull ? 1 : 0, context.isPlaying ? 1 : 0)
    hasher.combine(context.level, context.maximumLevel, context.rate, context.time, now.waited)
    now.waited = 0
    return Decision(Int(hasher.value % UInt64(count)))
  }

  mutating func downloaded(_ download: Download, level: Double) {
    var hasher = TestHash()
    hasher.combine(now.heard, download.segment, download.rendition, download.isFirst ? 1 : 0)
    hasher.combine(download.bytes, download.transferTime, download.latency)
    now.heard = Int(truncatingIfNeeded: hasher.value)
  }

  mutating func waited(_ seconds: Double) { now.waited += seconds }
}

/// The same in every run, as `Hasher` is not.
private struct TestHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ numbers: Int...) { for number in numbers { mix(UInt64(bitPattern: Int64(number))) } }
  mutating func combine(_ numbers: Double...) { for number in numbers { mix(number.bitPattern) } }

  private mutating func mix(_ bits: UInt64) {
    value = (value ^ bits) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 29
  }
}
