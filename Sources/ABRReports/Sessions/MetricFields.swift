import ABRInput
import ABRPlayback
import ABRRuns

extension SessionMetrics {
  /// One JSON object on one line: the outcome, then every metric under its exported name, null where the session has
  /// none.
  package var json: String { Self.json(outcome, MetricDefinition.all.map { ($0, $0.value(self)) }) }

  static func json(_ outcome: SessionOutcome, _ values: [(metric: MetricDefinition, value: Double?)]) -> String {
    let members =
      [("outcome", DataTable.Cell.text(outcome.rawValue))]
      + values.map { metric, value in
        guard let value else { return (metric.name, DataTable.Cell.missing) }
        return (metric.name, metric.isWhole ? .integer(Int(value)) : .number(value))
      }
    return "{" + members.map { "\(JSONValue.literal($0.0)): \($0.1.literal)" }.joined(separator: ", ") + "}"
  }
}

extension QueueMetrics {
  /// One JSON object on one line, with the metrics that only sessions of several items have behind those of every
  /// session.
  package var json: String {
    SessionMetrics.json(session.outcome, MetricDefinition.all(ofQueues: true).map { ($0, $0.queueValue(self)) })
  }
}
