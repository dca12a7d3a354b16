import ABRInput
import ABRNetwork
import ABRParallel
import ABRPolicies
import ABRRuns
import ABRStatistics
import ABRTuning
import StudySupport

/// Every setting over every recording of a family, watched by every viewer of an audience: played once, drawn from
/// often.
struct StudyCase {
  /// Who watches what, and what is asked of a setting.
  struct Audience {
    let name: String
    /// Bundled video.
    let video: String
    let items: Int
    let viewer: String
    let constraints: [String]

    /// People who zap through long videos.
    static let longForm = Audience(
      name: "long-form", video: "Traces/video/hls-authoring.json", items: 1, viewer: "feed(long-form)",
      constraints: ["rebuffer_ratio<=+0pp", "mean_bitrate_bps>=-1%"])
    /// People who flick through short videos.
    static let feed = Audience(
      name: "feed", video: "Traces/video/short-form.json", items: 20, viewer: "feed(short-video)",
      constraints: ["wait_ratio<=+0pp", "mean_bitrate_bps>=-1%"])

    func goals(tolerance: Double) throws -> TuningGoals {
      try TuningGoals(
        goals: ["bytes_wasted_per_h"], constraints: constraints, tolerance: tolerance, as: .condition)
    }
  }

  static let policy = "auto"
  static let buffer = "growth(min=30s,max=90s,basis=position)"
  static let ranges = [(name: "min", text: "2..40s by 2s"), (name: "max", text: "6..90s by 6s")]
  /// Viewers over each recording.
  static let viewers = 4
  /// Recordings of a family at most, taken evenly.
  static let mostRecordings = 300

  let audience: Audience
  let space: SearchSpace
  /// The traces of each recording.
  let recordings: [[Int]]
  private let traceCount: Int
  private let outcomes: SettingOutcomes
  private let play: TuningSearch.Play

  /// Plays everything.
  init(_ family: String, _ audience: Audience, of corpus: RecordedCorpus) throws {
    self.audience = audience
    let all = try corpus.traces(of: family)
    let clusters = Dictionary(grouping: all) { TraceCluster.name(of: $0.file, family: $0.family) }
      .sorted { $0.key < $1.key }.map(\.value)
    let count = min(clusters.count, Self.mostRecordings)
    let chosen = (0..<count).map { clusters[$0 * clusters.count / count] }
    let traces = chosen.flatMap { $0 }
    var next = 0
    recordings = chosen.map { members in
      defer { next += members.count }
      return Array(next..<next + members.count)
    }
    traceCount = traces.count
    space = try SearchSpace(
      templates: [SpecTemplate(.policy, parsing: Self.policy), SpecTemplate(.buffer, parsing: Self.buffer)],
      ranges: Self.ranges)
    let videos = try corpus.videos(at: audience.video)
    let players = try StudyPlayers(items: audience.items, viewer: audience.viewer, videos: videos)
    play = { settings, indices in
      let experiment = Experiment(
        traces: indices.map { traces[$0] }, videos: videos,
        players: try players.players(of: settings.map(\.configuration)),
        queue: audience.items > 1 ? "\(audience.items) items" : nil, viewerCount: Self.viewers)
      return try ExperimentRunner(experiment, jobs: Topology.machine.defaultJobs).run()
    }
    var search = try TuningSearch(
      space, for: audience.goals(tolerance: 0), method: .exhaustive, traces: Array(traces.indices),
      traceCount: traceCount, contentCount: Self.viewers)
    guard try !search.run(play: play).isPartial else { throw StudyFailure.interrupted }
    outcomes = search.outcomes
  }

  /// What `abrlab tune` answers to some recordings, with its own default of confidence and tolerance.
  func outcome(of drawn: [[Int]]) throws -> TuningOutcome {
    var search = try TuningSearch(
      space, for: audience.goals(tolerance: TuningGoals.usualTolerance), method: .exhaustive,
      traces: drawn.flatMap { $0 }, recordings: drawn, traceCount: traceCount, contentCount: Self.viewers,
      earlier: outcomes)
    return try search.run(play: play)
  }

  /// A setting over some recordings: what it wastes less than the current one, and whether it misses a condition.
  func truth(of setting: TuningSetting, over judged: [[Int]], tolerance: Double) throws -> (gain: Double, misses: Bool)
  {
    let goals = try audience.goals(tolerance: tolerance)
    let traces = judged.flatMap { $0 }
    func value(_ measure: Int, _ setting: TuningSetting?) -> Double? {
      space.settings.firstIndex { $0.values == setting?.values }.flatMap {
        outcomes.value(of: goals.objectives[measure], setting: $0, over: traces)
      }
    }
    let misses = goals.constraints.contains { constraint in
      let place = goals.objectives.firstIndex(of: constraint.measure) ?? 0
      return goals.excess(of: value(place, setting), over: constraint, reference: value(place, space.current)) > 0
    }
    return ((value(0, space.current) ?? 0) - (value(0, setting) ?? 0), misses)
  }

  /// What somebody gains who knows the whole population.
  func oracleGain(tolerance: Double) throws -> Double {
    try space.settings.map { try truth(of: $0, over: recordings, tolerance: tolerance) }
      .filter { !$0.misses }.map(\.gain).max() ?? 0
  }
}
