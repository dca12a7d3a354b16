import ABRExperiments
import ABRPlayback

extension SessionMetrics {
  /// One JSON object on one line: the outcome, then every metric under its exported name, null where the session has none.
  public var json: String {
    let members =
      [("outcome", DataTable.Cell.text(outcome.rawValue))]
      + MetricDefinition.all.map { metric in
        guard let value = metric.value(self) else { return (metric.name, DataTable.Cell.missing) }
        return (metric.name, metric.isWhole ? .integer(Int(value)) : .number(value))
      }
    return "{" + members.map { "\(JSONLiteral.string($0.0)): \($0.1.literal)" }.joined(separator: ", ") + "}"
  }
}
