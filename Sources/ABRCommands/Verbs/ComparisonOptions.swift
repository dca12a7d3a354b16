import ABRInput
import ABRComparison
import ABRPlayback
import ABRPolicies
import ABRRuns

/// What a comparison is told to look at: metrics, margins and a family of traces.
struct ComparisonOptions {
  static let all: [OptionSpec] = [
    .option(
      "--metric", "NAME", isRepeatable: true, group: "Comparison",
      "Metrics to compare, any that abrlab run --format csv prints; a usual choice without it"),
    .option(
      "--margin", "METRIC=AMOUNT", isRepeatable: true, group: "Comparison",
      "Differences up to this do not matter, such as startup_s_p50=50ms or rebuffer_ratio=0.05pp"),
    .option("--family", "NAME", group: "Comparison", "Only traces of this family, the folder they lie in"),
    .flag("--allow-subset", group: "Comparison", "Compare the traces that both have, where they differ"),
  ]

  private let measures: [Measure]
  /// Measures that an option names, with its place.
  private let named: [(measure: Measure, place: String)]
  private let margins: [String: Double]
  private let marginPlace: String
  private let family: String?
  private let familyPlace: String

  /// Reads the options.
  ///
  /// - Throws: ``UsageError`` for a metric that does not exist, with the nearest name.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    func measure(_ name: String, at place: String) throws(UsageError) -> Measure {
      do throws(GateError) { return try Measure.meant(by: name) } catch { throw UsageError("\(place): \(error)") }
    }
    var measures: [Measure] = []
    for name in arguments.strings("--metric") { measures.append(try measure(name, at: arguments.place("--metric"))) }
    // A formula that is asked for has a row, whatever else has.
    if !measures.isEmpty {
      measures =
        (measures
        + arguments.strings("--qoe").compactMap { try? QoEFormula(parsing: $0).known.metric }
        .compactMap(Measure.named)).uniqued()
    }
    var named = measures.map { (measure: $0, place: arguments.place("--metric")) }
    var margins: [String: Double] = [:]
    for text in arguments.strings("--margin") {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw UsageError(
          "\(arguments.place("--margin")): found \(text), expected METRIC=AMOUNT, such as rebuffer_ratio=0.05pp")
      }
      let measure = try measure(parts[0], at: arguments.place("--margin"))
      named.append((measure, arguments.place("--margin")))
      do throws(GateError) {
        margins[measure.name] = try GateBound.amount(parsing: parts[1], for: measure)
      } catch {
        throw UsageError("\(arguments.place("--margin")): \(error)")
      }
    }
    self.measures = measures
    self.named = named
    self.margins = margins
    marginPlace = arguments.place("--margin")
    family = arguments.string("--family")
    familyPlace = arguments.place("--family")
  }

  /// A sentence on each margin of a metric that is in none of some comparisons.
  func unusedMargins(in comparisons: [RunComparison]) -> [String] {
    let compared = Set(comparisons.flatMap { $0.measures.map(\.measure.name) })
    return margins.keys.sorted().filter { !compared.contains($0) }.map {
      "\(marginPlace) \($0) changes nothing: \($0) is not compared; --metric \($0) compares it"
    }
  }

  /// Compares every pair of configurations.
  ///
  /// - Throws: ``UsageError`` for a family without traces, and for a metric that the sessions do not have.
  func comparisons(_ pairing: RunPairing) throws(UsageError) -> [RunComparison] {
    for (measure, place) in named {
      do throws(GateError) {
        for side in [pairing.reference, pairing.candidate] {
          try measure.require(side.inputs.metrics(severalItems: side.hasSeveralItems))
        }
      } catch {
        throw UsageError("\(place): \(error)")
      }
    }
    // What a run speaks of: the usual metrics, and the formulas that both were asked for.
    let formulas = MetricDefinition.metrics(
      of: pairing.candidate.inputs.formulas.filter(pairing.reference.inputs.formulas.contains)
    ).compactMap { Measure.named($0.name) }
    let families = Set(pairing.sessions.map { pairing.candidate.traces[$0.trace].family }).sorted()
    if let family, !families.contains(family) {
      throw UsageError(
        "\(familyPlace): \(NearestName.message(found: family, kind: "family of traces", allowed: families))")
    }
    return pairing.configurations.map { pair in
      let measures = measures.isEmpty ? pairing.usualMeasures(of: pair, family: family) + formulas : measures
      return RunComparison(pairing, pair, measures: measures, family: family, margins: margins)
    }
  }
}
