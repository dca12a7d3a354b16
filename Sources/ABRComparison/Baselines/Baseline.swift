import ABRInput
import ABRPlayback
import ABRRuns

/// A run in the form that is committed beside the code it stands for: what it depends on, and of each session the
/// values that gates are judged by, one line a session.
///
/// ```
/// {"baseline": 1, "inputs": {…}, "metrics": ["startup_s", …],
///  "policies": [{"policy", "buffer", "viewer", "sessions": [
///  [trace, video, "outcome", value of each metric…], …]}]}
/// ```
/// `inputs` are those of a `RunRecord`. In sessions of several items the last member of a row is the array of
/// the startups of all items, for their percentiles. Values are written in full, so that an untouched policy differs by
/// exactly 0.
package struct Baseline: Sendable {
  /// Version of the layout.
  package static let schema = 1

  /// The run.
  package let record: RunRecord

  /// Makes a baseline of a run.
  ///
  /// - Parameter record: a complete run with its sessions.
  package init(_ record: RunRecord) { self.record = record }

  /// The metrics that a baseline keeps: all that measures which can become worse are worked out from.
  ///
  /// - Parameter available: those of the run.
  static func metrics(of available: [MetricDefinition]) -> [MetricDefinition] {
    let judged = Measure.all(of: available).filter { $0.direction != .neutral }
    let needed = Set(judged.flatMap(\.metrics))
    return available.filter { needed.contains($0.name) }
  }

  /// The document.
  /// - Complexity: O(sessions × metrics).
  package func text() throws -> String {
    let metrics = Self.metrics(of: record.inputs.metrics(severalItems: record.hasSeveralItems))
    var text = "{\"baseline\": \(Self.schema),\n\"inputs\": \(try inputs()),\n"
    text += "\"metrics\": \(try Self.line(.array(metrics.map { .string($0.name) }))),\n\"policies\": [\n"
    for (index, configuration) in record.configurations.enumerated() {
      if index > 0 { text += ",\n" }
      text += try Self.line(.object(configuration.configuration.json)).dropLast() + ",\"sessions\":[\n"
      let columns = metrics.map { configuration.values(of: $0.name) }
      let rows = try configuration.sessions.indices.map { session in
        try Self.line(row(session, of: configuration, columns: zip(metrics, columns).map { ($0, $1?[session]) }))
      }
      text += rows.joined(separator: ",\n") + "]}"
    }
    return text + "]}\n"
  }

  private func row(
    _ index: Int, of configuration: ConfigurationRecord, columns: [(metric: MetricDefinition, value: Double?)]
  ) -> JSONValue {
    let session = configuration.sessions[index]
    var row: [JSONValue] = [
      .integer(session.trace), .integer(session.content), .string(session.outcome.rawValue),
    ]
    row += columns.map { $0.metric.json($0.value) }
    if record.hasSeveralItems {
      row.append(.array(session.visits.filter(\.isCounted).map { JSONValue($0.startup) }))
    }
    return .array(row)
  }

  private func inputs() throws -> String {
    var inputs = record.inputs
    // What is committed says nothing of the machine that saved it: folders above a trace's own mean nothing elsewhere.
    for index in inputs.traces.indices where inputs.traces[index].file.hasPrefix("/") {
      inputs.traces[index].file = inputs.traces[index].file.split(separator: "/").suffix(2).joined(separator: "/")
    }
    for index in inputs.videos.indices where inputs.videos[index].file.hasPrefix("/") {
      inputs.videos[index].file = inputs.videos[index].file.split(separator: "/").suffix(1).joined()
    }
    var members = inputs.json
    members["traces"] = nil
    let traces = try inputs.traces.map { try Self.line($0.json) }.joined(separator: ",\n")
    return try Self.line(.object(members)).dropLast() + ",\n\"traces\":[\n\(traces)]}"
  }

  private static func line(_ value: JSONValue) throws -> String {
    String(value.text(isPretty: false).dropLast())
  }
}
