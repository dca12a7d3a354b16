import ABRInput
import ABRMedia
import ABRPlayback

/// A run as a JSON document of schema 1, which scripts and CI jobs rely on.
///
/// ```
/// {"schema": 1, "inputs": {…}, "policies": [{"policy", "buffer", "viewer", "pooled": {…}, "sessions": […]}]}
/// ```
/// `pooled` and sessions carry metrics under the names of ``MetricDefinition``; a value that does not exist is null. Of
/// sessions of several items a configuration carries its `preload`, too, and a session its `items`; where the videos
/// make one queue, `inputs` carry the name of that `queue`. With its sessions a configuration has the
/// ``SessionTimeline``s of its worst and its median one as `timelines`. The document has no times, hosts or thread
/// counts: equal runs give equal bytes. ``RunRecord/init(contentsOf:)`` reads it.
package struct ResultDocument: Sendable {
  /// Version of the layout.
  package static let schema = 1

  private let result: ExperimentResult
  private let version: String

  /// Prepares a document.
  ///
  /// - Parameters:
  ///   - result: the run.
  ///   - version: version of the program.
  package init(_ result: ExperimentResult, version: String) {
    self.result = result
    self.version = version
  }

  /// The document.
  ///
  /// - Parameter perSession: whether to list every session beside the pooled values.
  package func json(perSession: Bool) -> JSONValue {
    var members: [String: JSONValue] = [
      "schema": .integer(Self.schema), "inputs": inputs,
      "policies": .array(configurations(perSession: perSession)),
    ]
    if result.isPartial { members["partial"] = .bool(true) }
    return .object(members)
  }

  private var inputs: JSONValue { Self.inputs(of: result.experiment, version: version) }

  /// What the numbers of an experiment depend on, its configurations apart: the `inputs` of every document.
  ///
  /// - Parameters:
  ///   - experiment: what was played.
  ///   - version: version of the program.
  /// - Complexity: O(traces + videos).
  package static func inputs(of experiment: Experiment, version: String) -> JSONValue {
    var members = RunRecord.Header(of: experiment, version: version, isPartial: false).members
    members["traces"] = .array(experiment.traces.map { RunRecord.Trace($0, of: experiment).json })
    members["videos"] = .array(experiment.videos.map { RunRecord.Video($0).json })
    if let queue = experiment.queue { members["queue"] = .string(queue) }
    return .object(members)
  }

  /// A digest of a set of files by their own digests, whatever their order and place.
  package static func digest(of hashes: [String]) -> String {
    SHA256.hexDigest(of: hashes.sorted().joined(separator: "\n"))
  }

  private func configurations(perSession: Bool) -> [JSONValue] {
    result.configurations.map { configuration($0, perSession: perSession) }
  }

  private func configuration(_ result: ConfigurationResult, perSession: Bool) -> JSONValue {
    var members = result.configuration.json
    members["pooled"] = pooled(result.pooled)
    if perSession, !result.timelines.isEmpty { members["timelines"] = .array(result.timelines.map(\.json)) }
    if perSession { members["sessions"] = .array(result.sessions.map(session)) }
    return .object(members)
  }

  private var metrics: [MetricDefinition] { MetricDefinition.all(ofQueues: result.experiment.playsQueues) }

  /// A visit: indices of item and visit as in the session. Clips, and content that comes back after them, are not
  /// counted as items; neither they nor what came up first are hits or misses.
  private static func visit(_ index: Int, of queue: QueueMetrics) -> JSONValue {
    let visit = queue.visits[index]
    return .object([
      "item": .integer(visit.item), "visit": .integer(visit.visit), "counted": .bool(!visit.isClip),
      "began_s": .number(visit.began), "started": .bool(visit.started),
      "startup_s": JSONValue(visit.started ? visit.startupTime : nil),
      "preload": index == 0 || visit.isClip ? .null : .string(visit.hit.rawValue),
      "played_s": .number(visit.playedMedia), "rebuffer_s": .number(visit.stalledTime),
    ])
  }

  private func pooled(_ pooled: PooledMetrics) -> JSONValue {
    var members: [String: JSONValue] = ["sessions": .integer(pooled.sessions)]
    for metric in metrics {
      members[metric.name] = metric.json(pooled.values[metric.name])
      if metric.hasPercentiles {
        for percentile in ["p50", "p95"] {
          members["\(metric.name)_\(percentile)"] = JSONValue(pooled.values["\(metric.name)_\(percentile)"])
        }
      }
    }
    for derived in PooledMetrics.derivedNames { members[derived.name] = JSONValue(pooled.values[derived.name]) }
    for outcome in SessionOutcome.allCases {
      members["outcome_\(outcome.rawValue)_count"] = .integer(pooled.outcomes[outcome] ?? 0)
    }
    return .object(members)
  }

  private func session(_ session: SessionResult) -> JSONValue {
    let trace = result.experiment.traces[session.trace]
    var members: [String: JSONValue] = [
      "trace": .string(trace.trace.name), "family": .string(trace.family),
      "video": .string(result.experiment.contentName(session.content)),
      "outcome": .string(session.metrics.outcome.rawValue),
    ]
    for metric in metrics { members[metric.name] = metric.json(session.value(of: metric)) }
    if let queue = session.queue { members["items"] = .array(queue.visits.indices.map { Self.visit($0, of: queue) }) }
    if let peer = session.peer {
      members["peer"] = .object(
        peer.values.mapValues { value in
          switch value {
          case .number(let number): JSONValue(number)
          case .rows(let rows): .array(rows.map { .array($0.map { .number($0) }) })
          case .json(let value): value
          }
        })
    }
    return .object(members)
  }
}

extension MetricDefinition {
  /// A value of this metric as JSON: whole numbers without a fraction.
  package func json(_ value: Double?) -> JSONValue {
    if let value, isWhole, let whole = Int(exactly: value) { return .integer(whole) }
    return JSONValue(value)
  }
}
