/// How far two distributions of capacity are apart; both numbers are 0 for the same distribution.
///
/// They are distances and no tests: seconds of one recording depend on each other, so that a p-value that takes each
/// for a draw of its own would find a difference between any two recordings.
package struct CapacityDistance: Sendable, Hashable {
  /// Two-sample Kolmogorov–Smirnov statistic *D* = max |*F* − *G*|, 0 to 1: the largest share of the time by which the
  /// two differ in staying at or below some capacity. W. J. Conover, "Practical Nonparametric Statistics", 3rd ed.,
  /// §6.3.
  package let kolmogorovSmirnov: Double
  /// Wasserstein distance of order 1 in bits per second, ∫ |*F* − *G*| d*x*: by how much capacity must change, on the
  /// mean over time, to make one distribution the other. S. S. Vallender, "Calculation of the Wasserstein Distance
  /// Between Probability Distributions on the Line", Theory of Probability and Its Applications 18 (1974).
  package let wasserstein: Double

  /// Creates a distance.
  package init(kolmogorovSmirnov: Double, wasserstein: Double) {
    self.kolmogorovSmirnov = kolmogorovSmirnov
    self.wasserstein = wasserstein
  }
}
