import ABRInput
import ABRStatistics

/// Corpora drawn from the population, and how often gate and interval were right about the population.
struct Resampling {
  /// What is true of a drawn corpus.
  enum Truth: String, CaseIterable {
    /// Which side a cluster's numbers stand on is thrown for each cluster, so that there is no difference.
    case null
    /// The sides are the two policies.
    case effect
  }

  let metric: Population.Metric
  /// Clusters in a drawn corpus.
  let size: Int
  let truth: Truth
  let draws: Int

  private(set) var alarms = 0
  private(set) var alarmsByFile = 0
  private(set) var covered = 0
  private(set) var wrongVerdicts = 0
  private(set) var differing: [Double] = []
  private(set) var effectiveSizes: [Double] = []

  /// Draws corpora of `size` clusters with replacement and compares in each.
  /// - Complexity: O(*draws* × *size*).
  init(_ metric: Population.Metric, size: Int, truth: Truth, draws: Int) throws {
    self.metric = metric
    self.size = size
    self.truth = truth
    self.draws = draws
    let difference = truth == .null ? 0 : try Self.difference(of: metric)
    for draw in 0..<draws {
      let (clusters, files) = try drawn(draw)
      let comparison = PairedComparison(clusters, direction: .lower)
      if comparison.pValue <= 0.05 { alarms += 1 }
      if let interval = comparison.interval, interval.contains(difference) { covered += 1 }
      if PairedComparison(files, direction: .lower).pValue <= 0.05 { alarmsByFile += 1 }
      let wrong: Verdict = difference >= 0 ? .better : .worse
      if comparison.verdict == wrong { wrongVerdicts += 1 }
      differing.append(Double(clusters.clusters.count { $0.reference != $0.candidate }))
      effectiveSizes.append(comparison.effectiveSize?.value ?? 0)
    }
  }

  /// The difference over all recordings, each once.
  static func difference(of metric: Population.Metric) throws -> Double {
    var reference: [PairedClusters.Term] = []
    var candidate: [PairedClusters.Term] = []
    for (index, files) in metric.clusters.enumerated() {
      for file in files {
        reference.append(term("\(index)", file.reference))
        candidate.append(term("\(index)", file.candidate))
      }
    }
    return LinearisedRatio(try PairedClusters(reference: reference, candidate: candidate)).difference
  }

  private static func term(_ cluster: String, _ totals: PairedClusters.Totals) -> PairedClusters.Term {
    .init(cluster: cluster, numerator: totals.numerator, denominator: totals.denominator)
  }

  /// A corpus, with clusters as units and with files as units.
  private func drawn(_ draw: Int) throws -> (clusters: PairedClusters, files: PairedClusters) {
    var random = SeededRandom(seed: draw, path: "statistics study", metric.name, truth.rawValue, "\(size)")
    var terms: (reference: [PairedClusters.Term], candidate: [PairedClusters.Term]) = ([], [])
    var fileTerms = terms
    for place in 0..<size {
      let files = metric.clusters[random.integer(below: metric.clusters.count)]
      let isSwapped = truth == .null && random.next() & 1 == 1
      for (number, file) in files.enumerated() {
        let (old, new) = isSwapped ? (file.candidate, file.reference) : (file.reference, file.candidate)
        terms.reference.append(Self.term("\(place)", old))
        terms.candidate.append(Self.term("\(place)", new))
        fileTerms.reference.append(Self.term("\(place) \(number)", old))
        fileTerms.candidate.append(Self.term("\(place) \(number)", new))
      }
    }
    return (
      try PairedClusters(reference: terms.reference, candidate: terms.candidate),
      try PairedClusters(reference: fileTerms.reference, candidate: fileTerms.candidate)
    )
  }
}
