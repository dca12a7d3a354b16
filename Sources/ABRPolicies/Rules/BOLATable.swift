import ABRInput
import ABRPlayback

/// What BOLA knows about a ladder: utilities, and the buffer levels at which the best rendition changes.
///
/// BOLA scores rendition *m* at buffer level *Q* with (V (u_m + γp) − Q) / R_m, u_m = ln(R_m / R_0), and takes the
/// largest score (Spiteri et al., INFOCOM 2016). As lines in *Q* the scores have slopes −1/R_m, and with logarithmic
/// utilities each rendition is the best somewhere, in order; so the choice is a comparison of *Q* with thresholds V γp
/// + V (R_m u_n − R_n u_m) / (R_m − R_n) between neighbours n < m, of which only V and V γp change during play.
struct BOLATable: Sendable {
  /// The two numbers that place a ladder's thresholds on the buffer: V, and V γp for utilities that begin at 0, in
  /// seconds.
  struct Scale: Sendable, Hashable {
    /// Seconds a unit of utility.
    var unit = 0.0
    /// Seconds at which the lowest rendition's score reaches 0.
    var base = 0.0
  }

  private struct Row: Sendable {
    /// Bits per second.
    var bandwidth: Double
    /// ln(bandwidth / lowest bandwidth).
    var utility: Double
    /// Utility units above which the rendition scores higher than every one of a lower bandwidth.
    var crossing = belowAll
    /// Utility units above which a search goes on from the rendition below. It differs from ``crossing`` where
    /// renditions share a bandwidth: the first of them is the choice, the others are passed over with the next
    /// bandwidth.
    var step = belowAll
  }

  /// What no buffer level is below; finite, because a scale may be 0.
  private static let belowAll = -Double.greatestFiniteMagnitude
  /// What no buffer level is above.
  private static let aboveAll = Double.greatestFiniteMagnitude

  /// One row for each eligible rendition; one array, so that a copy costs one reference.
  private var rows = [Row(bandwidth: 1, utility: 0)]

  /// Builds the table.
  mutating func prepare(for setup: RuleSetup) {
    let lowest = ReproducibleMath.log(setup.bandwidths[0])
    rows = setup.bandwidths.map { Row(bandwidth: $0, utility: ReproducibleMath.log($0) - lowest) }
    for index in rows.indices.dropFirst() {
      let row = rows[index]
      // Of the lower renditions the nearest is the last to be outdone.
      guard let lower = rows[..<index].last(where: { $0.bandwidth < row.bandwidth }) else { continue }
      rows[index].crossing =
        (row.bandwidth * lower.utility - lower.bandwidth * row.utility) / (row.bandwidth - lower.bandwidth)
    }
    var next = Self.aboveAll
    for index in rows.indices.dropFirst().reversed() {
      if rows[index].bandwidth == rows[index - 1].bandwidth {
        rows[index].step = next
      } else {
        next = rows[index].crossing
        rows[index].step = next
      }
    }
  }

  /// Index of the highest rendition.
  @inline(__always)
  var top: Int { rows.count - 1 }

  /// Utility of the highest rendition.
  @inline(__always)
  var topUtility: Double { rows[top].utility }

  /// Whether there is nothing to choose: one rendition, or several of one bandwidth.
  @inline(__always)
  var isFlat: Bool { rows[top].bandwidth == rows[0].bandwidth }

  /// The rendition with the largest score at a buffer level, the lowest of several.
  @inline(__always)
  func best(at level: Double, scale: Scale, near guess: Int) -> Int {
    var rendition = guess
    while rendition < top, level > step(to: rendition + 1, scale: scale) { rendition += 1 }
    while rendition > 0, !(level > step(to: rendition, scale: scale)) { rendition -= 1 }
    return rendition
  }

  @inline(__always)
  private func step(to rendition: Int, scale: Scale) -> Double { scale.base + scale.unit * rows[rendition].step }

  /// The buffer level above which a rendition scores higher than every one of a lower bandwidth.
  @inline(__always)
  func threshold(_ rendition: Int, scale: Scale) -> Double { scale.base + scale.unit * rows[rendition].crossing }

