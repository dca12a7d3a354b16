import ABRInput
import ABRPlayback

/// The `pooled` values of a configuration of a saved run.
struct RunRecordPooled {
  private(set) var sessions = 0
  private(set) var outcomes: [SessionOutcome: Int] = [:]
  private(set) var values: [String: Double] = [:]
  private var keys: Set<String> = []

  /// Pooled names that this version knows, with the metric whose range they have.
  private let known: [String: MetricDefinition?]

  /// Values of nothing yet.
  ///
  /// - Parameter metrics: those that sessions may have.
  init(_ metrics: [MetricDefinition]) {
    var known: [String: MetricDefinition?] = [:]
    for metric in metrics {
      known[metric.name] = .some(metric)
      if metric.hasPercentiles {
        for percentile in ["p50", "p95"] { known["\(metric.name)_\(percentile)"] = .some(metric) }
      }
    }
    for derived in MetricDefinition.ofSets { known[derived.name] = .some(nil) }
    self.known = known
  }

  private static let counts: [String: SessionOutcome] = Dictionary(
    uniqueKeysWithValues: SessionOutcome.allCases.map { ("outcome_\($0.rawValue)_count", $0) })

  /// Reads the object.
  mutating func read(_ reader: inout JSONReader) throws(InputFault) {
    var pooled = self
    try reader.members(
      ["sessions"], optional: Set(known.keys).union(Self.counts.keys), isPassedOver: { _ in true }
    ) { key, reader throws(InputFault) in
      pooled.keys.insert(key)
      if key == "sessions" {
        pooled.sessions = try reader.integer(in: 0...Int(Int32.max))
      } else if let outcome = Self.counts[key] {
        let count = try reader.integer(in: 0...Int(Int32.max))
        pooled.outcomes[outcome] = count > 0 ? count : nil
      } else {
        let mark = reader.mark()
        guard try !reader.skipNull() else { return }
        let value = try reader.number()
        let metric = known[key] ?? nil
        // A mean or a percentile of whole numbers may have a fraction.
        let isWrong =
          metric.map { $0.unit == "score" ? !value.isFinite : value < 0 || !value.isFinite } ?? !(value >= 0)
        guard !isWrong, value <= 1e18 else {
          throw reader.fault("\(value)", "a number of at most 1e18, negative only for a score", at: mark)
        }
        pooled.values[key] = value
      }
    }
    self = pooled
  }

  /// The first pooled value that the sessions of a configuration have together and the object lacks; `nil` for none.
  ///
  /// - Parameters:
  ///   - configuration: with its sessions.
  ///   - metrics: those of the sessions.
  func missing(from configuration: ConfigurationRecord, metrics: [MetricDefinition]) -> String? {
    if let count = Self.counts.keys.sorted().first(where: { !keys.contains($0) }) { return count }
    func sum(_ names: [String]) -> Double {
      names.reduce(0) { sum, name in (configuration.values(of: name) ?? []).reduce(sum) { $0 + ($1 ?? 0) } }
    }
    for metric in metrics + MetricDefinition.ofSets {
      let values = configuration.values(of: metric.name) ?? []
      let isThere =
        switch metric.pooling {
        case .sum, .share, .count: true
        case .mean: values.contains { $0 != nil }
        case .ratio(let ratio): sum(ratio.denominatorNames) > 0
        case .perHour: sum(["played_s"]) > 0
        case .itemPercentile: false
        }
      let mustBeThere = isThere && sessions > 0
      if !keys.contains(metric.name) || mustBeThere && self.values[metric.name] == nil { return metric.name }
      guard metric.hasPercentiles else { continue }
      // Where a session lacks a value a percentile may fall among those without one, as may one of several items.
      let isOfItems = metric.items != nil && metrics.contains(where: \.needsSeveralItems)
      let mayLack = sessions == 0 || isOfItems || values.contains(nil)
      for name in ["\(metric.name)_p50", "\(metric.name)_p95"]
      where !keys.contains(name) || !mayLack && self.values[name] == nil { return name }
    }
    return nil
  }
}
