import ABRParallel
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRSessions
import ABRStatistics
import StudySupport

/// What two policies cost on every recording: the world that the study draws corpora from.
struct Population {
  /// A file's part of a pooled ratio on both sides.
  typealias Files = (reference: PairedClusters.Totals, candidate: PairedClusters.Totals)

  /// A metric and its pooled ratio's parts in every file of every cluster.
  struct Metric {
    let name: String
    /// For each cluster its files, reference and candidate.
    let clusters: [[Files]]
  }

  /// A policy with the rendition that its sessions begin with; two that begin alike would never differ in startup.
  struct Side {
    let policy: String
    let initial: String
  }

  static let reference = Side(policy: "bola", initial: "lowest")
  static let candidate = Side(policy: "throughput", initial: "closest-to(1M)")
  static let viewer = "leave(watched=120s)"
  static let video = "Traces/video/hls-authoring.json"

  let files: Int
  let metrics: [Metric]

  /// Plays both policies over all recorded traces.
  init(of corpus: RecordedCorpus) throws {
    let traces = try corpus.traces()
    let videos = try corpus.videos(at: Self.video)
    let plan = try SessionPlan.oneVideo.watched(by: SessionViewer(parsing: Self.viewer))
    let players = try [Self.reference, Self.candidate].map { side in
      var player = try Player()
      try player.change(.stream, to: "none")
      try player.change(.initial, to: side.initial)
      try player.change(.policy, to: side.policy)
      return try PreparedSession(plan, player: player, videos: videos.map(\.video), defaultLatency: 0.05)
    }
    let experiment = Experiment(traces: traces, videos: videos, players: players, seed: 1)
    let played = try ExperimentRunner(experiment, jobs: 1).run()
    let sessions = played.compactMap { $0?.metrics }
    guard sessions.count == experiment.sessionCount else { throw StudyFailure.interrupted }

    var places: [String: Int] = [:]
    var members: [[Int]] = []
    for (index, trace) in traces.enumerated() {
      let name = TraceCluster.name(of: trace.file, family: trace.family)
      if let place = places[name] {
        members[place].append(index)
      } else {
        places[name] = members.count
        members.append([index])
      }
    }
    files = traces.count
    metrics = ["rebuffer_ratio", "startup_s", "waste_ratio"].compactMap(MetricDefinition.named).map { metric in
      Metric(
        name: metric.name,
        clusters: members.map { files in
          files.map { file in
            (Self.totals(sessions[2 * file], metric), Self.totals(sessions[2 * file + 1], metric))
          }
        })
    }
  }

  private static func totals(_ session: SessionMetrics, _ metric: MetricDefinition) -> PairedClusters.Totals {
    if case .ratio(let ratio) = metric.pooling {
      let (numerator, denominator) = ratio.parts(session)
      return .init(numerator: numerator, denominator: denominator)
    }
    let value = metric.value(session)
    return .init(numerator: value ?? 0, denominator: value == nil ? 0 : 1)
  }
}
