import ABRInput

/// How long viewers watch an item: a distribution of media seconds, drawn by inverting it, so that one uniform number
/// gives one time and the bits agree on every machine.
package enum WatchModel: Sendable, Hashable {
  /// The chance to leave is the same at every moment: S(t) = exp(−t / mean).
  case exponential(mean: Double)
  /// S(t) = exp(−(t / scale)^shape). With a shape below 1 those who stay become ever more patient, as web pages'
  /// readers do (Liu, White and Dumais, SIGIR 2010).
  case weibull(shape: Double, scale: Double)
  /// ln t is normal with mean ln(median) and standard deviation sigma.
  case lognormal(median: Double, sigma: Double)
  /// Two kinds of viewers, see ``HeavyTail``.
  case heavyTail(HeavyTail)
  /// A measured or drawn curve.
  case retention(WatchCurve)

  /// The longest time in seconds, a year; longer times mean the end.
  package static let longest = 31_536_000.0

  /// The time at which a share of viewers has left.
  ///
  /// - Parameter share: from 0 and below 1.
  /// - Returns: media seconds, at most ``longest``.
  /// - Complexity: O(1); O(*points*) of a retention curve.
  package func time(whenLeft share: Double) -> Double {
    let seconds =
      switch self {
      case .exponential(let mean): -mean * ReproducibleMath.log(1 - share)
      case .weibull(let shape, let scale):
        scale * ReproducibleMath.exp(ReproducibleMath.log(-ReproducibleMath.log(1 - share)) / shape)
      case .lognormal(let median, let sigma): Self.lognormal(share, median: median, sigma: sigma)
      case .heavyTail(let mixture): mixture.time(whenLeft: share)
      case .retention(let curve): curve.time(whenLeft: share)
      }
    return min(max(seconds, 0), Self.longest)
  }

  /// Quantile of a log-normal distribution.
  static func lognormal(_ share: Double, median: Double, sigma: Double) -> Double {
    guard share > 0 else { return 0 }
    return median * ReproducibleMath.exp(sigma * NormalQuantile.value(at: share))
  }
}

/// Viewers who sample and viewers who stay: a log-normal body and a Pareto tail of type II (Lomax).
///
/// S(t) = (1 − tail) · Φ(−ln(t / median) / sigma) + tail · (1 + t / tailScale)^(−tailShape). The watch times of
/// long-form video have this form: many leave within a minute, and those who stay do so for hours.
package struct HeavyTail: Sendable, Hashable {
  /// Seconds: median of the body.
  package var median: Double
  /// Standard deviation of the body's logarithm.
  package var sigma: Double
  /// Share of the tail, from 0 to 1.
  package var tail: Double
  /// Seconds at which the tail begins to thin out.
  package var tailScale: Double
  /// Power by which the tail thins out; the mean is finite above 1.
  package var tailShape: Double

  /// Creates a distribution.
  package init(median: Double, sigma: Double, tail: Double, tailScale: Double, tailShape: Double) {
    self.median = median
    self.sigma = sigma
    self.tail = tail
    self.tailScale = tailScale
    self.tailShape = tailShape
  }

  /// Maps a uniform number to a time: the lower part of its range to the body and the rest to the tail.
  ///
  /// The two overlap, so this is a way to draw and no quantile function.
  func time(whenLeft share: Double) -> Double {
    let body = 1 - tail
    if share < body { return WatchModel.lognormal(share / body, median: median, sigma: sigma) }
    let remaining = min(1, (1 - share) / tail)
    return tailScale * (ReproducibleMath.exp(-ReproducibleMath.log(remaining) / tailShape) - 1)
  }
}
