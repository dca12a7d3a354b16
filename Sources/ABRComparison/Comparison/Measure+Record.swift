import ABRPlayback
import ABRPolicies
import ABRRuns

extension Measure {
  /// What a session adds to numerator and denominator; for a sum the denominator is 1.
  ///
  /// - Complexity: O(1).
  package func term(of configuration: ConfigurationRecord, at session: Int) -> (numerator: Double, denominator: Double)?
  {
    switch estimator {
    case .ratio(let numerator, let denominator):
      (numerator.value(in: configuration, at: session), denominator.value(in: configuration, at: session))
    case .sum(let quantity): (quantity.value(in: configuration, at: session), 1)
    case .percentile: nil
    }
  }

  /// The values of a session that a percentile is taken over; infinite where having none is the worst.
  package func samples(of configuration: ConfigurationRecord, at session: Int) -> [Double] {
    guard case .percentile(let metric, _, let ofItems, let missingIsWorst) = estimator else { return [] }
    let visits = configuration.sessions[session].visits
    if ofItems, !visits.isEmpty || configuration.configuration.preload != nil {
      return visits.filter(\.isCounted).map { $0.startup ?? .infinity }
    }
    if let value = configuration.value(of: metric, at: session) { return [value] }
    return missingIsWorst ? [.infinity] : []
  }

  /// The metrics that a record must have for this measure.
  package var metrics: [String] {
    switch estimator {
    case .ratio(let numerator, let denominator): numerator.metrics + denominator.metrics
    case .sum(let quantity): quantity.metrics
    case .percentile(let metric, _, _, _): [metric]
    }
  }
}

extension Measure.Quantity {
  package func value(in configuration: ConfigurationRecord, at session: Int) -> Double {
    func metric(_ name: String) -> Double { configuration.value(of: name, at: session) ?? 0 }
    switch self {
    case .metric(let name): return metric(name)
    case .sum(let names): return names.reduce(0) { $0 + metric($1) }
    case .product(let name, let quantity): return metric(name) * quantity.value(in: configuration, at: session)
    case .one: return 1
    case .present(let name): return configuration.value(of: name, at: session) == nil ? 0 : 1
    case .started: return metric("played_s") > 0 || metric("rebuffer_count") > 0 ? 1 : 0
    case .unstarted: return 1 - Self.started.value(in: configuration, at: session)
    case .failed: return configuration.sessions[session].outcome == .failed ? 1 : 0
    case .neverStalled:
      guard metric("rebuffer_count") == 0, configuration.sessions[session].outcome != .failed else { return 0 }
      return Self.started.value(in: configuration, at: session)
    case .scaled(let quantity, let factor): return quantity.value(in: configuration, at: session) * factor
    }
  }

  package var metrics: [String] {
    switch self {
    case .metric(let name), .present(let name): [name]
    case .sum(let names): names
    case .product(let name, let quantity): [name] + quantity.metrics
    case .one, .failed: []
    case .started, .unstarted, .neverStalled: ["played_s", "rebuffer_count"]
    case .scaled(let quantity, _): quantity.metrics
    }
  }
}
