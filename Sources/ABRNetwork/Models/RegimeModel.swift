import FoundationEssentials

/// A regime-switching model of one set of recordings, as fitted in `Resources/model_fits.json`.
///
/// Bandwidth divided by the trace's mean is in one of five regimes (outage, low, mid, high, burst); a Markov chain
/// moves between them, and inside a regime the ratio varies around the regime's mean.
struct RegimeModel: Sendable, Decodable {
  /// How the means of traces are distributed: lognormally.
  struct BetweenTraces: Sendable, Decodable {
    var lnMean: Double
    var lnDeviation: Double

    enum CodingKeys: String, CodingKey {
      case lnMean = "ln_mean_bps_mean"
      case lnDeviation = "ln_mean_bps_sd"
    }
  }

  /// First-order autoregression of ln(bandwidth / mean) from step to step.
  struct Autoregression: Sendable, Decodable {
    var phi: Double

    enum CodingKeys: String, CodingKey { case phi = "phi_median" }
  }

  /// The chain and what happens inside its regimes.
  struct Regimes: Sendable, Decodable {
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

    enum CodingKeys: String, CodingKey {
      case occupancy
      case edges = "edges_of_bw_over_trace_mean"
      case mean = "mean_ratio"
      case deviation = "sd_ratio"
      case transition = "transition_per_step"
    }
  }

  /// How long outages last.
  struct Outages: Sendable, Decodable {
    /// Mean length in seconds.
    var mean: Double
  }

  /// Seconds of one step of the chain.
  var step: Double
  var betweenTraces: BetweenTraces
  var autoregression: Autoregression
  /// Median over the traces of standard deviation over mean.
  var variation: Double
  var regimes: Regimes
  var outages: Outages

  enum CodingKeys: String, CodingKey {
    case step = "step_s"
    case betweenTraces = "between_trace"
    case autoregression = "within_trace_log_ar1"
    case variation = "cov_median"
    case regimes
    case outages = "outage_run_s"
  }

  private struct File: Decodable { var datasets: [String: RegimeModel] }

  /// The fitted models by the name of the set of recordings.
  static let fitted: [String: RegimeModel] = {
    do {
      return try JSONDecoder().decode(File.self, from: Data(PackageResources.model_fits_json)).datasets
    } catch {
      preconditionFailure("the embedded model_fits.json does not decode: \(error)")
    }
  }()
}
