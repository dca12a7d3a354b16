import ABRNetwork
import ABRPolicies

/// A run as comparisons, baselines and reports read it: what was played, and every metric of every session.
///
/// It is made from an ``ExperimentResult`` in memory, or read from the document that `abrlab run --per-session --export
/// json=run.json` wrote; both ways give equal records.
public struct RunRecord: Sendable, Hashable {
  /// What a run depends on beside traces, videos and combinations.
  public struct Header: Sendable, Hashable {
    /// Version of the program that made the run.
    public var version: String
    /// Semantics of its engine, see `EngineSemantics`.
    public var engineSemantics: Int
    /// Whose player the engine was.
    public var model: Model
    /// What a link did when its trace was over.
    public var traceEnd: TraceEnd
    /// Seed of the start offsets; `nil` where every trace starts at its beginning.
    public var seed: Int?
    /// Seconds of a round trip where a trace has none.
    public var defaultLatency: Double
    /// Options that are not part of a combination, as the user set them.
    public var settings: [String: String]
    /// Digest of all traces, whatever their order: see ``ResultDocument/digest(of:)``.
    public var tracesSHA256: String
    /// Digest of all videos, whatever their order.
    public var videosSHA256: String
    /// Whether the run was interrupted, so that sessions are missing.
    public var isPartial: Bool
  }

  /// A trace of the run.
  public struct Trace: Sendable, Hashable {
    /// The file, as the user named it.
    public var file: String
    /// Its name, that of the file.
    public var name: String
    /// Name of the folder that holds the file.
    public var family: String
    /// SHA-256 of the file's bytes, in hexadecimal.
    public var sha256: String
    /// Seconds from its beginning to its end.
    public var duration: Double
    /// Time-weighted mean capacity in bits per second.
    public var meanBandwidth: Double
    /// Seconds into the trace at which sessions start.
    public var start: Double
  }

  /// A video of the run.
  public struct Video: Sendable, Hashable {
    /// The file or folder, as the user named it.
    public var file: String
    /// Its name.
    public var name: String
    /// SHA-256 of its bytes, in hexadecimal.
    public var sha256: String
    /// Media seconds.
    public var duration: Double
    /// Number of segments.
    public var segmentCount: Int
    /// Number of renditions.
    public var renditionCount: Int
    /// Where its segment sizes come from: `measured` or `derived: MODEL`.
    public var sizes: String
  }

  /// What the run depends on.
  public let header: Header
  /// The traces, in the run's order.
  public let traces: [Trace]
  /// The videos, in the run's order; none where all items of a session have videos of their own.
  public let videos: [Video]
  /// Names of what was played over each trace: the videos, or the one queue that they make together.
  public let programmes: [String]
  /// The metrics that sessions have columns of, in the order of ``MetricDefinition``.
  public let metrics: [MetricDefinition]
  /// The combinations under test, in the run's order.
  public let combinations: [Combination]

  /// Puts a record together.
  init(
    header: Header, traces: [Trace], videos: [Video], programmes: [String], metrics: [MetricDefinition],
    combinations: [Combination]
  ) {
    self.header = header
    self.traces = traces
    self.videos = videos
    self.programmes = programmes
    self.metrics = metrics
    self.combinations = combinations
  }

  /// Whether sessions are queues of items, each with visits.
  public var playsQueues: Bool { combinations.contains { $0.preload != nil } }

  /// Whether it was read from a ``Baseline``, which has of a run what gates are judged by: neither what was pooled nor sessions over time.
  public var isBaseline: Bool { combinations.allSatisfy(\.pooled.isEmpty) }

  /// Two records are equal when what they hold is; metrics are compared by name.
  public static func == (left: RunRecord, right: RunRecord) -> Bool {
    left.header == right.header && left.traces == right.traces && left.videos == right.videos
      && left.programmes == right.programmes && left.metrics.map(\.name) == right.metrics.map(\.name)
      && left.combinations == right.combinations
  }

  /// Feeds what decides equality into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(header)
    hasher.combine(traces)
    hasher.combine(combinations.count)
  }
}
