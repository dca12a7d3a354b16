import ABRInput
import ABRSessions

/// Reads the gates of a configuration file.
///
/// ```toml
/// [[gate]]
/// metric = "rebuffer_ratio"
/// max_regression = "+0.10pp"    # or limit = "3s"
/// level = "error"               # error, warn or off
/// kind = "corpus"               # corpus or population
/// family = "lumos-4g"           # all traces without it
/// ```
package enum GateFile {
  /// The key of the tables.
  package static let key = "gate"
  /// The keys of a table.
  package static let keys = ["metric", "max_regression", "limit", "level", "kind", "family"]

  /// Reads all gates of a document.
  ///
  /// - Throws: `ConfigurationError` naming file, line and key.
  package static func gates(in root: TOMLTable) throws(ConfigurationError) -> [Gate] {
    var gates: [Gate] = []
    for table in try root.tables(key) {
      try table.allow(only: keys)
      guard let metric = try table.string("metric") else {
        throw table.invalid("metric", allowed: "the name of a metric")
      }
      let change = try table.string("max_regression")
      let limit = try table.string("limit")
      guard let bound = change ?? limit, change == nil || limit == nil else {
        throw table.invalid(
          "max_regression", found: change == nil ? "nothing" : "max_regression and limit",
          allowed: "one of max_regression or limit")
      }
      if limit != nil, bound.hasPrefix("+") || bound.hasPrefix("-") {
        throw table.invalid("limit", allowed: "a value without a sign")
      }
      if change != nil, !bound.hasPrefix("+"), !bound.hasPrefix("-") {
        throw table.invalid("max_regression", allowed: "a change with a sign, such as +0.10pp or -2%")
      }
      let level: Gate.Level? = try choice("level", of: table)
      let kind: Gate.Kind? = try choice("kind", of: table)
      let family = try table.string("family")
      do throws(GateError) {
        gates.append(
          try Gate(
            metric: metric, bound: bound, level: level ?? .error, kind: kind ?? .corpus, family: family,
            familyPlace: table.place("family"), metricPlace: table.place("metric")))
      } catch {
        let isMetric =
          switch error {
          case .badBound, .badOperator, .badGate: false
          case .unknownMetric, .missing, .withoutDirection, .unknownFamily: true
          }
        throw table.invalid(
          isMetric ? "metric" : change == nil ? "limit" : "max_regression", found: error.found, allowed: error.allowed)
      }
    }
    return gates
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, of table: TOMLTable
  ) throws(ConfigurationError) -> Choice? {
    guard let text = try table.string(key) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw table.invalid(key, allowed: FaultText.choice(Choice.allCases.map(\.rawValue)))
    }
    return choice
  }
}
