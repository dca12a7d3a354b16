import ABRInput
import ABRTuning
import Foundation

/// How often the answers of searches miss a condition, and what they gain.
struct PromiseScore {
  /// Share of the recordings that a search over a drawn population is made with; the others are held out.
  static let searchShare = 0.7
  /// Tolerance of the judgement on a held-out half: the search's own, and as much again for the half's own chance.
  static let halfTolerance = 0.001

  /// Answers of one kind.
  struct Kind {
    var missed = 0
    var missedInHalf = 0
    /// Shares of the oracle's gain.
    var kept: [Double] = []
  }

  var promised = Kind()
  var bolder = Kind()
  /// Searches that answered with the current setting.
  var keptCurrent = 0
  let draws: Int

  /// Draws searches from a case.
  init(_ study: StudyCase, draws: Int) throws {
    self.draws = draws
    let count = study.recordings.count
    let oracle = try study.oracleGain(tolerance: TuningGoals.usualTolerance)
    for draw in 0..<draws {
      var random = SeededRandom(seed: draw, path: "population")
      let size = Int((Double(count) * Self.searchShare).rounded())
      let sample = (0..<size).map { _ in study.recordings[random.integer(below: count)] }
      let outcome = try study.outcome(of: sample)
      if outcome.best?.setting.values == study.space.current?.values { keptCurrent += 1 }
      for (kind, setting) in Self.answers(outcome) {
        let truth = try study.truth(of: setting, over: study.recordings, tolerance: TuningGoals.usualTolerance)
        self[keyPath: kind].missed += truth.misses ? 1 : 0
        self[keyPath: kind].kept.append(oracle > 0 ? truth.gain / oracle : 1)
      }
      var order = study.recordings.indices.map { $0 }
      for place in 0..<count / 2 { order.swapAt(place, place + random.integer(below: count - place)) }
      let (search, heldOut) = (order[..<(count / 2)], order[(count / 2)...])
      for (kind, setting) in Self.answers(try study.outcome(of: search.map { study.recordings[$0] })) {
        let truth = try study.truth(
          of: setting, over: heldOut.map { study.recordings[$0] }, tolerance: Self.halfTolerance)
        self[keyPath: kind].missedInHalf += truth.misses ? 1 : 0
      }
    }
  }

  /// The promised answer, and the one that was best by what was seen.
  private static func answers(_ outcome: TuningOutcome) -> [(WritableKeyPath<PromiseScore, Kind>, TuningSetting)] {
    [(\PromiseScore.promised, outcome.best), (\PromiseScore.bolder, outcome.bolder ?? outcome.best)].compactMap {
      kind, found in found.map { (kind, $0.setting) }
    }
  }

  static let heading = """
    | family | recordings | viewers | missed | half, 0.1 pp | kept | keep current | bolder: missed | half | kept |
    | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    """

  /// A row of the study's table.
  func row(_ family: String, _ study: StudyCase) -> String {
    let cells =
      [family, "\(study.recordings.count)", study.audience.name]
      + [promised.missed, promised.missedInHalf].map(share) + [Self.mean(promised.kept)]
      + [share(keptCurrent), share(bolder.missed), share(bolder.missedInHalf), Self.mean(bolder.kept)]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private func share(_ count: Int) -> String { String(format: "%.0f %%", 100 * Double(count) / Double(draws)) }

  private static func mean(_ values: [Double]) -> String {
    String(format: "%.0f %%", 100 * values.reduce(0, +) / Double(max(1, values.count)))
  }
}
