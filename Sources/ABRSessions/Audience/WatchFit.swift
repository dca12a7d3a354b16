import ABRInput

/// A distribution of watch times fitted to a curve.
///
/// Each is a straight line in a probability plot: the logarithm of a time against ln(−ln(1 − p)) for the exponential
/// and the Weibull distribution and against Φ⁻¹(p) for the log-normal one. The line of least squares through points at
/// equal steps of *p* is the fit (Wilk and Gnanadesikan, "Probability plotting methods for the analysis of data",
/// Biometrika 55, 1968). It needs no times of those who never left.
package struct WatchFit: Sendable, Hashable {
  /// What was fitted.
  package let model: WatchModel
  /// The greatest difference of the shares that have left, 0 to 1.
  package let distance: Double

  private static let points = 50

  /// Fits every distribution, the nearest first.
  ///
  /// - Returns: none where fewer than three of the points of the plot have a time above 0.
  /// - Complexity: O(*points* of the curve).
  package static func all(of curve: WatchCurve) -> [WatchFit] {
    var observed: [(share: Double, seconds: Double)] = []
    for index in 0..<points {
      let share = (Double(index) + 0.5) / Double(points)
      let seconds = curve.time(whenLeft: share)
      if seconds > 0, seconds < .infinity { observed.append((share, seconds)) }
    }
    guard observed.count >= 3 else { return [] }
    let times = observed.map { ReproducibleMath.log($0.seconds) }
    let extremes = observed.map { ReproducibleMath.log(-ReproducibleMath.log(1 - $0.share)) }
    let normals = observed.map { NormalQuantile.value(at: $0.share) }
    let mean = (times.reduce(0, +) - extremes.reduce(0, +)) / Double(times.count)
    let weibull = line(through: extremes, times)
    let lognormal = line(through: normals, times)
    // The plots rise, as times do; all at one time is a shape or a sigma at its limit.
    let shape = digits(min(max(1 / max(weibull.slope, 1e-9), 0.05), 100))
    // What rounding leaves of times that are all the same is no spread.
    let sigma = lognormal.slope < 1e-9 ? 0 : digits(min(lognormal.slope, 10))
    let models: [WatchModel] = [
      .exponential(mean: seconds(ReproducibleMath.exp(mean))),
      .weibull(shape: shape, scale: seconds(ReproducibleMath.exp(weibull.intercept))),
      .lognormal(median: seconds(ReproducibleMath.exp(lognormal.intercept)), sigma: sigma),
    ]
    let fits = models.map { model in
      // Of a distribution all at one time, such as a log-normal one without spread, the share rises there in one step.
      let differences = observed.map {
        max(0, $0.share - model.share(leftBy: $0.seconds), model.share(leftBy: $0.seconds.nextDown) - $0.share)
      }
      return WatchFit(model: model, distance: differences.max() ?? 0)
    }
    return fits.sorted { $0.distance < $1.distance }
  }

  /// The line of least squares.
  private static func line(through x: [Double], _ y: [Double]) -> (slope: Double, intercept: Double) {
    let count = Double(x.count)
    let (meanX, meanY) = (x.reduce(0, +) / count, y.reduce(0, +) / count)
    let square = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    let slope = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / square
    return (slope, meanY - slope * meanX)
  }

  /// Four significant digits, as files have them.
  private static func digits(_ value: Double) -> Double {
    Double(DecimalPrinter.significant(value, digits: 4)) ?? value
  }

  private static func seconds(_ value: Double) -> Double { digits(min(max(value, 1e-3), WatchModel.longest)) }
}
