/// How many clusters carry a difference: (Σ|*d*|)² / Σ*d*², which is *n* when all differ alike and 1 when one does it
/// all.
///
/// Below 15, or with one cluster above a quarter of Σ|*d*|, intervals hold the truth less often than they say where
/// differences are skewed, and the next corpus may lack that one cluster.
package struct EffectiveSize: Sendable, Hashable {
  /// Caveats of a comparison.
  package enum Warning: Sendable, Hashable {
    /// The effective size is below ``EffectiveSize/leastSize``.
    case small(effective: Double)
    /// One cluster has more than ``EffectiveSize/greatestShare`` of all differences.
    case dominated(index: Int, share: Double)
  }

  /// Effective sizes below are warned of.
  package static let leastSize = 15.0
  /// Shares of one cluster above are warned of.
  package static let greatestShare = 0.25

  /// (Σ|*d*|)² / Σ*d*².
  package let value: Double
  /// Index of the cluster that differs most, the first of several.
  package let largest: Int
  /// That cluster's share of Σ|*d*|, 0 to 1.
  package let largestShare: Double
  /// How many clusters, the largest first, make nine tenths of Σ|*d*|.
  package let carriers: Int

  /// Takes the differences of all clusters; `nil` where none differs.
  /// - Complexity: O(*n* log *n*).
  package init?(of differences: [Double]) {
    let magnitudes = differences.map(\.magnitude)
    guard let greatest = magnitudes.max(), greatest > 0, let index = magnitudes.firstIndex(of: greatest) else {
      return nil
    }
    // In units of the greatest, so that squares neither overflow nor vanish.
    let sum = magnitudes.lazy.map { $0 / greatest }.compensatedSum
    let squares = magnitudes.lazy.map { ($0 / greatest) * ($0 / greatest) }.compensatedSum
    value = sum * sum / squares
    largest = index
    largestShare = 1 / sum
    var carried = 0.0
    carriers =
      1
      + magnitudes.sorted(by: >).prefix { magnitude in
        carried += magnitude / greatest
        return carried < 0.9 * sum
      }.count
  }

  /// Caveats of the comparison, nothing at best.
  package var warnings: [Warning] {
    var warnings: [Warning] = []
    if value < Self.leastSize { warnings.append(.small(effective: value)) }
    if largestShare > Self.greatestShare { warnings.append(.dominated(index: largest, share: largestShare)) }
    return warnings
  }
}
