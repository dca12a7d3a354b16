/// Two combinations compared over the sessions that both have, measure by measure.
public struct RunComparison: Sendable {
  /// Seed of permutations and resamples: the same comparison gives the same numbers.
  public static let defaultSeed = 1

  /// Specs of the reference.
  public let reference: [String]
  /// Specs of the candidate.
  public let candidate: [String]
  /// Sessions on each side.
  public let sessionCount: Int
  /// Traces.
  public let traceCount: Int
  /// Clusters of traces, the unit of the statistics.
  public let clusterCount: Int
  /// The measures in the order asked for.
  public private(set) var measures: [MeasureComparison]

  /// Compares one pair of combinations.
  ///
  /// - Parameters:
  ///   - pairing: the runs.
  ///   - pair: which combinations.
  ///   - measures: what to compare.
  ///   - family: only traces of this family; `nil` for all.
  ///   - margins: by measure, differences up to which do not matter, in its base unit.
  ///   - seed: names permutations and resamples.
  /// - Complexity: O(measures × clusters × 10,000 / 8).
  public init(
    _ pairing: RunPairing, _ pair: (reference: Int, candidate: Int), measures: [Measure], family: String? = nil,
    margins: [String: Double] = [:], seed: Int = defaultSeed
  ) {
    let left = pairing.reference.combinations[pair.reference]
    let right = pairing.candidate.combinations[pair.candidate]
    let sessions = pairing.sessions.filter { family == nil || pairing.candidate.traces[$0.trace].family == family }
    reference = left.specs
    candidate = right.specs
    sessionCount = sessions.count
    let traces = Set(sessions.map(\.trace))
    traceCount = traces.count
    clusterCount = Set(traces.map { pairing.clusters[$0] }).count
    let names = Self.names(of: pairing.candidate.traces)
    let sides = Sides(left: left, right: right, sessions: sessions, clusters: pairing.clusters, traces: names)
    self.measures = measures.map { sides.compare($0, margin: margins[$0.name] ?? 0, seed: seed) }
  }

  /// The comparison with some of its measures, in the order given.
  func selecting(_ wanted: [Measure]) -> RunComparison {
    var copy = self
    copy.measures = wanted.compactMap { measure in measures.first { $0.measure == measure } }
    return copy
  }

  /// A name for each trace that says which one is meant: with its family where the name alone does not.
  static func names(of traces: [RunRecord.Trace]) -> [String] {
    let counts = Dictionary(traces.map { ($0.name, 1) }) { $0 + $1 }
    return traces.map { counts[$0.name] == 1 ? $0.name : "\($0.family)/\($0.name)" }
  }
}

/// The sessions of both sides.
private struct Sides {
  let left: RunRecord.Combination
  let right: RunRecord.Combination
  let sessions: [RunPairing.Sessions]
  let clusters: [String]
  let traces: [String]

  func compare(_ measure: Measure, margin: Double, seed: Int) -> MeasureComparison {
    do throws(StatisticsError) {
      if case .percentile(_, let probability, _, _) = measure.estimator {
        return try percentile(measure, at: probability, margin: margin, seed: seed)
      }
      return try ratio(measure, margin: margin, seed: seed)
    } catch {
      return comparison(of: measure, .none(error))
    }
  }

  private func ratio(_ measure: Measure, margin: Double, seed: Int) throws(StatisticsError) -> MeasureComparison {
    var scale = 1.0
    if case .sum = measure.estimator { scale = Double(sessions.count) }
    func terms(by names: [String], _ side: RunRecord.Combination, _ index: KeyPath<RunPairing.Sessions, Int>)
      -> [PairedClusters.Term]
    {
      sessions.map { session in
        let term = measure.term(of: side, at: session[keyPath: index]) ?? (0, 0)
        return .init(cluster: names[session.trace], numerator: term.numerator, denominator: term.denominator)
      }
    }
    let paired = PairedComparison(
      try PairedClusters(
        reference: terms(by: clusters, left, \.reference), candidate: terms(by: clusters, right, \.candidate)),
      direction: measure.direction, margin: margin / scale, seed: seed)
    let single = try PairedClusters(
      reference: terms(by: traces, left, \.reference), candidate: terms(by: traces, right, \.candidate))
    let changes = zip(single.clusters, single.contributions).map { (name: $0.name, contribution: $1 * scale) }
    return comparison(of: measure, .ratio(paired), scale: scale, changes: changes)
  }

  private func percentile(
    _ measure: Measure, at probability: Double, margin: Double, seed: Int
  ) throws(StatisticsError) -> MeasureComparison {
    func values(_ side: RunRecord.Combination, _ index: KeyPath<RunPairing.Sessions, Int>) -> [PairedSamples.Value] {
      sessions.flatMap { session in
        measure.samples(of: side, at: session[keyPath: index]).map {
          PairedSamples.Value(cluster: clusters[session.trace], value: $0)
        }
      }
    }
    let samples = try PairedSamples(reference: values(left, \.reference), candidate: values(right, \.candidate))
    let compared = PercentileComparison.compare(
      samples, at: [probability], direction: measure.direction, margin: margin, seed: seed)
    guard let comparison = compared.first else { throw .noValue(.reference) }
    // A percentile has no parts; the traces are those whose sessions changed most.
    let changes = sessions.map { session -> (name: String, contribution: Double) in
      let old = measure.samples(of: left, at: session.reference).reduce(0, +)
      let new = measure.samples(of: right, at: session.candidate).reduce(0, +)
      return (traces[session.trace], new == old ? 0 : new - old)
    }
    return self.comparison(of: measure, .percentile(comparison), changes: changes)
  }

  private func comparison(
    of measure: Measure, _ evidence: MeasureComparison.Evidence, scale: Double = 1,
    changes: [(name: String, contribution: Double)] = []
  ) -> MeasureComparison {
    let worst = measure.direction.worst(of: changes)
    return MeasureComparison(
      measure: measure, evidence: evidence, scale: scale, worstTraces: Array(worst.prefix(20)),
      worseTraceCount: worst.count)
  }
}
