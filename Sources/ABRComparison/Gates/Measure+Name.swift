import ABRPlayback
import ABRPolicies
import ABRRuns

extension Measure {
  /// The measure of a name that a user wrote, or of what heads a column of it in tables: `rebuffer %`.
  ///
  /// - Throws: ``GateError/unknownMetric(found:suggestion:)`` with the name that may have been meant: of a score its
  ///   mean, a usual one that tables call so, those that have all words of it in another order, or the nearest one.
  package static func meant(by name: String) throws(GateError) -> Measure {
    if let measure = named(name) ?? headed(name) { return measure }
    throw .unknownMetric(found: name, suggestion: suggestion(for: name))
  }

  /// The measure of a heading, in any case and with or without spaces.
  private static func headed(_ text: String) -> Measure? {
    func letters(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
    for severalItems in [false, true] {
      let names =
        MetricDefinition.tabled(severalItems: severalItems) + MetricDefinition.failures + MetricDefinition.abandonments
      let name = names.first { name in
        MetricDefinition.column(name, severalItems: severalItems).map { letters($0.title) } == letters(text)
      }
      if let name { return named(name) }
    }
    return nil
  }

  /// Refuses a measure that sessions do not have.
  ///
  /// - Parameter available: the metrics of the sessions.
  /// - Throws: ``GateError/missing(metric:remedy:)``.
  package func require(_ available: [MetricDefinition]) throws(GateError) {
    let missing = Set(metrics).subtracting(available.map(\.name))
    guard needsSeveralItems && !available.contains(where: \.needsSeveralItems) || !missing.isEmpty else { return }
    let isFormula = name.hasPrefix(QoEFormula.prefix)
    // Without the formula the sessions may have the scores that it needs.
    let hasScores = MetricDefinition.named(name)?.scores.map { scores in available.contains { $0.scores == scores } }
    throw .missing(
      metric: name,
      remedy: needsSeveralItems
        ? nil
        : isFormula && hasScores ?? true
          ? "add --qoe '\(name)' to the command that plays" : remedy ?? "the run does not have it")
  }

  /// Names that may have been meant, joined by "or"; `nil` where none comes near.
  package static func suggestion(for name: String) -> String? {
    let measures = all
    let lower = name.lowercased()
    if let same = named(lower) ?? named("\(lower)_mean") { return same.name }
    let words = Set(lower.split(separator: "_"))
    let called = words.count == 1 ? usual(severalItems: false).filter { $0.isCalled(by: words) } : []
    if !called.isEmpty { return called.map(\.name).joined(separator: " or ") }
    // Turned-round words say more than letters that happen to be alike.
    let turned = measures.filter { words.count > 1 && words.isSubset(of: Set($0.name.split(separator: "_"))) }
    let rated = turned.sorted {
      ($0.direction == .neutral ? 1 : 0, $0.name.count) < ($1.direction == .neutral ? 1 : 0, $1.name.count)
    }
    if !turned.isEmpty { return rated.prefix(2).map(\.name).joined(separator: " or ") }
    return NearestName.nearest(to: name, among: measures.map(\.name))
  }

  /// Whether every word stands in its name or in what tables call it: `stalls`, `waste`, `bitrate`.
  private func isCalled(by words: Set<Substring>) -> Bool {
    let title = MetricDefinition.any(named: name).map { "\($0.title) \($0.heading)" } ?? ""
    return words.isSubset(of: (name + " " + title).lowercased().split { $0 == "_" || $0 == " " })
  }
}
