import ABRComparison
import ABRRuns
import ABRStatistics

/// What a run says about its configurations in words: which stalls least and which wastes least, whether the next could
/// be as good by chance, and what the first costs in bitrate.
///
/// Two are held against each other recording by recording, as `compare` does it (`PairedComparison`).
package struct RunVerdict {
  private let result: ExperimentResult
  /// What tells the configurations apart: those of their specs that differ.
  private let names: [String]
  /// Cluster of each trace.
  private let clusters: [String]

  /// The configurations by a metric of which less is better.
  private struct Ranking {
    let metric: MetricDefinition
    /// Those with the least value, which are tied.
    let best: [Int]
    /// The one after them; `nil` where all are tied.
    let next: Int?
  }

  /// The sentences of the verdict: stalls, waste, bitrate. None where there is nothing to choose: one configuration, or
  /// several audiences.
  /// - Complexity: O(clusters × 10,000 / 8).
  package static func sentences(on result: ExperimentResult) -> [String] {
    let configurations = result.configurations.map(\.configuration)
    guard configurations.count > 1, Set(configurations.map(\.viewer)).count == 1 else { return [] }
    return RunVerdict(result).sentences
  }

  private init(_ result: ExperimentResult) {
    self.result = result
    let specs = result.configurations.map(\.configuration).map {
      [$0.policy, $0.preload.map { "preload \($0)" }, $0.buffer].compactMap { $0 }
    }
    let differing = specs[0].indices.filter { place in Set(specs.map { $0[place] }).count > 1 }
    names = specs.map { specs in differing.map { specs[$0] }.joined(separator: " ") }
    clusters = result.experiment.traces.map { TraceCluster.name(of: $0.file, family: $0.family) }
  }

  private var sentences: [String] {
    guard let stalls = ranking("rebuffer_ratio"), let waste = ranking("waste_ratio") else { return [] }
    // Of those that stall alike the one that wastes least, and then the first.
    let chosen = stalls.best.first { waste.best.contains($0) } ?? stalls.best[0]
    return [least(stalls, chosen, "stall", of: "time"), wasteSentence(waste, chosen), bitrateSentence(chosen)]
      .compactMap { $0 }
  }

  // MARK: Sentences

  private func wasteSentence(_ ranking: Ranking, _ chosen: Int) -> String {
    if ranking.best.contains(chosen) { return least(ranking, chosen, "waste", of: "bytes", also: true) }
    let best = ranking.best.map { names[$0] }
    let least = value(of: ranking.metric, ranking.best[0])
    let own = value(of: ranking.metric, chosen)
    let verb = best.count == 1 ? "wastes" : "waste"
    return "\(Self.list(best)) \(verb) least, \(least) of the bytes against \(own) with \(names[chosen])"
      + "\(chance(ranking.best[0], chosen, ranking.metric))."
  }

  /// That one configuration has the least of something, maybe with others, and which is next.
  private func least(
    _ ranking: Ranking, _ chosen: Int, _ verb: String, of whole: String, also: Bool = false
  ) -> String {
    let share = "\(value(of: ranking.metric, chosen)) of the \(whole)"
    guard let next = ranking.next else { return "All \(verb) alike, \(share)." }
    let others = ranking.best.filter { $0 != chosen }.map { names[$0] }
    let alike = others.isEmpty ? "" : ", as \(Self.list(others)) \(others.count == 1 ? "does" : "do")"
    return "\(names[chosen]) \(also ? "also " : "")\(verb)s least, \(share)\(alike); \(names[next]) is next with "
      + "\(value(of: ranking.metric, next))\(chance(chosen, next, ranking.metric))."
  }

  private func bitrateSentence(_ chosen: Int) -> String? {
    guard let metric = MetricDefinition.named("mean_bitrate_bps"), let own = pooled(metric, chosen) else { return nil }
    let top = result.configurations.indices.max { (pooled(metric, $0) ?? 0) < (pooled(metric, $1) ?? 0) } ?? chosen
    guard let most = pooled(metric, top), !Tie.holds(most, own) else {
      return "\(names[chosen]) shows the highest bitrate, \(value(of: metric, chosen))."
    }
    let text = MeasureText(unitOf: metric)
    return "\(names[chosen]) shows \(text.value(own)), \(text.value(most - own)) less than \(names[top])."
  }

  /// What the difference of two rests on, as the rest of a sentence.
  private func chance(_ better: Int, _ other: Int, _ metric: MetricDefinition) -> String {
    guard let pairs = try? PairedClusters(reference: terms(better, metric), candidate: terms(other, metric)) else {
      return ""
    }
    guard pairs.clusters.count > 1 else { return ", on one recording only" }
    return Self.judgement(on: PairedComparison(pairs, direction: metric.direction, seed: RunComparison.defaultSeed))
  }

  /// Whether a difference could be chance, with the p-value and how few recordings make it.
  static func judgement(on comparison: PairedComparison) -> String {
    let judgement =
      if comparison.verdict == .worse {
        "more than chance"
      } else if comparison.pValue < 1 - comparison.level {
        "which could still be chance, as the interval of the difference holds 0"
      } else {
        "which could be chance"
      }
    let p = MeasureText.pValue(comparison.pValue)
    let carriers = comparison.effectiveSize?.carriers ?? 0
    let thin = Double(carriers) < EffectiveSize.leastSize ? "; \(ComparisonTable.carried(by: carriers))" : ""
    return ", \(judgement) (p \(p.hasPrefix("<") ? p : "= " + p)\(thin))"
  }

  // MARK: Values

  private func ranking(_ name: String) -> Ranking? {
    guard let metric = MetricDefinition.named(name) else { return nil }
    let ranked = result.configurations.indices
      .compactMap { index in pooled(metric, index).map { (index: index, value: $0) } }
      .sorted { ($0.value, $0.index) < ($1.value, $1.index) }
    guard let least = ranked.first else { return nil }
    let best = ranked.prefix { Tie.holds($0.value, least.value) }
    return Ranking(
      metric: metric, best: best.map(\.index), next: ranked.count > best.count ? ranked[best.count].index : nil)
  }

  private func pooled(_ metric: MetricDefinition, _ index: Int) -> Double? {
    result.configurations[index].pooled.values[metric.name]
  }

  private func value(of metric: MetricDefinition, _ index: Int) -> String {
    MeasureText(unitOf: metric).value(pooled(metric, index))
  }

  private func terms(_ index: Int, _ metric: MetricDefinition) -> [PairedClusters.Term] {
    guard case .ratio(let ratio) = metric.pooling else { return [] }
    return result.configurations[index].sessions.map { session in
      let parts = session.queue.map(ratio.parts) ?? ratio.parts(session.metrics)
      return .init(cluster: clusters[session.trace], numerator: parts.numerator, denominator: parts.denominator)
    }
  }

  /// `a`, `a and b`, `a, b and c`.
  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
