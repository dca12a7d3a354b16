/// Everything that is said about a pooled ratio of two policies over the same clusters: what `compare` prints and
/// `check` judges.
///
/// The exact difference on these clusters is ``difference``. What it says about others is one decision, the *t*
/// interval of the linearised ratio: ``verdict`` is on which side of 0 it lies, and ``pValue`` is at most 1 − ``level``
/// exactly where it leaves 0 out.
package struct PairedComparison: Sendable, Hashable {
  /// In how many clusters the candidate's own ratio is better, worse or the same.
  package struct Counts: Sendable, Hashable {
    /// Clusters where the candidate is better; in a metric without a direction, where it is lower.
    package internal(set) var better = 0
    /// Clusters where the candidate is worse; in a metric without a direction, where it is higher.
    package internal(set) var worse = 0
    /// Clusters with the same ratio on both sides, or with none on both.
    package internal(set) var tied = 0
    /// Clusters with a ratio on one side only.
    package internal(set) var incomparable = 0
  }

  /// Names of the clusters, in the order of ``contributions``.
  package let clusters: [String]
  /// The reference's pooled ratio.
  package let reference: Double
  /// The candidate's pooled ratio.
  package let candidate: Double
  /// What the reference's ratio is taken over, Σ of its denominators.
  package let referenceDenominator: Double
  /// What the candidate's ratio is taken over.
  package let candidateDenominator: Double
  /// The difference with its errors.
  package let ratio: LinearisedRatio
  /// *t* interval of ``difference``; `nil` with fewer than ``leastClusters``.
  package let interval: ConfidenceInterval?
  /// *t* interval of the relative difference; `nil` with fewer than ``leastClusters`` or a reference of 0.
  package let relativeInterval: ConfidenceInterval?
  /// What each cluster adds to ``difference``, see ``PairedClusters/contributions``.
  package let contributions: [Double]
  /// Over how many clusters the difference is spread; `nil` where none differs.
  package let effectiveSize: EffectiveSize?
  /// Over how many clusters the difference of the numerators is spread, such as that of stalled seconds or wasted
  /// bytes: what a reader finds who takes one from the other, cluster by cluster. ``effectiveSize`` takes what each
  /// cluster adds to the difference of the ratios, which depends on the denominators of all others. `nil` where no
  /// numerator differs.
  package let numeratorSize: EffectiveSize?
  /// In how many clusters which side wins.
  package let counts: Counts
  /// Which way is better.
  package let direction: Direction
  /// Differences up to this do not matter, in the unit of the ratio.
  package let margin: Double
  /// Share of repetitions in which the intervals hold the truth; 1 less it is the largest p-value that counts.
  package let level: Double

  /// Compares two sides.
  ///
  /// - Parameters:
  ///   - paired: the clusters.
  ///   - direction: which way is better.
  ///   - margin: differences up to this do not matter; at least 0, in the unit of the ratio.
  ///   - level: of the intervals, inside 0 and 1.
  /// - Complexity: O(*n* log *n*) for *n* clusters.
  package init(_ paired: PairedClusters, direction: Direction, margin: Double = 0, level: Double = 0.95) {
    precondition(margin >= 0, "a margin of \(margin)")
    clusters = paired.clusters.map(\.name)
    reference = paired.referenceRatio
    candidate = paired.candidateRatio
    referenceDenominator = paired.reference.denominator
    candidateDenominator = paired.candidate.denominator
    ratio = LinearisedRatio(paired)
    let isEnough = paired.clusters.count >= Self.leastClusters
    interval = isEnough ? ratio.interval(level: level) : nil
    relativeInterval = isEnough ? ratio.relativeInterval(level: level) : nil
    contributions = paired.contributions
    effectiveSize = EffectiveSize(of: contributions)
    numeratorSize = EffectiveSize(of: paired.clusters.map { $0.candidate.numerator - $0.reference.numerator })
    counts = Self.counts(paired.clusters, direction)
    self.direction = direction
    self.margin = margin
    self.level = level
  }

  /// Candidate less reference, exact on these clusters.
  package var difference: Double { ratio.difference }
  /// ``difference`` over the magnitude of the reference; `nil` for a reference of 0.
  package var relativeDifference: Double? { ratio.relativeDifference }
  /// Whether there are ``leastClusters``, so that something can be said about others.
  package var isEnough: Bool { clusters.count >= Self.leastClusters }
  /// Two-sided p-value of ``difference``, without adjustment; 1 with fewer than ``leastClusters``.
  package var pValue: Double { ratio.pValue.flatMap { isEnough ? $0 : nil } ?? 1 }
  /// p-value of the alternative that the candidate is worse: of a deterioration alarm, to be adjusted by
  /// ``HolmAdjustment`` when there are several. In a metric without a direction any difference is an alternative.
  package var deteriorationPValue: Double {
    guard isEnough, direction != .neutral else { return pValue }
    return (direction == .lower ? ratio.greaterPValue : ratio.lessPValue) ?? 1
  }
  /// The least true difference that these clusters would find in four of five repetitions; `nil` with one cluster.
  package var minimumDetectableEffect: Double? { ratio.minimumDetectableEffect }
  /// How many clusters like these resolve the margin; `nil` without a margin or with one cluster.
  package var clustersNeeded: Int? { ratio.clustersNeeded(toResolve: margin) }
  /// How the numerators' difference is spread where few clusters carry what is compared; `nil` where many do.
  ///
  /// Neither where the interval leaves 0 out and one or two clusters make the numerators' difference:
  /// the *t* test of what two make alone holds 0, so that it is the denominators that differ.
  package var thinEvidence: EffectiveSize? {
    guard let effectiveSize, let numeratorSize, !effectiveSize.warnings.isEmpty, !numeratorSize.warnings.isEmpty else {
      return nil
    }
    let isSure = interval.map { !$0.contains(0) } ?? false
    return isSure && numeratorSize.carriers < 3 ? nil : numeratorSize
  }
  /// Fewest clusters for an interval, a p-value or a verdict: fewer would rest on the assumed shape of a distribution.
  /// Of five that all differ one way, a sign test gives p = 2 / 2⁵ = 0.06.
  package static let leastClusters = 6

  /// What the comparison says about traces like these.
  package var verdict: Verdict { verdict(of: interval) }

  /// The verdict by an interval of another level than ``level``.
  package func verdict(of interval: ConfidenceInterval?) -> Verdict {
    Verdict(interval: interval, direction: direction, margin: margin)
  }

  /// What is said of one comparison among several.
  package struct Judgement: Sendable, Hashable {
    /// p-value, adjusted for all of them.
    package let pValue: Double
    /// Interval of the difference at the level at which Holm's method holds it; `nil` with fewer than
    /// ``leastClusters``.
    package let interval: ConfidenceInterval?
    /// On which side of 0 that lies: ``pValue`` is at most the significance exactly where it leaves 0 out.
    package let verdict: Verdict
  }

  /// What is said of several comparisons of the same two sides that are asked about at once, in the order given.
  ///
  /// - Parameters:
  ///   - comparisons: one for each quantity.
  ///   - significance: largest adjusted p-value that counts.
  /// - Complexity: O(*m* log *m*).
  package static func judgements(on comparisons: [PairedComparison], significance: Double) -> [Judgement] {
    let values = comparisons.map(\.pValue)
    let levels = HolmAdjustment.significances(values, of: significance)
    return zip(comparisons, zip(HolmAdjustment.adjusted(values), levels)).map { comparison, held in
      let interval = comparison.isEnough ? comparison.ratio.interval(level: 1 - held.1) : nil
      return Judgement(pValue: held.0, interval: interval, verdict: comparison.verdict(of: interval))
    }
  }

  private static func counts(
    _ clusters: [PairedClusters.Cluster], _ direction: Direction
  ) -> Counts {
    var counts = Counts()
    for cluster in clusters {
      switch (cluster.reference.ratio, cluster.candidate.ratio) {
      case (nil, nil): counts.tied += 1
      case (nil, _), (_, nil): counts.incomparable += 1
      case (let old?, let new?):
        if Tie.holds(new, old) {
          counts.tied += 1
        } else if (new < old) == (direction != .higher) {
          counts.better += 1
        } else {
          counts.worse += 1
        }
      }
    }
    return counts
  }
}
