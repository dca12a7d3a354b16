import ABRComparison
import ABRInput
import ABRRuns
import ABRStatistics

/// What is said about configurations that one viewer watches: what differs, and what it costs. Waste is judged by the
/// bytes of an hour watched: a share of all bytes is higher where fewer bytes are downloaded.
///
/// Sessions of several items are led by waiting, which startups are part of; those of one video by stalls. Whose
/// difference to the best is not significant does as well as the best: among these, waste and then bitrate decide.
/// How long one video takes to start decides nothing, and is stated where it differs.
/// All that is said is of that one configuration against one `reference(for:)`.
///
/// Two are held against each other trace by trace, with p-values that hold for all metrics that `compare` tests, so
/// that a run and a comparison of the same sessions say the same (`PairedComparison.judgements(on:significance:)`).
package struct RunVerdict {
  /// What a configuration is judged by.
  struct Side {
    /// What tells it apart.
    let name: String
    /// Pooled values by metric.
    let values: [String: Double]
    /// What its sessions add to a metric, with the cluster of each one's trace.
    let terms: (MetricDefinition) -> [PairedClusters.Term]

    /// Whether any of its sessions has failed.
    var fails: Bool { values[RunVerdict.failures] ?? 0 > 0 }
  }

  let sides: [Side]
  /// The formulas of quality of experience that were asked for: sentences speak of them, too.
  let formulas: [MetricDefinition]

  /// What the difference of two rests on.
  struct Chance {
    /// The rest of a sentence.
    var text = ""
    /// What a heading puts behind the claim; empty where the difference is significant.
    var doubt = ""
    /// Whether it is not significant, and not merely of too few traces.
    var isTie = false
  }

  /// Two configurations in one metric, with what is said of that among all that is tested.
  typealias Judged = (comparison: PairedComparison, judgement: PairedComparison.Judgement)

  /// What was worked out before: the same is asked again and again.
  final class Memory {
    struct Pair: Hashable {
      var reference: Int
      var candidate: Int
    }

    var comparisons: [Pair: [String: Judged]] = [:]
    var terms: [String: [Int: [PairedClusters.Term]]] = [:]
    var ranks: [String: [Int: Int]] = [:]
  }

  let memory = Memory()

  /// The metric that is spoken of first, and by which the configuration is chosen that the rest is said of.
  let lead: String
  /// What may be spoken of: configurations that showed a frame, and not trivially little.
  let spoken: [Int]
  /// What is left out because it is trivially good in all but bitrate: configurations that show less than half the
  /// bitrate of the one in the middle. Of two none is.
  let trivial: [Int]

  /// Judges configurations.
  init(_ sides: [Side], formulas: [MetricDefinition] = []) {
    self.sides = sides
    self.formulas = formulas
    let lead = sides.contains { $0.values["wait_ratio"] != nil } ? "wait_ratio" : "rebuffer_ratio"
    self.lead = lead
    let shown = sides.indices.filter { sides[$0].values[lead] != nil }
    func bitrate(_ index: Int) -> Double { sides[index].values[Self.bitrate] ?? 0 }
    let least = shown.count > 2 ? Self.leastShare * shown.map(bitrate).sorted()[shown.count / 2] : 0
    spoken = shown.filter { bitrate($0) >= least }
    trivial = shown.filter { bitrate($0) < least }
  }

  /// What stalls of one video are judged by beside their time; `compare` tests no such count of feeds.
  static let stalls = "rebuffer_count_per_h"
  /// Who never sees a frame decides first; `compare` tests no such share of feeds.
  static let starts = "unstarted_share"
  /// Whose sessions fail comes next: what they show before may be as good as that of others.
  static let failures = "failed_share"
  /// What waste is judged by, and the share of all bytes that is said beside it.
  static let waste = "bytes_wasted_per_h"
  static let wasteShare = "waste_ratio"
  /// The share of all bytes below which waste is the same: what is within the noise of any bill decides nothing.
  static let negligibleWaste = 0.01
  static let bitrate = "mean_bitrate_bps"
  /// The median startup, which is stated of one video; that of feeds is part of waiting.
  static let startup = "startup_s_p50"

  /// What ``VerdictPhrases`` are filled with; nothing where a metric is missing. Of what a reader chooses, `valuesOf`
  /// in `report.js` makes the same.
  /// - Complexity: O(*n* log *n*) in sessions.
  var values: Phrase.Values {
    let needed = ["rebuffer_ratio", Self.waste]
    guard let own = chosen, needed.allSatisfy({ name in spoken.contains { sides[$0].values[name] != nil } }) else {
      return [:]
    }
    let name = Phrase.Value.name(sides[own].name)
    var values: Phrase.Values = ["own": name]
    let reference = reference(for: own)
    if let reference { values["reference"] = .name(sides[reference].name) }
    let silent = sides.filter { $0.values[lead] == nil }
    if spoken.count == 1 { values["alone"] = name } else { values["few"] = fewTraces.map { .name($0) } }
    if !silent.isEmpty { values["silent"] = .names(silent.map(\.name)) }
    if !trivial.isEmpty { values["trivial"] = .names(trivial.map { sides[$0].name }) }
    for metric in judged { values.merge(self.values(of: metric, own, reference)) { $1 } }
    values.merge(startups) { $1 }
    let front = tradeOff.map { sides[$0].name }
    if !front.isEmpty { values["\(lead).front"] = .names(front) }
    if spoken.count > 1, !spoken.contains(where: { differ($0, spoken[0]) }) {
      values["\(lead).unchanged"] = .name(sides[spoken[0]].name)
    }
    return values
  }

  /// The median startup of a configuration as it is stated; `nil` for none.
  func startupText(_ index: Int) -> String? {
    guard lead != "wait_ratio", let metric = MetricDefinition.any(named: "startup_s") else { return nil }
    return sides[index].values[Self.startup].map { MeasureText(unitOf: metric).value($0) }
  }

  /// The shortest and the longest median startup, and whose they are; nothing where they are the same.
  private var startups: Phrase.Values {
    let started = spoken.compactMap { index in
      startupText(index).map { (name: sides[index].name, text: $0, value: sides[index].values[Self.startup] ?? 0) }
    }
    guard let first = started.min(by: { $0.value < $1.value }), let last = started.max(by: { $0.value < $1.value }),
      first.text != last.text
    else { return [:] }
    func names(_ end: String) -> Phrase.Value { .names(started.filter { $0.text == end }.map(\.name)) }
    return [
      "startup.first": names(first.text), "startup.firstValue": .name(first.text),
      "startup.last": names(last.text), "startup.lastValue": .name(last.text),
    ]
  }

  /// The ``front``, where there are many configurations and it leaves some out: what a sentence names and a picture
  /// marks.
  var tradeOff: [Int] {
    guard spoken.count >= Self.many else { return [] }
    let (front, deciders) = (front, deciders)
    // Of those that people cannot tell apart the first.
    let apart = front.filter { own in
      !front.contains { $0 < own && places($0, deciders) == places(own, deciders) }
    }
    return apart.count > 1 && apart.count < spoken.count ? apart : []
  }

  /// Whether the ``tradeOff`` is one between waiting or stalls and bitrate alone: the more of one, the more of the
  /// other, so that a line through it says something in a picture of the two.
  var isTradeOffInStalls: Bool {
    guard let lead = MetricDefinition.any(named: lead), let bitrate = MetricDefinition.any(named: Self.bitrate) else {
      return false
    }
    let ordered = ranked(tradeOff, by: lead)
    return zip(ordered, ordered.dropFirst()).allSatisfy { one, next in
      rank(one, by: lead) ?? 0 < rank(next, by: lead) ?? 0 && rank(one, by: bitrate) ?? 0 > rank(next, by: bitrate) ?? 0
    }
  }

  /// With so many configurations those are named between which there is something to choose.
  static let many = 4
  /// Least share of the bitrate in the middle with which a configuration is spoken of.
  static let leastShare = 0.5

  /// The metrics of which something is said.
  var judged: [MetricDefinition] {
    MetricDefinition.judged.filter { metric in
      switch metric.name {
      case Self.starts, Self.stalls: lead != "wait_ratio"
      case Self.failures: sides.contains(where: \.fails)
      default: true
      }
    } + formulas
  }

  /// What a metric says of a configuration against its reference.
  private func values(of metric: MetricDefinition, _ own: Int, _ reference: Int?) -> Phrase.Values {
    let ranked = ranked(spoken, by: metric)
    guard ranked.contains(own) else { return [:] }
    func text(_ index: Int) -> String { self.value(of: metric, index) }
    func withShare(_ index: Int) -> Phrase.Value {
      let share = metric.name == Self.waste ? MetricDefinition.any(named: Self.wasteShare) : nil
      guard let share, pooled(share, index) != nil else { return .name(text(index)) }
      return .name("\(text(index)) (\(value(of: share, index)))")
    }
    func names(_ indices: [Int]) -> Phrase.Value? { indices.isEmpty ? nil : .names(indices.map { sides[$0].name }) }
    func equals(_ index: Int) -> [Int] { ranked.filter { relation($0, index, metric) == .equal } }
    // Negligible waste is equal, and not said to be the same.
    func alike(_ index: Int) -> [Int] { equals(index).filter { seen($0, metric) == seen(index, metric) } }
    // Of what is negligible the least.
    func lowest(_ index: Int) -> Int {
      let others = equals(index).filter { seen($0, metric) != seen(index, metric) } + [index]
      return others.min { pooled(metric, $0) ?? 0 < pooled(metric, $1) ?? 0 } ?? index
    }
    func span(_ indices: [Int]) -> String {
      let ends = indices.compactMap { pooled(metric, $0) }
      return Set(indices.map(text)).count == 1
        ? text(indices[0]) : MeasureText(unitOf: metric).range(ends.min(), ends.max())
    }
    let better = ranked.filter { relation($0, own, metric) == .better }
    let head = lowest(better.first ?? ranked[0])
    let isLeast = equals(ranked[0]).contains(head)
    var values: Phrase.Values = ["": .name(text(own)), ".own": .name(sides[own].name)]
    if metric.name == Self.waste, let share = MetricDefinition.any(named: Self.wasteShare) {
      values[".ratio"] = pooled(share, own).map { _ in .name(value(of: share, own)) }
      values[".rivalRatio"] = pooled(share, head).map { _ in .name(value(of: share, head)) }
    }
    let standing = reference.flatMap { relation(own, $0, metric) }
    if let reference, let standing {
      let isAhead = rank(own, by: metric) ?? 0 < rank(reference, by: metric) ?? 0
      let (better, other) = isAhead ? (own, reference) : (reference, own)
      if standing != .equal {
        for (key, text) in difference(better, other, metric) { values[".\(key)"] = .name(text) }
      }
      values[".\(standing)"] = ""
      if standing == .tied { values[".between"] = .name(span([own, reference])) }
      if [.better, .worse].contains(standing) {
        values.merge([".differs": "", ".reference": .name(text(reference))]) { $1 }
      }
    }
    if better.isEmpty, !ranked.contains(where: { relation($0, own, metric) == .worse }) {
      if ranked.count > 1 {
        let isSame = equals(own).count == ranked.count
        values[isSame ? ".same" : ".unsure"] = ""
        if isSame, Set(ranked.map { seen($0, metric) }).count > 1 { values[".negligible"] = "" }
        // Of more than two only the differences to one are tested.
        if ranked.count > 2 { values[".among"] = .name(sides[own].name) }
        values[isSame ? ".all" : ".range"] = .name(span(ranked))
      }
    } else if let reference, equals(head).contains(reference), !better.isEmpty {
      values[".rivals"] = names(equals(head))
      values[".isLeast"] = isLeast ? "" : nil
      values[".rival"] = .name(span(equals(head)))
    } else if let reference, better.isEmpty, standing == .better, lowest(own) == own {
      values[".others"] = names(alike(own).filter { $0 != own })
      if !equals(head).contains(own) {
        values[".least"] = .name(text(head))
        values[".leastName"] = .name(sides[head].name)
      }
      values[".next"] = .name(sides[reference].name)
      values[".nextValue"] = withShare(reference)
      // The reference may be behind others, of which it is not known whether they are worse.
      let close = ranked.filter { relation(own, $0, metric) == .tied }
      values[".close"] = names(close)
      values[".closeValue"] = close.isEmpty ? nil : .name(span(close))
    } else if let reference {
      values[".apart"] = ""
      if standing == .equal {
        values[".as"] = names(alike(own).filter { $0 != own })
      } else {
        values[".against"] = .name(sides[reference].name)
        values[".againstValue"] = withShare(reference)
      }
      // Another may have a better value whose difference is not significant.
      let key = isLeast ? "most" : "ahead"
      values[".\(key)"] = better.isEmpty ? nil : names(alike(head))
      values[".\(key)Value"] = better.isEmpty ? nil : .name(text(head))
    }
    if let reference, let worst = ranked.last, relation(worst, own, metric) == .worse,
      !equals(worst).contains(reference)
    {
      values[".worst"] = names(alike(worst))
      values[".worstValue"] = .name(text(worst))
    }
    return Dictionary(uniqueKeysWithValues: values.map { (metric.name + $0, $1) })
  }

  /// What lies between the better of two configurations and the other: whether it is significant, `chance` for a
  /// sentence and `doubt` for a heading, which is empty where it is, `tied` where it is not, by which share of the
  /// other the better is below it, or above it, `share`, and what that costs, `cost`; where more is better
  /// `less`, by how much the other is below.
  func difference(_ better: Int, _ other: Int, _ metric: MetricDefinition) -> [String: String] {
    let chance = chance(better, other, metric)
    var difference = ["chance": chance.text, "doubt": chance.doubt]
    if chance.isTie { difference["tied"] = "" }
    guard let own = pooled(metric, better), let value = pooled(metric, other) else { return difference }
    if value > 0 { difference["share"] = Self.percent(abs(1 - own / value)) }
    if metric.direction == .higher { difference["less"] = MeasureText(unitOf: metric).number(own - value) }
    difference["cost"] =
      (metric.name == Self.waste ? "" : wasted(better, other))
      + (metric.name == Self.bitrate ? "" : cost(better, other))
      + (metric.name == Self.stalls ? "" : stalled(better, other))
    return difference
  }

  /// What a configuration wastes less or more than another, for a heading; empty where that is not significant.
  private func wasted(_ own: Int, _ other: Int) -> String {
    guard let metric = MetricDefinition.any(named: Self.waste), let value = pooled(metric, own),
      let others = pooled(metric, other),
      others > 0, rank(own, by: metric) != rank(other, by: metric)
    else { return "" }
    let chance = value < others ? chance(own, other, metric) : chance(other, own, metric)
    guard chance.doubt.isEmpty else { return "" }
    return " and wastes \(Self.percent(abs(1 - value / others))) \(value < others ? "less" : "more")"
  }

  /// How often a configuration stalls that does so significantly more often than another, for a heading; of feeds, for
  /// how long.
  private func stalled(_ own: Int, _ other: Int) -> String {
    let isFeed = lead == "wait_ratio"
    guard let metric = judged.first(where: { $0.name == (isFeed ? "rebuffer_ratio" : Self.stalls) }),
      relation(own, other, metric) == .worse, chance(other, own, metric).doubt.isEmpty
    else { return "" }
    if isFeed { return "; stalls \(value(of: metric, own)) of the time against \(value(of: metric, other))" }
    let text = MeasureText(unitOf: metric)
    return "; stalls \(text.number(pooled(metric, own) ?? 0)) times per hour against "
      + text.number(pooled(metric, other) ?? 0)
  }

  /// What a configuration shows less or more than another, for a heading; empty where that is not significant or
  /// rounds to nothing.
  private func cost(_ own: Int, _ other: Int) -> String {
    guard let metric = MetricDefinition.any(named: Self.bitrate), let shown = pooled(metric, own),
      let others = pooled(metric, other),
      others > 0, relation(own, other, metric) != .tied
    else { return "" }
    let change = abs(shown / others - 1)
    return change <= Self.unseen ? "" : " at \(Self.percent(change)) \(shown < others ? "less" : "more") bitrate"
  }

  /// The greatest share that rounds to 0 %.
  private static let unseen = 0.005

  /// A share in whole percent; what would round to none or all is said to be near it.
  private static func percent(_ share: Double) -> String {
    if share > 0, share <= unseen { return "under 1 %" }
    if share < 1, share >= 1 - unseen { return "over 99 %" }
    return Decimals.text(100 * share, digits: 0) + " %"
  }

  /// That a handful of traces decides nothing; `nil` with more.
  var fewTraces: String? {
    guard sides.count > 1, let metric = MetricDefinition.any(named: lead) else { return nil }
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
  func chance(_ better: Int, _ other: Int, _ metric: MetricDefinition) -> Chance {
    let (reference, candidate) = (min(better, other), max(better, other))
    guard let (comparison, judgement) = comparisons(reference, candidate)[metric.name] else { return Chance() }
    guard comparison.isEnough else {
      let traces = Counted.text(comparison.clusters.count, "trace")
      return Chance(text: ", over \(traces) only", doubt: " (\(traces), too few to judge)")
    }
    let isSure = judgement.verdict == (better == reference ? .worse : .better)
    return Self.chance(of: comparison, pValue: judgement.pValue, isSure: isSure)
  }

  /// All that `compare` tests of two configurations, by metric.
  private func comparisons(_ reference: Int, _ candidate: Int) -> [String: Judged] {
    let pair = Memory.Pair(reference: reference, candidate: candidate)
    if let known = memory.comparisons[pair] { return known }
    let fails = sides[reference].fails || sides[candidate].fails
    let found = Self.judged(MetricDefinition.tested(severalItems: lead == "wait_ratio", fails: fails) + formulas) {
      (terms(of: $0, reference), terms(of: $0, candidate))
    }
    memory.comparisons[pair] = found
    return found
  }

  /// Metrics of two configurations that are tested together, by name; those that cannot be compared are missing.
  ///
  /// - Parameters:
  ///   - metrics: what is tested.
  ///   - terms: what the sessions of both add to a metric.
  static func judged(
    _ metrics: [MetricDefinition],
    _ terms: (MetricDefinition) -> (reference: [PairedClusters.Term], candidate: [PairedClusters.Term])
  ) -> [String: Judged] {
    let tested = metrics.compactMap { metric -> (name: String, comparison: PairedComparison)? in
      let sides = terms(metric)
      return (try? PairedClusters(reference: sides.reference, candidate: sides.candidate)).map {
        (metric.name, PairedComparison($0, direction: metric.direction))
      }
    }
    let judgements = PairedComparison.judgements(
      on: tested.map(\.comparison), significance: RunComparison.significance)
    return Dictionary(uniqueKeysWithValues: zip(tested, judgements).map { ($0.name, ($0.comparison, $1)) })
  }

  private func terms(of metric: MetricDefinition, _ index: Int) -> [PairedClusters.Term] {
    if let known = memory.terms[metric.name]?[index] { return known }
    let terms = sides[index].terms(metric)
    memory.terms[metric.name, default: [:]][index] = terms
    return terms
  }

  /// Whether a difference is significant, with the p-value and how few traces make it.
  static func chance(of comparison: PairedComparison, pValue: Double, isSure: Bool) -> Chance {
    let p = MeasureText.pValue(pValue)
    let thin =
      comparison.thinEvidence.flatMap { size in
        size.isConcentrated && Double(size.carriers) < EffectiveSize.leastSize
          ? "; \(ComparisonTable.carried(by: size.carriers))" : nil
      } ?? ""
    return Chance(
      text: ", \(isSure ? "" : "not ")significant (p \(p.hasPrefix("<") ? p : "= " + p)\(thin))",
      doubt: isSure ? "" : VerdictPhrases.doubt, isTie: !isSure)
  }
}
