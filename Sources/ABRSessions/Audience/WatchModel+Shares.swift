import ABRInput

extension WatchModel {
  /// The share of viewers who have left by a time.
  ///
  /// - Complexity: O(1); O(*points*) of a retention curve.
  package func share(leftBy seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    switch self {
    case .exponential(let mean): return 1 - ReproducibleMath.exp(-seconds / mean)
    case .weibull(let shape, let scale):
      let power = ReproducibleMath.exp(shape * ReproducibleMath.log(seconds / scale))
      return 1 - ReproducibleMath.exp(-power)
    case .heavyTail(let mixture):
      let body = WatchModel.lognormal(median: mixture.median, sigma: mixture.sigma).share(leftBy: seconds)
      let left = 1 - ReproducibleMath.exp(-mixture.tailShape * ReproducibleMath.log(1 + seconds / mixture.tailScale))
      return (1 - mixture.tail) * body + mixture.tail * left
    // Their times rise with the share.
    case .lognormal, .retention: return Self.root { time(whenLeft: $0) <= seconds }
    }
  }

  /// The first time by which at least a share of viewers has left; ``longest`` where so many never do.
  ///
  /// That of ``time(whenLeft:)`` but for two kinds of viewers, whom that draws one after the other, and for a curve
  /// with a flat part.
  ///
  /// - Complexity: as ``share(leftBy:)``.
  package func quantile(at share: Double) -> Double {
    switch self {
    case .heavyTail: Self.root { self.share(leftBy: $0 * Self.longest) < share } * Self.longest
    case .retention(let curve): min(curve.quantile(at: share), Self.longest)
    case .exponential, .weibull, .lognormal: time(whenLeft: share)
    }
  }

  /// Where, from 0 to 1, something stops to hold.
  private static func root(_ holds: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
