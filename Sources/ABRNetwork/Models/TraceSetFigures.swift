/// The figures by which generated traces are compared with recorded ones.
package struct TraceSetFigures: Sendable, Hashable {
  /// A figure that both sets have.
  package enum Figure: String, Sendable, CaseIterable {
    case mean = "mean"
    case variation = "CoV"
    case correlation = "lag 1"
    case longCorrelation = "lag 10"
    case outageShare = "outage share"
    case outageLength = "outage length"

    /// How far a generated value may be from a recorded one: shares of it, or points of what is itself a share.
    package func tolerance(of recorded: Double) -> Double {
      switch self {
      case .mean, .variation: 0.15 * recorded
      case .correlation, .longCorrelation: 0.1
      case .outageShare: 0.02
      case .outageLength: 0.25 * recorded
      }
    }
  }

  /// Number of traces.
  package let count: Int
  /// Mean of their means, in bits per second.
  package let mean: Double
  /// Mean of their coefficients of variation.
  package let variation: Double
  /// Means of the autocorrelations of ln(bandwidth / mean) over one step and over ten; `nil` where no trace has one.
  package let correlation, longCorrelation: Double?
  /// Share of the time under a tenth of the trace's mean.
  package let outageShare: Double
  /// Mean length of such a stretch in seconds; `nil` without one.
  package let outageLength: Double?

  /// Works them out.
  ///
  /// - Parameter series: traces in steps of one length, at least one.
  /// - Complexity: O(*steps*).
  package init(of series: [TraceSeries]) {
    func mean(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }
    let outages = series.flatMap(\.outages)
    let outside = outages.reduce(0, +)
    count = series.count
    self.mean = mean(series.map(\.mean)) ?? 0
    variation = mean(series.map(\.variation)) ?? 0
    correlation = mean(series.compactMap { $0.logCorrelation(lag: 1) })
    longCorrelation = mean(series.compactMap { $0.logCorrelation(lag: 10) })
    outageShare = Double(outside) / Double(series.reduce(0) { $0 + $1.values.count })
    outageLength = outages.isEmpty ? nil : Double(outside) / Double(outages.count) * series[0].step
  }

  /// The value of a figure.
  package func value(_ figure: Figure) -> Double? {
    switch figure {
    case .mean: mean
    case .variation: variation
    case .correlation: correlation
    case .longCorrelation: longCorrelation
    case .outageShare: outageShare
    case .outageLength: outageLength
    }
  }

  /// The figures that are too far from those of recordings; what one of them lacks is compared with nothing.
  package func beyondTolerance(of recorded: TraceSetFigures) -> [Figure] {
    Figure.allCases.filter { figure in
      guard let found = value(figure), let wanted = recorded.value(figure) else { return false }
      return abs(found - wanted) > figure.tolerance(of: wanted)
    }
  }
}
