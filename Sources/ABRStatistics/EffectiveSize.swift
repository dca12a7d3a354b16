/// How many clusters carry a difference: (Σ|*d*|)² / Σ*d*², which is *n* when all differ alike and 1 when one does it
/// all.
///
/// Below 15 and half of the clusters, or with one cluster above a quarter of Σ|*d*|, intervals hold the truth less
/// often than they say, because differences are skewed, and the next corpus may lack that one cluster. What all of a
/// few clusters carry alike is not skewed.
package struct EffectiveSize: Sendable, Hashable {
  /// Caveats of a comparison.
  package enum Warning: Sendable, Hashable {
    /// ``EffectiveSize/isConcentrated``.
    case small(effective: Double)
    /// One cluster has more than ``EffectiveSize/greatestShare`` of all differences.
    case dominated(index: Int, share: Double)
  }

  /// Effective sizes below are warned of where they are below ``leastShare``, too.
  package static let leastSize = 15.0
  /// Shares of all clusters below are warned of: differences that fall off as an exponential have one half.
  package static let leastShare = 0.5
  /// Shares of one cluster above are warned of.
  package static let greatestShare = 0.25

  /// (Σ|*d*|)² / Σ*d*².
  package let value: Double
  /// Of how many clusters.
  package let count: Int
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
    count = magnitudes.count
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

  /// Whether few of the clusters carry the difference.
  package var isConcentrated: Bool { value < min(Self.leastSize, Self.leastShare * Double(count)) }

  /// Caveats of the comparison, nothing at best.
  package var warnings: [Warning] {
    var warnings: [Warning] = []
    if isConcentrated { warnings.append(.small(effective: value)) }
    if largestShare > Self.greatestShare { warnings.append(.dominated(index: largest, share: largestShare)) }
    return warnings
  }
}
