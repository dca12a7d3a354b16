import ABRRuns

/// A run judged against a baseline.
package struct GateReport: Sendable {
  /// What a check comes to, by which the program chooses its exit code.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// No gate of level error failed.
    case pass
    /// One did.
    case regression
    /// None failed, and at least one of level error could not be judged, or one of any level had nothing to judge.
    case inconclusive
    /// None failed, no measure of a gate of level error is worse at all, and at least one is better.
    case improvement

    /// The exit code of a check that fails because of it; 0 for a pass, which fails none.
    package var exitCode: Int32 {
      switch self {
      case .pass: 0
      case .regression: 2
      case .inconclusive: 3
      case .improvement: 4
      }
    }
  }

  /// The gates, in the order given, configuration by configuration; behind them, where they are broken, the gates that
  /// every check has: that no fewer sessions start, and that no more fail.
  package let outcomes: [GateOutcome]
  /// The runs.
  package let pairing: RunPairing
  /// The comparison of each pair of configurations over all traces, with the usual measures.
  package let comparisons: [RunComparison]
  /// Judges gates.
  ///
  /// - Parameters:
  ///   - pairing: the runs.
  ///   - gates: the conditions; those of level off are left out, and of equal ones all but the first.
  ///     One over a family of which the two share no trace has nothing to judge.
  /// - Throws: ``GateError`` for a family that neither run has a trace of.
  package init(_ pairing: RunPairing, gates: [Gate]) throws(GateError) {
    self.pairing = pairing
    let families = Set((pairing.reference.traces + pairing.candidate.traces).map(\.family))
    let judged = gates.filter { $0.level != .off }.uniqued()
    for gate in judged {
      if let family = gate.family, !families.contains(family) {
        throw .unknownFamily(found: family, allowed: families.sorted(), place: gate.familyPlace)
      }
    }
    let usual = Measure.usual(severalItems: pairing.candidate.hasSeveralItems)
    var outcomes: [GateOutcome] = []
    var comparisons: [RunComparison] = []
    for pair in pairing.configurations {
      // Each measure is compared once: those of the gates on all traces beside the usual ones.
      func compare(_ first: [Measure], _ family: String?) -> RunComparison {
        var measures = first
        for gate in judged where gate.family == family && !measures.contains(gate.measure) {
          measures.append(gate.measure)
        }
        return RunComparison(pairing, pair, measures: measures, family: family)
      }
      let whole = compare(usual + [Gate.starts.measure, Gate.failures.measure], nil)
      let unstarted = whole.measures.first { $0.measure == Gate.starts.measure }
      let all = Double(whole.sessionCount)
      let showsNothing = unstarted?.reference == all && unstarted?.candidate == all
      var byFamily: [String?: RunComparison] = [nil: whole]
      for family in Set(judged.compactMap(\.family)) { byFamily[family] = compare([], family) }
      let added = [Gate.starts, .failures].filter { !judged.contains($0) }
      for gate in judged + added {
        guard let comparison = byFamily[gate.family]?.measures.first(where: { $0.measure == gate.measure }) else {
          preconditionFailure("a gate's measure was compared")
        }
        let outcome = GateOutcome(
          gate, comparison, configuration: whole.candidate, name: whole.names.candidate, showsNothing: showsNothing)
        if !added.contains(gate) || outcome.isFailure { outcomes.append(outcome) }
      }
      comparisons.append(whole.selecting(pairing.usualMeasures(of: pair)))
    }
    self.outcomes = outcomes
    self.comparisons = comparisons
  }

  /// Places in ``outcomes`` of the gates that failed and have a trace to blame.
  package var blamed: [Int] {
    outcomes.indices.filter { outcomes[$0].isFailure && !outcomes[$0].comparison.worstTraces.isEmpty }
  }
  /// The place of the gate that failed furthest beyond its bound, the first of several; `nil` where no trace is to
  /// blame.
  package var worst: Int? { blamed.min { outcomes[$0].excess > outcomes[$1].excess } }

  /// Arguments of the `abrlab explain` command for the worst trace of each gate of ``blamed``, by its place; none
  /// where a saved run does not say what the command takes.
  package var explanations: [Int: [String]] = [:]

  /// What fails the build, as its owner has said.
  package var failOn = FailOn.regression
  /// Whether the build fails: also where a gate could not judge anything, unless nothing is to fail it.
  package var failsBuild: Bool {
    failOn.outcomes.contains(outcome) || outcome == .inconclusive && outcomes.contains(where: fails)
  }
  /// What the check exits with.
  package var exitCode: Int32 { failsBuild ? outcome.exitCode : 0 }
  /// Whether the build fails because of a gate: at level warn only where that could not judge anything.
  package func fails(_ gate: GateOutcome) -> Bool {
    let failing = failOn.outcomes
    let isError = gate.gate.level == .error
    return switch gate.status {
    case .fail: isError && failing.contains(.regression)
    case .inconclusive:
      !failing.isEmpty && (gate.isUncompared || isError && gate.hasTooFewRecordings)
        || isError && failing.contains(.inconclusive)
    case .pass:
      isError && outcome == .improvement && failing.contains(.improvement)
        && gate.comparison.harm.map { $0 < 0 } ?? false
    }
  }
  /// Gates for which no recording was compared.
  package var uncompared: [GateOutcome] { outcomes.filter(\.isUncompared) }
  /// Where fewer sessions start than in the baseline: the comparison of those that do not.
  package var fewerStarts: [GateOutcome] { outcomes.filter { $0.gate == .starts && $0.isFailure } }
  /// Where a larger share of sessions fails than in the baseline.
  package var moreFailures: [GateOutcome] { outcomes.filter { $0.gate == .failures && $0.isFailure } }
  /// Gates that failed and are of level error.
  package var failures: [GateOutcome] { outcomes.filter(\.isFailure) }

  /// Whose specs are others than in the baseline: what is held against what.
  package var changes: [(reference: Configuration, candidate: Configuration)] {
    comparisons.filter { $0.reference != $0.candidate }.map { ($0.reference, $0.candidate) }
  }

  /// What the check comes to.
  package var outcome: Outcome {
    Outcome(
      of: outcomes.filter { $0.gate.level == .error || $0.isUncompared }.map { ($0.status, $0.comparison.harm) })
  }
}

extension GateReport.Outcome {
  /// What gates that count come to: how each went, and how much worse its measure is.
  package init(of gates: [(status: GateOutcome.Status, harm: Double?)]) {
    let isWorse = gates.contains { $0.harm.map { $0 > 0 } ?? false }
    let isBetter = gates.contains { $0.harm.map { $0 < 0 } ?? false }
    self =
      if gates.contains(where: { $0.status == .fail }) {
        .regression
      } else if gates.contains(where: { $0.status == .inconclusive }) {
        .inconclusive
      } else {
        isBetter && !isWorse ? .improvement : .pass
      }
  }
}
