import ABRComparison
import ABRInput
import ABRPlayback
import ABRRuns
import ABRStatistics
import ABRSweeps

/// A sweep as a JSON document.
///
/// ```
/// {"sweep": 2, "identity", "digest"?, "shards", "sessions", "seeds", "recordings", "finding", "sentences", "numbers",
///  "policies": [{"policy", …, "pooled": {…}, "estimates": [{"metric", "interval", "difference", …}]}]}
/// ```
/// Configurations are those of a run without its sessions. What is said of them is what a run says, and intervals are
/// those of leagues and comparisons, over the sums of each recording. Those that end in `holm` are held for all metrics
/// that `compare` tests.
package enum SweepDocument {
  /// The document.
  ///
  /// - Parameters:
  ///   - sweep: the shards.
  ///   - result: the same as the result of a run.
  ///   - version: version of the program.
  /// - Complexity: O(recordings × pairs of configurations).
  package static func json(of sweep: SweepResult, _ result: ExperimentResult, version: String) -> JSONValue {
    var policies: [JSONValue] = []
    if case .object(let members) = RunRecord(result, version: version, withSessions: false).json(perSession: false) {
      policies = zip(members["policies"]?.elements ?? [], estimates(sweep, result)).map { policy, estimates in
        guard case .object(let members) = policy else { return policy }
        return .object(members.merging(["estimates": .array(estimates)]) { $1 })
      }
    }
    let plan = sweep.plan
    let verdicts = ViewerVerdicts(result) { sweep.summaries[$0].terms(of: $1) }
    let isCompared = result.configurations.count > 1
    let members: [String: JSONValue] = [
      "sweep": .integer(SweepPlan.schema), "abrlab": .string(version),
      "engine_semantics": .integer(EngineSemantics.version), "identity": .string(plan.identity),
      "shards": .integer(plan.shardCount), "shards_done": .integer(sweep.shards.count),
      "sessions": .integer(plan.sessionCount),
      "seeds": plan.seeds.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? .null,
      "recordings": .integer(sweep.summaries.first?.recordings.count ?? 0),
      "finding": verdicts.headline.map { .string($0) } ?? .null,
      "sentences": .array((isCompared ? verdicts.all : verdicts.sentences).map { .string($0) }),
      "numbers": .array(
        verdicts.numbers.map { number in
          [
            "metric": .string(number.metric), "label": .string(number.label), "value": .string(number.value),
            "note": .string(number.note),
          ]
        }),
      "policies": .array(policies),
    ]
    return .object(sweep.digest.map { digest in members.merging(["digest": .string(digest)]) { $1 } } ?? members)
  }

  /// For each configuration what is known of each metric: its interval, and what lies between it and the first
  /// configuration of the same viewer.
  private static func estimates(_ sweep: SweepResult, _ result: ExperimentResult) -> [[JSONValue]] {
    let viewers = result.configurations.map(\.configuration.viewer)
    let fails = sweep.summaries.contains(where: \.fails)
    return sweep.summaries.enumerated().map { place, summary in
      let first = viewers.firstIndex(of: viewers[place]) ?? place
      let compared = first < place ? comparisons(sweep.summaries[first], summary) : [:]
      return MetricDefinition.tested(severalItems: summary.hasSeveralItems, fails: fails).map { metric in
        let terms = summary.terms(of: metric).sorted { $0.cluster < $1.cluster }
        let ratio = RatioEstimate(terms.map { ($0.numerator, $0.denominator) }, within: metric.unit.range)
        let (comparison, judgement) = (compared[metric.name]?.comparison, compared[metric.name]?.judgement)
        let isEnough = comparison?.isEnough == true
        return [
          "metric": .string(metric.name), "interval": pair(ratio?.low, ratio?.high),
          "difference": JSONValue(comparison?.difference),
          "difference_interval": pair(comparison?.interval?.lower, comparison?.interval?.upper),
          "p_value": JSONValue(isEnough ? comparison?.pValue : nil),
          "interval_holm": pair(judgement?.interval?.lower, judgement?.interval?.upper),
          "p_value_holm": JSONValue(isEnough ? judgement?.pValue : nil),
        ]
      }
    }
  }

  /// All that `compare` tests of two configurations, by metric.
  private static func comparisons(
    _ reference: ConfigurationSummary, _ candidate: ConfigurationSummary
  ) -> [String: RunVerdict.Judged] {
    let tested = MetricDefinition.tested(
      severalItems: candidate.hasSeveralItems, fails: reference.fails || candidate.fails)
    return RunVerdict.judged(tested) { (reference.terms(of: $0), candidate.terms(of: $0)) }
  }

  private static func pair(_ low: Double?, _ high: Double?) -> JSONValue {
    low.flatMap { low in high.map { [.number(low), .number($0)] } } ?? .null
  }
}
