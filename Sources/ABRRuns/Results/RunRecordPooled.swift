import ABRInput
import ABRPlayback

/// The `pooled` values of a configuration of a saved run.
struct RunRecordPooled {
  private(set) var sessions = 0
  private(set) var outcomes: [SessionOutcome: Int] = [:]
  private(set) var values: [String: Double] = [:]

  /// Pooled names that this version knows, with the metric whose range they have.
  private static let known: [String: MetricDefinition?] = {
    var known: [String: MetricDefinition?] = [:]
    for metric in MetricDefinition.all {
      known[metric.name] = .some(metric)
      if metric.hasPercentiles {
        for percentile in ["p50", "p95"] { known["\(metric.name)_\(percentile)"] = .some(metric) }
      }
    }
    for derived in MetricDefinition.ofSets { known[derived.name] = .some(nil) }
    return known
  }()

  private static let counts: [String: SessionOutcome] = Dictionary(
    uniqueKeysWithValues: SessionOutcome.allCases.map { ("outcome_\($0.rawValue)_count", $0) })

  /// Reads the object.
  mutating func read(_ reader: inout JSONReader) throws(InputFault) {
    var pooled = RunRecordPooled()
    try reader.members(
      ["sessions"], optional: Set(Self.known.keys).union(Self.counts.keys), isPassedOver: { _ in true }
    ) { key, reader throws(InputFault) in
      if key == "sessions" {
        pooled.sessions = try reader.integer(in: 0...Int(Int32.max))
      } else if let outcome = Self.counts[key] {
        let count = try reader.integer(in: 0...Int(Int32.max))
        pooled.outcomes[outcome] = count > 0 ? count : nil
      } else {
        let mark = reader.mark()
        guard try !reader.skipNull() else { return }
        let value = try reader.number()
        let metric = Self.known[key] ?? nil
        // A mean or a percentile of whole numbers may have a fraction.
        let isWrong =
          metric.map { $0.unit == "score" ? !value.isFinite : value < -1e-9 || !value.isFinite } ?? !(value >= 0)
        guard !isWrong, value <= 1e18 else {
          throw reader.fault("\(value)", "a number of at most 1e18, negative only for a score", at: mark)
        }
        pooled.values[key] = value
      }
    }
    self = pooled
  }
}
