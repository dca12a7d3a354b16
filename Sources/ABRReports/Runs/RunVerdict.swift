import ABRComparison
import ABRRuns
import ABRStatistics

/// What is said about configurations that one viewer watches: which waits or stalls least and which wastes least,
/// whether the next could be as good by chance, and what the first costs in bitrate.
///
/// Sessions of several items are led by waiting, which startups are part of; those of one video by stalls.
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

  /// What the difference of two rests on.
  struct Chance {
    /// The rest of a sentence.
    var text = ""
    /// What a heading puts behind the claim; empty where the claim is more than chance.
    var doubt = ""
  }

  /// Judges configurations.
  init(_ sides: [Side]) { self.sides = sides }

  /// What is said first, and by which the configuration is chosen that the rest is said of.
  var lead: (name: String, verb: String) {
    sides.contains { $0.values["wait_ratio"] != nil } ? ("wait_ratio", "wait") : ("rebuffer_ratio", "stall")
  }

  /// The sentences; of a single configuration what it costs and brings.
  var sentences: [String] {
    guard let first = ranking(lead.name), let stalls = ranking("rebuffer_ratio"), let waste = ranking("waste_ratio")
    else { return sides.allSatisfy { $0.values["unstarted_share"] == 1 } ? ["No session showed a frame."] : [] }
    let chosen = first.best[0]
    let waits = lead.name != stalls.metric.name
    if sides.count == 1 {
      let bitrate = Self.metric("mean_bitrate_bps").map { " and shows \(value(of: $0, 0))" } ?? ""
      return [
        "\(sides[0].name) \(waits ? "waits \(value(of: first.metric, 0)) of the time, " : "")stalls "
          + "\(value(of: stalls.metric, 0)) of the time, wastes \(value(of: waste.metric, 0)) of the bytes\(bitrate)."
      ]
    }
    let isAlso = first.next != nil
    let isAlike = first.next == nil && (!waits || stalls.next == nil) && waste.next == nil
    return [
      least(first, chosen, lead.verb, of: "time") + ".",
      waits ? sentence(stalls, chosen, "stall", of: "time", isAlso: isAlso) + "." : nil,
      wasteSentence(waste, chosen, isAlso: isAlso),
      // Nobody has spoken of a configuration where all do alike.
      bitrateSentence(isAlike ? nil : chosen), fewRecordings,
    ].compactMap { $0 }
  }

  /// That a handful of recordings decides nothing; `nil` with more.
  var fewRecordings: String? {
    guard sides.count > 1, let metric = Self.metric(lead.name) else { return nil }
    var recordings: Set<String> = []
    for side in sides {
      for term in side.terms(metric) {
        recordings.insert(term.cluster)
        if recordings.count == PairedComparison.leastClusters { return nil }
      }
    }
    let count = recordings.count
    return "\(count == 1 ? "One recording is" : "\(count) recordings are") too few to compare them: "
      + "the next one may turn the order."
  }

  /// The finding in a few words, with what doubt there is; `nil` where a metric is missing.
  var headline: String? {
    guard let first = ranking(lead.name), let waste = ranking("waste_ratio"), let finding else { return nil }
    let chosen = first.best[0]
    guard sides.count > 1 else { return "\(sides[0].name) \(lead.verb)s \(value(of: first.metric, 0)) of the time" }
    var headline = finding.text + finding.doubt
    guard finding.name != nil else { return headline }
    if let next = waste.next, waste.best.contains(chosen) {
      headline += " and wastes least\(chance(chosen, next, waste.metric).doubt)"
    }
    return headline
  }

  /// The first claim of the heading, apart from its doubt; all alike have no name. `nil` where a metric is missing.
  var finding: (name: String?, text: String, doubt: String)? {
    guard let first = ranking(lead.name) else { return nil }
    guard let next = first.next else { return (nil, "All \(lead.verb) alike", "") }
    let name = sides[first.best[0]].name
    return (name, "\(name) \(lead.verb)s least", chance(first.best[0], next, first.metric).doubt)
  }

  // MARK: Sentences

  private func wasteSentence(_ ranking: Ranking, _ chosen: Int, isAlso: Bool) -> String {
    sentence(ranking, chosen, "waste", of: "bytes", isAlso: isAlso)
      + hourly(ranking.best.contains(chosen) ? chosen : ranking.best[0]) + "."
  }

  /// Who has the least of something: the chosen one, or others beside it.
  private func sentence(
    _ ranking: Ranking, _ chosen: Int, _ verb: String, of whole: String, isAlso: Bool
  ) -> String {
    guard !ranking.best.contains(chosen) else { return least(ranking, chosen, verb, of: whole, also: isAlso) }
    let named = ranking.best[0]
    return "\(list(ranking.best)) \(verb)\(ranking.best.count == 1 ? "s" : "") least, "
      + "\(value(of: ranking.metric, named)) of the \(whole) against \(value(of: ranking.metric, chosen)) with "
      + "\(sides[chosen].name)\(chance(named, chosen, ranking.metric).text)"
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
    guard pairs.clusters.count >= PairedComparison.leastClusters else {
      let recordings = pairs.clusters.count == 1 ? "one recording" : "\(pairs.clusters.count) recordings"
      return Chance(text: ", on \(recordings) only", doubt: " (\(recordings))")
    }
    return Self.judgement(on: PairedComparison(pairs, direction: metric.direction))
  }

  /// Whether a difference could be chance, with the p-value and how few recordings make it.
  static func judgement(on comparison: PairedComparison) -> Chance {
    let isSure = comparison.verdict == .worse
    let p = MeasureText.pValue(comparison.pValue)
    let carriers = comparison.thinEvidence.map(\.carriers).flatMap { Double($0) < EffectiveSize.leastSize ? $0 : nil }
    let thin = carriers.map { "; \(ComparisonTable.carried(by: $0))" } ?? ""
    return Chance(
      text: ", \(isSure ? "more than chance" : "which could be chance") (p \(p.hasPrefix("<") ? p : "= " + p)\(thin))",
      doubt: isSure ? "" : " (could be chance)")
  }

  /// `a`, `a and b`, `a, b and c`.
  private func list(_ indices: [Int]) -> String {
    let names = indices.map { sides[$0].name }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
