import ABRPlayback
import ABRRuns
import ABRStatistics

/// The metrics that expectations compare: those of runs, and some of sessions of several items that tests alone read.
///
/// A name with `_p50`, `_p95`, `_min`, `_max` or `_sum` behind it is that statistic over sessions, or over the visits
/// of all sessions for metrics of visits; without one it is the mean, and a ratio is taken over all sessions (Σ/Σ).
enum ScenarioMetrics {
  private typealias Parts = @Sendable (SessionMetrics) -> (numerator: Double, denominator: Double)
  private static let statistics: [String: @Sendable ([Double]) -> Double?] = [
    "p50": { Quantiles(of: $0).value(at: 0.5) }, "p95": { Quantiles(of: $0).value(at: 0.95) },
    "min": { $0.min() }, "max": { $0.max() }, "sum": { $0.reduce(0, +) },
  ]

  /// A metric over sessions; NaN where no session has a value, `nil` for an unknown name.
  static func value(_ name: String, over sessions: [SessionMetrics]) -> Double? {
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    if let parts = ratio(name) {
      let sums = sessions.map(parts).reduce((0, 0)) { ($0.0 + $1.numerator, $0.1 + $1.denominator) }
      return sums.1 > 0 ? sums.0 / sums.1 : .nan
    }
    if let values = values(name) { return mean(sessions.flatMap(values)) }
    guard let underscore = name.lastIndex(of: "_"), let values = values(String(name[..<underscore])),
      let statistic = statistics[String(name[name.index(after: underscore)...])]
    else { return nil }
    let all = sessions.flatMap(values)
    return all.isEmpty ? .nan : statistic(all)
  }

  private static func ratio(_ name: String) -> Parts? {
    switch name {
    case "preload_partial_ratio": { (Double($0.count(of: .partial)), Double($0.followingVisits)) }
    case "download_speed_bps": { (Double($0.measuredBytes) * 8, $0.measuredTime) }
    default:
      if case .ratio(let ratio)? = MetricDefinition.named(name)?.pooling { ratio.parts } else { nil }
    }
  }

  /// The values of a session: one or none, or one for each visit.
  private static func values(_ name: String) -> ((SessionMetrics) -> [Double])? {
    func startups(_ visits: some Sequence<VisitMetrics>, ofClips: Bool = false) -> [Double] {
      visits.filter { $0.isClip == ofClips && $0.started }.map(\.startupTime)
    }
    switch name {
    case "item_startup_s": return { startups($0.visits) }
    case "next_startup_s": return { startups($0.visits.dropFirst()) }
    case "last_startup_s": return { $0.visits.suffix(1).filter(\.started).map(\.startupTime) }
    case "clip_startup_s": return { startups($0.visits, ofClips: true) }
    // The first frame of the first content after the play request.
    case "content_began_s":
      return { $0.visits.first { !$0.isClip && $0.started }.map { [$0.began + $0.startupTime] } ?? [] }
    case "gate_open_s": return { [$0.gateOpenTime] }
    case "segments_preloaded": return { [Double($0.segmentsPreloaded)] }
    // When the player gave up; none where it did not.
    case "error_s": return { $0.errorTime.isFinite ? [$0.errorTime] : [] }
    case "refused_count": return { [Double($0.refusedCount)] }
    case "licence_count": return { [Double($0.licenceCount)] }
    case "catch_up_s": return { [$0.catchUpTime] }
    case "outcome_completed": return { [$0.outcome == .completed ? 1 : 0] }
    case "outcome_failed": return { [$0.outcome == .failed ? 1 : 0] }
    default:
      guard let metric = MetricDefinition.named(name) else { return nil }
      switch metric.pooling {
      case .sum, .mean: return { metric.value($0).map { [$0] } ?? [] }
      default: return nil
      }
    }
  }
}
