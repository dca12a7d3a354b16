import ABRRuns
import ABRStatistics

extension RunVerdict {
  /// How a configuration stands to another in a metric.
  enum Relation {
    case better
    case worse
    /// Not significantly different.
    case tied
    /// People cannot tell them apart.
    case equal
  }

  /// How a configuration stands to another; `nil` where one lacks the metric.
  func relation(_ own: Int, _ other: Int, _ metric: MetricDefinition) -> Relation? {
    guard let place = rank(own, by: metric), let others = rank(other, by: metric) else { return nil }
    if place == others { return .equal }
    let isBetter = place < others
    let chance = isBetter ? chance(own, other, metric) : chance(other, own, metric)
    return chance.isTie ? .tied : isBetter ? .better : .worse
  }

  /// Place of a configuration by a metric, the same for those that people cannot tell apart; `nil` where it lacks the
  /// metric.
  func rank(_ index: Int, by metric: MetricDefinition) -> Int? {
    if let known = memory.ranks[metric.name] { return known[index] }
    let ranks = groups(metric).enumerated().flatMap { rank, group in group.map { ($0, rank) } }
    memory.ranks[metric.name] = Dictionary(uniqueKeysWithValues: ranks)
    return rank(index, by: metric)
  }

  /// Configurations that have a metric, the best first.
  func ranked(_ indices: [Int], by metric: MetricDefinition) -> [Int] {
    indices.compactMap { index in rank(index, by: metric).map { ($0, index) } }.sorted { $0 < $1 }.map(\.1)
  }

  /// What decides, one after the other, between configurations that do as well as each other.
  var deciders: [MetricDefinition] {
    let names = [Self.starts, Self.failures, lead, Self.stalls, Self.waste, Self.bitrate]
    return judged.filter { metric in
      names.contains(metric.name) && spoken.contains { pooled(metric, $0) != nil }
    }
  }

  /// Places by what decides; `nil` where one is missing.
  func places(_ index: Int, _ deciders: [MetricDefinition]) -> [Int]? {
    let places = deciders.compactMap { rank(index, by: $0) }
    return places.count == deciders.count ? places : nil
  }

  /// The configuration that is spoken of: of the ``front``, among those that fail to start least, of these those that
  /// fail least, of these those that wait or stall least, and of these least often, the one that wastes least, and
  /// among these that of the highest bitrate; position decides only between those that do not differ from it in any
  /// of these.
  /// One that another beats, significantly better in something and significantly worse in nothing, gives way to the
  /// next. `nil` where none showed a frame.
  var chosen: Int? {
    var rest = front
    while let own = best(of: rest) {
      guard spoken.contains(where: { beats($0, own) }) else { return own }
      rest.removeAll { $0 == own }
    }
    // Each may be beaten by another where three go in a circle.
    return best(of: front)
  }

  /// What the configuration that is spoken of is held against: the first of those that are spoken of, or, where it is
  /// that itself or does not differ from it, the best of those it differs from.
  func reference(for own: Int) -> Int? {
    guard let first = spoken.first(where: { $0 != own }) else { return nil }
    if first == spoken[0], differ(own, first) { return first }
    return best(of: spoken.filter { $0 != own && differ(own, $0) }) ?? first
  }

  private func beats(_ other: Int, _ own: Int) -> Bool {
    let relations = deciders.map { relation(other, own, $0) }
    return relations.contains(.better) && !relations.contains(.worse)
  }

  /// The best by one decider after the other, each among those whose difference to the best is not significant, or the
  /// first that does not differ from it in any.
  private func best(of indices: [Int]) -> Int? {
    let deciders = deciders
    var candidates = indices
    for metric in deciders {
      let ranked = ranked(candidates, by: metric)
      // Behind the first that is significantly worse none does as well, however uncertain its value.
      candidates = Array(ranked.prefix { relation($0, ranked[0], metric) != .worse })
    }
    let best = candidates.min { one, other in
      (places(one, deciders) ?? []).lexicographicallyPrecedes(places(other, deciders) ?? [])
    }
    guard let best else { return nil }
    return candidates.filter { !differ($0, best) }.min()
  }

  /// Whether a difference in what decides is significant, or too few traces say nothing of that.
  func differ(_ one: Int, _ other: Int) -> Bool {
    deciders.contains { [.better, .worse].contains(relation(one, other, $0)) }
  }

  /// Those ``spoken`` of than which no other is as good in all ``deciders`` and better in one, as far as people can
  /// tell.
  var front: [Int] {
    let all = spoken.compactMap { index in places(index, deciders).map { (index: index, places: $0) } }
    return all.filter { own in
      !all.contains { other in
        zip(other.places, own.places).allSatisfy { $0 <= $1 } && other.places != own.places
      }
    }.map(\.index)
  }

  /// Configurations by a metric, the best first, those together that people cannot tell apart or whose waste is
  /// negligible; without those that lack it.
  func groups(_ metric: MetricDefinition) -> [[Int]] {
    let sign = metric.direction == .higher ? -1.0 : 1.0
    let sorted = sides.indices
      .compactMap { index in pooled(metric, index).map { (index: index, value: $0) } }
      .sorted { ($0.value * sign, $0.index) < ($1.value * sign, $1.index) }
    let share = metric.name == Self.waste ? MetricDefinition.any(named: Self.wasteShare) : nil
    func isNegligible(_ index: Int) -> Bool {
      share.flatMap { pooled($0, index) }.map { $0 < Self.negligibleWaste } ?? false
    }
    return sorted.reduce(into: [[(index: Int, value: Double)]]()) { groups, entry in
      if let first = groups.last?.first,
        Tie.holds(first.value, entry.value) || seen(first.index, metric) == seen(entry.index, metric)
          || isNegligible(first.index) && isNegligible(entry.index)
      {
        groups[groups.count - 1].append(entry)
      } else {
        groups.append([entry])
      }
    }.map { $0.map(\.index).sorted() }
  }

  func pooled(_ metric: MetricDefinition, _ index: Int) -> Double? { sides[index].values[metric.name] }

  /// A value as the summary shows it, which marks the best by what is seen.
  func seen(_ index: Int, _ metric: MetricDefinition) -> String? {
    pooled(metric, index).map { Decimals.text($0 * metric.unit.scale, digits: metric.digits) }
  }

  func value(of metric: MetricDefinition, _ index: Int) -> String {
    MeasureText(unitOf: metric).value(pooled(metric, index))
  }
}
