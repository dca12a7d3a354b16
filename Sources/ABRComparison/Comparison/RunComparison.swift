import ABRRuns
import ABRStatistics

/// Two configurations compared over the sessions that both have, measure by measure.
package struct RunComparison: Sendable {
  /// Seed of resamples: the same comparison gives the same numbers.
  package static let defaultSeed = 1
  /// Largest adjusted p-value that counts.
  package static let significance = 0.05

  /// What is compared against.
  package let reference: Configuration
  /// What is under test.
  package let candidate: Configuration
  /// What outputs call the two, see `RunPairing.names`.
  package let names: (reference: String, candidate: String)
  /// Sessions on each side.
  package let sessionCount: Int
  /// Traces.
  package let traceCount: Int
  /// Clusters of traces, the unit of the statistics.
  package let clusterCount: Int
  /// Whether these are enough to say something about others.
  package var isEnough: Bool { clusterCount >= PairedComparison.leastClusters }
  /// The measures in the order asked for.
  package private(set) var measures: [MeasureComparison]

  /// Compares one pair of configurations.
  ///
  /// - Parameters:
  ///   - pairing: the runs.
  ///   - pair: which configurations.
  ///   - measures: what to compare.
  ///   - family: only traces of this family; `nil` for all.
  ///   - margins: by measure, differences up to which do not matter, in its base unit.
  ///   - seed: names resamples.
  /// - Complexity: O(measures × clusters), for a percentile 2,000 times as much.
  package init(
    _ pairing: RunPairing, _ pair: (reference: Int, candidate: Int), measures: [Measure], family: String? = nil,
    margins: [String: Double] = [:], seed: Int = defaultSeed
  ) {
    let left = pairing.reference.configurations[pair.reference]
    let right = pairing.candidate.configurations[pair.candidate]
    let sessions = pairing.sessions(in: family)
    reference = left.configuration
    candidate = right.configuration
    names = (pairing.names.reference[pair.reference], pairing.names.candidate[pair.candidate])
    sessionCount = sessions.count
    let traces = Set(sessions.map(\.trace))
    traceCount = traces.count
    clusterCount = Set(traces.map { pairing.clusters[$0] }).count
    let sides = Sides(
      left: left, right: right, sessions: sessions, clusters: pairing.clusters,
      traces: Self.names(of: pairing.candidate.traces), files: pairing.candidate.traces.map(\.file))
    self.measures = measures.map { sides.compare($0, margin: margins[$0.name] ?? 0, seed: seed) }
  }

  /// What is said of each measure when all are asked about at once, in the order of ``measures``.
  ///
  /// - Complexity: O(measures × √clusters).
  package var judgements: [MeasureJudgement] {
    let tested = measures.compactMap { $0.pValue == nil ? nil : $0.paired }
    var judged = PairedComparison.judgements(on: tested, significance: Self.significance).makeIterator()
    return measures.map { measure in
      guard measure.pValue != nil, let own = judged.next() else { return MeasureJudgement(measure) }
      return MeasureJudgement(measure, own)
    }
  }

  /// The comparison with some of its measures, in the order given.
  func selecting(_ wanted: [Measure]) -> RunComparison {
    var copy = self
    copy.measures = wanted.compactMap { measure in measures.first { $0.measure == measure } }
    return copy
  }

  /// A name for each trace that says which one is meant: with its family where the name alone does not, and the whole
  /// path where the family does not either.
  static func names(of traces: [RunRecord.Trace]) -> [String] {
    func counts(_ names: [String]) -> [String: Int] { Dictionary(names.map { ($0, 1) }) { $0 + $1 } }
    let long = traces.map { "\($0.family)/\($0.name)" }
    let (short, longer) = (counts(traces.map(\.name)), counts(long))
    return zip(traces, long).map { trace, name in
      if short[trace.name] == 1 { return trace.name }
      return longer[name] == 1 || trace.file.isEmpty ? name : trace.file
    }
  }
}

