import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayers
import ABRPolicies
import ABRSessions
import ABRTestSupport
import Testing

@testable import ABRParallel
@testable import ABRPlayback
@testable import ABRRuns

@Suite("Configurations that differ in the largest target alone")
struct GrowthSeriesTests {
  private static let ladder = [300_000, 900_000, 2_400_000].map { Rendition(bandwidth: $0) }

  private static func video(_ random: inout SeededRandom) throws -> VideoSource {
    let duration = [1.0, 2, 4][random.integer(below: 3)]
    let sizes = (0..<random.integer(below: 30) + 3).map { _ in
      ladder.map { Int(Double($0.bandwidth) * duration / 8 * (0.5 + random.uniform())) }
    }
    return VideoSource(
      file: "v", sha256: "v",
      video: try Video(name: "v", ladder: try Ladder(ladder), segmentDuration: duration, sizes: sizes))
  }

  /// One video or several items, watched to the end, for a while, with swipes and seeks.
  private static func plan(_ random: inout SeededRandom) throws -> SessionPlan {
    let viewers = ["watch", "leave(20s)", "leave(watched=15s)"]
    guard random.uniform() < 0.6 else {
      var plan = SessionPlan.oneVideo
      if random.uniform() < 0.5 {
        plan.steps = [
          .init(.watched(3), .script(.seek(to: Double(random.integer(below: 12))))),
          .init(.position(9), .script(.seek(to: 1))),
        ]
        return plan
      }
      return try plan.watched(by: try SessionViewer(parsing: viewers[random.integer(below: 3)]))
    }
    let feed = ["feed(short-video)", "feed(exponential,mean=8s,back=0.3)", "feed(exponential,mean=20s,patience=2s)"]
    return try SessionPlan(feedOf: random.integer(below: 6) + 2).watched(
      by: try SessionViewer(parsing: (feed + viewers)[random.integer(below: 6)]))
  }

  private static func experiment(_ seed: UInt64) throws -> Experiment {
    var random = SeededRandom(seed: Int(seed), path: "growth series")
    let plan = try plan(&random)
    let videos = [try video(&random)]
    let traces = try (0..<3).map { number in
      let scale = [200_000.0, 1_500_000, 12_000_000][random.integer(below: 3)]
      let rows = (0..<40).map { _ in BandwidthTrace.Row(duration: 1, bandwidth: scale * random.uniform()) }
      return TraceSource(
        file: "\(number)", family: "t", sha256: "\(seed) \(number)",
        trace: try BandwidthTrace(name: "\(number)", rows: rows + [.init(duration: 1, bandwidth: scale)]))
    }
    let policies = ["auto", "bola", "bba-0", "throughput"].dropFirst(random.integer(below: 3)).prefix(2)
    let basis = random.uniform() < 0.2 ? ",basis=position" : ""
    let offset = random.uniform() < 0.3 ? ",offset=4s" : ""
    let maxima = (0..<6).map { _ in 4 + random.integer(below: 40) }.uniqued()
    let players = try policies.flatMap { policy in
      try [2, 4].flatMap { minimum in
        try maxima.map { maximum in
          try PreparedSession(
            plan,
            player: Player(
              policy: policy, buffer: "growth(min=\(minimum)s,max=\(maximum)s,interval=2s\(basis)\(offset))"),
            preload: plan.hasSeveralItems ? PreloadSpec(parsing: "network-balance(open=2s,close=1s)") : nil,
            videos: videos.map(\.video),
            seed: Int(seed))
        }
      }
    }
    return Experiment(
      traces: traces, videos: videos, players: players, seed: Int(seed), queue: plan.hasSeveralItems ? "feed" : nil,
      viewerCount: plan.viewer == nil ? 1 : 2)
  }

  @Test("sessions are those that each configuration plays by itself", arguments: Seeds.blocks(of: 300))
  func sameAsAlone(seeds: Range<UInt64>) throws {
    var shared = 0
    for seed in seeds {
      let experiment = try Self.experiment(seed)
      let together = try ExperimentRunner(experiment, jobs: 1 + Int(seed % 2)).run()
      #expect(together.count == experiment.sessionCount)
      for (index, session) in together.enumerated() {
        let (trace, place) = index.quotientAndRemainder(dividingBy: experiment.contentCount * experiment.players.count)
        let (content, player) = place.quotientAndRemainder(dividingBy: experiment.players.count)
        let spot = experiment.place(ofContent: content)
        var log = NoLog()
        let alone = try experiment.players[player].play(
          spot.player, over: experiment.network(trace).start, trace: experiment.traces[trace].name,
          sha256: experiment.traces[trace].sha256, viewer: spot.viewer, observer: &log)
        guard session?.metrics == alone, session?.trace == trace, session?.content == content else {
          Issue.record("seed \(seed), trace \(trace), content \(content), configuration \(player)")
          return
        }
      }
      shared += Self.sharedCount(of: together.compactMap { $0 }, experiment)
    }
    #expect(shared > 20 * seeds.count, "too little is played once for this test to say anything")
  }

  /// How many sessions another one of their series speaks for.
  private static func sharedCount(of sessions: [SessionResult], _ experiment: Experiment) -> Int {
    let count = experiment.players.count
    return sessions.enumerated().count { index, session in
      guard let own = experiment.players[index % count].growth else { return false }
      return experiment.players.indices.contains { other in
        guard let growth = experiment.players[other].growth, growth.series == own.series,
          growth.maximum > own.maximum
        else { return false }
        return growth.series.isSame(sessions[index / count * count + other].metrics, limitedTo: own.maximum)
      }
    }
  }
}
