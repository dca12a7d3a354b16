import ABRPlayback

/// What a search of a whole grid would cost, judged by a few of its settings.
package struct SearchEstimate: Sendable, Hashable {
  /// Segments that a search may fetch where nothing else is asked for: some ten seconds on two processors. Segments and
  /// not seconds decide, so that the answer is the same on every machine.
  package static let usualSegments = 50_000_000
  /// The least settings of a random sample where none is asked for: in 92 of 100 such samples one is among the best 5 %
  /// of the space.
  package static let leastSamples = 50
  /// Sessions of a player's own code that a search may play where nothing else is asked for: it takes some 10 to 600 ms
  /// for each.
  package static let usualCodeSessions = 5_000
  /// Sessions of a player's own code that are played for the estimate.
  package static let codeSample = 4
  /// How many settings are played for the estimate.
  static let sampleSize = 16

  /// Settings of the grid.
  let settings: Int
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
  ///   - share: which share of the whole they are; `nil` for that of ``sample(of:)``.
  package init(of space: SearchSpace, sample: [SessionMetrics], took seconds: Double, share: Double? = nil) {
    let scale = 1 / (share ?? Double(Self.sample(of: space).count) / Double(space.settings.count))
    settings = space.settings.count
    sessions = Int((Double(sample.count) * scale).rounded())
    segments = Int((Double(sample.reduce(0) { $0 + $1.segmentsDownloaded }) * scale).rounded())
    self.seconds = seconds * scale
  }

  /// The method to search by where none is asked for.
  package var method: SearchMethod { segments <= Self.usualSegments ? .exhaustive : .random }

  /// How many settings to draw at random where no number is asked for: as many as fetch ``usualSegments``, and not
  /// fewer than ``leastSamples``.
  package var samples: Int {
    segments <= Self.usualSegments ? settings : max(Self.leastSamples, settings * Self.usualSegments / segments)
  }

  /// Settings that stand for a space: evenly from the first to the last.
  package static func sample(of space: SearchSpace) -> [TuningSetting] {
    let all = space.settings
    let count = min(sampleSize, all.count)
    return (0..<count).map { all[count > 1 ? $0 * (all.count - 1) / (count - 1) : 0] }
  }
}
