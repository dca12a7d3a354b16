/// The difference of two pooled ratios over the same clusters, with its standard error.
///
/// A pooled ratio is not a mean, so its error is that of its linear part: cluster *i* moves *R* = *N*/*D* by (*nᵢ* − *R
/// dᵢ*)/*D* (Taylor linearisation; W. G. Cochran, "Sampling Techniques", 3rd ed., §6.3–6.4). The candidate's movement
/// less the reference's keeps what the two have in common out of the error.
package struct LinearisedRatio: Sendable, Hashable {
  /// How many standard errors a difference must be away from 0 to be found with a power of 80 % at a two-sided 5 %:
  /// the normal quantiles 1.96 + 0.84.
  package static let detectableErrors = 2.8

  /// Number of clusters.
  package let count: Int
  /// Candidate less reference; 0 where they are tied (``Tie``).
  package let difference: Double
  /// Standard error of ``difference``; `nil` with fewer than two clusters.
  package let standardError: Double?
  /// ``difference`` over the magnitude of the reference's ratio; `nil` where that is 0, or next to it.
  package let relativeDifference: Double?
  /// Standard error of ``relativeDifference``, linearised on its own; `nil` where either is missing.
  package let relativeStandardError: Double?

  /// Compares two pooled ratios.
  /// - Complexity: O(*n*).
  package init(_ paired: PairedClusters) {
    let old = paired.referenceRatio
    let new = paired.candidateRatio
    let clusters = paired.clusters
    count = clusters.count
    let difference = Tie.difference(new, old)
    self.difference = difference
    let relative = old == 0 ? nil : difference / old.magnitude
    relativeDifference = relative.flatMap { $0.isFinite ? $0 : nil }
    func error(newWeight: Double, oldWeight: Double) -> Double? {
      guard clusters.count > 1 else { return nil }
      let squares = clusters.lazy.map { cluster in
        let newMove = (cluster.candidate.numerator - new * cluster.candidate.denominator) / paired.candidate.denominator
        let oldMove = (cluster.reference.numerator - old * cluster.reference.denominator) / paired.reference.denominator
        let move = newWeight * newMove - oldWeight * oldMove
        return move * move
      }
      // The movements sum to 0, so that there is no mean to take away.
      let count = Double(clusters.count)
      let error = (squares.compensatedSum * count / (count - 1)).squareRoot()
      return error.isFinite ? error : nil
    }
    standardError = error(newWeight: 1, oldWeight: 1)
    relativeStandardError =
      old == 0 ? nil : error(newWeight: 1 / old.magnitude, oldWeight: new / old / old.magnitude)
  }

  /// The *t* interval of ``difference`` with one degree of freedom less than clusters; `nil` with fewer than two
  /// clusters.
  /// - Parameter level: share of repetitions in which it holds the true difference, inside 0 and 1.
  package func interval(level: Double = 0.95) -> ConfidenceInterval? {
    interval(around: difference, error: standardError, level: level)
  }

  /// The *t* interval of ``relativeDifference``; `nil` where that or its error is missing.
  /// - Parameter level: share of repetitions in which it holds the true difference, inside 0 and 1.
  package func relativeInterval(level: Double = 0.95) -> ConfidenceInterval? {
    relativeDifference.flatMap { interval(around: $0, error: relativeStandardError, level: level) }
  }

  /// Two-sided p-value of the *t* test that there is no true difference: the least significance at which
  /// ``interval(level:)`` leaves 0 out, so that the two cannot disagree. 1 where no cluster differs; `nil` with fewer
  /// than two clusters.
  package var pValue: Double? { distanceFromZero.map { errors, student in student.beyond(errors) } }

  /// One-sided p-value of the alternative that the true difference is more than 0; `nil` as ``pValue``.
  package var greaterPValue: Double? { distanceFromZero.map { errors, student in student.upper(errors) } }

  /// One-sided p-value of the alternative that the true difference is less than 0; `nil` as ``pValue``.
  package var lessPValue: Double? { distanceFromZero.map { errors, student in student.upper(-errors) } }

  /// ``difference`` in standard errors, with its distribution where there is no true difference.
  private var distanceFromZero: (errors: Double, student: StudentT)? {
    guard let standardError else { return nil }
    // What never differs is 0 errors away, and what always differs by the same is beyond all.
    return (difference == 0 ? 0 : difference / standardError, StudentT(degreesOfFreedom: Double(count - 1)))
  }

  /// The least true difference that this many clusters would find in four of five repetitions: ``detectableErrors`` ×
  /// the standard error.
  package var minimumDetectableEffect: Double? { standardError.map { Self.detectableErrors * $0 } }

  /// How many clusters like these bring ``minimumDetectableEffect`` down to a margin, at least 2.
  ///
  /// - Parameter margin: more than 0, in the unit of the ratio.
  /// - Returns: `nil` without a standard error, for a margin of 0, and beyond 10¹⁵.
  package func clustersNeeded(toResolve margin: Double) -> Int? {
    guard let effect = minimumDetectableEffect, margin > 0 else { return nil }
    let share = effect / margin
    let needed = (Double(count) * share * share).rounded(.up)
    return needed <= 1e15 ? max(2, Int(needed)) : nil
  }

  private func interval(around centre: Double, error: Double?, level: Double) -> ConfidenceInterval? {
    precondition(0 < level && level < 1, "\(level) is not a level inside 0 and 1")
    guard let error else { return nil }
    // Of what never varies the interval is a point, whatever the quantile.
    let reach = error == 0 ? 0 : error * StudentT(degreesOfFreedom: Double(count - 1)).quantile(at: (1 + level) / 2)
    return ConfidenceInterval(lower: centre - reach, upper: centre + reach)
  }
}
