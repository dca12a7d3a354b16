import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRTestSupport
import Testing

@testable import ABRSessions

@Suite("Session plans")
struct SessionPlanTests {
  static let rates = [(500_000, 640, 360), (1_000_000, 1280, 720), (2_000_000, 1920, 1080)]

  static func video(_ name: String = "v", segments: Int = 30, duration: Double = 2, rungs: Int = 3) throws -> Video {
    let renditions = rates.prefix(rungs).map { Rendition(bandwidth: $0.0, width: $0.1, height: $0.2) }
    let sizes = (0..<segments).map { _ in renditions.map { Int(Double($0.bandwidth) * duration / 8) } }
    return try Video(name: name, ladder: Ladder(renditions), segmentDuration: duration, sizes: sizes)
  }

  static func link(_ rate: Double) throws -> Link {
    Link(try BandwidthTrace(name: "constant", rows: [.init(duration: 1000, bandwidth: rate, latency: 0)]))
  }

  static func player(
    _ plan: SessionPlan, policy: String = "fixed:0", videos: [Video]? = nil,
    preload: PreloadSettings = PreloadSettings(),
    seed: Int? = nil, networkIsExpensive: Bool = false
  ) throws -> SessionPlayer {
    try plan.makePlayer(
      policy: PolicySpec(parsing: policy).policy(model: .lab), buffer: .standard, preload: preload,
      videos: videos ?? [video()], seed: seed, networkIsExpensive: networkIsExpensive)
  }

  static func eligible(_ player: SessionPlayer, isExpensive: Bool = false) -> [[[Int]]] {
    player.script.steps.compactMap { step in
      if case .eligible(let sets) = step.action {
        (isExpensive ? sets.expensive : sets.normal).map(\.indices)
      } else {
        nil
      }
    }
  }

  @Test("a feed's items take turns over the videos of the run")
  func cycling() throws {
    let videos = [try Self.video("a"), try Self.video("b", segments: 20)]
    let player = try Self.player(SessionPlan(feedOf: 5), videos: videos)
    #expect(player.players.count == 2)
    #expect(player.queue.items.map(\.player) == [0, 1, 0, 1, 0])
    #expect(player.queue.items.map(\.name) == (1...5).map { "item \($0)" })
    #expect(player.queue.visits == (0..<5).map { Visit(item: $0) })
  }

  @Test("a visit up to the end of its item ends with it")
  func wholeVisit() throws {
    let video = try Self.video()
    var plan = SessionPlan(feedOf: 2)
    plan.visits = [Visit(item: 0, until: video.duration), Visit(item: 1, until: video.duration - 1)]
    let visits = try Self.player(plan, videos: [video]).queue.visits
    #expect(visits.map(\.until) == [.infinity, video.duration - 1])
  }

  @Test(
    "a downloaded item lies there in the lowest rendition of at least its bitrate, or in the highest",
    arguments: [(nil, 2), ("\"600k\"", 1), ("\"500k\"", 0), ("\"9M\"", 2)] as [(String?, Int)])
  func downloaded(bitrate: String?, rendition: Int) throws {
    let text = "[[item]]\ndownloaded = true\n" + (bitrate.map { "bitrate = \($0)\n" } ?? "") + "[[item]]"
    let queue = try Self.player(SessionFileTests.plan(text)).queue
    #expect(queue.items.map(\.downloadedRendition) == [rendition, nil])
  }

