import ABRComparison
import ABRRuns
import ABRStatistics

/// What is said about the configurations of a run, for each of its viewers: which viewer is the best is nothing to
/// choose, and which configuration is the best may depend on who watches.
package struct ViewerVerdicts {
  /// The configurations of one viewer.
  struct Group {
    let viewer: String
    let verdict: RunVerdict
    /// What phrases on them are filled with.
    let values: Phrase.Values

    /// Whether the configuration that is spoken of is better than its reference in something.
    var differs: Bool { MetricDefinition.judged.contains { values["\($0.name).better"] != nil } }
  }

  /// The viewers in their order.
  let groups: [Group]

  /// Parts configurations by their viewers; formulas are those of ``RunVerdict/formulas``.
  init(_ sides: [(viewer: String, side: RunVerdict.Side)], formulas: [MetricDefinition] = []) {
    var order: [String] = []
    for (viewer, _) in sides where !order.contains(viewer) { order.append(viewer) }
    groups = order.map { viewer in
      let verdict = RunVerdict(sides.filter { $0.viewer == viewer }.map(\.side), formulas: formulas)
      return Group(viewer: viewer, verdict: verdict, values: verdict.values)
    }
  }

  /// Judges the configurations of a result by its sessions.
  init(_ result: ExperimentResult) {
    let clusters = result.experiment.traces.map(\.recording)
    self.init(result, formulas: MetricDefinition.metrics(of: result.experiment.formulas)) { place, metric in
      result.configurations[place].sessions.compactMap { session in
        // Formulas are means over sessions.
        (metric.parts(of: session.metrics) ?? metric.value(session.metrics).map { ($0, 1) }).map {
          .init(cluster: clusters[session.trace], numerator: $0.numerator, denominator: $0.denominator)
        }
      }
    }
  }

  /// Judges the configurations of a result.
  ///
  /// - Parameters:
  ///   - result: their pooled values.
  ///   - formulas: what else is spoken of.
  ///   - terms: what each configuration adds to a metric.
  init(
    _ result: ExperimentResult, formulas: [MetricDefinition] = [],
    terms: @escaping (Int, MetricDefinition) -> [PairedClusters.Term]
  ) {
    let names = Configuration.shortNames(of: result.configurations.map(\.configuration))
    self.init(
      result.configurations.indices.map { place in
        let entry = result.configurations[place]
        let side = RunVerdict.Side(name: names[place], values: entry.pooled.values) { terms(place, $0) }
        return (entry.configuration.viewer, side)
      }, formulas: formulas)
  }

  /// The finding, and the sentences below it, each behind its viewer where there are several: what differs in waits or
  /// stalls, waste and bitrate, and what does not. None of a single configuration.
  /// - Complexity: O(*n* log *n*) in sessions.
  package static func sentences(on result: ExperimentResult) -> [String] {
    result.configurations.count > 1 ? ViewerVerdicts(result).all : []
  }

  /// The finding as a sentence, where there is something to choose, and the sentences below it.
  var all: [String] {
    let heading = groups.contains { $0.verdict.sides.count > 1 } ? headline.map { "\($0)." } : nil
    let sentences = sentences
    return [heading].compactMap(\.self).filter { !sentences.contains($0) } + sentences
  }

  /// The big numbers of a page, as `verdict` in `report.js` makes them, first what the heading speaks of: in what the
  /// configuration is better than its reference, then in what it is worse.
  var numbers: [Report.Number] {
    let isOne = groups.count == 1
    func sorted(_ numbers: [(rank: Int, number: Report.Number)]) -> [(rank: Int, number: Report.Number)] {
      numbers.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }
    let numbers = groups.flatMap { group in
      let own = (VerdictPhrases.numbers[group.verdict.lead] ?? []).compactMap {
        number -> (rank: Int, number: Report.Number)? in
        guard let value = number.value.text(group.values) else { return nil }
        let label = (number.label.text(group.values) ?? "") + (isOne ? "" : ", \(group.viewer)")
        let rank = number.order.firstIndex { $0.text(group.values) != nil } ?? number.order.count
        let note = number.notes.text(group.values) ?? ""
        return (rank, .init(label: label, value: value, note: note, metric: number.metric))
      }
      return sorted(own).prefix(isOne ? 3 : 1)
    }
    return sorted(numbers).prefix(3).map(\.number)
  }

  /// The sentences; of a single configuration of a viewer what it costs and brings.
  var sentences: [String] {
    groups.flatMap { group -> [String] in
      let isUnseen = group.verdict.sides.allSatisfy { $0.values["unstarted_share"] == 1 }
      let sentences =
        group.values.isEmpty
        ? isUnseen ? [VerdictPhrases.noFrame] : []
        : VerdictPhrases.sentences(group.verdict.formulas).compactMap { $0.text(group.values) }
      return groups.count == 1 ? sentences : sentences.map { "\(group.viewer): \($0)" }
    }
  }

  /// The finding in a few words; `nil` where a metric is missing.
  var headline: String? {
    guard !groups.contains(where: \.values.isEmpty) else { return nil }
    return groups.count == 1
      ? VerdictPhrases.headline.text(groups[0].values) : VerdictPhrases.viewers.text(values)
  }

  /// What phrases on several viewers are filled with, as `viewerValues` in `report.js` makes them: the finding of the
  /// first viewer for whom something differs, how it stands with those for whom the same does best, and the findings of
  /// the others.
  private var values: Phrase.Values {
    func viewers(_ groups: [Group]) -> Phrase.Value? { groups.isEmpty ? nil : .names(groups.map(\.viewer)) }
    let judged = groups.filter { $0.verdict.sides.count > 1 }
    let named = judged.filter(\.differs)
    guard let first = named.first else {
      guard let any = judged.first else { return [:] }
      let lead = judged.allSatisfy { $0.verdict.lead == any.verdict.lead } ? any.verdict.lead : "mixed"
      let isUnsure = judged.contains { $0.values["\($0.verdict.lead).unsure"] != nil }
      let all = judged.count == groups.count ? .name(VerdictPhrases.everyViewer) : viewers(judged)
      return ["\(lead).\(isUnsure ? "unsure" : "alike")": "", "viewers": all].compactMapValues(\.self)
    }
    let others = named.filter { $0.values["own"] != first.values["own"] }
    return [
      "viewer": .name(first.viewer), "finding": VerdictPhrases.headline.text(first.values).map { .name($0) },
      "own": first.values["own"],
      "same": viewers(named.dropFirst().filter { $0.values["own"] == first.values["own"] }),
      "others": others.isEmpty
        ? nil
        : .name(
          others.map { "\($0.viewer) \(VerdictPhrases.headline.text($0.values) ?? "")" }.joined(separator: "; with ")),
      "alike": viewers(judged.filter { !$0.differs }),
    ].compactMapValues(\.self)
  }
}
