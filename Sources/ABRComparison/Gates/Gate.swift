import ABRPolicies
import ABRRuns

/// One condition that a run must meet against a baseline.
package struct Gate: Sendable, Hashable {
  /// What follows when it is not met.
  package enum Level: String, Sendable, Hashable, CaseIterable {
    /// The check fails.
    case error
    /// It is said, and nothing follows unless there was nothing to judge.
    case warn
    /// It is not judged.
    case off
  }

  /// What the judgement is about.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The exact difference on these very traces: never by chance, and said of no other trace.
    case corpus
    /// What holds for traces like these: the paired interval decides.
    case population
  }

  /// What is judged.
  package let measure: Measure
  /// What is allowed.
  package let bound: GateBound
  /// The bound as it was written.
  package let boundText: String
  /// What follows when it is not met.
  package let level: Level
  /// What the judgement is about.
  package let kind: Kind
  /// Only traces of this family; `nil` for all.
  package let family: String?
  /// File, line and key of the family, for messages; `nil` of a gate of the command line.
  package let familyPlace: String?
  /// The same of the metric.
  package let metricPlace: String?

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - metric: name of a measure.
  ///   - bound: as ``GateBound`` reads it.
  ///   - level: whether a breach fails the build.
  ///   - kind: whether it holds for these traces, or for traces like them.
  ///   - family: the family of traces that it holds for; `nil` for all.
  ///   - familyPlace: how errors call the place of the family.
  ///   - metricPlace: how errors call the place of the metric.
  ///   - form: how strictly the bound is read.
  /// - Throws: ``GateError``.
  package init(
    metric: String, bound: String, level: Level = .error, kind: Kind = .corpus, family: String? = nil,
    familyPlace: String? = nil, metricPlace: String? = nil, as form: GateBound.Form = .gate
  ) throws(GateError) {
    let measure = try Measure.meant(by: metric)
    self.measure = measure
    self.bound = try GateBound(parsing: bound, for: measure, as: form)
    boundText = bound.filter { !$0.isWhitespace }
    self.level = level
    self.kind = kind
    self.family = family
    self.familyPlace = familyPlace
    self.metricPlace = metricPlace
  }

  /// Every check has this gate, whatever others there are: no more sessions without a first frame than before. Such
  /// sessions have no stalls, bitrate or waste that other gates could judge.
  static let starts = own("unstarted_count", "+0")
  /// Every check has this gate, too: no more sessions that fail. What they no longer play cannot stall.
  static let failures = own("failed_share", "+0pp")

  private static func own(_ metric: String, _ bound: String) -> Gate {
    do {
      return try Gate(metric: metric, bound: bound)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Reads a gate of the command line: `rebuffer_ratio<=+0.10pp`, `mean_bitrate_bps>=-2%`, `startup_s_p95<=3s`.
  ///
  /// - Throws: ``GateError``, also where the operator does not point the way in which the metric is good.
  package init(parsing text: String, as form: GateBound.Form = .gate) throws(GateError) {
    guard let range = text.firstRange(of: "<=") ?? text.firstRange(of: ">=") else { throw .badGate(found: text) }
    let (metric, bound) = (text[..<range.lowerBound].trimmed, text[range.upperBound...].trimmed)
    guard !metric.isEmpty, !bound.isEmpty else { throw .badGate(found: text) }
    try self.init(metric: metric, bound: bound, as: form)
    let wanted = measure.direction == .higher ? ">=" : "<="
    guard text[range] == wanted else {
      throw .badOperator(
        metric: metric, found: String(text[range]),
        allowed: "\(wanted), as \(measure.direction == .higher ? "more" : "less") is better")
    }
  }

  /// Whether it allows a fall, but reads as a limit below 0, as `qoe_lin >= -3000` does of a metric that can be
  /// negative.
  package var readsAsLimit: Bool {
    guard case .absolute = bound, measure.direction == .higher else { return false }
    return measure.metrics.contains { MetricDefinition.named($0).map { $0.refusal(of: -1) == nil } ?? false }
  }

  /// What decides equality.
  private struct Identity: Hashable {
    let measure: Measure
    let bound: GateBound
    let level: Level
    let kind: Kind
    let family: String?
  }

  private var identity: Identity {
    Identity(measure: measure, bound: bound, level: level, kind: kind, family: family)
  }

  /// Two gates are equal that judge the same, wherever and however they were written.
  package static func == (left: Gate, right: Gate) -> Bool { left.identity == right.identity }

  /// Feeds what decides equality into a hash.
  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// How reports call the gate: what is judged, on which traces, against what.
  package var name: String {
    (readsAsLimit ? "change of " : "") + (family.map { "\($0)/" } ?? "") + measure.name
      + (measure.direction == .higher ? " >= " : " <= ") + boundText
      + (kind == .population ? " (population)" : "")
  }
}
