import ABRInput
import ABRMedia
import ABRNetwork
import ABRParallel
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRRunsTestSupport
import ABRSessions
import ABRTestSupport
import Testing

@testable import ABRRuns

@Suite("Session timelines")
struct SessionTimelineTests {
  /// Ten segments of 4 s at 0.5 Mbit/s over a link of constant capacity, or of capacity that ends for a while.
  static func constant(viewer: String = "watch", outage: Bool = false) throws -> (ExperimentResult, SessionTimeline) {
    let rows: [BandwidthTrace.Row] =
      outage
      ? [
        .init(duration: 10, bandwidth: 1_000_000, latency: 0), .init(duration: 40, bandwidth: 0, latency: 0),
        .init(duration: 950, bandwidth: 1_000_000, latency: 0),
      ]
      : [.init(duration: 1000, bandwidth: 1_000_000, latency: 0)]
    let ladder = try Ladder([Rendition(bandwidth: 500_000)])
    let video = try Video(
      name: "v", ladder: ladder, segmentDuration: 4, sizes: (0..<10).map { _ in [250_000] })
    let source = VideoSource(file: "v", sha256: SHA256.hexDigest(of: "v"), video: video)
    let player = try PreparedSession(policy: "fixed:0", viewer: viewer, videos: [source])
    let experiment = Experiment(
      traces: [
        TraceSource(
          file: "c.csv", family: "t", sha256: SHA256.hexDigest(of: "c"),
          trace: try BandwidthTrace(name: "c.csv", rows: rows))
      ], videos: [source], players: [player],
      defaultLatency: 0)
    let result = try SampleRun.result(experiment)
    return (result, try #require(result.configurations[0].timelines.first))
  }

  @Test("on a constant link every line is where it must be")
  func closedForm() throws {
    let (_, timeline) = try Self.constant()
    // A segment takes 2 s and lasts 4: the first frame after the first segment, then the level gains 2 s with each one
    // until it is at its target.
    #expect(timeline.waits == [.init(cause: .startup, from: 0, to: 2)])
    #expect(timeline.capacity == TimelineSeries(times: [0], values: [1_000_000]))
    #expect(timeline.bitrate == TimelineSeries(times: [0], values: [500_000]))
    #expect(timeline.level.times.prefix(6) == [0, 2, 2, 4, 4, 6])
    #expect(timeline.level.values.prefix(6) == [0, 0, 4, 2, 6, 4])
    #expect(timeline.target.values == [30])
    #expect(timeline.wall == 42 && timeline.level.values.last == 0 && timeline.wasted.isEmpty)
  }

  @Test("an outage is a stall of the viewer and a hole in the capacity")
  func outage() throws {
    let (result, timeline) = try Self.constant(outage: true)
    #expect(timeline.capacity == TimelineSeries(times: [0, 10, 50], values: [1_000_000, 0, 1_000_000]))
    let stall = try #require(timeline.waits.last)
    // Five segments have come after 10 s, and last until 22 s; the sixth comes 2 s after the outage.
    #expect(stall == .init(cause: .stall, from: 22, to: 52))
    #expect(result.configurations[0].sessions[0].metrics.stalledTime == 30)
  }

  @Test("what lies in the buffer when the viewer leaves is wasted, the segment on the screen apart")
  func leaving() throws {
    let (result, timeline) = try Self.constant(viewer: "leave(15s)")
    // 7 segments have come after 15 s and 13 s are shown: the fourth is on the screen, the eighth under way.
    #expect(timeline.wasted.map(\.segment) == [4, 5, 6, 7])
    #expect(timeline.wasted.map(\.bytes) == [250_000, 250_000, 250_000, 125_000])
    #expect(timeline.wall == 15)
    let ledger = result.configurations[0].sessions[0].metrics.ledger
    #expect((0..<250_000).contains(ledger.wasted - timeline.wasted.reduce(0) { $0 + $1.bytes }))
  }

  @Test("timelines agree with the metrics of their sessions", arguments: [nil, 1, 2, 3])
  func agreement(seed: Int?) throws {
    for experiment in [
      try SampleRun.single(policies: ["throughput", "bola", "dynamic"], seed: seed),
      try SampleRun.single(policies: ["apsara-trend"], viewer: "watch", seed: seed), try SampleRun.feed(seed: seed),
    ] {
      let result = try SampleRun.result(experiment)
      for cell in result.configurations {
        #expect(cell.timelines.map(\.role) == [.worst, .median, .best])
        for timeline in cell.timelines {
          let session = try #require(
            cell.sessions.first { $0.trace == timeline.trace && $0.content == timeline.content })
          try Self.check(timeline, of: session, in: experiment, "seed \(String(describing: seed))")
        }
        let worst = try #require(cell.timelines.first)
        let session = try #require(cell.sessions.first { $0.trace == worst.trace && $0.content == worst.content })
        #expect(cell.sessions.allSatisfy { $0.metrics.stalledTime <= session.metrics.stalledTime })
        let best = try #require(cell.timelines.last)
        let first = try #require(cell.sessions.first { $0.trace == best.trace && $0.content == best.content })
        #expect(cell.sessions.allSatisfy { $0.metrics.stalledTime >= first.metrics.stalledTime })
      }
    }
  }

