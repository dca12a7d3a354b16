import ABRComparison
import ABRInput
import ABRRuns
import ABRStatistics

/// What is said about configurations that one viewer watches: which waits or stalls least and which wastes least,
/// whether the difference to the next is significant, and what the first costs in bitrate. Waste is judged by the
/// bytes of an hour watched: a share of all bytes is higher where fewer bytes are downloaded.
///
/// Sessions of several items are led by waiting, which startups are part of; those of one video by stalls.
///
/// Two are held against each other trace by trace, as `compare` does it (`PairedComparison`).
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

  /// What the difference of two rests on.
  struct Chance {
    /// The rest of a sentence.
    var text = ""
    /// What a heading puts behind the claim; empty where the difference is significant.
    var doubt = ""
  }

  /// Judges configurations.
  init(_ sides: [Side]) { self.sides = sides }

  /// The metric that is spoken of first, and by which the configuration is chosen that the rest is said of.
  var lead: String { sides.contains { $0.values["wait_ratio"] != nil } ? "wait_ratio" : "rebuffer_ratio" }

  /// Configurations of which a session showed a frame, and those of which none did.
  private var seen: (shown: [Side], silent: [Side]) {
    (sides.filter { $0.values[lead] != nil }, sides.filter { $0.values[lead] == nil })
  }

  /// What configurations are told apart by, with how sure the difference is.
  static let judged = ["wait_ratio", "rebuffer_ratio", waste]
  /// What waste is judged by, and the share of all bytes that is said beside it.
  private static let waste = "bytes_wasted_per_h"
  private static let wasteShare = "waste_ratio"

  /// What ``VerdictPhrases`` are filled with; nothing where a metric is missing. Of what a reader chooses, `valuesOf`
  /// in `report.js` makes the same.
  /// - Complexity: O(*n* log *n*) in sessions.
  var values: Phrase.Values {
    guard let first = ranking(lead), let stalls = ranking("rebuffer_ratio"), let waste = ranking(Self.waste) else {
      return [:]
    }
    let own = first.best[0]
    let name = Phrase.Value.name(sides[own].name)
    var values: Phrase.Values = ["own": name]
    let (shown, silent) = seen
    if shown.count == 1 { values["alone"] = name } else { values["few"] = fewTraces.map { .name($0) } }
    if !silent.isEmpty { values["silent"] = .names(silent.map(\.name)) }
    for metric in Self.judged { values.merge(self.values(of: metric, own)) { $1 } }
    // Where nothing else differs no sentence is about one configuration.
    let isAlike = [first, stalls, waste].allSatisfy { $0.next == nil }
    values.merge(self.values(of: "mean_bitrate_bps", isAlike ? nil : own)) { $1 }
    return values
  }

  /// What a metric says of a configuration, or without one of the best.
  private func values(of name: String, _ chosen: Int?) -> Phrase.Values {
    guard let ranking = ranking(name), case let own = chosen ?? ranking.best[0], pooled(ranking.metric, own) != nil
    else { return [:] }
    let best = ranking.best
    func text(_ index: Int) -> String { self.value(of: ranking.metric, index) }
    var values: Phrase.Values = ["": .name(text(own)), ".own": .name(sides[own].name)]
    if name == Self.waste, let share = Self.metric(Self.wasteShare) {
      values[".ratio"] = pooled(share, own).map { _ in .name(value(of: share, own)) }
      values[".rivalRatio"] = pooled(share, best[0]).map { _ in .name(value(of: share, best[0])) }
    }
    if !best.contains(own) {
      let difference = difference(best[0], own, ranking.metric)
      values[".rivals"] = .names(best.map { sides[$0].name })
      values[".rival"] = .name(text(best[0]))
      for key in ["chance", "less"] { values[".\(key)"] = difference[key].map { .name($0) } }
    } else if let next = ranking.next {
      let others = best.filter { $0 != own }
      values[".others"] = others.isEmpty ? nil : .names(others.map { sides[$0].name })
      values[".next"] = .name(sides[next].name)
      values[".nextValue"] = .name(text(next))
      for (key, text) in difference(own, next, ranking.metric) { values[".\(key)"] = .name(text) }
    } else if seen.shown.count > 1 {
      values[".all"] = .name(text(own))
    }
    return Dictionary(uniqueKeysWithValues: values.map { (name + $0, $1) })
  }

  /// What lies between the better of two configurations and the other: of what they are judged by whether it is
  /// significant, `chance` for a sentence and `doubt` for a heading, which is empty where it is, by which share of the
  /// other the better is below it, `share`, and what that costs in bitrate, `cost`; of other metrics `less`, by how
  /// much the other is below.
  func difference(_ better: Int, _ other: Int, _ metric: MetricDefinition) -> [String: String] {
    guard Self.judged.contains(metric.name) else {
      guard let most = pooled(metric, better), let value = pooled(metric, other) else { return [:] }
      return ["less": MeasureText(unitOf: metric).number(most - value)]
    }
    let chance = chance(better, other, metric)
    var difference = ["chance": chance.text, "doubt": chance.doubt]
    if let low = pooled(metric, better), let high = pooled(metric, other), high > 0 {
      difference["share"] = Self.percent(1 - low / high)
    }
    difference["cost"] = cost(better, other)
    return difference
  }

  /// What a configuration shows less or more than another, for a heading; empty where that rounds to nothing.
  private func cost(_ own: Int, _ other: Int) -> String? {
    guard let metric = Self.metric("mean_bitrate_bps"), let shown = pooled(metric, own),
      let others = pooled(metric, other), others > 0
    else { return nil }
    let change = Self.percent(abs(shown / others - 1))
    return change == Self.percent(0) ? "" : " at \(change) \(shown < others ? "less" : "more") bitrate"
  }

  private static func percent(_ share: Double) -> String { Decimals.text(100 * share, digits: 0) + " %" }

  /// That a handful of traces decides nothing; `nil` with more.
  var fewTraces: String? {
    guard sides.count > 1, let metric = Self.metric(lead) else { return nil }
    var clusters: Set<String> = []
    for side in sides {
      for term in side.terms(metric) {
        clusters.insert(term.cluster)
        if clusters.count == PairedComparison.leastClusters { return nil }
      }
    }
    return "Only \(Counted.text(clusters.count, "trace")): too few to compare, one more may change the order."
  }

  /// What the difference of two rests on.
  private func chance(_ better: Int, _ other: Int, _ metric: MetricDefinition) -> Chance {
    guard let pairs = try? PairedClusters(reference: sides[better].terms(metric), candidate: sides[other].terms(metric))
    else { return Chance() }
    guard pairs.clusters.count >= PairedComparison.leastClusters else {
      let traces = Counted.text(pairs.clusters.count, "trace")
      return Chance(text: ", over \(traces) only", doubt: " (\(traces))")
    }
    return Self.judgement(on: PairedComparison(pairs, direction: metric.direction))
  }

  /// Whether a difference is significant, with the p-value and how few traces make it.
  static func judgement(on comparison: PairedComparison) -> Chance {
    let isSure = comparison.verdict == .worse
    let p = MeasureText.pValue(comparison.pValue)
    let carriers = comparison.thinEvidence.map(\.carriers).flatMap { Double($0) < EffectiveSize.leastSize ? $0 : nil }
    let thin = carriers.map { "; \(ComparisonTable.carried(by: $0))" } ?? ""
    return Chance(
      text: ", \(isSure ? "" : "not ")significant (p \(p.hasPrefix("<") ? p : "= " + p)\(thin))",
      doubt: isSure ? "" : VerdictPhrases.doubt)
  }
}
