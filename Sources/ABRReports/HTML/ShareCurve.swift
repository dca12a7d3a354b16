import ABRStatistics

/// Values of many sessions in order, for what stands beside a distribution.
struct ShareCurve: Sendable {
  /// Values in order, those that are missing and worst as infinity at the end.
  let values: [Double]

  /// Sorts values.
  ///
  /// - Parameter missingIsWorst: whether a missing value counts as worse than any, or not at all.
  init(_ values: [Double?], missingIsWorst: Bool) {
    self.values = values.compactMap { $0 ?? (missingIsWorst ? .infinity : nil) }.sorted()
  }

  /// The value below which a share of all values lies; `nil` where there is none.
  func quantile(_ share: Double) -> Double? {
    Quantiles(of: values).value(at: share).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The share of values that are zero.
  var zeroShare: Double? { values.isEmpty ? nil : Double(values.count { $0 == 0 }) / Double(values.count) }
}
