import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRSessions

/// Everything a run depends on: traces × videos × configurations, the semantics and the seed.
///
/// Two experiments with equal inputs give the same results to the last bit, for any number of jobs.
package struct Experiment: Sendable {
  /// The networks, in the order of results.
  package private(set) var traces: [TraceSource]
  /// The videos.
  package let videos: [VideoSource]
  /// Name of the queue that the videos make together, where a session plays them all; `nil` where it plays one of them.
  package let queue: String?
  /// The configurations under test, each with what plays it.
  package private(set) var players: [PreparedSession]
  /// Whose semantics the engine follows.
  package let model: Model
  /// What a link does when its trace is over.
  package let traceEnd: TraceEnd
  /// Seed of the start offsets; `nil` starts every trace at its beginning.
  package let seed: Int?
  /// Seconds of a round trip where a trace has none.
  package let defaultLatency: Double
  /// Share of the traces' bytes that is payload; `nil` takes what each trace says.
  package let payloadFraction: Double?
  /// What servers make of the link.
  package let sender: Sender
  /// Seed of each trace, where a sweep plays a trace with several; `nil` where ``seed`` is that of all.
  private var seedsOfTraces: [Int]?
  /// Links that sessions with other seeds play over, too; `nil` where each trace has one seed, and where a seed changes
  /// the link.
  private(set) var links: SharedLinks?
  /// How many viewers watch each video, or the queue of videos, over each trace, each drawn by itself.
  package let viewerCount: Int

  /// What ``settings`` call the digest of a policy's program, before its path.
  package static let programKey = "program_sha256 "

  /// Options that are not part of a configuration, as the user set them, for the record.
  package let settings: [String: String]

  /// Describes a run.
  package init(
    traces: [TraceSource], videos: [VideoSource], players: [PreparedSession], model: Model = .lab,
    traceEnd: TraceEnd = .wrap,
    seed: Int? = nil, defaultLatency: Double = 0.05, payloadFraction: Double? = nil,
    sender: Sender = Sender(), settings: [String: String] = [:], queue: String? = nil,
    viewerCount: Int = 1
  ) {
    precondition(viewerCount > 0, "\(viewerCount) viewers")
    self.traces = traces
    self.videos = videos
    self.players = players
    self.model = model
    self.traceEnd = traceEnd
    self.seed = seed
    self.defaultLatency = defaultLatency
    self.payloadFraction = payloadFraction
    self.sender = sender
    self.settings = settings
    self.queue = queue
    self.viewerCount = viewerCount
  }

  /// Lets the configurations of a name come first, which is what others are held against.
  ///
  /// - Parameter name: as `Configuration.shortNames` calls them, or one of their specs as it was given.
  /// - Returns: `nil`, or for an unknown name all names.
  package mutating func begin(with name: String) -> [String]? {
    let names = Configuration.shortNames(of: players.map(\.configuration))
    let spellings = ConfigurationName.spellings(of: name)
    let isNamed =
      names.contains(name)
      ? names.map { $0 == name }
      : players.map { session in
        let keys = ["player", "policy", "buffer", "preload"]
        return !spellings.isDisjoint(with: keys.compactMap { session.configuration[$0] } + session.givenSpecs)
      }
    guard isNamed.contains(true) else { return names.uniqued() }
    let marked = zip(isNamed, players)
    players = marked.filter(\.0).map(\.1) + marked.filter { !$0.0 }.map(\.1)
    return nil
  }

  /// The same sessions over other traces.
  ///
  /// - Parameters:
  ///   - traces: the traces.
  ///   - seeds: a seed for each of them, which may stand there several times; `nil` for that of the experiment. Viewers
  ///     of queues keep theirs.
  package func over(_ traces: [TraceSource], seeds: [Int]? = nil) -> Experiment {
    precondition(seeds == nil || seeds?.count == traces.count, "a seed for each trace")
    var copy = self
    (copy.traces, copy.seedsOfTraces) = (traces, seeds)
    copy.links = seeds == nil || sender.timeoutInterval != nil ? nil : SharedLinks()
    return copy
  }

  /// The seed of what happens over a trace.
  ///
  /// - Parameter trace: its index.
  func seed(ofTrace trace: Int) -> Int? { seedsOfTraces?[trace] ?? seed }

  /// Whether sessions have several items, with metrics of their own.
  package var hasSeveralItems: Bool { players.contains(where: \.hasSeveralItems) }

  /// Whether viewers are drawn, so that a seed decides who watches.
  package var drawsViewers: Bool { players.contains { $0.plan?.viewer != nil } }

  /// The metrics that sessions have.
  package var metrics: [MetricDefinition] {
    MetricDefinition.metrics(severalItems: hasSeveralItems, scores: scores, formulas: formulas)
  }

  /// The measures that videos have scores of.
  package var scores: Set<QualityScores.Metric> {
    videos.reduce(into: []) { $0.formUnion($1.video.judgedMetrics) }
  }

  /// The formulas of quality of experience that were asked for.
  package var formulas: [QoEFormula] { Self.formulas(of: settings) }

  /// The formulas in the settings of a run.
  ///
  /// - Parameter settings: as results record them; what is no formula is passed over.
  static func formulas(of settings: [String: String]) -> [QoEFormula] {
    (settings["qoe"] ?? "").split(separator: " ").compactMap { try? QoEFormula(parsing: String($0)) }.uniqued()
  }

  /// How many sessions each configuration plays over each trace: one for each viewer of each video, or of the queue of
  /// videos.
  package var contentCount: Int { (queue == nil ? videos.count : 1) * viewerCount }

  /// What results call the video, or the queue of videos, with its viewer, of an index below ``contentCount``.
  package func contentName(_ index: Int) -> String {
    let name = queue ?? videos[index / viewerCount].video.name
    return Self.contentName(of: name, viewer: index % viewerCount, of: viewerCount)
  }

  /// What results call a video, or a queue of videos, with one of its viewers, by the number from 0.
  static func contentName(of name: String, viewer: Int, of viewerCount: Int) -> String {
    viewerCount == 1 ? name : "\(name), viewer \(viewer + 1)"
  }

  /// What an index below ``contentCount`` is: the index of the player among those of a ``PreparedSession``, the video
  /// where a session plays one alone, and the number of the viewer.
  package func place(ofContent index: Int) -> (player: Int, video: VideoSource?, viewer: Int) {
    let (programme, viewer) = index.quotientAndRemainder(dividingBy: viewerCount)
    return (programme, queue == nil ? videos[programme] : nil, viewer)
  }

  /// Number of sessions: traces × contents × configurations.
  package var sessionCount: Int { traces.count * contentCount * players.count }

  /// Seconds into a trace at which its sessions start: 0 without a seed, otherwise drawn evenly over the trace from the
  /// seed and the trace's own bytes, so that it depends neither on the policy nor on the other traces.
  package func offset(of trace: TraceSource) -> Double {
    Self.offset(seed: seed, sha256: trace.sha256, duration: trace.duration)
  }

  /// Seconds into a trace at which its sessions start, see ``offset(of:)``.
  ///
  /// - Parameters:
  ///   - seed: the run's seed; `nil` for the beginning.
  ///   - sha256: digest of the trace's file.
  ///   - duration: seconds of the trace.
  package static func offset(seed: Int?, sha256: String, duration: Double) -> Double {
    guard let seed else { return 0 }
    var random = SeededRandom(seed: seed, path: "trace start", sha256)
    return random.uniform() * duration
  }
}
