import ABRInput

/// What a setting's value is expected to be from the values of known settings nearby, and how far that may be off.
///
/// A value changes smoothly over the grid, and faster along some parameters than along others: a Gaussian process with a constant mean and
/// a product of Matérn kernels of smoothness 3/2, one for each parameter (kriging: C. E. Rasmussen and C. K. I. Williams, "Gaussian
/// Processes for Machine Learning", MIT Press 2006, §2.7, §4.2.1). The lengths are those under which the known values are likeliest (§5.4.1), of
/// a few that double, one parameter at a time.
struct SettingKriging: Sendable {
  /// Lengths that are tried, in widths of the grid.
  static let lengths = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4]
  /// Variance that the known values have apart from the process, as a share of its own: keeps the equations well posed.
  static let nugget = 1e-6
  /// Known settings that are described at most; more take too long.
  static let mostPoints = 128
  /// Fewer known values describe nothing.
  static let fewestPoints = 4

  /// The length along each parameter.
  let scales: [Double]
  private let points: [[Double]]
  private let fit: Fit

  /// A process with given lengths, held against the known values.
  private struct Fit: Sendable {
    let factor: CholeskyFactor
    let mean: Double
    let variance: Double
    /// What multiplies the correlations with the known settings.
    let weights: [Double]
    let likelihood: Double

    init?(_ points: [[Double]], _ values: [Double], _ scales: [Double]) {
      var matrix: [[Double]] = []
      for (row, point) in points.enumerated() {
        matrix.append(points[...row].map { SettingKriging.correlation(point, $0, scales) })
        matrix[row][row] += SettingKriging.nugget
      }
      guard let factor = CholeskyFactor(of: matrix) else { return nil }
      let ones = factor.solve([Double](repeating: 1, count: values.count))
      let mean = zip(ones, values).reduce(0) { $0 + $1.0 * $1.1 } / ones.reduce(0, +)
      let rest = values.map { $0 - mean }
      let weights = factor.solve(rest)
      let variance = max(zip(rest, weights).reduce(0) { $0 + $1.0 * $1.1 }, 0) / Double(values.count)
      guard mean.isFinite, variance.isFinite, variance > 0 else { return nil }
      self.factor = factor
      self.mean = mean
      self.variance = variance
      self.weights = weights
      likelihood = -0.5 * Double(values.count) * ReproducibleMath.log(variance) - factor.logOfDiagonal
    }
  }

  /// Describes known settings.
  ///
  /// - Parameters:
  ///   - points: where they lie, each parameter from 0 to 1; no two the same.
  ///   - values: finite ones.
  ///   - start: lengths of an earlier description, to begin with.
  /// - Returns: `nil` where they are too few or all the same.
  /// - Complexity: O(*known*³ × parameters).
  init?(points: [[Double]], values: [Double], startingAt start: [Double]? = nil) {
    guard let first = points.first, points.count >= Self.fewestPoints, points.count == values.count else { return nil }
    var scales = start ?? Array(repeating: 1.6, count: first.count)
    guard var best = Fit(points, values, scales) else { return nil }
    // Each parameter in turn, twice: lengths of different parameters depend on each other little.
    for parameter in Array(first.indices) + Array(first.indices) {
      for length in Self.lengths where length != scales[parameter] {
        var other = scales
        other[parameter] = length
        guard let fit = Fit(points, values, other), fit.likelihood > best.likelihood else { continue }
        best = fit
        scales = other
      }
    }
    self.points = points
    self.scales = scales
    fit = best
  }

  /// Describes known settings with lengths found before.
  ///
  /// - Complexity: O(*known*³).
  init?(points: [[Double]], values: [Double], scales: [Double]) {
    guard points.count >= Self.fewestPoints, let fit = Fit(points, values, scales) else { return nil }
    self.points = points
    self.scales = scales
    self.fit = fit
  }

  /// The value expected at a point, and its standard error.
  /// - Complexity: O(*known*²).
  func expected(at point: [Double]) -> (value: Double, error: Double) {
    let correlations = points.map { Self.correlation(point, $0, scales) }
    let value = fit.mean + zip(correlations, fit.weights).reduce(0) { $0 + $1.0 * $1.1 }
    let known = fit.factor.solveLower(correlations).reduce(0) { $0 + $1 * $1 }
    return (value, (fit.variance * max(0, 1 - known)).squareRoot())
  }

  private static func correlation(_ one: [Double], _ other: [Double], _ scales: [Double]) -> Double {
    var product = 1.0
    var sum = 0.0
    for index in one.indices {
      let distance = 3.0.squareRoot() * abs(one[index] - other[index]) / scales[index]
      product *= 1 + distance
      sum += distance
    }
    return product * ReproducibleMath.exp(-sum)
  }
}
