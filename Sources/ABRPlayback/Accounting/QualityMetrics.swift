import ABRMedia

/// How good the media that a session showed looked, by one measure.
public struct QualityMetrics: Sendable, Hashable {
  /// The measure.
  public let metric: QualityScores.Metric
  /// Media seconds shown that have a score.
  public internal(set) var seconds = 0.0
  /// Sum over them of score × seconds.
  public internal(set) var integral = 0.0
  /// Sum over shown segments, a part counting as its share, of the score.
  public internal(set) var segmentSum = 0.0
  /// Sum of how much the score rose from a segment to the next one shown.
  public internal(set) var rise = 0.0
  /// Sum of how much it fell.
  public internal(set) var fall = 0.0
  /// Media seconds with a score below `QualityScores.Metric.lowestGood`.
  public internal(set) var lowSeconds = 0.0
  /// The score that is not reached for 5 % of the media seconds; 0 where nothing was shown.
  public internal(set) var lowPercentile = 0.0

  /// The mean score over the media shown; `nil` where none has a score.
  public var mean: Double? { seconds > 0 ? integral / seconds : nil }

  /// Metrics of nothing shown.
  ///
  /// - Parameter metric: the measure.
  public init(_ metric: QualityScores.Metric) { self.metric = metric }

  /// The same of a session on a clock that counted so many units a second.
  func scaled(unitsPerSecond units: Double) -> QualityMetrics {
    var copy = self
    copy.seconds /= units
    copy.integral /= units
    copy.lowSeconds /= units
    return copy
  }
}

/// Adds up the scores of what a session shows. Sessions of videos without scores never touch it.
package struct QualityAccount: Sendable {
  fileprivate struct Entry: Sendable {
    var metrics: QualityMetrics
    /// What was shown, for the percentile.
    var shown: [(score: Double, seconds: Double)] = []
    /// The score shown last, and during which visit.
    var last: (visit: Int, score: Double)?
  }

  private var entries: [Entry] = []

  /// Nothing shown.
  package init() {}

  /// Adds a part of a segment.
  ///
  /// - Parameters:
  ///   - scores: those of the video.
  ///   - place: index of the segment's size at its rendition among all sizes.
  ///   - seconds: media seconds that were shown.
  ///   - duration: those of the segment.
  ///   - visit: number of the visit; the first picture of a visit is no change.
  package mutating func show(
    _ scores: [QualityScores], at place: Int, seconds: Double, of duration: Double, during visit: Int = 0
  ) {
    for scores in scores {
      let index = entries.firstIndex { $0.metrics.metric == scores.metric } ?? entries.count
      if index == entries.count { entries.append(Entry(metrics: QualityMetrics(scores.metric))) }
      entries[index].show(scores.values[place], seconds: seconds, of: duration, during: visit)
    }
  }

  /// What was shown, by measure.
  /// - Complexity: O(*n* log *n*) in shown parts.
  package var metrics: [QualityMetrics] { entries.map(\.finished) }
}

extension QualityAccount.Entry {
  mutating func show(_ score: Double, seconds: Double, of duration: Double, during visit: Int) {
    metrics.seconds += seconds
    metrics.integral += score * seconds
    metrics.segmentSum += score * (seconds == duration ? 1 : seconds / duration)
    if score < metrics.metric.lowestGood { metrics.lowSeconds += seconds }
    if let last, last.visit == visit {
      metrics.rise += max(0, score - last.score)
      metrics.fall += max(0, last.score - score)
    }
    last = (visit, score)
    shown.append((score, seconds))
  }

  var finished: QualityMetrics {
    var metrics = metrics
    var rest = 0.05 * metrics.seconds
    for part in shown.sorted(by: { $0.score < $1.score }) {
      metrics.lowPercentile = part.score
      rest -= part.seconds
      if rest < 0 { break }
    }
    return metrics
  }
}
