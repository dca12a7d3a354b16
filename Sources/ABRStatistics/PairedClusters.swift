/// What two policies cost on the same networks, cluster by cluster: the input of every paired statistic of a pooled
/// ratio.
///
/// A cluster is the unit that was drawn from the world: one recording with all windows cut from it, all videos and all
/// seeds played over it. Sessions of one cluster resemble each other, so they are added up first, and the statistics
/// count clusters. The estimand is the pooled ratio Σ numerator / Σ denominator. A mean is the same with a denominator
/// of 1 for each session that has a value, and a sum is it with a denominator of 1 for every session (the mean per
/// session, which scales to the sum).
package struct PairedClusters: Sendable, Hashable {
  /// What one session adds to its cluster.
  package struct Term: Sendable, Hashable {
    /// The cluster's name.
    package let cluster: String
    /// For example the seconds stalled.
    package let numerator: Double
    /// For example the seconds stalled or played; at least 0.
    package let denominator: Double

    /// Describes a session.
    package init(cluster: String, numerator: Double, denominator: Double) {
      self.cluster = cluster
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  /// Sums over sessions.
  package struct Totals: Sendable, Hashable {
    /// Σ of the numerators.
    package let numerator: Double
    /// Σ of the denominators.
    package let denominator: Double
    /// Numerator over denominator; `nil` where the denominator is 0, or so small beside the numerator that no number
    /// holds the ratio.
    package var ratio: Double? {
      let ratio = numerator / denominator
      return denominator > 0 && ratio.isFinite ? ratio : nil
    }

    /// Describes sums.
    package init(numerator: Double, denominator: Double) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// Whether both sums are those of others but for rounding (``Tie``).
    package func isTied(with other: Totals) -> Bool {
      Tie.holds(numerator, other.numerator) && Tie.holds(denominator, other.denominator)
    }
  }

  /// One cluster on both sides.
  package struct Cluster: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// What is compared against.
    package let reference: Totals
    /// What is under test.
    package let candidate: Totals

    /// Describes a cluster.
    package init(name: String, reference: Totals, candidate: Totals) {
      self.name = name
      self.reference = reference
      self.candidate = candidate
    }
  }

  /// Beyond any byte count and any second; within it no sum, ratio or square overflows.
  package static let greatestNumber = 1e30

  /// The clusters that both sides have, in the order of their names, so that no result depends on the order of
  /// sessions.
  package let clusters: [Cluster]
  /// Names of the clusters that only one side has, in order. They are in no statistic.
  package let unpaired: [String]
  /// The reference's sums over ``clusters``.
  package let reference: Totals
  /// The candidate's sums over ``clusters``.
  package let candidate: Totals

  /// Adds sessions up to clusters and pairs them.
  ///
  /// A cluster whose sums are tied (``Tie``) on both sides has the reference's on both.
  ///
  /// Sessions are paired by cluster, not one by one: a caller whose sides may have played different sessions of one
  /// cluster leaves out those that only one side has.
  /// - Throws: ``StatisticsError`` when a number lies beyond ±``greatestNumber`` or is none, when a denominator is
  ///   negative, when no cluster is on both sides, and when a side's denominators sum to less than 1 /
  ///   ``greatestNumber``, such as 0.
  /// - Complexity: O(*n* log *n*).
  package init(reference: some Sequence<Term>, candidate: some Sequence<Term>) throws(StatisticsError) {
    let old = try Self.sums(of: reference, on: .reference)
    let new = try Self.sums(of: candidate, on: .candidate)
    var clusters: [Cluster] = []
    for (name, sums) in old {
      guard let other = new[name] else { continue }
      // What differs by rounding alone is the same, so that nothing that follows takes it for a difference.
      clusters.append(Cluster(name: name, reference: sums, candidate: other.isTied(with: sums) ? sums : other))
    }
    clusters.sort { $0.name < $1.name }
    guard !clusters.isEmpty else { throw .noCommonCluster(reference: old.count, candidate: new.count) }
    self.clusters = clusters
    unpaired = Set(old.keys).symmetricDifference(new.keys).sorted()
    self.reference = Self.total(clusters.map(\.reference))
    self.candidate = Self.total(clusters.map(\.candidate))
    if self.reference.denominator < 1 / Self.greatestNumber { throw .noDenominator(.reference) }
    if self.candidate.denominator < 1 / Self.greatestNumber { throw .noDenominator(.candidate) }
  }

  /// The reference's pooled ratio.
  package var referenceRatio: Double { reference.numerator / reference.denominator }
  /// The candidate's pooled ratio.
  package var candidateRatio: Double { candidate.numerator / candidate.denominator }

  /// What each cluster adds to the difference of the pooled ratios, candidate less reference, in the order of
  /// ``clusters``.
  ///
  /// (Δ*n* − *R̄* Δ*d*) / *D̄* with the cluster's differences of numerator and denominator, the mean *R̄* of the two
  /// pooled ratios and the mean *D̄* of the two summed denominators (E. M. Kitagawa, JASA 50, 1955). They sum to the
  /// whole difference, and a cluster in which nothing differs adds exactly 0.
  /// - Complexity: O(*n*).
  package var contributions: [Double] {
    let ratio = (referenceRatio + candidateRatio) / 2
    let denominator = (reference.denominator + candidate.denominator) / 2
    return clusters.map { cluster in
      let numerators = cluster.candidate.numerator - cluster.reference.numerator
      let denominators = cluster.candidate.denominator - cluster.reference.denominator
      return (numerators - ratio * denominators) / denominator
    }
  }

  private static func sums(
    of terms: some Sequence<Term>, on side: StatisticsError.Side
  ) throws(StatisticsError) -> [String: Totals] {
    var members: [String: [Totals]] = [:]
    for term in terms {
      guard term.numerator.magnitude <= greatestNumber else {
        throw .badNumber(
          side, cluster: term.cluster, field: "numerator", found: term.numerator,
          allowed: "-\(greatestNumber) to \(greatestNumber)")
      }
      guard (0...greatestNumber).contains(term.denominator) else {
        throw .badNumber(
          side, cluster: term.cluster, field: "denominator", found: term.denominator, allowed: "0 to \(greatestNumber)")
      }
      members[term.cluster, default: []].append(
        Totals(numerator: term.numerator, denominator: term.denominator))
    }
    // In the order of values: the last bit of a sum depends on the order of its terms.
    return members.mapValues { totals in
      totals.count == 1
        ? totals[0] : total(totals.sorted { ($0.numerator, $0.denominator) < ($1.numerator, $1.denominator) })
    }
  }

  private static func total(_ totals: [Totals]) -> Totals {
    Totals(
      numerator: totals.lazy.map(\.numerator).compensatedSum,
      denominator: totals.lazy.map(\.denominator).compensatedSum)
  }
}
