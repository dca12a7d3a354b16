import ABRStatistics

/// One measure in two runs over the same traces.
package struct MeasureComparison: Sendable {
  /// What the comparison rests on.
  package enum Evidence: Sendable {
    /// A pooled ratio, mean or sum.
    case ratio(PairedComparison)
    /// A percentile.
    case percentile(PercentileComparison)
    /// Nothing: the error says why. What one of the two sides has by itself is there all the same.
    case none(StatisticsError, reference: Double?, candidate: Double?)
  }

  /// What is compared.
  package let measure: Measure
  /// What it rests on, in the unit of the measure divided by ``scale``.
  package let evidence: Evidence
  /// What values of the evidence are multiplied with: the number of sessions for a sum, otherwise 1.
  package let scale: Double
  /// The traces that make the candidate worse, and whose own value got worse, worst first by what each adds to the
  /// difference; of a measure without direction, those that differ most.
  package let worstTraces: [TraceChange]
  /// How many traces make the candidate worse and got worse themselves.
  package let worseTraceCount: Int

  /// The reference's value, `nil` where it has none.
  package var reference: Double? {
    switch evidence {
    case .ratio(let paired): paired.reference * scale
    case .percentile(let paired): paired.reference
    case .none(_, let reference, _): reference
    }
  }

  /// The candidate's value, `nil` where it has none.
  package var candidate: Double? {
    switch evidence {
    case .ratio(let paired): paired.candidate * scale
    case .percentile(let paired): paired.candidate
    case .none(_, _, let candidate): candidate
    }
  }

  /// Candidate less reference, exact on these traces; 0 where the two are tied (`Tie`), `nil` where both are infinite
  /// and where only one of them is there.
  package var difference: Double? {
    switch evidence {
    case .ratio(let paired): paired.difference * scale
    case .percentile(let paired): paired.difference
    case .none: nil
    }
  }

  /// ``difference`` over the magnitude of the reference, `nil` for a reference of 0 or without end.
  package var relativeDifference: Double? {
    guard let difference, let reference, reference != 0, reference.isFinite else { return nil }
    return difference / reference.magnitude
  }

  /// 95 % interval of ``difference`` for traces like these, of this measure alone.
  package var interval: ConfidenceInterval? {
    switch evidence {
    case .ratio(let paired):
      paired.interval.map { ConfidenceInterval(lower: $0.lower * scale, upper: $0.upper * scale) }
    case .percentile(let paired): paired.interval
    case .none: nil
    }
  }

  /// Clusters that are compared.
  package var clusterCount: Int {
    switch evidence {
    case .ratio(let paired): paired.clusters.count
    case .percentile(let paired): paired.clusterCount
    case .none: 0
    }
  }

  /// Whether so many clusters are compared that something can be said about others.
  package var isEnough: Bool { clusterCount >= PairedComparison.leastClusters }

  /// Whether both values are without end, as percentiles that fall among sessions that never start.
  package var isNever: Bool { reference?.isInfinite == true && candidate == reference }

  /// Two-sided p-value of ``difference``, `nil` for a percentile and over too few clusters.
  package var pValue: Double? { paired.flatMap { $0.isEnough ? $0.pValue : nil } }

  /// The paired comparison behind a ratio.
  package var paired: PairedComparison? { if case .ratio(let paired) = evidence { paired } else { nil } }

  /// What ``interval`` says about traces like these, where this is the only question; among several it is that of
  /// ``RunComparison/judgements``.
  package var verdict: Verdict {
    switch evidence {
    case .ratio(let paired): paired.verdict
    case .percentile(let paired): paired.verdict
    case .none: .inconclusive
    }
  }

  /// How much worse the candidate is on these traces: positive is harm; `nil` without a difference or direction.
  package var harm: Double? { difference.flatMap(measure.direction.harm) }
}
