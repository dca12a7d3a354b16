import ABRComparison
import ABRInput
import ABRRuns
import ABRStatistics

/// What a report finds, for every part of the traces: the sentences of ``ViewerVerdicts``, and what the page's script
/// makes them of when configurations are hidden.
struct ReportVerdict: Sendable {
  /// The finding in a few words, and in sentences.
  let headline: String
  let sentences: [String]
  /// Whether the heading speaks of waste, and no trade-off is named.
  let isOnWaste: Bool
  /// What the script needs, part by part.
  let json: JSONValue

  /// Judges the configurations by the sessions that all of a viewer have; `nil` where runs lack a metric, or share no
  /// session.
  ///
  /// - Complexity: O(pairs of configurations × sessions).
  init?(_ report: Report, _ parts: [ReportPart]) {
    guard report.unpaired.isEmpty else { return nil }
    let verdicts = parts.map(Self.shared).map { ($0, Self.verdicts($0)) }
    let whole = verdicts[0].1
    guard !whole.groups.isEmpty, let headline = whole.headline else { return nil }
    self.headline = headline
    sentences = whole.sentences
    isOnWaste =
      whole.numbers.first?.metric == RunVerdict.waste && whole.groups.allSatisfy { $0.verdict.tradeOff.isEmpty }
    json = .object(
      Dictionary(
        uniqueKeysWithValues: verdicts.map { part, verdicts in
          (
            part.family,
            .array(
              verdicts.groups.map { group in
                let indices = part.played.filter { $0.entry.record.configuration.viewer == group.viewer }.map(\.index)
                return Self.document(group.viewer, group.verdict, indices)
              })
          )
        }))
  }

  private static func shared(_ part: ReportPart) -> ReportPart {
    ReportPart(family: part.family, report: part.report.shared)
  }

  private static func verdicts(_ part: ReportPart) -> ViewerVerdicts {
    ViewerVerdicts(sides(of: part), formulas: part.report.formulas)
  }

  /// How a picture marks a configuration between which and others there is a trade-off.
  struct Mark: Sendable, Hashable {
    /// Number of its viewer.
    let front: Int
    /// The same where a line joins them.
    let line: Int?
  }

  /// The configurations of a part between which there is a trade-off; `valuesOf` in `report.js` says which ones they
  /// are of those that a reader chooses.
  static func tradeOff(in part: ReportPart) -> [Int: Mark] {
    guard part.report.unpaired.isEmpty else { return [:] }
    let part = shared(part)
    let sides = zip(part.played.map(\.index), sides(of: part))
    var viewers: [String] = []
    for (_, side) in sides where !viewers.contains(side.viewer) { viewers.append(side.viewer) }
    return viewers.enumerated().reduce(into: [:]) { marks, viewer in
      let own = sides.filter { $0.1.viewer == viewer.element }
      let verdict = RunVerdict(own.map(\.1.side))
      let line = verdict.isTradeOffInStalls ? viewer.offset : nil
      for place in verdict.tradeOff { marks[own[place].0] = Mark(front: viewer.offset, line: line) }
    }
  }

  private static func sides(of part: ReportPart) -> [(viewer: String, side: RunVerdict.Side)] {
    let report = part.report
    let measured = Measure.all(severalItems: report.hasSeveralItems)
    let formulas = report.formulas.map(\.name)
    let named = ([RunVerdict.startup] + formulas).compactMap(Measure.named)
    let all = Dictionary((measured + named).map { ($0.name, $0) }) { first, _ in first }
    let clusters = report.traces.map { TraceCluster.name(of: $0.name, family: $0.family) }
    return part.played.map { _, entry in
      let values = (VerdictPhrases.measures + formulas).compactMap { name in
        all[name].flatMap { ReportTables.value(of: $0, in: entry) }.map { (name, $0) }
      }
      let side = RunVerdict.Side(name: entry.name, values: Dictionary(uniqueKeysWithValues: values)) { metric in
        guard let measure = all[metric.name] else { return [] }
        return entry.record.sessions.indices.compactMap { session in
          measure.term(of: entry.record, at: session).map {
            .init(cluster: clusters[entry.traces[session]], numerator: $0.numerator, denominator: $0.denominator)
          }
        }
      }
      return (entry.record.configuration.viewer, side)
    }
  }

  /// What leads, values with their texts, ranks and places, and of pairs whether they differ significantly.
  ///
  /// - Parameter played: places of the viewer's configurations in the report.
  private static func document(_ viewer: String, _ verdict: RunVerdict, _ played: [Int]) -> JSONValue {
    var sides = zip(played, verdict.sides).map { ["c": JSONValue.integer($0), "name": .string($1.name)] }
    for metric in verdict.judged + [MetricDefinition.any(named: RunVerdict.wasteShare)].compactMap(\.self) {
      let places = verdict.groups(metric).enumerated().flatMap { rank, group in group.map { (rank: rank, index: $0) } }
      for (place, own) in places.enumerated() {
        sides[own.index][metric.name] = [
          "rank": .integer(own.rank), "place": .integer(place), "text": .string(verdict.value(of: metric, own.index)),
          "seen": verdict.seen(own.index, metric).map { .string($0) } ?? .null,
          "value": JSONValue(verdict.pooled(metric, own.index)),
        ]
      }
    }
    for own in verdict.sides.indices {
      guard let text = verdict.startupText(own) else { continue }
      sides[own]["startup"] = [
        "shown": .string(text), "value": JSONValue(verdict.sides[own].values[RunVerdict.startup]),
      ]
    }
    return [
      "viewer": .string(viewer), "lead": .string(verdict.lead), "sides": .array(sides.map { .object($0) }),
      "pairs": .object(pairs(verdict, played)), "few": verdict.fewTraces.map { .string($0) } ?? .null,
    ]
  }

  /// What lies between two configurations in what they are judged by, under `BETTER-OTHER`.
  private static func pairs(_ verdict: RunVerdict, _ played: [Int]) -> [String: JSONValue] {
    var pairs: [String: [String: JSONValue]] = [:]
    for metric in verdict.judged {
      let groups = verdict.groups(metric)
      for (rank, group) in groups.enumerated() {
        for better in group {
          for other in groups[(rank + 1)...].joined() {
            let difference = verdict.difference(better, other, metric)
            pairs["\(played[better])-\(played[other])", default: [:]][metric.name] = .object(
              difference.mapValues { .string($0) })
          }
        }
      }
    }
    return pairs.mapValues { .object($0) }
  }
}
