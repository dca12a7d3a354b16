/// An upper bound of a mean harm over clusters like those that were seen, in which the worst cluster counts twice.
///
/// What makes a promise fail is seldom chance among the clusters that were drawn and mostly a rare one that was not. So
/// one more cluster is supposed, as bad as the worst that was seen and never good:
///
///     e(n+1) = max(0, e(1), …, e(n))
///     bound  = mean(e) + t(confidence; n) · sd(e) / √(n + 1)
///
/// with the one-sided quantile of Student's *t* at *n* degrees of freedom. The page Tuning.md of the documentation says
/// how often it is kept on recorded networks.
package struct HarmBound: Sendable, Hashable {
  /// Number of clusters that were seen.
  package let count: Int
  private let quantile: Double

  /// The bound for a number of clusters.
  ///
  /// - Parameters:
  ///   - count: how many clusters were seen, at least 1.
  ///   - confidence: share of repetitions in which it is kept, inside 0.5 and 1.
  /// - Complexity: O(√*count*).
  package init(count: Int, confidence: Double) {
    precondition(count > 0, "\(count) clusters")
    precondition(0.5 < confidence && confidence < 1, "\(confidence) is not a confidence inside 0.5 and 1")
    self.count = count
    quantile = StudentT(degreesOfFreedom: Double(count)).quantile(at: confidence)
  }

  /// The bound of the mean.
  ///
  /// - Parameter harms: of each cluster; positive is harm.
  /// - Returns: at least the mean of the harms; infinite where one of them is no number or has no end.
  /// - Complexity: O(*n*).
  package func value(of harms: [Double]) -> Double {
    precondition(harms.count == count, "\(harms.count) harms of \(count) clusters")
    guard harms.allSatisfy(\.isFinite), let worst = harms.max() else { return .infinity }
    let all = harms + [max(0, worst)]
    let size = Double(all.count)
    let mean = all.compensatedSum / size
    let squares = all.lazy.map { ($0 - mean) * ($0 - mean) }.compensatedSum
    return mean + quantile * (squares / (size - 1) / size).squareRoot()
  }
}
