/// A regime-switching model of one set of recordings.
///
/// Bandwidth divided by the trace's mean is in one of several regimes (outage, low, mid, high, burst); a Markov chain
/// moves between them, and inside a regime the ratio varies around the regime's mean.
struct RegimeModel: Sendable, Hashable {
  /// How the means of traces are distributed: lognormally.
  struct BetweenTraces: Sendable, Hashable {
    var lnMean: Double
    var lnDeviation: Double
  }

  /// The chain and what happens inside its regimes.
  struct Regimes: Sendable, Hashable {
    /// Lower edge of each regime as a ratio to the trace's mean; the last regime has no upper edge.
    var edges: [Double]
    /// Share of time in each regime.
    var occupancy: [Double]
    /// Mean ratio in each regime.
    var mean: [Double]
    /// Standard deviation of the ratio in each regime.
    var deviation: [Double]
    /// Probability of each regime a step after each.
    var transition: [[Double]]
  }

  /// Seconds of one step of the chain.
  var step: Double
  var betweenTraces: BetweenTraces
  /// Coefficient of the first-order autoregression of ln(bandwidth / mean) from step to step.
  var phi: Double
  var regimes: Regimes
  /// Mean length of outages in seconds.
  var meanOutage: Double
  /// What the bandwidths of the recordings count, and with them those of generated traces.
  var measure: BandwidthTrace.Measure = .goodput
}