  @Test(
    "what is listed as wasted is wasted, whatever the viewer does", .timeLimit(.minutes(20)),
    arguments: Seeds.blocks(of: 2000))
  func wasted(seeds: Range<UInt64>) throws {
    let (videos, traces) = (try SampleRun.videos(), try SampleRun.traces(2))
    let largest = videos.flatMap(\.video.sizes).max() ?? 0
    for seed in seeds {
      var random = SeededRandom(seed: Int(seed), path: "wasted")
      func pick<T>(_ values: [T]) -> T { values[min(values.count - 1, Int(random.uniform() * Double(values.count)))] }
      var session = "[[item]]\ncount = \(pick([1, 2, 3]))\n"
      var time = 0.0
      for _ in 0..<pick([0, 1, 3, 6]) {
        time += random.uniform() * 30
        let what = pick([
          "rate\"\nrate = \(pick([0.5, 1.5, 2, 3]))", "seek\"\nto = \"\(pick([0, 20, 38, 70]))s\"",
          "seek\"\nby = \"\(pick([-25, -10, 5, 10, 40]))s\"", "next\"", "previous\"", "pause\"", "play\"",
        ])
        session += "[[step]]\nat = \"\(Int(time * 1000))ms\"\ndo = \"\(what)\n"
      }
      if random.uniform() < 0.5 { session += "[[step]]\nat = \"\(Int(time + 15))s\"\ndo = \"leave\"\n" }
      var player = try Player(parsing: pick(["lab", "hls.js", "dash.js", "media3", "avplayer", "apsara"]))
      let rate = pick([1, 1, 1.5, 2])
      try player.change(.rate, to: "\(rate)")
      if random.uniform() < 0.2 { try player.change(.playable, to: "arriving") }
      if random.uniform() < 0.2 { try player.change(.cache, to: "200MB") }
      let preload = try PreloadSpec(parsing: pick(["none", "ungated(next=2)"]))
      let prepared = try PreparedSession(
        SessionFile.plan(parsing: Array(session.utf8), file: "s.toml"), player: player, preload: preload,
        videos: videos.map(\.video))
      let experiment = Experiment(traces: traces, videos: videos, players: [prepared], queue: "s")
      let result = try SampleRun.result(experiment).configurations[0]
      for timeline in result.timelines {
        let metrics = try #require(result.sessions.first { $0.trace == timeline.trace }).metrics
        let place: Comment = "seed \(seed), trace \(timeline.trace): \(player.spec)\n\(session)"
        let bytes = timeline.wasted.reduce(0) { $0 + $1.bytes }
        #expect(bytes <= metrics.ledger.wasted, place)
        Self.checkWaits(timeline, metrics, place)
        // A visit or a seek leaves one segment in the middle.
        let parts = metrics.visits.count + metrics.seekCount
        if player.settings.playable == .wholeSegment, player.settings.switchMode == .append {
          #expect(metrics.ledger.wasted - bytes <= largest * parts, place)
        }
      }
    }
  }

  @Test("what was shown of a segment while it arrived keeps it out of the list of waste")
  func arriving() throws {
    let rows = [BandwidthTrace.Row(duration: 1000, bandwidth: 400_000, latency: 0)]
    let video = try Video(
      name: "v", ladder: Ladder([Rendition(bandwidth: 500_000)]), segmentDuration: 10,
      sizes: (0..<10).map { _ in [625_000] })
    let source = VideoSource(file: "v", sha256: SHA256.hexDigest(of: "v"), video: video)
    var player = try Player(policy: "fixed:0", buffer: "watermark(start=1s,resume=1s,max=30s)")
    try player.change(.playable, to: "arriving")
    let session = "[[item]]\n[[step]]\nat = \"16s\"\ndo = \"leave\"\n"
    let prepared = try PreparedSession(
      SessionFile.plan(parsing: Array(session.utf8), file: "s.toml"), player: player, videos: [video])
    let trace = TraceSource(
      file: "c.csv", family: "t", sha256: SHA256.hexDigest(of: "c"), trace: try BandwidthTrace(name: "c", rows: rows))
    let experiment = Experiment(traces: [trace], videos: [source], players: [prepared], defaultLatency: 0, queue: "s")
    let result = try SampleRun.result(experiment).configurations[0]
    // The second segment comes from 12.5 s on; half of what has come of it by 16 s was on the screen.
    #expect(result.sessions[0].metrics.ledger.wasted > 0 && result.sessions[0].metrics.playedMedia > 10)
    #expect(result.timelines[0].wasted.isEmpty)
  }