  /// The buffer level at which a rendition's score is 0: there is no hurry to fetch it above.
  @inline(__always)
  func maximumLevel(_ rendition: Int, scale: Scale) -> Double { scale.base + scale.unit * rows[rendition].utility }

  /// The lowest buffer level, at least 0, at which a rendition is the best among those not above it.
  @inline(__always)
  func minimumLevel(_ rendition: Int, scale: Scale) -> Double {
    rendition == 0 ? 0 : max(0, threshold(rendition, scale: scale))
  }

  /// The lower rendition that promises more than what is left of a running download, or `nil` to go on.
  ///
  /// The rest is scored as (V (u + γp) − Q) / rest, a fresh segment of rendition *m* as (V (u_m + γp) − Q) / size_m;
  /// one that is not smaller than the rest is no alternative (Sabre 09b03bb, `check_abandon`).
  ///
  /// - Parameters:
  ///   - rendition: of the running download.
  ///   - level: buffer level to reckon with.
  ///   - rest: bytes still to come, more than 0.
  ///   - size: bytes of the whole segment.
  ///   - scale: where the thresholds lie.
  /// - Complexity: O(1) while the level allows the rendition, O(*renditions*) below.
  @inline(__always)
  func better(than rendition: Int, at level: Double, rest: Double, size: Double, scale: Scale) -> Int? {
    // At a level that allows this rendition no lower one scores higher as a whole segment, less so against a rest.
    if level > threshold(rendition, scale: scale) { return nil }
    return betterByScores(than: rendition, at: level, rest: rest, size: size, scale: scale)
  }

  private func betterByScores(
    than rendition: Int, at level: Double, rest: Double, size: Double, scale: Scale
  ) -> Int? {
    var best: Int?
    var score = (maximumLevel(rendition, scale: scale) - level) / rest
    let bytesPerBandwidth = size / rows[rendition].bandwidth
    for candidate in 0..<rendition {
      let candidateSize = rows[candidate].bandwidth * bytesPerBandwidth
      if candidateSize >= rest { break }
      let candidateScore = (maximumLevel(candidate, scale: scale) - level) / candidateSize
      if candidateScore > score {
        score = candidateScore
        best = candidate
      }
    }
    return best
  }

  /// Bounds outside of which ``better(than:at:rest:size:scale:)`` finds nothing.
  ///
  /// A lower rendition *k* scores higher than the rest of *m* when the rest is more than
  /// size_k (V (u_m + γp) − Q) / (V (u_k + γp) − Q), which falls with the level *Q*, and when that of *k* scores more
  /// than 0.
  ///
  /// - Parameters:
  ///   - rendition: of the running download.
  ///   - level: lowest buffer level to reckon with.
  ///   - size: bytes of the whole segment.
  ///   - scale: where the thresholds lie.
  /// - Complexity: O(1) while the level allows the rendition, O(*renditions*) below.
  @inline(__always)
  func bounds(for rendition: Int, at level: Double, size: Double, scale: Scale) -> AbandonmentBounds {
    let highest = threshold(rendition, scale: scale)
    guard rendition > 0, level <= highest + LevelTolerance.seconds else { return .never }
    return AbandonmentBounds(
      level: highest + LevelTolerance.seconds,
      received: size - leastRest(of: rendition, at: level, size: size, scale: scale))
  }

  private func leastRest(of rendition: Int, at level: Double, size: Double, scale: Scale) -> Double {
    let bytesPerBandwidth = size / rows[rendition].bandwidth
    let gain = maximumLevel(rendition, scale: scale) - level
    guard gain > 0 else { return 0 }
    var least = size
    for candidate in 0..<rendition {
      let candidateGain = maximumLevel(candidate, scale: scale) - level
      guard candidateGain > 0 else { continue }
      least = min(least, rows[candidate].bandwidth * bytesPerBandwidth * gain / candidateGain)
    }
    return least * (1 - AbandonmentRounding.share)
  }
}
