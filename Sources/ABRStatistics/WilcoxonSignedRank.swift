/// Wilcoxon's signed-rank test of paired differences, zeros handled as Pratt proposed.
///
/// It asks which side wins more often, not by how much in sum, so it decides nothing here; results carry it because
/// readers ask for it. Zeros take part in the ranking and then count for neither side (J. W. Pratt, JASA 54, 1959),
/// with the variance of E. E. Cureton, JASA 62, 1967; equal magnitudes share their mean rank. Same numbers as
/// `scipy.stats.wilcoxon(d, zero_method="pratt", correction=False)`.
package struct WilcoxonSignedRank: Sendable, Hashable {
  /// With at most this many differences, none of them 0 and no two of equal magnitude, the distribution is counted
  /// exactly.
  package static let exactLimit = 50

  /// Sum of the ranks of the positive differences.
  package let positiveRanks: Double
  /// Sum of the ranks of the negative differences.
  package let negativeRanks: Double
  /// Standard score of ``positiveRanks``; `nil` where all differences are 0.
  package let score: Double?
  /// Two-sided p-value; 1 where all differences are 0.
  package let twoSided: Double
  /// Whether ``twoSided`` is exact; otherwise it is the normal approximation, without continuity correction.
  package let isExact: Bool

  /// Tests differences.
  /// - Complexity: O(*n* log *n*).
  package init(_ differences: [Double]) {
    precondition(differences.allSatisfy(\.isFinite), "a difference is not finite")
    let count = Double(differences.count)
    let order = differences.indices.sorted { differences[$0].magnitude < differences[$1].magnitude }
    var positive = 0.0
    var negative = 0.0
    var zeros = 0.0
    var tieTerms = 0.0
    var start = 0
    while start < order.count {
      let magnitude = differences[order[start]].magnitude
      var end = start + 1
      while end < order.count, differences[order[end]].magnitude == magnitude { end += 1 }
      let rank = Double(start + 1 + end) / 2
      let tied = Double(end - start)
      if magnitude == 0 {
        zeros = tied
      } else {
        tieTerms += tied * (tied * tied - 1)
        for index in order[start..<end] {
          if differences[index] > 0 { positive += rank } else { negative += rank }
        }
      }
      start = end
    }
    positiveRanks = positive
    negativeRanks = negative
    let mean = (count * (count + 1) - zeros * (zeros + 1)) / 4
    let spread = count * (count + 1) * (2 * count + 1) - zeros * (zeros + 1) * (2 * zeros + 1)
    let variance = (spread - tieTerms / 2) / 24
    score = variance > 0 ? (positive - mean) / variance.squareRoot() : nil
    isExact = !differences.isEmpty && differences.count <= Self.exactLimit && zeros == 0 && tieTerms == 0
    if isExact {
      twoSided = Self.exact(min(positive, negative), count: differences.count)
    } else {
      twoSided = score.map { min(1, 2 * NormalDistribution.upper($0.magnitude)) } ?? 1
    }
  }

  /// Twice the share of the 2ⁿ signs whose rank sum is at most `sum`.
  private static func exact(_ sum: Double, count: Int) -> Double {
    // ways[s]: how many sets of the ranks so far add up to s. All are whole numbers below 2⁵³.
    var ways = [1.0]
    for rank in 1...count {
      let before = ways
      ways += Array(repeating: 0, count: rank)
      for (sum, number) in before.enumerated() { ways[sum + rank] += number }
    }
    let atMost = ways.prefix(Int(sum) + 1).reduce(0, +)
    return min(1, 2 * atMost / Double(sign: .plus, exponent: count, significand: 1))
  }
}