/// The sessions of both sides.
private struct Sides {
  let left: ConfigurationRecord
  let right: ConfigurationRecord
  let sessions: [RunPairing.Sessions]
  let clusters: [String]
  let traces: [String]
  let files: [String]

  func compare(_ measure: Measure, margin: Double, seed: Int) -> MeasureComparison {
    do throws(StatisticsError) {
      if case .percentile(_, let probability, _, _) = measure.estimator {
        return try percentile(measure, at: probability, margin: margin, seed: seed)
      }
      return try ratio(measure, margin: margin)
    } catch {
      return comparison(
        of: measure,
        .none(
          error, reference: value(of: measure, left, \.reference), candidate: value(of: measure, right, \.candidate)))
    }
  }

  /// The measure of one side; `nil` over no session, of which a sum would be 0.
  private func value(
    of measure: Measure, _ side: ConfigurationRecord, _ index: KeyPath<RunPairing.Sessions, Int>
  ) -> Double? {
    sessions.isEmpty ? nil : measure.value(of: side, over: sessions.map { $0[keyPath: index] })
  }

  private func ratio(_ measure: Measure, margin: Double) throws(StatisticsError) -> MeasureComparison {
    var scale = 1.0
    if measure.isSum { scale = Double(sessions.count) }
    func terms(by names: [String], _ side: ConfigurationRecord, _ index: KeyPath<RunPairing.Sessions, Int>)
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
      direction: measure.direction, margin: margin / scale)
    let single = try PairedClusters(
      reference: terms(by: traces, left, \.reference), candidate: terms(by: traces, right, \.candidate))
    let places = Dictionary(zip(traces, files)) { first, _ in first }
    // What a trace has of a sum is its part of it, and no mean.
    func own(_ totals: PairedClusters.Totals) -> Double? {
      measure.isSum ? totals.numerator : totals.ratio
    }
    let changes = zip(single.clusters, single.contributions).map { cluster, contribution in
      TraceChange(
        name: cluster.name, file: places[cluster.name] ?? "", contribution: contribution * scale,
        reference: own(cluster.reference), candidate: own(cluster.candidate))
    }
    return comparison(of: measure, .ratio(paired), scale: scale, changes: changes)
  }

  private func percentile(
    _ measure: Measure, at probability: Double, margin: Double, seed: Int
  ) throws(StatisticsError) -> MeasureComparison {
    func values(_ side: ConfigurationRecord, _ index: KeyPath<RunPairing.Sessions, Int>) -> [PairedSamples.Value] {
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
    // A percentile has no parts; the traces are those whose own percentile changed most.
    let changes = Dictionary(grouping: sessions) { traces[$0.trace] }.compactMap { name, sessions -> TraceChange? in
      let old = Quantiles(of: sessions.flatMap { measure.samples(of: left, at: $0.reference) }).value(at: probability)
      let new = Quantiles(of: sessions.flatMap { measure.samples(of: right, at: $0.candidate) }).value(at: probability)
      guard let first = sessions.first else { return nil }
      let change = old.flatMap { old in new.map { Tie.difference($0, old) } } ?? 0
      return TraceChange(
        name: name, file: files[first.trace], contribution: change, reference: old, candidate: new)
    }
    return self.comparison(of: measure, .percentile(comparison), changes: changes)
  }

  private func comparison(
    of measure: Measure, _ evidence: MeasureComparison.Evidence, scale: Double = 1,
    changes: [TraceChange] = []
  ) -> MeasureComparison {
    // What got no worse by itself may still weigh otherwise in the pooled value.
    let moved = changes.filter { change in
      guard let old = change.reference, let new = change.candidate, old.isFinite, new.isFinite else { return true }
      let own = Tie.difference(new, old)
      return measure.direction.harm(of: own) ?? own.magnitude > 0
    }
    let worst = measure.direction.worst(of: moved) { ($0.name, $0.contribution) }
    return MeasureComparison(
      measure: measure, evidence: evidence, scale: scale, worstTraces: Array(worst.prefix(20)),
      worseTraceCount: worst.count)
  }
}
