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

  /// The configurations by a metric, the best first.
  struct Ranking {
    let metric: MetricDefinition
    /// Those with the best value, which people cannot tell apart.
    let best: [Int]
    /// The one after them; `nil` where all are alike.
    let next: Int?
  }

  /// What the difference of two rests on.
  struct Chance {
    /// The rest of a sentence.
    var text = ""
    /// What a heading puts behind the claim; empty where the claim is more than chance.
    var doubt = ""
  }

  /// The sentences of the verdict: stalls, waste, bitrate. None where there is nothing to choose: one configuration, or
  /// several audiences.
  /// - Complexity: O(*n* log *n*) in sessions.
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
    let chosen = stalls.best[0]
    if sides.count == 1 {
      let bitrate = Self.metric("mean_bitrate_bps").map { " and shows \(value(of: $0, 0))" } ?? ""
      return [
        "\(sides[0].name) stalls \(value(of: stalls.metric, 0)) of the time, wastes \(value(of: waste.metric, 0)) of the "
          + "bytes\(bitrate)."
      ]
    }
    return [
      least(stalls, chosen, "stall", of: "time") + ".", wasteSentence(waste, chosen, isAlso: stalls.next != nil),
      // Nobody has spoken of a configuration where all stall and waste alike.
      bitrateSentence(stalls.next == nil && waste.next == nil ? nil : chosen), fewRecordings,
    ].compactMap { $0 }
  }

  /// That one recording decides nothing; `nil` with more.
  var fewRecordings: String? {
    guard sides.count > 1, let metric = Self.metric("rebuffer_ratio"),
      Set(sides.flatMap { $0.terms(metric).map(\.cluster) }).count == 1
    else { return nil }
    return "One recording is too few to compare them: the next one may turn the order."
  }

  /// The finding in a few words, with what doubt there is; `nil` where a metric is missing.
  var headline: String? {
    guard let stalls = ranking("rebuffer_ratio"), let waste = ranking("waste_ratio") else { return nil }
    let chosen = stalls.best[0]
    let name = sides[chosen].name
    guard sides.count > 1 else { return "\(name) stalls \(value(of: stalls.metric, 0)) of the time" }
    guard let next = stalls.next else { return "All stall alike" }
    var headline = "\(name) stalls least\(chance(chosen, next, stalls.metric).doubt)"
    if let next = waste.next, waste.best.contains(chosen) {
      headline += " and wastes least\(chance(chosen, next, waste.metric).doubt)"
    }
    return headline
  }

  // MARK: Sentences

  private func wasteSentence(_ ranking: Ranking, _ chosen: Int, isAlso: Bool) -> String {
    let isBest = ranking.best.contains(chosen)
    let named = isBest ? chosen : ranking.best[0]
    let sentence: String
    if isBest {
      sentence = least(ranking, chosen, "waste", of: "bytes", also: isAlso)
    } else {
      let own = value(of: ranking.metric, chosen)
      sentence =
        "\(list(ranking.best)) \(ranking.best.count == 1 ? "wastes" : "waste") least, \(value(of: ranking.metric, named)) of the "
        + "bytes against \(own) with \(sides[chosen].name)\(chance(named, chosen, ranking.metric).text)"
    }
    return sentence + hourly(named) + "."
  }

  /// Where another wastes least by the hour: who shows less downloads less, and may waste a greater share of it.
  private func hourly(_ named: Int) -> String {
    guard let ranking = ranking("bytes_wasted_per_h"), !ranking.best.contains(named) else { return "" }
    return "; by the hour \(list(ranking.best)) \(ranking.best.count == 1 ? "wastes" : "waste") least, "
      + "\(value(of: ranking.metric, ranking.best[0])) against \(value(of: ranking.metric, named)) with \(sides[named].name)"
  }

  /// That one configuration has the least of something, maybe with others, and which is next.
  private func least(
    _ ranking: Ranking, _ chosen: Int, _ verb: String, of whole: String, also: Bool = false
  ) -> String {
    let share = "\(value(of: ranking.metric, chosen)) of the \(whole)"
    guard let next = ranking.next else { return "All \(verb) alike, \(share)" }
    return "\(sides[chosen].name) \(also ? "also " : "")\(verb)s least, \(share)\(asOthers(ranking, chosen)); "
      + "\(sides[next].name) is next with \(value(of: ranking.metric, next))\(chance(chosen, next, ranking.metric).text)"
  }

  /// Who does as the chosen one.
  private func asOthers(_ ranking: Ranking, _ chosen: Int) -> String {
    let others = ranking.best.filter { $0 != chosen }
    return others.isEmpty ? "" : ", as \(list(others)) \(others.count == 1 ? "does" : "do")"
  }

  /// What a configuration shows beside the best, or without one which show most.
  private func bitrateSentence(_ chosen: Int?) -> String? {
    guard let ranking = ranking("mean_bitrate_bps"), let most = pooled(ranking.metric, ranking.best[0]) else {
      return nil
    }
    let text = MeasureText(unitOf: ranking.metric)
    guard let chosen else {
      guard let next = ranking.next else { return "All show \(text.value(most))." }
      return
        "\(list(ranking.best)) \(ranking.best.count == 1 ? "shows" : "show") the highest bitrate, \(text.value(most)); "
        + "\(sides[next].name) is next with \(value(of: ranking.metric, next))."
    }
    guard let own = pooled(ranking.metric, chosen) else { return nil }
    guard ranking.best.contains(chosen) else {
      return
        "\(sides[chosen].name) shows \(text.value(own)), \(text.value(most - own)) less than \(list(ranking.best))."
    }
    guard ranking.next != nil else { return "All show \(text.value(own))." }
    return "\(sides[chosen].name) shows the highest bitrate, \(text.value(own))\(asOthers(ranking, chosen))."
  }

  /// What the difference of two rests on.
  func chance(_ better: Int, _ other: Int, _ metric: MetricDefinition) -> Chance {
    guard let pairs = try? PairedClusters(reference: sides[better].terms(metric), candidate: sides[other].terms(metric))
    else { return Chance() }
    guard pairs.clusters.count > 1 else { return Chance(text: ", on one recording only", doubt: " (one recording)") }
    return Self.judgement(on: PairedComparison(pairs, direction: metric.direction, seed: RunComparison.defaultSeed))
  }

  /// Whether a difference could be chance, with the p-value and how few recordings make it.
  static func judgement(on comparison: PairedComparison) -> Chance {
    let isSure = comparison.verdict == .worse
    let p = MeasureText.pValue(comparison.pValue)
    let carriers = comparison.effectiveSize?.carriers ?? 0
    let thin = Double(carriers) < EffectiveSize.leastSize ? "; \(ComparisonTable.carried(by: carriers))" : ""
    return Chance(
      text: ", \(isSure ? "more than chance" : "which could be chance") (p \(p.hasPrefix("<") ? p : "= " + p)\(thin))",
      doubt: isSure ? "" : " (could be chance)")
  }

  // MARK: Values

  /// What decides between configurations that people cannot tell apart by a metric: who stalls alike is judged by
  /// waste, and who wastes the same share by the bytes of an hour.
  private static let deciders = [
    "rebuffer_ratio": ["waste_ratio", "bytes_wasted_per_h"], "waste_ratio": ["bytes_wasted_per_h"],
  ]

  /// Best and next by a metric; `nil` where no configuration has it.
  func ranking(_ name: String) -> Ranking? {
    guard let metric = Self.metric(name) else { return nil }
    let groups = groups(metric)
    return groups.first.map { Ranking(metric: metric, best: $0, next: groups.count > 1 ? groups[1][0] : nil) }
  }

  /// Configurations by a metric, the best first, those together that people cannot tell apart; without those that lack
  /// it.
  func groups(_ metric: MetricDefinition) -> [[Int]] {
    let sign = metric.direction == .higher ? -1.0 : 1.0
    let sorted = sides.indices
      .compactMap { index in pooled(metric, index).map { (index: index, value: $0) } }
      .sorted { ($0.value * sign, $0.index) < ($1.value * sign, $1.index) }
    let text = MeasureText(unitOf: metric)
    var groups: [[(index: Int, value: Double)]] = []
    for entry in sorted {
      if let first = groups.last?.first,
        Tie.holds(first.value, entry.value) || text.value(first.value) == text.value(entry.value)
      {
        groups[groups.count - 1].append(entry)
      } else {
        groups.append([entry])
      }
    }
    let deciders = (Self.deciders[metric.name] ?? []).compactMap(Self.metric).map { decider in
      Dictionary(
        uniqueKeysWithValues: self.groups(decider).enumerated().flatMap { rank, group in group.map { ($0, rank) } })
    }
    func places(_ index: Int) -> [Int] { deciders.map { $0[index] ?? .max } + [index] }
    return groups.map { group in
      group.map(\.index).sorted { places($0).lexicographicallyPrecedes(places($1)) }
    }
  }

  /// A metric of sessions or of sets of them.
  static func metric(_ name: String) -> MetricDefinition? {
    MetricDefinition.named(name) ?? MetricDefinition.ofSets.first { $0.name == name }
  }

  func pooled(_ metric: MetricDefinition, _ index: Int) -> Double? { sides[index].values[metric.name] }

  func value(of metric: MetricDefinition, _ index: Int) -> String {
    MeasureText(unitOf: metric).value(pooled(metric, index))
  }

  /// `a`, `a and b`, `a, b and c`.
  private func list(_ indices: [Int]) -> String {
    let names = indices.map { sides[$0].name }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
