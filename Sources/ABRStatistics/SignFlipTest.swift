import ABRInput

/// A permutation test of the difference of two pooled ratios: were it all the same, which side a cluster's numbers
/// stand on would be a coin's throw.
///
/// Every throw swaps reference and candidate inside some clusters and takes the difference of the pooled ratios anew;
/// the p-value is the share of throws whose difference is at least as large. It needs no distribution, and heavy tails
/// or many zeros do not disturb it. Clusters in which nothing differs drop out, as swapping them changes nothing.
package struct SignFlipTest: Sendable, Hashable {
  /// With at most this many clusters that differ, all 2ⁿ throws are counted instead of drawn.
  package static let exactLimit = 14
  /// Throws drawn where there are too many to count.
  package static let drawnFlips = 10_000

  /// Share of throws with a difference at least as far from 0 as the one seen.
  package let twoSided: Double
  /// Share of throws with a difference at least as high: small when the candidate's ratio is greater.
  package let greater: Double
  /// Share of throws with a difference at least as low: small when the candidate's ratio is less.
  package let less: Double
  /// Clusters in which the two sides differ.
  package let differing: Int
  /// Number of throws.
  package let flips: Int
  /// Whether all throws were counted. If not, the throw that was seen counts as one more: (*k* + 1) / (*m* + 1).
  package let isExact: Bool

  /// Tests a difference.
  ///
  /// Differences that agree within rounding count as equal. A throw that leaves a side without a denominator has no
  /// ratio, and counts as at least as large.
  /// - Parameters:
  ///   - paired: the clusters; their order is part of the drawn throws.
  ///   - seed: names the throws.
  /// - Complexity: O(*n* × 10,000 / 8): eight clusters are swapped by one look into a table.
  package init(_ paired: PairedClusters, seed: Int) {
    let differences = paired.clusters.map { cluster in
      SIMD2(
        cluster.candidate.numerator - cluster.reference.numerator,
        cluster.candidate.denominator - cluster.reference.denominator)
    }.filter { $0 != .zero }
    let isExact = differences.count <= Self.exactLimit
    let flips = isExact ? 1 << differences.count : Self.drawnFlips
    let random = isExact ? nil : SeededRandom(seed: seed, path: "sign flips")
    let tally = Tally(paired, moved: Self.swappedSums(of: differences, flips: flips, random: random))
    func share(_ count: Int) -> Double {
      isExact ? Double(count) / Double(flips) : Double(count + 1) / Double(flips + 1)
    }
    twoSided = share(tally.far)
    greater = share(tally.high)
    less = share(tally.low)
    differing = differences.count
    self.flips = flips
    self.isExact = isExact
  }

  /// The p-value of the alternative that the candidate is worse. In a metric without a direction any difference is an
  /// alternative.
  package func deterioration(_ direction: Direction) -> Double {
    switch direction {
    case .lower: greater
    case .higher: less
    case .neutral: twoSided
    }
  }

  /// For each throw the sum of the differences of the clusters that it swaps.
  ///
  /// Bit *i* of a throw's word number *g* swaps cluster 64 *g* + *i*. Without random numbers throw *f* is the number
  /// *f* itself.
  private static func swappedSums(
    of differences: [SIMD2<Double>], flips: Int, random: SeededRandom?
  ) -> [SIMD2<Double>] {
    var sums = [SIMD2<Double>](repeating: .zero, count: flips)
    // Sums of all 256 subsets of each of eight clusters times eight: 32 KiB, which stay in the first cache.
    var table = [SIMD2<Double>](repeating: .zero, count: 8 * 256)
    for (group, first) in stride(from: 0, to: differences.count, by: 64).enumerated() {
      for block in 0..<8 {
        for subset in 1..<256 {
          let cluster = first + 8 * block + subset.trailingZeroBitCount
          let rest = table[256 * block + subset & (subset - 1)]
          table[256 * block + subset] = cluster < differences.count ? rest + differences[cluster] : rest
        }
      }
      let firstWord = UInt64(group) * UInt64(flips)
      for flip in 0..<flips {
        let word = random?.value(at: firstWord + UInt64(flip)) ?? UInt64(flip)
        var sum = sums[flip]
        for block in 0..<8 {
          sum += table[256 * block + Int(truncatingIfNeeded: word >> UInt64(8 * block)) & 255]
        }
        sums[flip] = sum
      }
    }
    return sums
  }

  /// How many throws are as extreme as what was seen.
  private struct Tally {
    var far = 0
    var high = 0
    var low = 0

    init(_ paired: PairedClusters, moved: [SIMD2<Double>]) {
      let old = SIMD2(paired.reference.numerator, paired.reference.denominator)
      let new = SIMD2(paired.candidate.numerator, paired.candidate.denominator)
      let seen = new.x / new.y - old.x / old.y
      // Sums in another order differ in their last bits; what is equal in truth must count as equal.
      let size = paired.clusters.lazy.map { cluster in
        cluster.candidate.numerator.magnitude / new.y + cluster.reference.numerator.magnitude / old.y
      }.compensatedSum
      let tolerance = 1e-12 * size
      let least = 1e-12 * (old.y + new.y)
      for sum in moved {
        let a = old + sum
        let b = new - sum
        guard a.y > least, b.y > least else {
          far += 1
          high += 1
          low += 1
          continue
        }
        let difference = b.x / b.y - a.x / a.y
        if difference.magnitude >= seen.magnitude - tolerance { far += 1 }
        if difference >= seen - tolerance { high += 1 }
        if difference <= seen + tolerance { low += 1 }
      }
    }
  }
}
