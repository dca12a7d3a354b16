import ABRInput
import ABRStatistics

/// Corpora drawn from the population, and how often the bootstrapped interval of a percentile's difference held the
/// truth.
struct PercentileResampling {
  static let probabilities = [0.5, 0.95]

  let metric: Population.Metric
  /// Clusters in a drawn corpus.
  let size: Int
  let draws: Int
  /// For each percentile the difference over all recordings.
  let truths: [Double]
  /// For each percentile, in how many corpora the interval held it.
  private(set) var covered: [Int]
  /// For each percentile, in how many corpora the verdict was better or worse in the wrong direction.
  private(set) var wrongVerdicts: [Int]

  /// Draws corpora of `size` clusters with replacement and compares in each.
  /// - Complexity: O(*draws* × 2,000 × *size*).
  init(_ metric: Population.Metric, size: Int, draws: Int) throws {
    self.metric = metric
    self.size = size
    self.draws = draws
    let none = Self.probabilities.map { _ in 0 }
    (covered, wrongVerdicts) = (none, none)
    let all = Array(metric.clusters.indices)
    truths = Self.quantiles(metric, all, \.candidate).enumerated().map { index, new in
      new - Self.quantiles(metric, all, \.reference)[index]
    }
    for draw in 0..<draws {
      var random = SeededRandom(seed: draw, path: "statistics study", metric.name, "percentiles", "\(size)")
      let places = (0..<size).map { _ in random.integer(below: metric.clusters.count) }
      let samples = try PairedSamples(
        reference: Self.values(metric, places, \.reference), candidate: Self.values(metric, places, \.candidate))
      let comparisons = PercentileComparison.compare(
        samples, at: Self.probabilities, direction: .lower, seed: draw)
      for (index, comparison) in comparisons.enumerated() {
        if let interval = comparison.interval, interval.contains(truths[index]) { covered[index] += 1 }
        if comparison.verdict == (truths[index] > 0 ? .better : .worse) { wrongVerdicts[index] += 1 }
      }
    }
  }

  private typealias Side = KeyPath<Population.Files, PairedClusters.Totals>

  /// The files' own ratios; a file without one has the worst, as a session that never starts.
  private static func values(_ metric: Population.Metric, _ places: [Int], _ side: Side) -> [PairedSamples.Value] {
    places.enumerated().flatMap { number, place in
      metric.clusters[place].map { .init(cluster: "\(number)", value: $0[keyPath: side].ratio ?? .infinity) }
    }
  }

  private static func quantiles(_ metric: Population.Metric, _ places: [Int], _ side: Side) -> [Double] {
    let quantiles = Quantiles(of: values(metric, places, side).map(\.value))
    return probabilities.map { quantiles.value(at: $0) ?? 0 }
  }
}
