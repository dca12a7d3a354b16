import ABRRuns
import ABRStatistics

extension RunVerdict {
  /// The configurations by a metric.
  struct Ranking {
    let metric: MetricDefinition
    /// The best, and those that people cannot tell apart from it or whose difference to it is not significant; the
    /// best first.
    let best: [Int]
    /// The one after them; `nil` where all are alike.
    let next: Int?
    /// Those together that people cannot tell apart, as ``RunVerdict/groups(_:)`` has them.
    let groups: [[Int]]

    /// The best that people cannot tell apart from one of them, with it.
    func equal(to index: Int) -> [Int] { groups.first { $0.contains(index) } ?? [] }
  }

  /// What decides, one after the other, between configurations that do as well as each other.
  private static let deciders = ["rebuffer_ratio", "bytes_wasted_per_h", bitrate]

  /// The configuration that is spoken of: among those that wait or stall least the one that wastes least, and among
  /// these that of the highest bitrate; the first of those that are alike. `nil` where none showed a frame.
  var chosen: Int? {
    var candidates = spoken
    for name in [lead] + Self.deciders { candidates = ranking(name, among: candidates)?.best ?? candidates }
    return candidates.min()
  }

  /// Those ``spoken`` of than which no other is as good in waiting or stalls, waste and bitrate and better in one, as far as
  /// people can tell.
  var front: [Int] {
    let ranks = ([lead] + Self.deciders.dropFirst()).compactMap(Self.metric).map { metric in
      groups(metric).enumerated().reduce(into: [Int: Int]()) { ranks, group in
        for index in group.element { ranks[index] = group.offset }
      }
    }
    func places(_ index: Int) -> [Int] { ranks.compactMap { $0[index] } }
    let all = spoken.filter { places($0).count == ranks.count }
    return all.filter { own in
      !all.contains { other in
        zip(places(other), places(own)).allSatisfy { $0 <= $1 } && places(other) != places(own)
      }
    }
  }

  /// Best and next by a metric of those that are ``spoken`` of, or of some of them; `nil` where none has it.
  func ranking(_ name: String, among indices: [Int]? = nil) -> Ranking? {
    guard let metric = Self.metric(name) else { return nil }
    let groups = groups(metric).map { $0.filter((indices ?? spoken).contains) }.filter { !$0.isEmpty }
    guard let first = groups.first else { return nil }
    // Behind the first that is significantly worse none does as well, however uncertain its value.
    let others = groups.dropFirst().joined()
    let tied = others.prefix { chance(first[0], $0, metric).isTie }
    return Ranking(
      metric: metric, best: first + tied, next: others.dropFirst(tied.count).first,
      groups: groups.map { $0.filter((first + tied).contains) })
  }

  /// Configurations by a metric, the best first, those together that people cannot tell apart; without those that lack
  /// it.
  func groups(_ metric: MetricDefinition) -> [[Int]] {
    let sign = metric.direction == .higher ? -1.0 : 1.0
    let sorted = sides.indices
      .compactMap { index in pooled(metric, index).map { (index: index, value: $0) } }
      .sorted { ($0.value * sign, $0.index) < ($1.value * sign, $1.index) }
    // As the summary shows them, which marks the best by what is seen.
    func shown(_ value: Double) -> String { Decimals.text(value * metric.unit.scale, digits: metric.digits) }
    return sorted.reduce(into: [[(index: Int, value: Double)]]()) { groups, entry in
      if let first = groups.last?.first,
        Tie.holds(first.value, entry.value) || shown(first.value) == shown(entry.value)
      {
        groups[groups.count - 1].append(entry)
      } else {
        groups.append([entry])
      }
    }.map { $0.map(\.index).sorted() }
  }

  /// A metric of sessions or of sets of them.
  static func metric(_ name: String) -> MetricDefinition? {
    MetricDefinition.named(name) ?? MetricDefinition.ofSets.first { $0.name == name }
  }

  func pooled(_ metric: MetricDefinition, _ index: Int) -> Double? { sides[index].values[metric.name] }

  func value(of metric: MetricDefinition, _ index: Int) -> String {
    MeasureText(unitOf: metric).value(pooled(metric, index))
  }
}
