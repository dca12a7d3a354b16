import ABRInput
import ABRPlayback
import ABRRuns

extension SessionMetrics {
  /// One JSON object on one line: the outcome, then metrics under their exported names, null where the session has
  /// none.
  package func json(of metrics: [MetricDefinition]) -> String {
    let members =
      [("outcome", DataTable.Cell.text(outcome.rawValue))]
      + metrics.map { metric in
        guard let value = metric.value(self) else { return (metric.name, DataTable.Cell.missing) }
        return (metric.name, metric.isWhole ? .integer(Int(value)) : .number(value))
      }
    return "{" + members.map { "\(JSONValue.literal($0.0)): \($0.1.literal)" }.joined(separator: ", ") + "}"
  }
}
