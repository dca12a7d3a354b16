import ABRPlayback

/// What a search of a whole grid would cost, judged by a few of its settings.
package struct SearchEstimate: Sendable, Hashable {
  /// Grids with more segments than this are halved unless all of them are asked for: some ten seconds on two
  /// processors. Segments and not seconds decide, so that the answer is the same on every machine.
  package static let exhaustiveSegments = 50_000_000
  /// How many settings are played.
  static let sampleSize = 16

  /// Sessions of the grid.
  package let sessions: Int
  /// Segments that they fetch.
  package let segments: Int
  /// Seconds that they take.
  package let seconds: Double

  /// Scales a sample up.
  ///
  /// - Parameters:
  ///   - space: all settings.
  ///   - sample: sessions of ``sample(of:)`` over every trace of the search.
  ///   - seconds: how long they took.
  package init(of space: SearchSpace, sample: [SessionMetrics], took seconds: Double) {
    let scale = Double(space.settings.count) / Double(Self.sample(of: space).count)
    sessions = Int((Double(sample.count) * scale).rounded())
    segments = Int((Double(sample.reduce(0) { $0 + $1.segmentsDownloaded }) * scale).rounded())
    self.seconds = seconds * scale
  }

  /// The method to search by where none is asked for.
  package var method: SearchMethod { segments <= Self.exhaustiveSegments ? .exhaustive : .halving }

  /// Settings that stand for a space: evenly from the first to the last.
  package static func sample(of space: SearchSpace) -> [TuningSetting] {
    let all = space.settings
    let count = min(sampleSize, all.count)
    return (0..<count).map { all[count > 1 ? $0 * (all.count - 1) / (count - 1) : 0] }
  }
}
