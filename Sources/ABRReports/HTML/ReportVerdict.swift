import ABRComparison
import ABRInput
import ABRRuns
import ABRStatistics

/// What a report finds, for every part of the traces: the sentences of ``RunVerdict``, and what the page's script makes
/// them of when configurations are hidden.
struct ReportVerdict: Sendable {
  /// Most pairs of clusters and configurations that are held against each other in advance; beyond, the sentences say
  /// of what is hidden and shown later whose values are better, and not whether that could be chance.
  private static let pairLimit = 20_000

  /// The values of the first screen and of the sentences, under the names by which the script knows them.
  private static let measures = [
    ("stalls", "rebuffer_ratio"), ("startup", "startup_s_p95"), ("waste", "waste_ratio"),
    ("bitrate", "mean_bitrate_bps"),
  ]

  /// The finding in a few words, and in sentences.
  let headline: String
  let sentences: [String]
  /// What the script needs, part by part.
  let json: JSONValue

  /// Judges the configurations; `nil` where there is no best one: several audiences, or runs that lack a metric.
  ///
  /// - Complexity: O(pairs of configurations × clusters × 10,000 / 8), bounded.
  init?(_ report: Report, _ parts: [ReportPart]) {
    guard Set(report.configurations.map(\.record.configuration.viewer)).count == 1 else { return nil }
    let verdicts = parts.map { ($0, Self.verdict($0)) }
    guard let whole = verdicts[0].1, let headline = whole.headline else { return nil }
    self.headline = headline
    sentences = whole.sentences
    json = .object(
      Dictionary(
        uniqueKeysWithValues: verdicts.map { part, verdict in
          (part.family, verdict.map { Self.document(part, $0) } ?? .null)
        }))
  }

  private static func verdict(_ part: ReportPart) -> RunVerdict? {
    let report = part.report
    let isQueue = report.playsQueues
    let all = Dictionary(uniqueKeysWithValues: Measure.all(ofQueues: isQueue).map { ($0.name, $0) })
    let clusters = report.traces.map { TraceCluster.name(of: $0.name, family: $0.family) }
    let sides = part.played.map { _, entry in
      let values = measures.compactMap { _, name in
        all[name].flatMap { ReportTables.value(of: $0, in: entry) }.map { (name, $0) }
      }
      return RunVerdict.Side(name: entry.label, values: Dictionary(uniqueKeysWithValues: values)) { metric in
        guard let measure = all[metric.name] else { return [] }
        return entry.record.sessions.indices.compactMap { session in
          measure.term(of: entry.record, at: session).map {
            .init(cluster: clusters[entry.traces[session]], numerator: $0.numerator, denominator: $0.denominator)
          }
        }
      }
    }
    return sides.isEmpty ? nil : RunVerdict(sides)
  }

  /// Values with their texts and ranks, and of pairs whether their difference could be chance.
  private static func document(_ part: ReportPart, _ verdict: RunVerdict) -> JSONValue {
    let played = part.played.map(\.index)
    let isQueue = part.report.playsQueues
    var sides = played.map { ["c": JSONValue.integer($0), "name": .string(part.report.configurations[$0].label)] }
    for (key, name) in measures {
      guard let measure = Measure.named(name, ofQueues: isQueue) else { continue }
      let values = verdict.sides.map { $0.values[name] ?? .infinity }
      let sign = measure.direction == .higher ? -1.0 : 1.0
      var (rank, first) = (0, Double.nan)
      for index in values.indices.sorted(by: { (values[$0] * sign, $0) < (values[$1] * sign, $1) }) {
        if !Tie.holds(values[index], first) { (rank, first) = (rank + 1, values[index]) }
        sides[index][key] = [
          "rank": .integer(rank), "text": .string(MeasureText(measure).value(verdict.sides[index].values[name])),
        ]
      }
    }
    return ["sides": .array(sides.map { .object($0) }), "pairs": .object(pairs(part, verdict, played))]
  }

  /// For two configurations what follows the value of the second in the sentences on stalls and on waste, and by how
  /// much the second shows more; under `FIRST-SECOND`.
  private static func pairs(_ part: ReportPart, _ verdict: RunVerdict, _ played: [Int]) -> [String: JSONValue] {
    let clusters = Set(part.report.configurations.flatMap(\.traces)).count
    let isJudged = played.count * played.count * clusters <= pairLimit
    let bitrate = MetricDefinition.named("mean_bitrate_bps")
    var pairs: [String: [String: JSONValue]] = [:]
    for (key, name) in [("stalls", "rebuffer_ratio"), ("waste", "waste_ratio")] {
      guard let metric = MetricDefinition.named(name), let ranking = verdict.ranking(name) else { continue }
      for first in played.indices {
        for second in played.indices where first != second {
          guard let one = verdict.pooled(metric, first), let other = verdict.pooled(metric, second), one < other,
            !Tie.holds(one, other),
            isJudged || (ranking.best.contains(first) && [ranking.next, verdict.chosen].contains(second))
          else { continue }
          pairs["\(played[first])-\(played[second])", default: [:]][key] = .string(
            verdict.chance(first, second, metric))
        }
      }
    }
    for first in played.indices {
      for second in played.indices {
        guard let bitrate, let one = verdict.pooled(bitrate, first), let other = verdict.pooled(bitrate, second),
          one < other
        else { continue }
        pairs["\(played[first])-\(played[second])", default: [:]]["less"] = .string(
          MeasureText(unitOf: bitrate).value(other - one))
      }
    }
    return pairs.mapValues { .object($0) }
  }
}
