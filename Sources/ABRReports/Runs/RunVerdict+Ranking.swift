import ABRRuns
import ABRStatistics

extension RunVerdict {
  /// The configurations by a metric, the best first.
  struct Ranking {
    let metric: MetricDefinition
    /// Those with the best value, which people cannot tell apart.
    let best: [Int]
    /// The one after them; `nil` where all are alike.
    let next: Int?
  }

  /// What decides between configurations that people cannot tell apart by a metric: who stalls alike is judged by
  /// waste, and who wastes alike by bitrate.
  private static let deciders = [
    "wait_ratio": ["rebuffer_ratio", "bytes_wasted_per_h", "mean_bitrate_bps"],
    "rebuffer_ratio": ["bytes_wasted_per_h", "mean_bitrate_bps"], "bytes_wasted_per_h": ["mean_bitrate_bps"],
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
    // As the summary shows them, which marks the best by what is seen.
    func shown(_ value: Double) -> String { Decimals.text(value * metric.unit.scale, digits: metric.digits) }
    var groups: [[(index: Int, value: Double)]] = []
    for entry in sorted {
      if let first = groups.last?.first,
        Tie.holds(first.value, entry.value) || shown(first.value) == shown(entry.value)
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
}
