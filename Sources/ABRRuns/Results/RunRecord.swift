import ABRMedia
import ABRNetwork
import ABRPolicies

/// A run as comparisons, baselines and reports read it: what was played, and every metric of every session.
///
/// It is made from an ``ExperimentResult`` in memory, or read from the document that `abrlab run --export
/// json=run.json` wrote; both ways give equal records.
package struct RunRecord: Sendable, Hashable {
  /// What a run depends on beside traces, videos and configurations.
  package struct Header: Sendable, Hashable {
    /// Version of the program that made the run.
    package var version: String
    /// Semantics of its engine, see `EngineSemantics`.
    package var engineSemantics: Int
    /// Whose player the engine was.
    package var model: Model
    /// What a link did when its trace was over.
    package var traceEnd: TraceEnd
    /// Seed of the start offsets; `nil` where every trace starts at its beginning.
    package var seed: Int?
    /// Seconds of a round trip where a trace has none.
    package var defaultLatency: Double
    /// Options that are not part of a configuration, as the user set them.
    package var settings: [String: String]
    /// Digest of all traces, whatever their order: see ``RunRecord/digest(of:)``.
    package var tracesSHA256: String
    /// Digest of all videos, whatever their order.
    package var videosSHA256: String
    /// Whether the run was interrupted, so that sessions are missing.
    package var isPartial: Bool
  }

  /// A trace of the run.
  package struct Trace: Sendable, Hashable {
    /// The file, as the user named it.
    package var file: String
    /// Its name, that of the file.
    package var name: String
    /// Name of the folder that holds the file.
    package var family: String
    /// SHA-256 of the file's bytes, in hexadecimal.
    package var sha256: String
    /// Seconds from its beginning to its end.
    package var duration: Double
    /// Time-weighted mean capacity in bits per second.
    package var meanBandwidth: Double
    /// Seconds into the trace at which sessions start.
    package var start: Double
  }

  /// A video of the run.
  package struct Video: Sendable, Hashable {
    /// The file or folder, as the user named it.
    package var file: String
    /// Its name.
    package var name: String
    /// SHA-256 of its bytes, in hexadecimal.
    package var sha256: String
    /// Media seconds.
    package var duration: Double
    /// Number of segments.
    package var segmentCount: Int
    /// Number of renditions.
    package var renditionCount: Int
    /// Declared bandwidths of its renditions in bits per second, the lowest first; none in documents of versions that
    /// did not record them.
    package var bandwidths: [Int] = []
    /// Where its segment sizes come from: `measured` or `derived: MODEL`.
    package var sizes: String
    /// The measures that it has scores of, in the order of `QualityScores.Metric`.
    package var scores: [QualityScores.Metric] = []
  }

  /// What the run depends on.
  package let inputs: Inputs
  /// The metrics that sessions have columns of, in the order of ``MetricDefinition``.
  package let metrics: [MetricDefinition]
  /// The configurations under test, in the run's order.
  package let configurations: [ConfigurationRecord]

  /// Puts a record together.
  package init(inputs: Inputs, metrics: [MetricDefinition], configurations: [ConfigurationRecord]) {
    self.inputs = inputs
    self.metrics = metrics
    self.configurations = configurations
  }

  /// What the run depends on beside traces, videos and configurations.
  package var header: Header { inputs.header }
  /// The traces, in the run's order.
  package var traces: [Trace] { inputs.traces }
  /// The videos, in the run's order.
  package var videos: [Video] { inputs.videos }
  /// Names of what was played over each trace.
  package var contents: [String] { inputs.contents }

  /// Whether sessions have several items, each with visits.
  package var hasSeveralItems: Bool { configurations.contains { $0.configuration.preload != nil } }

  /// Whether it was read from a `Baseline`, which has of a run what gates are judged by: neither what was pooled nor
  /// sessions over time.
  package var isBaseline: Bool { configurations.allSatisfy(\.pooled.isEmpty) }

  /// The run with some of its configurations, over some of its traces, in the order given.
  ///
  /// - Complexity: O(sessions × metrics).
  package func limited(toConfigurations chosen: [Int], traces kept: [Int]) -> RunRecord {
    let configurations = chosen.map { self.configurations[$0] }
    guard kept.count < traces.count else {
      return RunRecord(inputs: inputs, metrics: metrics, configurations: configurations)
    }
    var inputs = inputs
    inputs.traces = kept.map { traces[$0] }
    inputs.header.tracesSHA256 = Self.digest(of: inputs.traces.map(\.sha256))
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    return RunRecord(
      inputs: inputs, metrics: metrics, configurations: configurations.map { $0.limited(toTraces: places) })
  }

  /// Two records are equal when what they hold is; metrics are compared by name.
  package static func == (left: RunRecord, right: RunRecord) -> Bool {
    left.inputs == right.inputs && left.metrics.map(\.name) == right.metrics.map(\.name)
      && left.configurations == right.configurations
  }

  /// Feeds what decides equality into a hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(inputs)
    hasher.combine(configurations.count)
  }
}
