import ABRComparison

/// What settings that were played over some traces are expected to have over all, objective by objective.
struct SettingExpectations: Sendable {
  private let measures: [Measure]
  private let known: [Int]
  private let beginning: [Int]
  private let pilots: PilotSettings
  private let weights: [Double]
  /// For each objective how contributions are described; `nil` for a percentile.
  private let regressions: [TraceRegression?]
  /// For each objective without, what each known setting gains from the other traces.
  private let gains: [[Double]]

  /// Describes the settings that were played over all traces.
  ///
  /// - Parameters:
  ///   - measures: the objectives, which are those of the outcomes.
  ///   - known: settings of the grid that were played over all traces.
  ///   - beginning: the first of the traces.
  ///   - weights: for how many traces each of the beginning stands.
  /// - Complexity: that of ``TraceRegression`` for each objective.
  init(
    of measures: [Measure], known: [Int], pilots: PilotSettings, in outcomes: SettingOutcomes, over traces: [Int],
    beginning: [Int], weights: [Double]
  ) {
    self.measures = measures
    self.known = known
    self.beginning = beginning
    self.pilots = pilots
    self.weights = weights
    let regressions = measures.indices.map {
      TraceRegression(of: $0, known: known, in: outcomes, over: traces, beginning: beginning, weights: weights)
    }
    self.regressions = regressions
    gains = measures.indices.map { index in
      guard regressions[index] == nil else { return [] }
      return known.map { setting in
        let all = outcomes.value(of: measures[index], setting: setting, over: traces) ?? .infinity
        let some = outcomes.value(of: measures[index], setting: setting, over: beginning, weights: weights) ?? .infinity
        return all - some
      }
    }
  }

  /// The values expected of a setting that was played over the beginning.
  ///
  /// To a percentile is added what the known settings nearby gained from the other traces; gains that are not finite say nothing.
  /// - Complexity: O(objectives × known × beginning).
  func values(of setting: Int, in outcomes: SettingOutcomes) -> [Double?] {
    let nearby = pilots.weights(of: known, near: setting)
    return measures.indices.map { index in
      if let regression = regressions[index] { return regression.expected(setting, nearby: nearby, in: outcomes) }
      let some = outcomes.value(of: measures[index], setting: setting, over: beginning, weights: weights)
      guard let some, some.isFinite else { return some }
      let parts = zip(nearby, gains[index]).filter { $0.1.isFinite }
      let weight = parts.reduce(0) { $0 + $1.0 }
      return weight > 0 ? some + parts.reduce(0) { $0 + $1.0 * $1.1 } / weight : some
    }
  }
}
