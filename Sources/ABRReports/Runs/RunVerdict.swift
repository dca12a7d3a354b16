import ABRComparison
import ABRRuns
import ABRStatistics

/// What a run says about its configurations in words: which stalls least and which wastes least, whether the next could
/// be as good by chance, and what the first costs in bitrate.
///
/// Two are held against each other recording by recording, as `compare` does it (`PairedComparison`).
package struct RunVerdict {
  /// What a configuration is judged by.
  struct Side {
    /// What tells it apart.
    let name: String
    /// Pooled values by metric.
    let values: [String: Double]
    /// What its sessions add to a metric, with the cluster of each one's trace.
    let terms: (MetricDefinition) -> [PairedClusters.Term]
  }

  let sides: [Side]

  /// The configurations by a metric of which less is better.
  struct Ranking {
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

  /// Judges configurations.
  init(_ sides: [Side]) { self.sides = sides }

  private init(_ result: ExperimentResult) {
    let specs = result.configurations.map(\.configuration).map {
      [$0.policy, $0.preload.map { "preload \($0)" }, $0.buffer].compactMap { $0 }
    }
    // Those of their specs that differ.
    let differing = specs[0].indices.filter { place in Set(specs.map { $0[place] }).count > 1 }
    let clusters = result.experiment.traces.map { TraceCluster.name(of: $0.file, family: $0.family) }
    sides = zip(result.configurations, specs).map { entry, specs in
      Side(name: differing.map { specs[$0] }.joined(separator: " "), values: entry.pooled.values) { metric in
        guard case .ratio(let ratio) = metric.pooling else { return [] }
        return entry.sessions.map { session in
          let parts = session.queue.map(ratio.parts) ?? ratio.parts(session.metrics)
          return .init(cluster: clusters[session.trace], numerator: parts.numerator, denominator: parts.denominator)
        }
      }
    }
  }

  /// The sentences; of a single configuration what it costs and brings.
  var sentences: [String] {
    guard let stalls = ranking("rebuffer_ratio"), let waste = ranking("waste_ratio") else { return [] }
    let chosen = chosen(stalls, waste)
    if sides.count == 1 {
      let bitrate = MetricDefinition.named("mean_bitrate_bps").map { " and shows \(value(of: $0, 0))" } ?? ""
      return [
        "\(sides[0].name) stalls \(value(of: stalls.metric, 0)) of the time, wastes \(value(of: waste.metric, 0)) of the "
          + "bytes\(bitrate)."
      ]
    }
    return [least(stalls, chosen, "stall", of: "time"), wasteSentence(waste, chosen), bitrateSentence(chosen)]
      .compactMap { $0 }
  }

  /// The finding in a few words; `nil` where a metric is missing.
  var headline: String? {
    guard let stalls = ranking("rebuffer_ratio"), let waste = ranking("waste_ratio") else { return nil }
    let chosen = chosen(stalls, waste)
    let name = sides[chosen].name
    guard sides.count > 1 else { return "\(name) stalls \(value(of: stalls.metric, 0)) of the time" }
    guard stalls.next != nil else { return "All stall alike" }
    return "\(name) stalls least" + (waste.next != nil && waste.best.contains(chosen) ? " and wastes least" : "")
  }

  /// The configuration that the sentences speak of; `nil` where a metric is missing.
  var chosen: Int? {
    guard let stalls = ranking("rebuffer_ratio"), let waste = ranking("waste_ratio") else { return nil }
    return chosen(stalls, waste)
  }

  /// Of those that stall alike the one that wastes least, and then the first.
  private func chosen(_ stalls: Ranking, _ waste: Ranking) -> Int {
    stalls.best.first { waste.best.contains($0) } ?? stalls.best[0]
  }

  // MARK: Sentences

  private func wasteSentence(_ ranking: Ranking, _ chosen: Int) -> String {
    if ranking.best.contains(chosen) { return least(ranking, chosen, "waste", of: "bytes", also: true) }
    let best = ranking.best.map { sides[$0].name }
    let least = value(of: ranking.metric, ranking.best[0])
    let own = value(of: ranking.metric, chosen)
    let verb = best.count == 1 ? "wastes" : "waste"
    return "\(Self.list(best)) \(verb) least, \(least) of the bytes against \(own) with \(sides[chosen].name)"
      + "\(chance(ranking.best[0], chosen, ranking.metric))."
  }

  /// That one configuration has the least of something, maybe with others, and which is next.
  private func least(
    _ ranking: Ranking, _ chosen: Int, _ verb: String, of whole: String, also: Bool = false
  ) -> String {
    let share = "\(value(of: ranking.metric, chosen)) of the \(whole)"
    guard let next = ranking.next else { return "All \(verb) alike, \(share)." }
    let others = ranking.best.filter { $0 != chosen }.map { sides[$0].name }
    let alike = others.isEmpty ? "" : ", as \(Self.list(others)) \(others.count == 1 ? "does" : "do")"
    return
      "\(sides[chosen].name) \(also ? "also " : "")\(verb)s least, \(share)\(alike); \(sides[next].name) is next with "
      + "\(value(of: ranking.metric, next))\(chance(chosen, next, ranking.metric))."
  }

  private func bitrateSentence(_ chosen: Int) -> String? {
    guard let metric = MetricDefinition.named("mean_bitrate_bps"), let own = pooled(metric, chosen) else { return nil }
    let top = sides.indices.max { (pooled(metric, $0) ?? 0) < (pooled(metric, $1) ?? 0) } ?? chosen
    guard let most = pooled(metric, top), !Tie.holds(most, own) else {
      return "\(sides[chosen].name) shows the highest bitrate, \(value(of: metric, chosen))."
    }
    let text = MeasureText(unitOf: metric)
    return "\(sides[chosen].name) shows \(text.value(own)), \(text.value(most - own)) less than \(sides[top].name)."
  }

  /// What the difference of two rests on, as the rest of a sentence.
  func chance(_ better: Int, _ other: Int, _ metric: MetricDefinition) -> String {
    guard let pairs = try? PairedClusters(reference: sides[better].terms(metric), candidate: sides[other].terms(metric))
    else {
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

  func ranking(_ name: String) -> Ranking? {
    guard let metric = MetricDefinition.named(name) else { return nil }
    let ranked = sides.indices
      .compactMap { index in pooled(metric, index).map { (index: index, value: $0) } }
      .sorted { ($0.value, $0.index) < ($1.value, $1.index) }
    guard let least = ranked.first else { return nil }
    let best = ranked.prefix { Tie.holds($0.value, least.value) }
    return Ranking(
      metric: metric, best: best.map(\.index), next: ranked.count > best.count ? ranked[best.count].index : nil)
  }

  func pooled(_ metric: MetricDefinition, _ index: Int) -> Double? { sides[index].values[metric.name] }

  func value(of metric: MetricDefinition, _ index: Int) -> String {
    MeasureText(unitOf: metric).value(pooled(metric, index))
  }

  /// `a`, `a and b`, `a, b and c`.
  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