  @Test("recording is the last part of a run: it counts as progress, and stops with the run")
  func partOfRun() throws {
    let experiment = try SampleRun.single()
    let runner = ExperimentRunner(experiment, jobs: 2)
    let progress = ProgressCounter()
    let result = try runner.result(withTimelines: true, progress: progress)
    #expect(!result.isPartial && result.configurations.allSatisfy { $0.timelines.count == 3 })
    #expect(progress.completedItems == experiment.sessionCount + experiment.timelineCount)
    var bare = try runner.result()
    #expect(!bare.isPartial && bare.configurations.allSatisfy(\.timelines.isEmpty))
    let cancellation = CancellationFlag()
    cancellation.cancel()
    try runner.recordTimelines(in: &bare, cancellation: cancellation)
    #expect(bare.isPartial && bare.configurations.allSatisfy(\.timelines.isEmpty))
  }

  /// Waits that are listed sum up to the metrics, one after the other.
  private static func checkWaits(_ timeline: SessionTimeline, _ metrics: SessionMetrics, _ place: Comment) {
    func seconds(_ cause: SessionEvent.WaitCause) -> Double {
      timeline.waits.filter { $0.cause == cause }.reduce(0) { $0 + $1.to - $1.from }
    }
    #expect(abs(seconds(.stall) - metrics.stalledTime) < 1e-6, place)
    #expect(abs(seconds(.startup) - metrics.startupTotal) < 1e-6, place)
    #expect(abs(seconds(.seek) - metrics.seekTime) < 1e-6, place)
    #expect(timeline.waits.allSatisfy { $0.from < $0.to }, place)
    #expect(zip(timeline.waits, timeline.waits.dropFirst()).allSatisfy { $0.to <= $1.from }, place)
  }

  private static func check(
    _ timeline: SessionTimeline, of session: SessionResult, in experiment: Experiment, _ place: Comment
  ) throws {
    let metrics = session.metrics
    checkWaits(timeline, metrics, place)
    #expect(abs(timeline.wall - metrics.wallTime) < 1e-6, place)
    #expect(timeline.level.values.allSatisfy { $0 >= 0 }, place)
    #expect(timeline.arrivals.count == metrics.visits.count, place)
    let all = [timeline.level, timeline.capacity, timeline.bitrate, timeline.target]
    #expect(all.allSatisfy { $0.count <= TimelineSeries.limit && $0.times == $0.times.sorted() }, place)
    // All that is hatched is wasted; of what is wasted only parts of segments that were shown are not hatched.
    let bytes = timeline.wasted.reduce(0) { $0 + $1.bytes }
    #expect(bytes <= metrics.ledger.wasted, place)
    let largest = experiment.videos.flatMap(\.video.sizes).max() ?? 0
    #expect(metrics.ledger.wasted - bytes <= largest * max(1, metrics.visits.count), place)
  }

  @Test("capacity is that of the trace from the start of the session on, for every end of a trace")
  func capacity() throws {
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 2, bandwidth: 100), .init(duration: 3, bandwidth: 200)])
    func steps(_ offset: Double, _ length: Double, _ end: TraceEnd, _ factors: TimelineSeries = .init())
      -> TimelineSeries
    { trace.capacity(from: offset, seconds: length, end: end, factors: factors) }
    #expect(steps(1, 9, .wrap) == .init(times: [0, 1, 4, 6], values: [100, 200, 100, 200]))
    #expect(steps(4, 9, .hold) == .init(times: [0], values: [200]))
    #expect(steps(4, 9, .stop) == .init(times: [0, 1], values: [200, 0]))
    let outage = TimelineSeries(times: [3, 4.5], values: [0, 1])
    #expect(steps(0, 7, .wrap, outage) == .init(times: [0, 2, 3, 4.5, 5], values: [100, 200, 0, 200, 100]))
    // Many laps are their mean.
    #expect(steps(0, 1e9, .wrap) == .init(times: [0], values: [160]))
  }

  @Test("thinning keeps the ends, the order and points of the series; averaging keeps the area", arguments: 1...5)
  func thinning(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "series")
    var series = TimelineSeries()
    var time = 0.0
    for _ in 0..<(3_000 + seed * 997) {
      series.append(time, random.uniform() * 10)
      time += random.uniform()
    }
    for limit in [3, 100, 2_000] {
      let thinned = series.thinned(to: limit)
      #expect(thinned.count == limit, "seed \(seed)")
      #expect(thinned.times.first == series.times.first && thinned.times.last == series.times.last)
      let points = Set(zip(series.times, series.values).map { [$0, $1] })
      #expect(zip(thinned.times, thinned.values).allSatisfy { points.contains([$0, $1]) }, "seed \(seed)")
      let averaged = series.averaged(until: time, to: limit)
      #expect(averaged.count <= limit)
      #expect(abs(Self.area(series, until: time) - Self.area(averaged, until: time)) < 1e-6, "seed \(seed)")
    }
    // What is short enough stays as it is.
    #expect(series.thinned(to: 100_000) == series)
  }

  private static func area(_ series: TimelineSeries, until end: Double) -> Double {
    zip(series.times.indices, series.values).reduce(0) { sum, point in
      let next = point.0 + 1 < series.count ? series.times[point.0 + 1] : end
      return sum + point.1 * (next - series.times[point.0])
    }
  }
}