  @Test("a rendition to preload is one of the ladder")
  func preloadedRendition() throws {
    let preload = try PreloadSpec(parsing: "network-balance(quality=3)").settings
    let error = #expect(throws: SettingsError.self) {
      try Self.player(SessionPlan(feedOf: 2), preload: preload)
    }
    #expect(error?.allowed == "0 to 2, the indices of the ladder of v")
  }

  @Test("cuts are whole segments in the range, the same for a seed, and one player each", arguments: [1, 2, 3])
  func cuts(seed: Int) throws {
    let plan = SessionPlan(items: (0..<200).map { SessionPlan.Item("\($0)", duration: 7...20) })
    let table = try SessionVideos(plan: plan, runVideos: [try Self.video()], seed: seed)
    let durations = plan.items.indices.map(table.duration)
    // Drawn from 7 s to 20 s, then cut to whole segments of 2 s that fit.
    #expect(Set(durations) == [6, 8, 10, 12, 14, 16, 18], "seed \(seed)")
    #expect(table.cuts.count == 7)
    let again = try SessionVideos(plan: plan, runVideos: [try Self.video()], seed: seed)
    #expect(plan.items.indices.map(again.duration) == durations)
    let longer = SessionPlan(items: plan.items + plan.items)
    let more = try SessionVideos(plan: longer, runVideos: [try Self.video()], seed: seed)
    #expect(plan.items.indices.map(more.duration) == durations)
  }

  @Test("a cut is never less than one segment, and a range of nothing is not drawn")
  func shortCuts() throws {
    let plan = SessionPlan(items: [.init("a", duration: 0.5...0.5), .init("b", duration: 6...6), .init("c")])
    let table = try SessionVideos(plan: plan, runVideos: [try Self.video()], seed: 1)
    #expect(plan.items.indices.map(table.duration) == [2, 6, 60])
  }

  @Test("what cannot be is refused before anything runs")
  func refusals() throws {
    let own = VideoSource(file: "own", sha256: "", video: try Self.video("short", segments: 5))
    var source = SessionPlan(feedOf: 1)
    source.videos = [own]
    source.steps = [.init(.time(1), .source(0))]
    var late = SessionPlan(feedOf: 1)
    late.visits = [Visit(item: 0, from: 60)]
    let refused: [(SessionPlan, [Video], String)] = [
      (SessionPlan(feedOf: 2), [], "item item 1 video: missing, expected a video here, or --video for the run"),
      (
        SessionPlan(items: [.init("a", duration: 8...61)]), [try Self.video()],
        "item a duration: found 61.0 s, expected at most the 60.0 s of v"
      ),
      (source, [try Self.video()], "source short: found 10.0 s, expected at least the 60.0 s of v"),
      (late, [try Self.video()], "visit 0 from: found 60.0 s, expected less than the item's 60.0 s"),
    ]
    for (plan, videos, message) in refused {
      #expect {
        _ = try Self.player(plan, videos: videos)
      } throws: {
        "\($0)".contains(message)
      }
    }
    #expect(throws: SpecError.self) { try Self.player(SessionPlan(feedOf: 1), policy: "fixed:7") }
  }

  @Test("limits of steps replace the policy's of their kind until none brings them back")
  func limits() throws {
    var plan = SessionPlan(feedOf: 1)
    plan.steps = try ["peak:600k", "pixels:640x360+peak:0", "peak:0", "none"].enumerated().map {
      .init(.time(Double($0)), .limits(try LimitChange(parsing: $1)))
    }
    let player = try Self.player(plan, policy: "bba-0+peak:1M")
    #expect(Self.eligible(player) == [[[0]], [[0]], [[0]], [[0, 1]]])
    plan.steps.remove(at: 1)
    #expect(Self.eligible(try Self.player(plan, policy: "bba-0+peak:1M")) == [[[0]], [[0, 1, 2]], [[0, 1]]])
  }

  @Test(
    "every rule plays on where limits take renditions away and give them back",
    arguments: RuleRegistry.standard.entries.map(\.name))
  func changingLimits(rule: String) throws {
    // Those that need a parameter have no session of their own.
    guard (try? PolicySpec(parsing: rule)) != nil else { return }
    let video = try Self.video(segments: 90)
    for seed in 0..<Seeds.rounds(of: 200) {
      var random = SeededRandom(seed: seed, path: "limits", rule)
      var plan = SessionPlan(feedOf: 1)
      plan.steps = try (0..<8).map { step in
        let limit = ["peak:600k", "peak:1M", "none", "pixels:640x360"][random.integer(below: 4)]
        let place = Double(20 * step + random.integer(below: 20))
        return .init(.position(place), .limits(try LimitChange(parsing: limit)))
      }
      let rows = (0..<20).map { _ in
        BandwidthTrace.Row(duration: 10, bandwidth: Double(200_000 + random.integer(below: 5_000_000)), latency: 0.05)
      }
      let player = try Self.player(plan, policy: rule, videos: [video])
      let viewed = try plan.viewed(player, trace: "t", seed: seed)
      let metrics = viewed.play(over: Link(try BandwidthTrace(name: "t", rows: rows)))
      #expect(metrics.playingTime > 0, "seed \(seed)")
    }
  }

  @Test("a viewport matters to policies with a viewport limit, and others are told")
  func viewport() throws {
    var plan = SessionPlan(feedOf: 1)
    plan.steps = [
      .init(.time(1), .viewport(Viewport(size: PictureSize(width: 480, height: 270)))), .init(.time(2), .viewport(nil)),
    ]
    let rule = try PolicySpec(parsing: "bba-0+viewport:1280x720").policy()
    let plain = try PolicySpec(parsing: "bba-0").policy()
    #expect(Self.eligible(try Self.player(plan, policy: "bba-0+viewport:1280x720")) == [[[0]], [[0, 1, 2]]])
    #expect(Self.eligible(try Self.player(plan, policy: "bba-0")) == [[[0, 1, 2]], [[0, 1, 2]]])
    #expect(plan.warnings(for: rule).isEmpty)
    #expect(
      plan.warnings(for: plain) == [
        "step 1 (and 1 more): the viewport changes nothing with bba-0, which has no viewport limit"
      ])
  }

  @Test("the class of the network switches limits for expensive networks")
  func network() throws {
    var plan = SessionPlan(feedOf: 1)
    plan.steps = [.init(.time(1), .network(isExpensive: true)), .init(.time(2), .network(isExpensive: false))]
    let policy = "bba-0+peak-expensive:1M"
    var log = EventLog()
    _ = try Self.player(plan, policy: policy).play(over: Self.link(5e6), observer: &log)
    let masks = log.events.compactMap { if case .eligible(let mask) = $0.kind { mask } else { nil } }
    #expect(masks == [0b011, 0b111])
    plan.steps = [.init(.time(1), .limits(try LimitChange(parsing: "pixels:1280x720")))]
    #expect(
      Self.eligible(try Self.player(plan, policy: policy, networkIsExpensive: true), isExpensive: true) == [[[0, 1]]])
    #expect(Self.eligible(try Self.player(plan, policy: "fixed:2", networkIsExpensive: true)) == [[[0, 1, 2]]])
    plan.steps = [.init(.time(1), .network(isExpensive: true))]
    #expect(plan.warnings(for: try PolicySpec(parsing: policy).policy()).isEmpty)
    #expect(
      plan.warnings(for: try PolicySpec(parsing: "bba-0").policy())
        == ["step 1: the class of the network changes nothing with bba-0, which has no peak-expensive limit"])
  }

  @Test("sources replace each cut by one that reaches its length, and limits reach the fallbacks too")
  func sources() throws {
    var plan = SessionPlan(items: [.init("a", duration: 6...6), .init("b")])
    plan.videos = [
      VideoSource(file: "x", sha256: "", video: try Self.video("x", segments: 20, duration: 4, rungs: 2)),
      VideoSource(file: "y", sha256: "", video: try Self.video("y", segments: 60, duration: 1)),
    ]
    plan.steps = [
      .init(.time(1), .source(0)), .init(.time(2), .limits(try LimitChange(parsing: "peak:1M"))),
      .init(.time(3), .source(1)),
    ]
    let player = try Self.player(plan)
    // a (6 s), b (60 s), x for a (8 s), x for b (60 s), y for a (6 s), y for b (60 s).
    #expect(player.players.count == 6)
    let sources = player.script.steps.compactMap { if case .source(let players) = $0.action { players } else { nil } }
    #expect(sources.map { Array($0[0..<2]) } == [[2, 3], [4, 5]])
    // From the fallbacks of the first step the second one finds the same items' cuts.
    #expect(Array(sources[1][2..<4]) == [4, 5])
    #expect(
      Self.eligible(try Self.player(plan, policy: "bba-0")) == [[[0, 1], [0, 1], [0, 1], [0, 1], [0, 1], [0, 1]]])
  }

  @Test("a session file plays: what is watched is what the script says")
  func plays() throws {
    let folder = try TemporaryFolder()
    try folder.write("own.json", SessionFileTests.ladder)
    let path = try folder.write(
      "s.toml",
      """
      [[item]]
      name = "film"
      [[item]]
      name = "ad"
      video = "own.json"
      duration = "10s"
      [[item]]
      name = "clip"
      duration = "20s"
      [[visit]]
      item = "film"
      until = "20s"
      keeps-buffer = true
      [[visit]]
      item = "ad"
      role = "ad"
      skippable-after = "4s"
      [[visit]]
      item = "film"
      [[visit]]
      item = "clip"
      [[step]]
      watched = "4s"
      do = "skip"
      [[step]]
      position = "30s"
      do = "seek"
      to = "58s"
      [[step]]
      watched = "35s"
      do = "leave"
      """)
    let player = try Self.player(SessionFile.plan(at: path))
    let metrics = player.play(over: try Self.link(20e6))
    // 20 s to the break, 4 s of the ad; then 10 s to the seek and the last 2 s, whose end comes before the 35 s to
    // leave at.
    let played = metrics.visits.map { $0.playedMedia.rounded() }
    #expect(metrics.visits.map(\.item) == [0, 1, 0])
    #expect(played == [20, 4, 12])
    // The clip was still to come.
    #expect(metrics.outcome == .left)
  }

  @Test("a drawn feed plays: each item is watched as long as was drawn, whatever is preloaded", arguments: [1, 2, 3])
  func feed(seed: Int) throws {
    var plan = SessionPlan(feedOf: 12)
    plan.viewer = FeedViewer(watch: .lognormal(median: 8, sigma: 1.1))
    let preloads = PreloadSettings(trigger: .always, nextCount: 2, amount: .seconds([4, 2]))
    var played: [[Double]] = []
    for preload in [PreloadSettings(), preloads] {
      let player = try plan.viewed(Self.player(plan, preload: preload, seed: seed), trace: "t", seed: seed)
      let metrics = player.play(over: try Self.link(20e6))
      #expect(metrics.visits.count == 12)
      played.append(metrics.visits.map(\.playedMedia))
    }
    for item in 0..<12 {
      let drawn = try #require(plan.viewer).draw(seed: seed, trace: "t", stream: 0, item: item, occurrence: 0).watched
      for times in played { #expect(abs(times[item] - min(60, drawn)) < 1e-6, "seed \(seed), item \(item)") }
    }
  }

  @Test("back-swipes come up in the order that was drawn")
  func backSwipes() throws {
    var plan = SessionPlan(feedOf: 3)
    plan.viewer = FeedViewer(watch: .lognormal(median: 5, sigma: 0.2), back: 1)
    let player = try plan.viewed(Self.player(plan), trace: "t", seed: nil)
    #expect(player.play(over: try Self.link(20e6)).visits.map(\.item) == [0, 1, 0, 1, 2, 1, 2])
  }

  @Test("the impatient swipe on when nothing comes")
  func patience() throws {
    var plan = SessionPlan(feedOf: 3)
    plan.viewer = FeedViewer(watch: .lognormal(median: 5, sigma: 0), patience: 2)
    let player = try plan.viewed(Self.player(plan), trace: "t", seed: 1)
    let metrics = player.play(over: try Self.link(1000))
    #expect(metrics.visits.count == 3)
    #expect(metrics.visits.allSatisfy { !$0.started && abs($0.startupTime - 2) < 1e-9 })
  }

  /// A turn of content with an ad in front and one in the middle, as a random feed has them.
  private struct RandomTurn {
    var adBefore: Double?
    var breakAt: Double?
    var keepsBuffer: Bool
    /// Seconds after which each of its ads may be skipped.
    var adInside: Double
  }

  @Test("feeds with breaks play as drawn: clips in place, content as one turn across them", arguments: 1...40)
  func breaks(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "feeds with breaks")
    let turns = (0..<(2 + random.integer(below: 4))).map { _ in
      RandomTurn(
        adBefore: random.integer(below: 2) == 0 ? [3, 6, 20][random.integer(below: 3)] : nil,
        breakAt: random.integer(below: 2) == 0 ? random.uniform(in: 2..<50) : nil,
        keepsBuffer: random.integer(below: 2) == 0, adInside: [3, 6, 20][random.integer(below: 3)])
    }
    let ad = turns.count
    var plan = SessionPlan(
      items: turns.indices.map { .init("clip \($0)") } + [.init("ad", duration: 10...10)], visits: [])
    for (index, turn) in turns.enumerated() {
      if let after = turn.adBefore { plan.visits.append(Visit(item: ad, role: .ad(skippableAfter: after))) }
      if let position = turn.breakAt {
        plan.visits.append(Visit(item: index, until: position, keepsBuffer: turn.keepsBuffer))
        plan.visits.append(Visit(item: ad, role: .ad(skippableAfter: turn.adInside)))
        plan.visits.append(Visit(item: index, from: turn.keepsBuffer ? nil : position))
      } else {
        plan.visits.append(Visit(item: index))
      }
    }
    let isSkipping = random.integer(below: 2) == 0
    let viewer = FeedViewer(watch: .lognormal(median: 25, sigma: 1), skip: isSkipping ? 1 : 0)
    plan.viewer = viewer

    // What is to come up, and for how many media seconds.
    var expected: [(item: Int, played: Double)] = []
    for (index, turn) in turns.enumerated() {
      if let after = turn.adBefore { expected.append((ad, isSkipping ? min(10, after) : 10)) }
      let drawn = viewer.draw(seed: seed, trace: "t", stream: 0, item: index, occurrence: 0).watched
      let watched = min(60, drawn)
      if let position = turn.breakAt, watched >= position {
        expected.append((index, position))
        expected.append((ad, isSkipping ? min(10, turn.adInside) : 10))
        expected.append((index, watched - position))
      } else {
        expected.append((index, watched))
      }
    }
    let player = try plan.viewed(Self.player(plan, seed: seed), trace: "t", seed: seed)
    let metrics = player.play(over: try Self.link(1e9))
    #expect(metrics.visits.map(\.item) == expected.map(\.item), "seed \(seed)")
    for (visit, (_, played)) in zip(metrics.visits, expected) {
      #expect(abs(visit.playedMedia - played) < 1e-6, "seed \(seed), visit \(visit.visit)")
    }
  }

  static let adBreaks: [(clips: [Visit.Role], skips: [Double], shown: [Double])] = [
    ([.bumper, .ad(skippableAfter: 5)], [5], [10, 5]),
    ([.ad(skippableAfter: 5)], [2], [5]),
    ([.ad(skippableAfter: 5), .ad(skippableAfter: 3)], [99, 3], [10, 3]),
    ([.ad(skippableAfter: .infinity), .ad(skippableAfter: 3)], [3], [10, 3]),
    ([.ad(skippableAfter: 2), .ad(skippableAfter: 3)], [2, 3], [2, 3]),
    ([.ad(skippableAfter: 20), .ad(skippableAfter: 3)], [20, 3], [10, 3]),
  ]

  @Test(
    "a skip is meant for an ad that can be skipped, one for each, and waits until it may", arguments: adBreaks.indices)
  func skips(index: Int) throws {
    let (clips, skips, shown) = Self.adBreaks[index]
    var plan = SessionPlan(items: [.init("ad", duration: 10...10), .init("film")])
    plan.visits = clips.map { Visit(item: 0, role: $0) } + [Visit(item: 1)]
    plan.steps = skips.map { .init(.watched($0), .script(.skip)) } + [.init(.watched(4), .script(.leave))]
    let metrics = try Self.player(plan).play(over: try Self.link(1e9))
    let played = metrics.visits.map { ($0.playedMedia * 1e6).rounded() / 1e6 }
    #expect(played == shown + [4])
  }
}
