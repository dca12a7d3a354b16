/// A pooled ratio, or a sum, with what each cluster moves it by.
///
/// Cluster *i* moves *R* = *N*/*D* by (*nᵢ* − *R dᵢ*)/*D*, the linear part that ``LinearisedRatio`` takes its error
/// from. The moves sum to 0.
package struct ClusterMoves: Sendable, Hashable {
  /// The ratio, or the sum.
  package let value: Double
  /// What each cluster moves it by, in the order of the clusters.
  package let moves: [Double]

  /// Takes the clusters apart.
  ///
  /// - Parameters:
  ///   - clusters: sums of each.
  ///   - isSum: whether the numerators' sum is wanted; it is the ratio times the sum of the denominators.
  /// - Returns: `nil` where the denominators sum to nothing.
  /// - Complexity: O(*n*).
  package init?(_ clusters: [PairedClusters.Totals], isSum: Bool = false) {
    let numerator = clusters.lazy.map(\.numerator).compensatedSum
    let denominator = clusters.lazy.map(\.denominator).compensatedSum
    let ratio = numerator / denominator
    guard denominator > 0, ratio.isFinite else { return nil }
    value = isSum ? numerator : ratio
    let scale = isSum ? 1 : denominator
    moves = clusters.map { ($0.numerator - ratio * $0.denominator) / scale }
  }
}
