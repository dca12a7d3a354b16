import ABRInput

/// Percentiles of paired samples in resamples of the clusters, and the intervals that follow.
///
/// Each draw takes as many clusters as there are, with replacement and with all their sessions on both sides, so that
/// what the sides have in common stays out of the difference. The percentile method (B. Efron, 1979) is used because
/// corrected ones (BCa) hold the truth less often with values that are mostly zero and otherwise heavy-tailed.
struct BootstrapInterval: Sendable {
  /// Draws that are made unless said otherwise.
  static let defaultDraws = 2_000
  /// Share of draws that may have no difference before there is no interval: what one side of it leaves out.
  static let mostUndefined = 0.025

  /// For each probability and draw the reference's percentile.
  private(set) var reference: [[Double]]
  /// For each probability and draw the candidate's percentile.
  private(set) var candidate: [[Double]]
  /// For each probability and draw the candidate's percentile less the reference's; 0 where they are tied (``Tie``),
  /// `nil` where both are infinite.
  private(set) var difference: [[Double?]]

  /// Draws.
  ///
  /// - Parameters:
  ///   - samples: what to draw from.
  ///   - probabilities: of the percentiles, 0 to 1.
  ///   - draws: number of draws, at least 1.
  ///   - seed: names the draws.
  /// - Complexity: O(*draws* × *n*).
  init(_ samples: PairedSamples, at probabilities: [Double], draws: Int = defaultDraws, seed: Int) {
    precondition(draws > 0 && probabilities.allSatisfy((0...1).contains), "\(draws) draws at \(probabilities)")
    let none = [[Double]](repeating: [], count: probabilities.count)
    (reference, candidate, difference) = (none, none, none)
    let random = SeededRandom(seed: seed, path: "cluster bootstrap")
    let count = samples.clusters.count
    var weights = [Int](repeating: 0, count: count)
    for draw in 0..<draws {
      for index in weights.indices { weights[index] = 0 }
      for place in 0..<count {
        let word = random.value(at: UInt64(draw) * UInt64(count) + UInt64(place))
        // The high word of the product: even to one part in 2⁶⁴ over the number of clusters.
        weights[Int(word.multipliedFullWidth(by: UInt64(count)).high)] += 1
      }
      let old = Self.quantiles(of: samples.reference, weights, at: probabilities)
      let new = Self.quantiles(of: samples.candidate, weights, at: probabilities)
      for index in probabilities.indices {
        reference[index].append(old[index])
        candidate[index].append(new[index])
        difference[index].append(Self.difference(new[index], old[index]))
      }
    }
  }

  /// One percentile less another; `nil` where both are infinite: nothing says how far apart they are.
  static func difference(_ new: Double, _ old: Double) -> Double? {
    new.isInfinite && new == old ? nil : Tie.difference(new, old)
  }

  /// The interval of the draws that have a difference; `nil` where more than ``mostUndefined`` have none.
  static func interval(ofDifferences draws: [Double?], level: Double) -> ConfidenceInterval? {
    let defined = draws.compactMap(\.self)
    guard Double(draws.count - defined.count) <= mostUndefined * Double(draws.count) else { return nil }
    return interval(defined, level: level)
  }

  /// The middle share of draws. Ends fall on draws, the outer ones, so that infinite draws need no interpolation.
  static func interval(_ draws: [Double], level: Double) -> ConfidenceInterval {
    precondition(0 < level && level < 1 && !draws.isEmpty, "an interval of level \(level) of \(draws.count) draws")
    let sorted = draws.sorted()
    let last = Double(sorted.count - 1)
    let lower = Int(((1 - level) / 2 * last).rounded(.down))
    let upper = Int(((1 + level) / 2 * last).rounded(.up))
    return ConfidenceInterval(lower: sorted[lower], upper: sorted[min(upper, sorted.count - 1)])
  }

  /// The percentiles of ascending values, each as often as its cluster's weight; the definition of ``Quantiles``.
  private static func quantiles(
    of entries: [PairedSamples.Entry], _ weights: [Int], at probabilities: [Double]
  ) -> [Double] {
    var total = 0
    for entry in entries { total += weights[entry.cluster] }
    // For each probability two neighbours: the last value at or before its place, and the one after.
    var wanted: [(place: Int, slot: Int)] = []
    for (index, probability) in probabilities.enumerated() {
      let place = min(Int(probability * Double(total - 1)), total - 1)
      wanted.append((place, 2 * index))
      wanted.append((min(place + 1, total - 1), 2 * index + 1))
    }
    wanted.sort { $0.place < $1.place }
    var found = [Double](repeating: 0, count: wanted.count)
    var next = 0
    var passed = 0
    for entry in entries {
      passed += weights[entry.cluster]
      while next < wanted.count, wanted[next].place < passed {
        found[wanted[next].slot] = entry.value
        next += 1
      }
      if next == wanted.count { break }
    }
    return probabilities.enumerated().map { index, probability in
      let position = probability * Double(total - 1)
      return Quantiles.between(
        found[2 * index], found[2 * index + 1], fraction: position - position.rounded(.down))
    }
  }
}
