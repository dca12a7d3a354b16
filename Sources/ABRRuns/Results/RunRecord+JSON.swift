import ABRInput
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
extension RunRecord {
  /// Version of the layout.
  package static let schema = 1

  /// The document.
  ///
  /// - Parameter perSession: whether to list every session beside the pooled values.
  package func json(perSession: Bool) -> JSONValue {
    var members: [String: JSONValue] = [
      "schema": .integer(Self.schema), "inputs": .object(inputs.json),
      "policies": .array(configurations.map { json(of: $0, perSession: perSession) }),
    ]
    if header.isPartial { members["partial"] = .bool(true) }
    return .object(members)
  }

  private func json(of record: ConfigurationRecord, perSession: Bool) -> JSONValue {
    var members = record.configuration.json
    members["pooled"] = .object(pooled(record))
    if !record.renditions.isEmpty { members["renditions"] = .array(record.renditions.map(\.json)) }
    guard perSession else { return .object(members) }
    if !record.timelines.isEmpty { members["timelines"] = .array(record.timelines.map(\.json)) }
    let columns = metrics.map { ($0, record.values(of: $0.name)) }
    members["sessions"] = .list(
      JSONList(count: record.sessions.count) { place in
        var members = json(of: record.sessions[place])
        for (metric, values) in columns { members[metric.name] = metric.json(values?[place]) }
        return .object(members)
      })
    return .object(members)
  }

  private func pooled(_ record: ConfigurationRecord) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["sessions": .integer(record.outcomes.values.reduce(0, +))]
    for metric in metrics {
      members[metric.name] = metric.json(record.pooled[metric.name])
      guard metric.hasPercentiles else { continue }
      for name in ["\(metric.name)_p50", "\(metric.name)_p95"] { members[name] = JSONValue(record.pooled[name]) }
    }
    for derived in MetricDefinition.ofSets { members[derived.name] = JSONValue(record.pooled[derived.name]) }
    for outcome in SessionOutcome.allCases {
      members["outcome_\(outcome.rawValue)_count"] = .integer(record.outcomes[outcome] ?? 0)
    }
    return members
  }

  private func json(of session: Session) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "trace": .string(traces[session.trace].name), "family": .string(traces[session.trace].family),
      "video": .string(contents[session.content]), "outcome": .string(session.outcome.rawValue),
    ]
    if hasSeveralItems { members["items"] = .array(session.visits.map(\.json)) }
    members["peer"] = session.peer?.json
    return members
  }
}

extension RunRecord.Visit {
  /// A visit: indices of item and visit as in the session. Clips, and content that comes back after them, are not
  /// counted as items; neither they nor what came up first are hits or misses.
  fileprivate var json: JSONValue {
    .object([
      "item": .integer(item), "visit": .integer(visit), "counted": .bool(isCounted), "began_s": .number(began),
      "started": .bool(started), "startup_s": JSONValue(startup),
      "preload": preload.map { .string($0.rawValue) } ?? .null, "played_s": .number(played),
      "rebuffer_s": .number(rebuffer),
    ])
  }
}

extension PeerAccount {
  fileprivate var json: JSONValue {
    .object(
      values.mapValues { value in
        switch value {
        case .number(let number): JSONValue(number)
        case .rows(let rows): .array(rows.map { .array($0.map { .number($0) }) })
        case .json(let value): value
        }
      })
  }
}

extension MetricDefinition {
  /// A value of this metric as JSON: whole numbers without a fraction.
  package func json(_ value: Double?) -> JSONValue {
    if let value, isWhole, let whole = Int(exactly: value) { return .integer(whole) }
    return JSONValue(value)
  }
}
